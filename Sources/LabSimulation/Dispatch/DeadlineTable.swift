import LabCatalogue
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// An instant that libdispatch watches for a source, a delayed block or a sleeping task (event.c: dispatch_timer_source_refs_s).
struct Deadline {
    enum Client {
        case source(DispatchSourceID)
        case delayed(DelayedID)
        case task(TaskID)
        case host(Int)
        case free
    }

    var client: Client
    var entity: EntityID
    /// The index of its line in the table; each clock and class has a line.
    var line: Int
    /// The instant on the line's clock, ns.
    var target: Int64 = .max
    /// The time by which the wake-up may follow the target, ns.
    var leeway: Int64 = 0
    /// The order of arming, which decides among equal targets; 0: not armed.
    var sequence: UInt32 = 0
    /// The order of creation, which decides among equal targets.
    var number: Int64 = 0
    var elapsed: Int64 = 0

    /// Its entry in a line, like a timer's in a queue.
    fileprivate func entry(of id: DeadlineID) -> TimerEntry {
        TimerEntry(due: target, sequence: sequence, timer: TimerID(raw: id.raw))
    }
}

/// The deadlines of one clock and class, which share their wake-ups (event.c: _dispatch_timers_run).
struct DeadlineLine {
    let clock: TimerClock
    let isStrict: Bool
    var targets = TimerQueue()
    /// The same deadlines, ordered by target plus leeway.
    var windowEnds = TimerQueue()
    /// The instant of the requested wake-up, on the uptime axis; `Int64.max`: none.
    var wakeTime: Int64 = .max
    /// The end of that wake-up's window, on the line's clock; later deadlines do not affect it. `Int64.max`: all do.
    var windowEnd: Int64 = .max
    /// Stale wake-ups have older tickets.
    var ticket: UInt32 = 0

    /// The least distance between the last target of a shared wake-up and the deadline, ns (event.c:
    /// _dispatch_kevent_coalescing_window).
    var window: Int64 { isStrict ? 2_000_000 : 150_000_000 }

    static let all = TimerClock.allCases.flatMap { clock in
        [false, true].map { DeadlineLine(clock: clock, isStrict: $0) }
    }
}

/// The deadlines that libdispatch watches, on three clocks, and the wake-ups that they share.
///
/// A line asks for a wake-up when the one that it needs has changed; that replaces its earlier request.
struct DeadlineTable {
    private(set) var deadlines = Table<DeadlineTag, Deadline>()
    private var free: [DeadlineID] = []
    private var lastNumber: Int64 = 0
    private(set) var lines = DeadlineLine.all
    /// The line whose deadlines are elapsing; nil: none.
    private var elapsingLine: Int?
    private let choices: OpenChoices

    init(_ choices: OpenChoices) { self.choices = choices }

    // MARK: Arming

    mutating func make(
        for client: Deadline.Client, entity: EntityID, clock: TimerClock, isStrict: Bool = false
    ) -> DeadlineID {
        lastNumber += 1
        let line = lines.firstIndex { $0.clock == clock && $0.isStrict == isStrict } ?? 0
        return deadlines.insert(
            Deadline(client: client, entity: entity, line: line, number: lastNumber), reusing: &free)
    }

    /// Makes a deadline, which comes after all earlier ones of the same instant.
    mutating func renumber(_ id: DeadlineID) {
        lastNumber += 1
        deadlines[id].number = lastNumber
    }

    mutating func free(_ id: DeadlineID, _ kernel: inout Kernel) {
        disarm(id, &kernel)
        deadlines[id].client = .free
        free.append(id)
    }

    func clock(of id: DeadlineID) -> TimerClock { lines[deadlines[id].line].clock }

    func isArmed(_ id: DeadlineID) -> Bool { deadlines[id].sequence != 0 }

    /// The expected instant of its target, ns after the start.
    func due(_ id: DeadlineID, _ clock: VirtualClock) -> Int64 {
        clock.recordingTime(of: deadlines[id].target, on: self.clock(of: id))
    }

    /// Watches for `target`, on the deadline's own clock; `Int64.max`: for nothing.
    mutating func arm(_ id: DeadlineID, target: Int64, leeway: Int64, _ kernel: inout Kernel) {
        let line = deadlines[id].line
        // True if the line's wake-up would differ without this deadline.
        let isAffected = isArmed(id) && deadlines[id].target <= lines[line].windowEnd
        var isProgrammed = isLeast(id)
        leaveLine(id)
        deadlines[id].target = target
        deadlines[id].leeway = leeway
        if target < .max {
            deadlines[id].sequence = kernel.nextArming()
            lines[line].targets.insert(deadlines[id].entry(of: id))
            lines[line].windowEnds.insert(deadlines[id].entry(of: id).later(by: leeway))
        }
        isProgrammed = isProgrammed || isLeast(id)
        if isAffected || target <= lines[line].windowEnd { askForWakeUp(of: line, isProgrammed: isProgrammed, &kernel) }
    }

    /// True if it has its line's least target or the least end of a window; otherwise libdispatch would not program the
    /// line again (event.c: _dispatch_timer_heap_set).
    private func isLeast(_ id: DeadlineID) -> Bool {
        let deadline = deadlines[id]
        guard deadline.sequence != 0, let first = lines[deadline.line].targets.first else { return false }
        return deadline.target <= first.due
            || deadline.target.adding(saturating: deadline.leeway) <= lines[deadline.line].windowEnd
    }

