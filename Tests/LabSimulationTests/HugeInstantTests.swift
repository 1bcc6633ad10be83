import LabExactTime
import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Instants at the end of time: 292 years are 2⁶³ ns.
@Suite("Huge instants")
struct HugeInstantTests {
    static let huge: [Int64] = [.max, .max - 1, .max / 2 + 1, .max / 3]

    @Test("of intervals do not overflow the grid, and the timer stays valid", arguments: huge, [false, true])
    func interval(interval: Int64, plain: Bool) throws {
        var builder = PlanBuilder(duration: 0)
        builder.plan.duration = .max
        let timer = builder.timer("t", every: 1, delay: 1, do: plain ? [] : [.work(5)])
        builder.plan.timers[timer].interval = Rational(whole: interval)
        builder.timer("far", every: 0, repeats: false)
        builder.plan.timers[1].delay = Rational(whole: .max - 1)
        let trace = try builder.record()
        #expect(trace.firings("t").first == 1)
        #expect(trace.records.allSatisfy { $0.time >= 0 })
        #expect(!trace.records.contains { $0.kind == .invalidated && trace.name($0.entity) == "t" })
    }

    @Test("of deadlines, delays, sleeps and work end at the end of time", arguments: huge)
    func everything(instant: Int64) throws {
        var builder = PlanBuilder(duration: 0)
        builder.plan.duration = .max
        builder.timer("t", every: 1000, repeats: false)
        builder.thread("a", .run(5), .sleep(instant), .sleep(instant))
        builder.thread("b", .work(3), .runLoop(.inMode(.default, for: instant, returnAfterSourceHandled: false)))
        builder.timer("b", every: 1_000_000, thread: 2)
        builder.timer("c", every: 7, thread: 1)
        builder.event(at: 4, .setFireDate(timer: 0, .at(instant)))
        builder.event(at: 5, .setFireDate(timer: 0, .at(-instant)), .work(2), .runLoop(.until(.at(.min))))
        builder.event(at: 6, .setWallClock(by: instant))
        builder.event(at: 7, .setWallClock(by: instant))
        builder.plan.budget.occurrences = 10_000
        #expect(try builder.record().records.allSatisfy { $0.time >= 0 })
    }

    @Test("of system sleep stop the clock at the end of time", arguments: huge)
    func systemSleep(duration: Int64) throws {
        var builder = PlanBuilder(duration: 0)
        builder.plan.duration = .max
        builder.timer("t", every: 100, do: [.logField(.fireDate(timer: 0))])
        builder.event(at: 250, .systemSleep(duration))
        builder.event(at: 260, .systemSleep(duration))
        builder.event(at: 250, .setFireDate(timer: 0, .at(.min)), .work(3), .log("on"))
        builder.plan.budget.occurrences = 10_000
        #expect(try builder.record().records.allSatisfy { $0.time >= 0 })
    }

    @Test("of a countdown's start are counted down without overflow", arguments: [Int64.min, .max])
    func countdown(from: Int64) throws {
        var builder = PlanBuilder(duration: 350)
        builder.timer("t", every: 100, do: [.logField(.countdown(from: from, width: 1))])
        #expect(try builder.record().log().count == 3)
    }
}
