import LabScenarioModel
import LabScenarioProgram

/// The timers of one run loop, in groups of those that are in exactly the same modes.
///
/// A mode's next timer is the earliest of its groups. So a timer of several modes is in one queue only.
struct TimerGroups {
    struct Group {
        /// The modes, with the common modes in place of their set.
        let modes: ModeSet
        fileprivate(set) var queue = TimerQueue()
        /// Valid timers, a firing one included.
        fileprivate(set) var count = 0
        /// The ends of the queued timers' tolerance; empty until one has a tolerance.
        fileprivate(set) var windowEnds = TimerQueue()
    }

    /// The place of the wake-up in a tolerance window.
    let choice: OpenChoices.WakeInWindow
    private(set) var groups: [Group] = []
    /// True if a timer with a tolerance has ever been here.
    private(set) var hasTolerance = false

    init(_ choice: OpenChoices.WakeInWindow) { self.choice = choice }

    /// Timers with a given date that joined a mode later than their first one, and their ranks there.
    private var lateComers: [(timer: TimerID, mode: ModeID, rank: UInt32)] = []
    /// The timers of the present batch that have fired without a frame, in their order.
    var firedInBatch: [TimerID] = []

    @inline(__always) mutating func endBatch() {
        // Nearly always one, for which `removeAll` is too general.
        while firedInBatch.popLast() != nil {}
    }

    // MARK: Looking

    /// The earliest fire date in a mode, without firing timers; `Int64.max` if there is none.
    @inline(__always) func earliestDue(in mode: ModeID) -> Int64 {
        var earliest = Int64.max
        // By index: a group would be copied.
        for index in groups.indices where groups[index].modes.contains(mode) {
            if let first = groups[index].queue.first, first.due < earliest { earliest = first.due }
        }
        return earliest
    }

    func hasTimers(in mode: ModeID) -> Bool { groups.contains { $0.count > 0 && $0.modes.contains(mode) } }

    /// The only entry that is due by `limit` in a mode; nil if there are several, or none.
    @inline(__always) func loneEntry(in mode: ModeID, by limit: Int64) -> TimerEntry? {
        var found: TimerEntry?
        for index in groups.indices where groups[index].modes.contains(mode) {
            guard let first = groups[index].queue.first, first.due <= limit else { continue }
            guard found == nil, groups[index].queue.isLone(by: limit) else { return nil }
            found = first
        }
        return found
    }

    /// The entries that are due by `limit` in a mode, in the order in which they fire.
    func entries(in mode: ModeID, by limit: Int64) -> [TimerEntry] {
        let found = groups.filter { $0.modes.contains(mode) }.flatMap { $0.queue.due(by: limit) }
        if lateComers.isEmpty { return found.sorted() }
        return found.sorted { ($0.due, rank(of: $0, in: mode)) < ($1.due, rank(of: $1, in: mode)) }
    }

    private func rank(of entry: TimerEntry, in mode: ModeID) -> UInt32 {
        lateComers.last { $0.timer == entry.timer && $0.mode == mode }?.rank ?? entry.sequence
    }

    /// The instant at which a mode's kernel timer goes off (CFRunLoop.c: __CFArmNextTimerInMode); `Int64.max`: never.
    @inline(__always) func expiry(in mode: ModeID) -> Int64 {
        let soft = earliestDue(in: mode)
        return hasTolerance && soft < .max ? wakeInWindow(from: soft, mode: mode) : soft
    }

    /// The first timer in a mode; nil if none is armed there.
    func firstEntry(in mode: ModeID) -> TimerEntry? {
        guard isInOrder else { return entries(in: mode, by: earliestDue(in: mode)).first }
        return firstGroup(in: mode).flatMap { groups[$0].queue.first }
    }

    /// The instant inside the tolerance window at which the loop wakes up (`wake_in_window`).
    private func wakeInWindow(from soft: Int64, mode: ModeID) -> Int64 {
        let groups = groups.lazy.filter { $0.modes.contains(mode) }
        // A later timer cannot end the window earlier, so the least end of all is its end.
        let hard = groups.reduce(.max) { min($0, $1.windowEnds.first?.due ?? .max) }
        return switch choice {
        case .earliest: soft
        case .shared: groups.reduce(soft) { max($0, $1.queue.lastDue(by: hard) ?? soft) }
        case .latest: hard
        case .part(let part): OpenChoices.instant(at: part, from: soft, to: hard)
        }
    }