    mutating func disarm(_ id: DeadlineID, _ kernel: inout Kernel) { arm(id, target: .max, leeway: 0, &kernel) }

    private mutating func leaveLine(_ id: DeadlineID) {
        let deadline = deadlines[id]
        guard deadline.sequence != 0 else { return }
        lines[deadline.line].targets.remove(deadline.entry(of: id))
        lines[deadline.line].windowEnds.remove(deadline.entry(of: id).later(by: deadline.leeway))
        deadlines[id].sequence = 0
    }

    // MARK: Waking up

    /// Asks for the line's next wake-up, unless it has already been requested.
    private mutating func askForWakeUp(
        of line: Int, isProgrammed: Bool = true, anew: Bool = false, _ kernel: inout Kernel
    ) {
        // A deadline that is armed while its line elapses waits for the one request at the end.
        guard line != elapsingLine else { return }
        let instant = wakeTime(of: line, isProgrammed, kernel.clock, kernel.dice)
        guard anew || instant != lines[line].wakeTime else { return }
        lines[line].wakeTime = instant
        lines[line].ticket &+= 1
        guard instant < .max else { return }
        kernel.agenda.push(
            .deadlines(line: line, ticket: lines[line].ticket), at: max(kernel.now, instant),
            isContinuous: lines[line].clock != .uptime)
    }

    /// A clock has jumped or paused: the wake-ups of its deadlines have changed.
    mutating func askAnew(_ kernel: inout Kernel) {
        for line in lines.indices { askForWakeUp(of: line, anew: true, &kernel) }
    }

    private mutating func wakeTime(of line: Int, _ isProgrammed: Bool, _ clock: VirtualClock, _ dice: Dice) -> Int64 {
        lines[line].windowEnd = lines[line].windowEnds.first?.due ?? .max
        guard let first = lines[line].targets.first else { return .max }
        let instant = clock.uptime(of: sharedTarget(of: line, from: first.due), on: lines[line].clock)
        // A target that has passed is not waited for, whatever its leeway (event.c: _dispatch_timers_get_delay).
        let hasPassed = isProgrammed && clock.uptime(of: first.due, on: lines[line].clock) <= clock.now
        guard instant > clock.now, !hasPassed else { return clock.now }
        let deadline = deadlines[first.deadline]
        return dice.delayed(instant, entity: deadline.entity, index: deadline.elapsed)
    }

    /// The place of the wake-up in the window of the line's first target (event.c: _dispatch_timers_get_delay).
    private func sharedTarget(of line: Int, from first: Int64) -> Int64 {
        // A later deadline cannot end the window earlier, so the least end of all is its end.
        let end = lines[line].windowEnd
        switch choices.wakeInWindow {
        case .latest: return end
        case .part(let part): return OpenChoices.instant(at: part, from: first, to: end)
        case .shared: return lines[line].targets.lastDue(by: end) ?? first
        case .earliest:
            // libdispatch itself moves the wake-up when the window is wide enough.
            let margin = lines[line].window
            guard first.adding(saturating: margin) < end else { return first }
            return lines[line].targets.lastDue(by: end - margin) ?? first
        }
    }

    // MARK: Elapsing

    /// The wake-up of a line: the deadlines whose target has passed elapse, in this order; empty for a stale wake-up.
    ///
    /// Until `endElapsing` the line asks for no other wake-up.
    mutating func beginElapsing(line: Int, ticket: UInt32, _ kernel: inout Kernel) -> [DeadlineID] {
        guard lines[line].ticket == ticket else { return [] }
        lines[line].wakeTime = .max
        elapsingLine = line
        let now = kernel.clock.reading(of: lines[line].clock)
        if let first = lines[line].targets.first, first.due <= now, lines[line].targets.isLone(by: now) {
            leaveLine(first.deadline)
            return [first.deadline]
        }
        let due = lines[line].targets.due(by: now)
        for entry in due { leaveLine(entry.deadline) }
        return inServingOrder(due, kernel.dice)
    }

    mutating func elapse(_ id: DeadlineID) -> Deadline.Client {
        deadlines[id].elapsed += 1
        return deadlines[id].client
    }

    mutating func endElapsing(_ kernel: inout Kernel) {
        if let line = elapsingLine.take() { askForWakeUp(of: line, &kernel) }
    }

    /// Targets of one instant have no order of their own: the device decides (`simultaneous_sources`).
    private func inServingOrder(_ entries: [TimerEntry], _ dice: Dice) -> [DeadlineID] {
        guard entries.count > 1 else { return entries.map(\.deadline) }
        return entries.map { entry in
            let deadline = deadlines[entry.deadline]
            let key: Int64 =
                switch choices.simultaneousSources {
                case .creation: deadline.number
                case .reversed: -deadline.number
                case .shuffled: Int64(dice.draw(deadline.entity, .order, index: deadline.elapsed))
                }
            return (due: entry.due, key: key, number: deadline.number, id: entry.deadline)
        }.sorted { ($0.due, $0.key, $0.number) < ($1.due, $1.key, $1.number) }.map(\.id)
    }
}

extension TimerEntry {
    fileprivate var deadline: DeadlineID { DeadlineID(raw: timer.raw) }
}
