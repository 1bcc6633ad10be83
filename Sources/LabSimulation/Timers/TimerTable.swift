import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// All timers, in two tables: the state that each firing touches, and the rest.
struct TimerTable {
    private var rows = Table<TimerPlan, TimerState>()
    var details = Table<TimerPlan, TimerDetail>()

    private(set) var remakes: Int64 = 0

    init(_ plan: borrowing ScenarioPlan, _ program: borrowing Program) {
        rows.rows.reserveCapacity(program.entities.timers.count)
        details.rows.reserveCapacity(program.entities.timers.count)
        for index in plan.timers.indices {
            for instance in program.instances(of: index) {
                append(instance, index, entity: program.entities.timers[instance], plan, program)
            }
        }
    }

    /// - Parameter instance: the planned timer, or the copy of one.
    private mutating func append(
        _ instance: TimerID, _ index: Int, entity: EntityID, _ plan: ScenarioPlan, _ program: Program
    ) {
        var state = TimerState(entity: entity)
        state.list = program.timers[index].callback
        state.isValid = false
        var detail = TimerDetail(plan: index, kind: plan.timers[index].kind)
        detail.repeats = plan.timers[index].repeats
        detail.modes = program.timers[index].modes
        detail.interval = plan.timers[index].interval(ofCopy: instance.index - program.instance(of: index).index)
        append(state, detail)
    }

    /// Adds a second timer of the same plan.
    mutating func remake(_ instance: TimerID, entity: EntityID, _ plan: ScenarioPlan, _ program: Program) -> TimerID {
        let new = nextID
        append(instance, details[instance].plan, entity: entity, plan, program)
        remakes += 1
        return new
    }

    subscript(timer: TimerID) -> TimerState {
        @inline(__always) _read { yield rows[timer] }
        @inline(__always) _modify { yield &rows[timer] }
    }

    var ids: IDRange<TimerPlan> { rows.ids }

    var nextID: TimerID { rows.nextID }

    mutating func append(_ state: TimerState, _ detail: TimerDetail) {
        rows.append(state)
        details.append(detail)
    }

    @inline(__always) mutating func newEntry(for timer: TimerID) -> TimerEntry {
        let rank = rows[timer].rank
        rows[timer].sequence = rank
        return TimerEntry(due: rows[timer].due, sequence: rank, timer: timer)
    }

    // MARK: The grid

    /// The next point of the timer's grid strictly after now (CFRunLoop.c: __CFRunLoopDoTimer); `Int64.max`: none.
    @inline(__always) mutating func nextGridPoint(of timer: TimerID, now: Int64) -> Int64 {
        let (due, interval) = (rows[timer].due, rows[timer].interval)
        guard interval > 0 else { return interval == 0 ? .max : nextExactPoint(of: timer, now: now) }
        let behind = now &- due
        guard behind >= interval else { return due.adding(saturating: interval) }
        return due.adding(saturating: (behind / interval + 1) &* interval)
    }

    private mutating func nextExactPoint(of timer: TimerID, now: Int64) -> Int64 {
        let grid = Grid(anchor: details[timer].gridAnchor, interval: details[timer].interval)
        let index = max(details[timer].gridIndex + 1, grid.firstIndex(after: now))
        details[timer].gridIndex = index
        return grid.point(index) ?? .max
    }

    /// The number of grid points of a firing now: its own and those that have passed since.
    @inline(__always) func servedPoints(of timer: TimerID, now: Int64) -> Int64 {
        let (behind, interval) = (now &- rows[timer].due, rows[timer].interval)
        if interval > 0 { return behind < interval ? 1 : behind / interval + 1 }
        if behind == 0 || interval == 0 { return 1 }
        let grid = Grid(anchor: details[timer].gridAnchor, interval: details[timer].interval)
        return max(1, grid.firstIndex(after: now) - details[timer].gridIndex)
    }

    mutating func setGrid(of timer: TimerID, due: Int64, _ kernel: inout Kernel) {
        details[timer].gridAnchor = due
        details[timer].gridIndex = 0
        rows[timer].rank = kernel.nextArming()
        rows[timer].armedOffset = kernel.sleepOffset
        if due < .max {
            recordGrid(of: timer, due: due, &kernel)
        } else {
            kernel.record(.gridEnded, entity: rows[timer].entity, thread: .none)
        }
    }

