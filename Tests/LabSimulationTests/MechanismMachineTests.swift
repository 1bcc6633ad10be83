import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import LabSteps
import Testing

@testable import LabSimulation

/// Display links, sleeping tasks and rounds as machines of their own: after some events, what one more makes them ask for.
@Suite("Mechanisms as machines")
struct MechanismMachineTests {
    private static func clock(at time: Int64) -> VirtualClock {
        var clock = VirtualClock(end: .max)
        clock.advance(to: time)
        return clock
    }

    // MARK: Display links

    /// An event at an instant, ns.
    struct LinkEvent {
        var time: Int64
        var event: DisplayLink.Event

        init(_ time: Int64, _ event: DisplayLink.Event) {
            self.time = time
            self.event = event
        }
    }

    private static func refresh(
        _ ticket: UInt32, isLoopFree: Bool = true, isInBackground: Bool = false
    ) -> DisplayLink.Event {
        .refreshed(ticket: ticket, isLoopFree: isLoopFree, lastLook: 0, isInBackground: isInBackground)
    }

    private static let frame = Rational(whole: 10)
    private static let grid = DisplayLink.Action.setGrid(due: 10, interval: frame)
    private static let added = [LinkEvent(0, .added)]
    private static let offered = added + [LinkEvent(10, refresh(1))]
    private static let running = offered + [LinkEvent(10, .taken)]

    static let linkRows: [(after: [LinkEvent], event: LinkEvent, actions: [DisplayLink.Action])] = [
        ([], LinkEvent(3, .added), [.signal(time: 10, ticket: 1)]),
        (added, LinkEvent(10, refresh(1)), [grid, .offer, .signal(time: 20, ticket: 2)]),
        (added, LinkEvent(10, refresh(7)), []),
        (added, LinkEvent(10, refresh(1, isInBackground: true)), [grid, .signal(time: 20, ticket: 2)]),
        // A loop that is busy at its first frame gets it later.
        (added, LinkEvent(10, refresh(1, isLoopFree: false)), [grid, .offer, .signal(time: 20, ticket: 2)]),
        // One that still waits when the next comes is lost.
        (
            added + [LinkEvent(10, refresh(1, isLoopFree: false))], LinkEvent(20, refresh(2, isLoopFree: false)),
            [.withdraw, .signal(time: 30, ticket: 3)]
        ),
        (offered, LinkEvent(12, .taken), [.fire(due: 10)]),
        (running, LinkEvent(15, .taken), []),
        (running, LinkEvent(20, refresh(2)), [.withdraw, .signal(time: 30, ticket: 3)]),
        (
            running + [LinkEvent(15, .returned)], LinkEvent(20, refresh(2)), [.offer, .signal(time: 30, ticket: 3)]
        ),
        (added, LinkEvent(5, .paused(true)), [.report(.suspended), .report(.gridEnded), .withdraw]),
        (added, LinkEvent(5, .paused(false)), []),
        (
            added + [LinkEvent(5, .paused(true))], LinkEvent(15, .paused(false)),
            [.report(.resumed), .signal(time: 20, ticket: 3)]
        ),
        (added + [LinkEvent(5, .removed)], LinkEvent(10, refresh(1)), []),
        // A display that changes its rate at the very instant of a frame still calls for that frame.
        (
            added, LinkEvent(5, .rateSet(Rational(whole: 4))), [.report(.gridEnded), .signal(time: 8, ticket: 2)]
        ),
        (added, LinkEvent(10, .rateSet(Rational(whole: 4))), []),
        (
            added + [LinkEvent(10, .rateSet(Rational(whole: 4)))], LinkEvent(10, refresh(1)),
            [grid, .offer, .report(.gridEnded), .signal(time: 12, ticket: 2)]
        ),
        (
            added + [LinkEvent(5, .removed)], LinkEvent(10, .paused(true)),
            [.report(.suspended), .report(.gridEnded), .withdraw]
        ),
    ]

    @Test("a display link answers each event by what a display does", arguments: MechanismMachineTests.linkRows.indices)
    func links(row: Int) {
        let row = MechanismMachineTests.linkRows[row]
        var link = DisplayLink(
            timer: TimerID(0), entity: EntityID(0), frame: MechanismMachineTests.frame, isPaused: false,
            overrun: .nextVsync)
        let dice = Dice(ScenarioPlan(), entities: [])
        var actions: [DisplayLink.Action] = []
        for entry in row.after + [row.event] {
            actions = []
            link.handle(entry.event, MechanismMachineTests.clock(at: entry.time), dice, &actions)
        }
        #expect(actions == row.actions)
    }

    // MARK: Tasks

    struct TaskEvent {
        var time: Int64
        var event: SleepingTask.Event

        init(_ time: Int64, _ event: SleepingTask.Event) {
            self.time = time
            self.event = event
        }
    }

