import LabCatalogue
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// A Swift task that sleeps and works by turns on its actor's executor, as a machine of events (README: sleeps).
struct SleepingTask {
    enum Event {
        case dequeued
        case returned
        case elapsed
        case cancelled
    }

    enum Action: Equatable {
        case comment(Remark)
        case awaits(Rounds.Next)
        /// Sleeps until the deadline of the task's clock.
        case arm(target: Int64, leeway: Int64)
        case disarm
        case enqueue
        case fire
        /// The body continues with this list.
        case goOn(ListID)
        case endGrid
        case recordCancellation
        case finish
    }

    private enum Phase {
        /// Its first job waits in the executor's queue.
        case unstarted
        case asleep
        /// The sleep is over, the job waits in the executor's queue.
        case ready
        case working
        case finished
    }

    let timer: TimerID
    let deadline: DeadlineID
    let queue: QueueID
    private let plan: TimerPlan
    private var rounds: Rounds
    private var phase = Phase.unstarted
    private var isCancelled = false
    /// A sleep in the middle of the body, ns, and what comes after it.
    private var pause: (time: Int64, rest: ListID)?

    init(timer: TimerID, deadline: DeadlineID, queue: QueueID, plan: TimerPlan, rounds: Rounds) {
        (self.timer, self.deadline, self.queue, self.plan, self.rounds) = (timer, deadline, queue, plan, rounds)
    }

    var clock: TimerClock { rounds.clock }

    /// The body sleeps in the middle.
    mutating func sleep(for time: Int64, then rest: ListID) { pause = (time, rest) }

    mutating func handle(_ event: Event, _ time: VirtualClock) -> [Action] {
        switch event {
        case .dequeued where isCancelled && endsAtCancellation: return finish()
        case .dequeued where phase == .unstarted && !isCancelled:
            // The grid of a sequence starts at its first `next()` (AsyncTimerSequence.swift: Iterator.next).
            rounds.start(time)
            return (rounds.isIntervalRaised ? [.comment(.intervalRaised)] : []) + awaitRound(time)
        case .dequeued where pause != nil:
            phase = .working
            defer { pause = nil }
            return pause.map { [.goOn($0.rest)] } ?? []
        case .dequeued:
            let first = phase == .unstarted ? [Action.awaits(now(time))] : []
            phase = .working
            return isCancelled ? first + [.fire, .endGrid] : [.fire]
        case .returned where pause != nil && (!isCancelled || plan.swallowsCancellation):
            let left = isCancelled ? 0 : pause?.time ?? 0
            return [sleep(until: time.reading(of: clock).adding(saturating: left), time)]
        case .returned:
            guard !isCancelled, plan.repeats else { return finish() }
            rounds.endRound()
            return awaitRound(time)
        case .elapsed:
            phase = .ready
            return [.enqueue]
        case .cancelled: return cancel(time)
        }
    }

    private mutating func awaitRound(_ time: VirtualClock) -> [Action] {
        let next = rounds.next(time)
        return [.awaits(next), sleep(until: next.target, time)]
    }

    /// A deadline that has passed puts the job back into the queue at once.
    private mutating func sleep(until target: Int64, _ time: VirtualClock) -> Action {
        let left = target.subtracting(saturating: time.reading(of: clock))
        phase = left > 0 ? .asleep : .ready
        return left > 0 ? .arm(target: target, leeway: CreationRules.leeway(of: plan, sleeping: left)) : .enqueue
    }

    /// A sleeping task is woken by its cancellation at once and ends on its executor (TaskSleepDuration.swift).
    private mutating func cancel(_ time: VirtualClock) -> [Action] {
        guard !isCancelled, phase != .finished else { return [] }
        isCancelled = true
        guard phase == .asleep else { return [.recordCancellation, .disarm] }
        phase = .ready
        guard !endsAtCancellation, pause == nil else { return [.recordCancellation, .disarm, .enqueue] }
        return [.recordCancellation, .disarm, .awaits(now(time)), .enqueue]
    }

    /// A cancelled sleep returns now, as if it had been asked to.
    private func now(_ time: VirtualClock) -> Rounds.Next {
        Rounds.Next(target: time.reading(of: clock), due: time.time)
    }

    /// False where `try?` hides it: `while !Task.isCancelled` begins no loop then, but one that has begun asks later.
    private var endsAtCancellation: Bool {
        if pause != nil { return !plan.swallowsCancellation }
        return !plan.isCalledOnceMore || phase == .unstarted && plan.repeats
    }

    private mutating func finish() -> [Action] {
        phase = .finished
        return [.finish]
    }
}