    /// The system has slept since the timer was armed, so its grid is later by that time.
    mutating func moveGrid(of timer: TimerID, due: Int64, _ kernel: inout Kernel) {
        rows[timer].armedOffset = kernel.sleepOffset
        if due < .max, rows[timer].interval != 0 { recordGrid(of: timer, due: due, &kernel) }
    }

    private func recordGrid(of timer: TimerID, due: Int64, _ kernel: inout Kernel) {
        kernel.recordGrid(
            of: rows[timer].entity, due: due.adding(saturating: kernel.sleepOffset),
            interval: rows[timer].interval == 0 ? nil : details[timer].interval)
    }

    /// Records the next due point of a timer without a run loop.
    mutating func announce(_ next: Rounds.Next, of timer: TimerID, on clock: TimerClock, _ kernel: inout Kernel) {
        details[timer].awaited = next.due
        rows[timer].due = kernel.clock.uptime(of: next.target, on: clock)
        if next.isNew { kernel.recordGrid(of: rows[timer].entity, due: next.due, interval: next.interval) }
    }

    /// The next fire date; for an invalid timer the date of its latest firing (NSTimer documentation: fireDate).
    func fireDate(of timer: TimerID) -> Int64 {
        guard timer.exists, rows[timer].isValid else { return timer.exists ? details[timer].lastFired : 0 }
        return rows[timer].due.adding(saturating: rows[timer].armedOffset)
    }

    /// The plans of the timers that are due next, soonest first, at most eight.
    var plansDueNext: [Int] {
        let waiting = ids.filter { rows[$0].isValid && rows[$0].due < .max && details[$0].plan >= 0 }
        return Array(waiting.sorted { rows[$0].due < rows[$1].due }.map { details[$0].plan }.unique.prefix(8))
    }
}

/// The part of a timer that each firing touches.
struct TimerState {
    /// The next fire date on the uptime axis, ns; `Int64.max`: none.
    var due: Int64 = .max
    /// The interval, ns; 0: a one-shot; -1: an exact fraction, in the detail.
    var interval: Int64 = 0
    /// The time of system sleep when the timer was armed.
    var armedOffset: Int64 = 0
    /// The rank in its queue; 0 if it is not queued.
    var sequence: UInt32 = 0
    /// The order in which grids were anchored, which decides among timers that are due together. On a machine each is
    /// made some µs after the one before, and its grid stays later by that (measured).
    var rank: UInt32 = 0
    var entity: EntityID
    var list: ListID = .none
    var loop: LoopID = .none
    /// The index of its group in the run loop; -1: none.
    var group = -1
    var fired: Int64 = 0
    var isValid = true
    var isFiring = false
    /// The longest time, ns, of a callback that only logs fixed lines and works, so needs no frame; -1: another one.
    var mostWork: Int64 = -1
    /// True if the fire date was set inside the callback.
    var wasReset = false

    /// The queue entry that counts while it is queued.
    func entry(of timer: TimerID) -> TimerEntry { TimerEntry(due: due, sequence: sequence, timer: timer) }
}

struct TimerDetail {
    /// Its state among those of its mechanism.
    enum Slot {
        /// A run loop timer, or one that has not been made.
        case none
        case source(DispatchSourceID)
        case delayed(DelayedID)
        case task(TaskID)
        case link(DisplayLinkID)
        case waitLoop(WaitLoopID)
    }

    var source: DispatchSourceID { if case .source(let id) = slot { id } else { .none } }

    var delayed: DelayedID { if case .delayed(let id) = slot { id } else { .none } }

    /// The plan's index; -1 for the timer of a perform request.
    var plan: Int
    var kind: TimerKind
    var repeats = false
    var modes = ModeSet.none
    var tolerance: Int64 = 0
    var interval: Rational?
    /// For an interval with a fraction of ns: point `gridIndex` of the grid at `gridAnchor` is due.
    var gridAnchor: Int64 = 0
    var gridIndex: Int64 = 0
    /// The block of a perform request; none: a planned timer.
    var block: BlockRef = .none
    /// The latest firing, ns after the start; only for a timer whose fire date is logged.
    var lastFired: Int64 = 0
    /// The fire date that the firing in progress serves, on the uptime axis.
    var firingFor: Int64 = 0
    var slot = Slot.none
    /// True if a step has cancelled its block or task.
    var isCancelled = false
    /// The due point of the awaited firing, in the recording's time, for a timer without a run loop.
    var awaited: Int64 = 0
}
