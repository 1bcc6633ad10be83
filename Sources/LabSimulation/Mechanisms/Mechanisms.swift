import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabScenarioProgram

/// The mechanisms that are neither plain timers of a run loop nor dispatch sources.
struct Mechanisms {
    var links = Table<DisplayLinkTag, DisplayLink>()
    /// The actions of a link: a buffer, empty between two events.
    var linkActions: [DisplayLink.Action] = []
    var tasks = Table<TaskTag, SleepingTask>()
    /// Loops that wait, work and wait again on their own threads.
    var waitLoops = Table<WaitLoopTag, (timer: TimerID, rounds: Rounds)>()
    var delayed = Table<DelayedTag, DelayedBlock>()
    var freeDelayed: [DelayedID] = []
    /// For each request of an event: its latest delayed block, the instant of that, and the end of the delay, ns.
    var handedOver: [BlockID: (block: BlockID, at: Int64, due: Int64)] = [:]
    /// Timers of perform requests that are gone.
    var freePerforms: [TimerID] = []
}

/// A block that `dispatch_after` keeps until it is due, or a timer that is made of such blocks.
struct DelayedBlock {
    var item: WorkItem
    var queue: QueueID
    var deadline: DeadlineID = .none
    /// The interval; nil: one block.
    var rounds: Rounds?
}

/// The schedule of a loop of sleeps: points of a grid, or a delay from now each time.
struct Rounds {
    struct Next: Equatable {
        /// On the clock of the rounds, ns.
        var target: Int64
        /// The same in the recording's time.
        var due: Int64
        /// True if no grid that covers it has been recorded yet.
        var isNew = true
        /// The interval from it on; nil: a single instant so far.
        var interval: Rational?
    }

    let clock: TimerClock
    /// True if it waits for points of a grid (`mach_wait_until`), not for a time (`Thread.sleep`).
    private let isAbsolute: Bool
    /// The interval of the grid, and true if it had to be raised.
    private let interval: (interval: Rational?, isRaised: Bool)
    private let first: Int64
    private let pause: Int64
    private var grid = Grid(anchor: 0, interval: nil)
    private var index: Int64 = 0
    /// The distance between the clock and the recording's time when the grid was recorded; nil: never recorded.
    private var recordedOffset: Int64?

    /// - Parameter interval: of this instance of the timer.
    init(_ plan: TimerPlan, interval: Rational?) {
        clock = plan.clock
        isAbsolute = !plan.isRelative
        self.interval = CreationRules.gridInterval(plan, interval)
        first = CreationRules.delay(of: plan.delay ?? interval)
        pause = CreationRules.delay(of: interval)
    }

    /// True if the grid's interval was not positive.
    var isIntervalRaised: Bool { isAbsolute && interval.isRaised }

    /// The first round counts from now.
    mutating func start(_ time: VirtualClock) {
        grid = Grid(anchor: time.reading(of: clock).adding(saturating: first), interval: interval.interval)
    }

    mutating func endRound() { index += 1 }

    mutating func next(_ time: VirtualClock) -> Next {
        guard isAbsolute else {
            let target = index == 0 ? grid.anchor : time.reading(of: clock).adding(saturating: pause)
            return Next(target: target, due: time.recordingTime(of: target, on: clock))
        }
        let target = grid.point(index) ?? .max
        let offset = time.recordingTime(of: 0, on: clock)
        let isNew = recordedOffset != offset && target < .max
        if isNew { recordedOffset = offset }
        return Next(
            target: target, due: time.recordingTime(of: target, on: clock), isNew: isNew, interval: interval.interval)
    }
}