    private static func instant(_ time: Int64) -> Rounds.Next {
        Rounds.Next(target: time, due: time)
    }

    private static let asleep = [TaskEvent(1, .dequeued)]
    private static let working = asleep + [TaskEvent(11, .elapsed), TaskEvent(12, .dequeued)]
    /// What a sleep of 10 ns gets by default: at least 1 ms.
    private static let leeway: Int64 = 1_000_000

    static let taskRows: [(after: [TaskEvent], event: TaskEvent, actions: [SleepingTask.Action])] = [
        ([], TaskEvent(1, .dequeued), [.awaits(instant(11)), .arm(target: 11, leeway: leeway)]),
        (asleep, TaskEvent(11, .elapsed), [.enqueue]),
        (asleep + [TaskEvent(11, .elapsed)], TaskEvent(12, .dequeued), [.fire]),
        (working, TaskEvent(15, .returned), [.awaits(instant(25)), .arm(target: 25, leeway: leeway)]),
        // TaskSleepDuration.swift: a cancelled sleep is over at once.
        (asleep, TaskEvent(5, .cancelled), [.recordCancellation, .disarm, .enqueue]),
        (asleep + [TaskEvent(5, .cancelled)], TaskEvent(6, .cancelled), []),
        (asleep + [TaskEvent(5, .cancelled)], TaskEvent(6, .dequeued), [.finish]),
        (working, TaskEvent(13, .cancelled), [.recordCancellation, .disarm]),
        (working + [TaskEvent(13, .cancelled)], TaskEvent(15, .returned), [.finish]),
    ]

    @Test("a task answers each event by what the runtime does", arguments: MechanismMachineTests.taskRows.indices)
    func tasks(row: Int) {
        let row = MechanismMachineTests.taskRows[row]
        var plan = TimerPlan(id: "task", kind: .taskSleep)
        plan.repeats = true
        let rounds = Rounds(plan, interval: Rational(whole: 10))
        var task = SleepingTask(
            timer: TimerID(0), deadline: DeadlineID(0), queue: .main, plan: plan, rounds: rounds)
        var actions: [SleepingTask.Action] = []
        for entry in row.after + [row.event] {
            actions = task.handle(entry.event, MechanismMachineTests.clock(at: entry.time))
        }
        #expect(actions == row.actions)
    }

    @Test(
        "a task that `try?` hides its cancellation from is called once more: not in a loop that asks before its work",
        arguments: [
            (false, nil, true, true), (true, nil, false, true), (true, 0, false, false), (true, 10, false, true),
        ] as [(Bool, Int64?, Bool, Bool)])
    func swallowed(repeats: Bool, delay: Int64?, firesUnbegun: Bool, firesAsleep: Bool) {
        var plan = TimerPlan(id: "task", kind: .taskSleep)
        (plan.repeats, plan.swallowsCancellation) = (repeats, true)
        (plan.interval, plan.delay) = (Rational(whole: 10), delay.map { Rational(whole: $0) })
        for (before, fires) in [([], firesUnbegun), (delay == 0 ? Self.again : Self.asleep, firesAsleep)] {
            var task = SleepingTask(
                timer: TimerID(0), deadline: DeadlineID(0), queue: .main, plan: plan,
                rounds: Rounds(plan, interval: Rational(whole: 10)))
            for entry in before { _ = task.handle(entry.event, MechanismMachineTests.clock(at: entry.time)) }
            _ = task.handle(.cancelled, MechanismMachineTests.clock(at: 25))
            let actions = task.handle(.dequeued, MechanismMachineTests.clock(at: 26))
            #expect(actions.contains(.fire) == fires && actions.contains(.finish) == !fires)
        }
    }

    /// A task that works first, in its second sleep.
    private static let again = [TaskEvent(1, .dequeued), TaskEvent(11, .dequeued), TaskEvent(15, .returned)]

    // MARK: Rounds

    @Test(
        "rounds count from their call, or from the points of a grid, which is announced once",
        arguments: [
            (false, [10, 45, 55], [true, true, true], nil), (true, [10, 20, 30], [true, false, false], 10),
        ] as [(Bool, [Int64], [Bool], Int64?)])
    func rounds(isAbsolute: Bool, targets: [Int64], areNew: [Bool], interval: Int64?) {
        var plan = TimerPlan(id: "loop", kind: isAbsolute ? .machWait : .threadSleep)
        plan.repeats = true
        var rounds = Rounds(plan, interval: Rational(whole: 10))
        rounds.start(MechanismMachineTests.clock(at: 0))
        var found: [Rounds.Next] = []
        for time in [0, 35, 45] as [Int64] {
            found.append(rounds.next(MechanismMachineTests.clock(at: time)))
            rounds.endRound()
        }
        #expect(found.map(\.target) == targets)
        #expect(found.map(\.isNew) == areNew)
        #expect(found.allSatisfy { $0.interval == interval.map { Rational(whole: $0) } })
    }
}
