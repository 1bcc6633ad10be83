import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import LabSteps
import Testing

@testable import LabSimulation

/// A dispatch source as a machine of its own: after some events, what one more makes it ask for.
@Suite("A dispatch source as a machine")
struct DispatchSourceMachineTests {
    typealias Event = DispatchSource.Event
    typealias Action = DispatchSource.Action

    /// An event at an instant, ns.
    struct At {
        var time: Int64
        var event: Event

        init(_ time: Int64, _ event: Event) {
            self.time = time
            self.event = event
        }
    }

    /// What the last of these events is answered by.
    private func answer(_ events: [At]) -> [Action] {
        var source = DispatchSource(timer: TimerID(0), deadline: DeadlineID(0), queue: .main, clock: .uptime)
        var actions: [Action] = []
        for entry in events {
            var clock = VirtualClock(end: .max)
            clock.advance(to: entry.time)
            actions.removeAll()
            source.handle(entry.event, clock, &actions)
        }
        return actions
    }

    /// Every 10 ns from 10 on.
    private static let grid = Event.configured(start: 10, interval: Rational(whole: 10), leeway: 3)
    private static let active = [At(0, grid), At(0, .activated)]
    private static let expired = active + [At(10, .expired)]
    private static let running = expired + [At(10, .dequeued(.handler))]
    private static let onceRunning = [
        At(0, .configured(start: 10, interval: nil, leeway: 0)), At(0, .activated), At(10, .expired),
        At(10, .dequeued(.handler)),
    ]

    static let rows: [(after: [At], event: At, actions: [Action])] = [
        // Grids: source.c, _dispatch_timer_config_create.
        ([], At(0, grid), [.setGrid(due: 10, interval: Rational(whole: 10))]),
        (
            [], At(0, .configured(start: 10, interval: .zero, leeway: 3)),
            [.comment(.intervalRaised), .comment(.toleranceCut), .setGrid(due: 10, interval: Rational(whole: 1))]
        ),
        (
            active, At(5, .configured(start: 7, interval: nil, leeway: 0)),
            [.setGrid(due: 7, interval: nil), .arm(target: 7, leeway: 0)]
        ),
        (active + [At(5, .cancelled)], At(6, grid), []),
        // Activation and suspension: queue.c, dispatch_resume.
        ([At(0, grid)], At(0, .activated), [.report(.resumed), .arm(target: 10, leeway: 3)]),
        ([At(0, grid)], At(0, .resumed), [.report(.resumed), .arm(target: 10, leeway: 3)]),
        (active, At(1, .activated), []),
        (active, At(1, .resumed), [.fault(DispatchSource.overResume)]),
        (active, At(1, .suspended), [.report(.suspended)]),
        (active + [At(1, .suspended)], At(2, .suspended), []),
        (active + [At(1, .suspended), At(2, .suspended)], At(3, .resumed), []),
        (active + [At(1, .suspended)], At(3, .resumed), [.report(.resumed)]),
        // Expiring: event.c, _dispatch_timers_run.
        (active, At(10, .expired), [.arm(target: 20, leeway: 3), .queue(.handler)]),
        (active, At(35, .expired), [.arm(target: 40, leeway: 3), .queue(.handler)]),
        (expired, At(20, .expired), []),
        (active + [At(1, .suspended)], At(10, .expired), []),
        (active + [At(1, .suspended), At(10, .expired)], At(12, .resumed), [.report(.resumed), .queue(.handler)]),
        // The handler: source.c, _dispatch_source_latch_and_call.
        (expired, At(12, .dequeued(.handler)), [.fire(due: 10, data: 1), .callHandler]),
        (
            expired + [At(20, .expired)], At(45, .dequeued(.handler)),
            [.fire(due: 10, data: 4), .arm(target: 50, leeway: 3), .callHandler]
        ),
        (expired + [At(11, .suspended)], At(12, .dequeued(.handler)), []),
        (running, At(15, .handlerReturned), []),
        (running + [At(20, .expired)], At(25, .handlerReturned), [.queue(.handler)]),
        // Cancelling: source.c, dispatch_source_cancel.
        (
            active, At(5, .cancelled),
            [
                .invalidate, .disarm, .report(.cancelled), .report(.gridEnded), .retainSelf, .queue(.cancellation),
            ]
        ),
        (active + [At(5, .cancelled)], At(6, .cancelled), []),
        (
            active + [At(5, .cancelled)], At(6, .dequeued(.cancellation)),
            [.releaseSelf, .callCancelHandler, .releaseHandlers]
        ),
        // Suspended meanwhile, it waits again.
        (active + [At(5, .cancelled), At(5, .suspended)], At(6, .dequeued(.cancellation)), [.releaseSelf]),
        (
            active + [At(5, .cancelled), At(5, .suspended), At(6, .dequeued(.cancellation))], At(7, .resumed),
            [.report(.resumed), .retainSelf, .queue(.cancellation)]
        ),
        (
            active + [At(5, .suspended)], At(6, .cancelled),
            [.invalidate, .disarm, .report(.cancelled), .report(.gridEnded)]
        ),
        // Cancelled while it waits for its handler, it goes to the end of the queue.
        (expired + [At(11, .cancelled)], At(12, .dequeued(.handler)), [.queue(.cancellation)]),
        // Cancelled in its handler: after it, by way of the queue, or at once when nothing has to be taken back.
        (running + [At(12, .cancelled)], At(15, .handlerReturned), [.queue(.cancellation)]),
        (
            running + [At(12, .cancelled)], At(35, .handlerReturned),
            [.releaseSelf, .callCancelHandler, .releaseHandlers]
        ),
        (
            onceRunning + [At(12, .cancelled)], At(15, .handlerReturned),
            [.releaseSelf, .callCancelHandler, .releaseHandlers]
        ),
        // The end: source.c, _dispatch_source_xref_dispose.
        (active, At(5, .released), [.freeDeadline, .invalidate]),
        (active + [At(5, .released)], At(5, .released), []),
        (active + [At(5, .released)], At(5, .deallocating), [.queue(.disposal)]),
        (active + [At(5, .released), At(5, .deallocating)], At(6, .dequeued(.disposal)), [.dealloc]),
        (expired + [At(11, .released)], At(12, .dequeued(.handler)), [.queue(.disposal)]),
        (running + [At(12, .released)], At(15, .handlerReturned), [.queue(.disposal)]),
        (onceRunning + [At(12, .released)], At(15, .handlerReturned), [.dealloc]),
        (active + [At(5, .released)], At(10, .wallClockSet), []),
    ]