    @inline(__always) func firstGroup(in mode: ModeID) -> Int? {
        var found: Int?
        for index in groups.indices where groups[index].modes.contains(mode) {
            guard let first = groups[index].queue.first else { continue }
            if let best = found, let leader = groups[best].queue.first, !(first < leader) { continue }
            found = index
        }
        return found
    }

    func onlyGroup(in mode: ModeID) -> Int? {
        var found: Int?
        for index in groups.indices where groups[index].modes.contains(mode) && groups[index].queue.count > 0 {
            guard found == nil else { return nil }
            found = index
        }
        return found
    }

    // MARK: In and out of the modes

    /// Counts a timer among those of exactly these modes.
    mutating func join(_ timer: TimerID, modes: ModeSet, _ timers: inout TimerTable) {
        let group = groups.firstIndex { $0.modes == modes } ?? groups.count
        if group == groups.count { groups.append(Group(modes: modes)) }
        groups[group].count += 1
        timers[timer].group = group
        noteTolerance(of: timer, timers)
    }

    private mutating func noteTolerance(of timer: TimerID, _ timers: TimerTable) {
        guard timers.details[timer].tolerance > 0, !hasTolerance else { return }
        hasTolerance = true
        for index in groups.indices {
            for entry in groups[index].queue.due(by: .max) { openWindow(of: entry, inGroup: index, timers) }
        }
    }

    mutating func set(tolerance: Int64, of timer: TimerID, _ timers: inout TimerTable) {
        let isQueued = timers[timer].sequence != 0
        disarm(timer, &timers)
        timers.details[timer].tolerance = tolerance
        noteTolerance(of: timer, timers)
        if isQueued { arm(timer, &timers) }
    }

    private mutating func openWindow(of entry: TimerEntry, inGroup group: Int, _ timers: TimerTable) {
        groups[group].windowEnds.insert(entry.later(by: timers.details[entry.timer].tolerance))
    }

    private mutating func closeWindow(of entry: TimerEntry, inGroup group: Int, _ timers: TimerTable) {
        if hasTolerance { groups[group].windowEnds.remove(entry.later(by: timers.details[entry.timer].tolerance)) }
    }

    /// Equal dates come in the order in which they were added to the mode (CFRunLoop.c:
    /// __CFRunLoopInsertionIndexInTimerArray), until the timer is armed again.
    mutating func comeLate(_ timer: TimerID, to mode: ModeID, rank: UInt32) { lateComers.append((timer, mode, rank)) }

    mutating func leave(_ timer: TimerID, _ timers: inout TimerTable) {
        disarm(timer, &timers)
        groups[timers[timer].group].count -= 1
        timers[timer].group = -1
    }

    // MARK: In and out of the queues

    mutating func arm(_ timer: TimerID, _ timers: inout TimerTable) {
        let entry = timers.newEntry(for: timer)
        groups[timers[timer].group].queue.insert(entry)
        if hasTolerance { openWindow(of: entry, inGroup: timers[timer].group, timers) }
    }

    /// Forgets its earlier places among equals.
    mutating func forgetPlaces(of timer: TimerID) {
        if !lateComers.isEmpty { lateComers.removeAll { $0.timer == timer } }
    }

    /// True if equals may fire in the order of their queue.
    var isInOrder: Bool { lateComers.isEmpty }

    /// Disarms a timer, which stays in its modes.
    mutating func disarm(_ timer: TimerID, _ timers: inout TimerTable) {
        guard timers[timer].sequence != 0 else { return }
        let (group, entry) = (timers[timer].group, timers[timer].entry(of: timer))
        groups[group].queue.remove(entry)
        closeWindow(of: entry, inGroup: group, timers)
        timers[timer].sequence = 0
    }

    /// Replaces a timer's entry, the first of its group, by its next one.
    @inline(__always) mutating func replaceFirst(of group: Int, with timer: TimerID, _ timers: inout TimerTable) {
        if hasTolerance, let first = groups[group].queue.first { closeWindow(of: first, inGroup: group, timers) }
        let entry = timers.newEntry(for: timer)
        groups[group].queue.replaceFirst(entry)
        if hasTolerance { openWindow(of: entry, inGroup: group, timers) }
    }
}
