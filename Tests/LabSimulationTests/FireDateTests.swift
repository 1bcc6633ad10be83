import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// `setFireDate`, `fire` and `invalidate`.
@Suite("Fire dates")
struct FireDateTests {
    @Test(
        "set inside the callback of 200 count when they are later, and re-anchor the grid",
        arguments: [
            (FireDate.after(ms(250)), 0, [100, 200, 450, 550, 650]), (.after(ms(50)), 330, [100, 200, 530, 550, 650]),
            (.distantPast, 0, [100, 200, 200, 300, 400]), (.at(ms(50)), 0, [100, 200, 200, 300, 400]),
            (.distantFuture, 0, [100, 200]),
        ] as [(FireDate, Int64, [Int64])])
    func inside(date: FireDate, work: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("t", every: 100, do: [.firing(2, .setFireDate(timer: 0, date)), .firing(2, .work(work))])
        #expect(try Array(builder.record().firings("t").prefix(5)) == firings)
    }

    @Test("set to the past after work inside the callback means now, on a new grid")
    func insideAfterWork() throws {
        var builder = PlanBuilder(duration: 500)
        builder.timer("t", every: 100, do: [.firing(2, .work(30)), .firing(2, .setFireDate(timer: 0, .distantPast))])
        #expect(try builder.record().firings("t") == [100, 200, 230, 330, 430])
    }

    @Test("set to now inside a callback that took no time can be ignored instead (fire_date_now)")
    func ignored() throws {
        var builder = PlanBuilder(duration: 350)
        builder.plan.device.choices.fireDateNow = .ignored
        builder.timer("t", every: 100, do: [.firing(2, .setFireDate(timer: 0, .after(0)))])
        #expect(try builder.record().firings("t") == [100, 200, 300])
    }

    @Test("set twice inside the callback: the last one counts", arguments: OpenChoices.FireDateNow.allCases)
    func twice(choice: OpenChoices.FireDateNow) throws {
        var builder = PlanBuilder(duration: 700)
        builder.plan.device.choices.fireDateNow = choice
        builder.timer(
            "t", every: 100,
            do: [
                .firing(2, .setFireDate(timer: 0, .at(ms(550)))), .firing(2, .setFireDate(timer: 0, .at(ms(370)))),
            ])
        #expect(try builder.record().firings("t") == [100, 200, 370, 470, 570, 670])
    }

    @Test("set to later and then back to now inside the callback, where now is ignored, leave the old grid")
    func backToNow() throws {
        var builder = PlanBuilder(duration: 450)
        builder.plan.device.choices.fireDateNow = .ignored
        builder.timer(
            "t", every: 100,
            do: [.firing(2, .setFireDate(timer: 0, .at(ms(350)))), .firing(2, .setFireDate(timer: 0, .after(0)))])
        #expect(try builder.record().firings("t") == [100, 200, 300, 400])
    }