    @Test("answers each event by what libdispatch does", arguments: DispatchSourceMachineTests.rows.indices)
    func answers(row: Int) {
        let row = DispatchSourceMachineTests.rows[row]
        #expect(answer(row.after + [row.event]) == row.actions)
    }

    @Test(
        "crashes on its last release while it is inactive or suspended, and goes through its queue unless it is cancelled",
        arguments: [
            ([At(0, grid)], false, true), (active, true, true), (active + [At(1, .suspended)], false, true),
            (active + [At(1, .cancelled)], true, false),
            (active + [At(1, .released), At(1, .deallocating)], true, false),
        ] as [([At], Bool, Bool)])
    func lastRelease(events: [At], goesWell: Bool, isLater: Bool) {
        var source = DispatchSource(timer: TimerID(0), deadline: DeadlineID(0), queue: .main, clock: .uptime)
        var actions: [Action] = []
        for entry in events { source.handle(entry.event, VirtualClock(end: .max), &actions) }
        #expect((source.lastReleaseCrash == nil) == goesWell)
        #expect(source.deallocatesLater == isLater)
    }

    @Test("on the wall clock starts a grid where a jump has put it, or at the jump when that has made it overdue")
    func wallClock() {
        var source = DispatchSource(timer: TimerID(0), deadline: DeadlineID(0), queue: .main, clock: .wall)
        var clock = VirtualClock(end: .max)
        var actions: [Action] = []
        source.handle(DispatchSourceMachineTests.grid, clock, &actions)
        source.handle(.activated, clock, &actions)
        actions.removeAll()
        clock.advance(to: 5)
        clock.setWall(by: 2)
        source.handle(.wallClockSet, clock, &actions)
        #expect(actions == [.setGrid(due: 8, interval: Rational(whole: 10))])
        actions.removeAll()
        clock.setWall(by: 20)
        source.handle(.wallClockSet, clock, &actions)
        #expect(actions == [.setGrid(due: 5, interval: Rational(whole: 10))])
    }
}
