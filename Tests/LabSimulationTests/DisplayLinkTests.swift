import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Display links.
@Suite("Display links")
struct DisplayLinkTests {
    private static func fields(_ fields: LogField...) -> Action {
        .log(LogTextPlan(pieces: fields.flatMap { [.field($0), .literal(" ")] }))
    }

    @Test("60 Hz is exactly 60 frames a second, the first at the first refresh")
    func vsyncGrid() throws {
        var builder = PlanBuilder(duration: 1001)
        builder.mechanism("link", .displayLink)
        let times = try builder.record().records.filter { $0.kind == .fired }.map(\.time)
        let grid = (1...60).map { (number: Int64) -> Int64 in number * 1_000_000_000 / 60 }
        #expect(times == grid)
    }

    @Test(
        "28: a refresh that the callback outlasts gets no callback, unless the device serves it at once",
        arguments: [
            (.nextVsync, ["16 0.016666", "66 0.066666", "83 0.083333"]),
            (.atOnce, ["16 0.016666", "56 0.050000", "66 0.066666", "83 0.083333"]),
        ] as [(OpenChoices.DisplayOverrun, [String])])
    func overrun(choice: OpenChoices.DisplayOverrun, log: [String]) throws {
        var builder = PlanBuilder(duration: 90)
        builder.plan.device.choices.displayOverrun = choice
        builder.mechanism(
            "link", .displayLink, do: [.log(LogTextPlan(pieces: [.field(.timestamp)])), .first(.work(40))])
        #expect(try builder.record().log() == log)
    }

