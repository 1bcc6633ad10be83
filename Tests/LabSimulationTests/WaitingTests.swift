import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Loops that wait, tasks that sleep, and what the system does to all mechanisms: vectors 26, 27, 29, 30.
@Suite("Waiting, sleeping and the system")
struct WaitingTests {
    @Test("26: AsyncTimerSequence catches up in a burst")
    func asyncTimer() throws {
        var builder = PlanBuilder(duration: 650)
        builder.mechanism("t", .asyncTimer, every: 100, queue: 0, do: [.first(.work(350))])
        #expect(try builder.record().firings("t") == [100, 450, 450, 450, 500, 600])
    }

    @Test(
        "27: a sleeping loop drifts by its work, one that waits for instants does not",
        arguments: [(TimerKind.threadSleep, [0, 120, 240]), (.machWait, [0, 100, 200])] as [(TimerKind, [Int64])])
    func loops(kind: TimerKind, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 300)
        builder.thread("own")
        builder.mechanism("t", kind, every: 100, start: 0, thread: 1, do: [.work(20)])
        #expect(try builder.record().firings("t") == firings)
    }

    @Test("mach_wait_until returns at once when its instant has passed")
    func machWaitBurst() throws {
        var builder = PlanBuilder(duration: 560)
        builder.thread("own")
        builder.mechanism("t", .machWait, every: 100, thread: 1, do: [.first(.work(350))])
        #expect(try builder.record().firings("t") == [100, 450, 450, 450, 500])
    }

    @Test("Task.sleep(for:) adds its work to each round, Task.sleep(until:) does not", arguments: [true, false])
    func taskSleep(isAbsolute: Bool) throws {
        var builder = PlanBuilder(duration: 400)
        builder.mechanism("t", .taskSleep, every: 100, queue: 0, do: [.work(20)]) { $0.isAbsolute = isAbsolute }
        #expect(try builder.record().firings("t") == (isAbsolute ? [100, 200, 300] : [100, 220, 340]))
    }

    @Test("a task on the main actor goes on during a drag, but not in a private mode")
    func mainActor() throws {
        var builder = PlanBuilder(duration: 500)
        builder.mechanism("t", .taskSleep, every: 100, queue: 0) { $0.isAbsolute = true }
        builder.event(at: 50, .runLoop(.nested(.tracking, for: ms(100))))
        builder.event(at: 160, .runLoop(.nested(ModeName("private"), for: ms(160))))
        #expect(try builder.record().firings("t") == [100, 320, 320, 400])
    }

    @Test(
        "a cancelled task or waiting loop does not call again",
        arguments: [TimerKind.taskSleep, .asyncTimer, .after, .machWait])
    func cancellation(kind: TimerKind) throws {
        var builder = PlanBuilder(duration: 500)
        builder.thread("own")
        let usesQueue = kind != .machWait
        builder.mechanism("t", kind, every: 100, queue: usesQueue ? 0 : nil, thread: usesQueue ? 0 : 1)
        builder.event(at: 250, .cancel(.timer(0)))
        #expect(try builder.record().firings("t") == [100, 200])
    }

    @Test("Timer.publish is a repeating timer of the run loop, without tolerance")
    func combine() throws {
        var builder = PlanBuilder(duration: 450)
        builder.plan.device.choices.wakeInWindow = .latest
        builder.mechanism("t", .combine, every: 100) {
            $0.tolerance = ms(50)
            $0.heldBy = [.staticVariable]
        }
        builder.event(at: 150, .runLoop(.nested(.tracking, for: ms(100))))
        builder.event(at: 350, .cancel(.timer(0)))
        #expect(try builder.record().firings("t") == [100, 250, 300])
    }

    /// A mechanism, its clock, and when it fires (ms).
    private static let sleepers: [(TimerKind, TimerClock, Int64, Int64)] = [
        (.nstimer, .uptime, 60_000, 90_000), (.perform, .uptime, 60_000, 90_000), (.gcd, .uptime, 60_000, 90_000),
        (.gcd, .continuous, 60_000, 60_000), (.gcd, .wall, 60_000, 60_000), (.gcd, .wall, 20_000, 40_000),
        (.after, .uptime, 60_000, 90_000), (.after, .wall, 60_000, 60_000), (.taskSleep, .continuous, 60_000, 60_000),
        (.taskSleep, .continuous, 20_000, 40_000), (.taskSleep, .uptime, 60_000, 90_000),
        (.asyncTimer, .continuous, 60_000, 60_000), (.machWait, .uptime, 60_000, 90_000),
        (.threadSleep, .uptime, 60_000, 90_000),
    ]

    @Test("29: the uptime clock stops while the system sleeps, the others go on", arguments: sleepers)
    func systemSleep(kind: TimerKind, clock: TimerClock, delay: Int64, firing: Int64) throws {
        var builder = PlanBuilder(duration: 100_000)
        add(kind, clock, after: delay, to: &builder)
        builder.event(at: 10_000, .systemSleep(ms(30_000)))
        #expect(try builder.record().firings("t") == [firing])
    }

    @Test(
        "30: setting the wall clock moves the deadlines that stand on it, and no others",
        arguments: [
            (.nstimer, .uptime, 90, 90), (.gcd, .uptime, 90, 90), (.gcd, .continuous, 90, 90), (.gcd, .wall, 90, 30),
            (.gcd, .wall, 40, 10), (.taskSleep, .continuous, 90, 90),
        ] as [(TimerKind, TimerClock, Int64, Int64)])
    func wallClock(kind: TimerKind, clock: TimerClock, minutes: Int64, firing: Int64) throws {
        var builder = PlanBuilder(duration: 100 * 60_000)
        add(kind, clock, after: minutes * 60_000, to: &builder)
        builder.event(at: 10 * 60_000, .setWallClock(by: ms(3_600_000)))
        #expect(try builder.record().firings("t") == [firing * 60_000])
    }

    private func add(_ kind: TimerKind, _ clock: TimerClock, after delay: Int64, to builder: inout PlanBuilder) {
        let isLoop = kind == .machWait || kind == .threadSleep
        if isLoop { builder.thread("own") }
        let usesQueue = [.gcd, .after, .taskSleep, .asyncTimer].contains(kind)
        builder.mechanism("t", kind, every: delay, queue: usesQueue ? 0 : nil, thread: isLoop ? 1 : 0) {
            $0.repeats = false
            $0.clock = clock
        }
    }

    @Test(
        "a suspended app fires what is overdue when it resumes, once and then on the grid",
        arguments: [(TimerKind.nstimer, false), (.gcd, false), (.nstimer, true), (.gcd, true)])
    func background(kind: TimerKind, isKeptAlive: Bool) throws {
        var builder = PlanBuilder(duration: 750)
        builder.plan.device.backgroundTime = isKeptAlive ? .max : 0
        builder.mechanism("t", kind, every: 100, queue: kind == .gcd ? 0 : nil)
        builder.event(at: 250, .background)
        builder.event(at: 620, .foreground)
        let expected: [Int64] = isKeptAlive ? [100, 200, 300, 400, 500, 600, 700] : [100, 200, 620, 700]
        #expect(try builder.record().firings("t") == expected)
    }

    @Test("an app is suspended when the callout that brings it into the background is over, all else at once")
    func backgroundAmongSteps() throws {
        var builder = PlanBuilder(duration: 750)
        builder.mechanism("t", .nstimer, every: 100)
        builder.event(at: 250, .log("leaves"), .background, .work(30), .log("is back"))
        builder.event(at: 620, .foreground)
        let recording = try builder.record()
        #expect(recording.firings("t") == [100, 200, 620, 700])
        #expect(recording.log() == ["250 leaves", "280 is back"])
    }

    @Test("the system brings a suspended app back before the other steps of that event run", arguments: [0, 200])
    func foregroundAmongSteps(backgroundTime: Int64) throws {
        var builder = PlanBuilder(duration: 750)
        builder.plan.device.backgroundTime = ms(backgroundTime)
        builder.mechanism("t", .nstimer, every: 100)
        builder.event(at: 250, .background)
        builder.event(at: 620, .log("opens"), .work(10), .foreground, .log("is back"))
        let recording = try builder.record()
        #expect(recording.firings("t") == [100, 200] + (backgroundTime > 0 ? [300, 400] : []) + [620, 700])
        #expect(recording.log() == ["620 opens", "630 is back"])
    }

    @Test(
        "every mechanism's wake-up has the device's latency",
        arguments: [TimerKind.nstimer, .gcd, .after, .taskSleep, .asyncTimer, .machWait, .threadSleep, .perform])
    func latency(kind: TimerKind) throws {
        var builder = PlanBuilder(duration: 250)
        builder.plan.device.wakeUp = .replayed([ms(3)])
        builder.thread("own")
        let isLoop = kind == .machWait || kind == .threadSleep
        let usesQueue = [.gcd, .after, .taskSleep, .asyncTimer].contains(kind)
        builder.mechanism("t", kind, every: 100, queue: usesQueue ? 0 : nil, thread: isLoop ? 1 : 0) { _ in }
        let isRelative = [.after, .taskSleep, .threadSleep, .perform].contains(kind)
        #expect(try builder.record().firings("t") == (isRelative ? [103, 206] : [103, 203]))
    }
}