    @Test("do not revive a one-shot from inside its callback")
    func oneShot() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("t", every: 100, repeats: false, do: [.setFireDate(timer: 0, .at(ms(300)))])
        #expect(try builder.record().firings("t") == [100])
    }

    @Test(
        "set outside the callback re-anchor the grid, a past one at once",
        arguments: [
            (FireDate.after(ms(170)), 250, [100, 200, 420, 520]), (.at(ms(10)), 250, [100, 200, 250, 350]),
            (.distantFuture, 250, [100, 200]),
        ] as [(FireDate, Int64, [Int64])])
    func outside(date: FireDate, at instant: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 600)
        builder.timer("t", every: 100)
        builder.event(at: instant, .setFireDate(timer: 0, date))
        #expect(try Array(builder.record().firings("t").prefix(4)) == firings)
    }

    @Test("distantFuture pauses, now resumes on a new grid")
    func pause() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("t", every: 100)
        builder.event(at: 250, .setFireDate(timer: 0, .distantFuture))
        builder.event(at: 430, .setFireDate(timer: 0, .after(0)))
        #expect(try builder.record().firings("t") == [100, 200, 430, 530, 630])
    }

    @Test("of an un-added timer are kept, of an invalid one ignored")
    func notRunning() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("t", every: 100, creation: .timer)
        builder.event(
            at: 50, .setFireDate(timer: 0, .at(ms(330))), .add(.timer(0), modes: [.default], thread: nil))
        builder.event(at: 400, .invalidate(.timer(0)), .setFireDate(timer: 0, .at(ms(500))))
        #expect(try builder.record().firings("t") == [330])
    }

    @Test("set from another thread wake the loop, set on its own thread do not")
    func wakes() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(350))
        builder.timer("t", every: 1000, thread: 1)
        builder.timer("own", every: 200, repeats: false, thread: 1, do: [.setFireDate(timer: 0, .at(ms(900)))])
        builder.observer("awake", [.afterWaiting], thread: 1)
        builder.event(at: 100, .setFireDate(timer: 0, .at(ms(300))))
        #expect(try builder.record().log() == ["100 awake", "200 awake", "350 awake"])
    }

    @Test("read inside the callback are the date it fires for, between firings the next grid point")
    func reading() throws {
        var builder = PlanBuilder(duration: 600)
        let date = Action.logField(.fireDate(timer: 0))
        builder.timer("t", every: 200, do: [date, .firing(1, .work(350)), .firing(1, date)])
        builder.event(at: 570, date)
        #expect(
            try builder.record().log() == ["200 0.200000", "550 0.200000", "570 0.600000"])
    }

    @Test("read of an invalid timer are when it fired last")
    func readingInvalid() throws {
        var builder = PlanBuilder(duration: 600)
        let date = Action.logField(.fireDate(timer: 0))
        builder.timer("t", every: 200)
        builder.event(at: 350, .work(100))
        builder.event(at: 500, .invalidate(.timer(0)), date)
        #expect(try builder.record().log() == ["500 0.450000"])
    }

    // MARK: fire

    @Test("fire is an extra firing that leaves the schedule alone")
    func fire() throws {
        var builder = PlanBuilder(duration: 500)
        builder.timer("t", every: 200)
        builder.event(at: 300, .fire(0))
        #expect(try builder.record().firings("t") == [200, 300, 400])
    }

    @Test("fire works without a run loop, invalidates a one-shot, and does nothing with an invalid timer")
    func fireUnadded() throws {
        var builder = PlanBuilder(duration: 500)
        builder.timer("once", every: 200, repeats: false, creation: .timer, do: [.logField(.isValid(timer: 0))])
        builder.event(at: 100, .fire(0), .logField(.isValid(timer: 0)), .fire(0))
        let trace = try builder.record()
        #expect(trace.firings("once") == [100])
        #expect(trace.log() == ["100 1", "100 0"])
    }

    @Test("fire inside the callback calls it again, deeper")
    func recursion() throws {
        var builder = PlanBuilder(duration: 150)
        builder.timer("t", every: 100, do: [.log("in"), .first(.fire(0)), .log("out")])
        #expect(try builder.record().log() == ["100 in", "100 in", "100 out", "100 out"])
    }

    // MARK: invalidate

    @Test("invalidate in its own callback ends a timer, and it cannot be revived")
    func invalidate() throws {
        var builder = PlanBuilder(duration: 500)
        builder.timer("t", every: 100, do: [.firing(2, .invalidate(.timer(0)))])
        builder.plan.timers[0].heldBy = [.staticVariable]
        builder.event(at: 300, .add(.timer(0), modes: [.default], thread: nil))
        let trace = try builder.record()
        #expect(trace.firings("t") == [100, 200])
        #expect(trace.remarks() == [.addedInvalidTimer])
    }

    // MARK: Intervals

    @Test(
        "an interval that is not positive becomes 0.1 ms",
        arguments: [Rational.zero, Rational(whole: -5), Rational(whole: .min)])
    func raised(interval: Rational) throws {
        var builder = PlanBuilder(duration: 1)
        let timer = builder.timer("t", every: 0)
        builder.plan.timers[timer].interval = interval
        let trace = try builder.record()
        let times = trace.records.filter { $0.kind == .fired }.map(\.time)
        #expect(times == Array(stride(from: Int64(100_000), to: 1_000_000, by: 100_000)))
        #expect(trace.remarks() == [.intervalRaised])
    }

    @Test("an interval of a sixtieth second gives sixty firings a second, whatever passes between")
    func fraction() throws {
        var builder = PlanBuilder(duration: 1001)
        let timer = builder.timer("t", every: 0, do: [.log("t")])
        builder.plan.timers[timer].interval = Rational(1_000_000_000, over: 60)
        builder.event(at: 500, .work(20))
        let times = try builder.record().records.filter { $0.kind == .fired }.map(\.time)
        #expect(times.count == 60)
        #expect(times.last == 1_000_000_000)
    }

    @Test("a system sleep moves the grid of a repeating timer, and is no new grid for one that fires once")
    func gridAfterSleep() throws {
        func grids(repeats: Bool) throws -> [Int64] {
            var builder = PlanBuilder(duration: 9000)
            builder.timer("t", every: 3000, repeats: repeats)
            builder.event(at: 1000, .systemSleep(ms(4000)))
            let trace = try builder.record()
            return trace.records.filter { $0.kind == .gridSet }.map(\.time)
        }
        #expect(try grids(repeats: true).count == 2)
        #expect(try grids(repeats: false).count == 1)
    }
}