    @Test(
        "other work loses the frames that it swallows; one that it only delays is served within its time",
        arguments: [(40, [16, 66, 83]), (20, [16, 40, 50, 66, 83])] as [(Int64, [Int64])])
    func busyMainThread(work: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 90)
        builder.mechanism("link", .displayLink)
        builder.event(at: 20, .work(work))
        #expect(try builder.record().firings("link") == firings)
    }

    @Test("the refresh after a long job waits for what has just begun, as any refresh does")
    func busyAgain() throws {
        var builder = PlanBuilder(duration: 90)
        builder.mechanism("link", .displayLink)
        builder.event(at: 20, .work(40))
        builder.event(at: 65, .work(5))
        #expect(try builder.record().firings("link") == [16, 70, 83])
    }

    @Test(
        "a rate that the display cannot do becomes one that it can",
        arguments: [
            (60, [], 30, .notSlower, 30), (60, [], 40, .notSlower, 60), (60, [], 40, .nearest, 30),
            (60, [], 50, .nearest, 60), (60, [], 0, .notSlower, 60), (60, [], 100, .notSlower, 60),
            (120, [120, 80, 60, 48, 40, 30], 45, .notSlower, 48), (120, [120, 80, 60, 48, 40, 30], 43, .nearest, 40),
            (120, [120, 80, 60, 48, 40, 30], 10, .notSlower, 30), (60, [], 7, .notSlower, 7),
        ] as [(Int64, [Int64], Int64, OpenChoices.RateRounding, Int)])
    func rates(refresh: Int64, list: [Int64], wanted: Int64, rounding: OpenChoices.RateRounding, frames: Int) throws {
        var builder = PlanBuilder(duration: 1001)
        builder.plan.device.refresh = Rational(whole: refresh)
        builder.plan.device.refreshRates = list
        builder.plan.device.choices.rateRounding = rounding
        builder.mechanism("link", .displayLink) { $0.frameRate.preferred = wanted }
        #expect(try builder.record().firings("link").count == frames)
    }

    @Test(
        "a range of rates is kept where the display has one in it",
        arguments: [(30, 50, nil, 30), (20, 60, 24, 20), (10, 40, 30, 30), (61, 90, nil, 60)]
            as [(Int64, Int64, Int64?, Int)])
    func range(minimum: Int64, maximum: Int64, preferred: Int64?, frames: Int) throws {
        var builder = PlanBuilder(duration: 1001)
        builder.mechanism("link", .displayLink) {
            $0.frameRate.minimum = minimum
            $0.frameRate.maximum = maximum
            $0.frameRate.preferred = preferred
        }
        #expect(try builder.record().firings("link").count == frames)
    }

    @Test("frameInterval 2 halves the rate, and duration does not know")
    func properties() throws {
        var builder = PlanBuilder(duration: 70)
        let log = Self.fields(.frameDuration, .timestamp, .targetTimestamp)
        builder.mechanism("link", .displayLink, do: [log]) { $0.frameRate.frameInterval = 2 }
        #expect(
            try builder.record().log() == ["33 0.016666 0.033333 0.066666 ", "66 0.016666 0.066666 0.100000 "])
    }

    @Test("a link in the default mode rests during a drag, one in the common modes does not")
    func modes() throws {
        var builder = PlanBuilder(duration: 160)
        builder.mechanism("plain", .displayLink)
        builder.mechanism("common", .displayLink) { $0.modes = [.common] }
        builder.event(at: 40, .runLoop(.nested(.tracking, for: ms(85))))
        let trace = try builder.record()
        #expect(trace.firings("plain") == [16, 33, 133, 150])
        #expect(trace.firings("common") == [16, 33, 50, 66, 83, 100, 116, 133, 150])
    }

    @Test("pausing keeps the link and stops its callbacks")
    func pause() throws {
        var builder = PlanBuilder(duration: 110)
        builder.mechanism("link", .displayLink)
        builder.event(at: 40, .pause(0))
        builder.event(at: 90, .resume(.timer(0)))
        #expect(try builder.record().firings("link") == [16, 33, 100])
    }

    @Test("a link that is not added to a run loop never calls")
    func notAdded() throws {
        var builder = PlanBuilder(duration: 110)
        builder.mechanism("link", .displayLink) { $0.modes = [] }
        #expect(try builder.record().firings("link").isEmpty)
    }

    @Test("invalidate removes the link from all its modes and releases its target")
    func invalidation() throws {
        var builder = PlanBuilder(duration: 110)
        builder.object("target", "Target")
        builder.mechanism("link", .displayLink) {
            $0.modes = [.common]
            $0.callback.target = TargetPlan(object: 0)
        }
        builder.event(at: 20, .release(.object(0)))
        builder.event(at: 40, .invalidate(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("link") == [16, 33])
        #expect(
            trace.records.filter { $0.kind == .removed }.map { trace.name(EntityID(Int($0.value))) } == [
                "default", "tracking",
            ])
        #expect(trace.deallocation(of: "target") == 40)
    }

    @Test("a link is no timer of its run loop but one source more")
    func dump() throws {
        var builder = PlanBuilder(duration: 30)
        builder.mechanism("link", .displayLink)
        builder.plan.madeBySteps = [.timer(0)]
        builder.event(at: 1, .dumpLoop(thread: nil), .create(.timer(0)), .dumpLoop(thread: nil))
        let modes = try builder.record().dumps.map { dump in
            dump.modes.first { $0.timers.count + $0.sources1.count >= 0 }
        }
        #expect(modes.map { $0?.timers.count } == [0, 0])
        #expect(modes.map { $0?.sources1.count } == [0, 1])
    }

    @Test("a link's callback makes run(mode:before:) return, as a source does")
    func handledSource() throws {
        var builder = PlanBuilder(duration: 110)
        builder.thread("worker", .runLoop(.once(mode: .default, before: .distantFuture)))
        builder.mechanism("link", .displayLink, thread: 1)
        #expect(try builder.record().returns() == ["16 1"])
    }

    @Test("in the background there are no callbacks, even of an app that goes on running", arguments: [true, false])
    func background(isKeptAlive: Bool) throws {
        var builder = PlanBuilder(duration: 160)
        builder.plan.device.backgroundTime = isKeptAlive ? .max : 0
        builder.mechanism("link", .displayLink)
        builder.event(at: 40, .background)
        builder.event(at: 120, .foreground)
        #expect(try builder.record().firings("link") == [16, 33, 133, 150])
    }

    @Test("the recorded grid holds exactly the frames that were due")
    func recordedGrid() throws {
        var builder = PlanBuilder(duration: 200)
        builder.mechanism("link", .displayLink)
        let trace = try builder.record()
        let grids = trace.records.filter { $0.kind == .gridSet }
        let points = zip(grids, grids.dropFirst().map(\.time) + [ms(200)]).flatMap { record, end in
            let grid = trace.grid(of: record)
            return (0..<grid.points(before: end)).compactMap { grid.point($0) }
        }
        #expect(points == trace.records.filter { $0.kind == .fired }.map(\.value))
    }
}
