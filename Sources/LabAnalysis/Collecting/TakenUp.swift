import LabExactTime
import LabRecording

/// How far the timers of a run have been added up, part by part, so that no firing has to be kept.
///
/// What a part says is final but for what is still waited for: the circumstances of that are kept. The values of many
/// copies stand together, since no copy of many is told by itself.
struct TakenUp: Sendable {
    struct Timer: Sendable {
        var past = PastFirings()
        var progress: SummaryBuilder.Progress
        let isOneOfMany: Bool
        /// nil of one of many copies.
        var summary: Apart<SummaryBuilder>?
        var causes: TallyBuilder
        var sleptGaps = SleptGaps()
        var due: Int64 = 0

        init(_ timer: EntityID, _ description: Entity, isOneOfMany: Bool) {
            progress = SummaryBuilder.Progress(description.timer)
            self.isOneOfMany = isOneOfMany
            summary = isOneOfMany ? nil : Apart(SummaryBuilder(timer, description))
            causes = TallyBuilder(description.timer)
        }
    }

    /// By entity.
    private var timers: [Apart<Timer>?] = []
    /// The values of many copies, by the entity that stands for them.
    private(set) var groups: [Int: Apart<SummaryBuilder>] = [:]
    private var patience = CauseAnalysis.patience
    /// When the part before was taken up: what happened since may still be asked about.
    private var previously: Int64 = 0

    var isEmpty: Bool { timers.isEmpty }

    subscript(index: Int) -> Timer? { index < timers.count ? timers[index]?.value : nil }

    /// Whether a timer's firings were let go of.
    func holds(_ index: Int) -> Bool { index < timers.count && timers[index] != nil }

    func past(of index: Int) -> PastFirings {
        index < timers.count ? timers[index]?.value.past ?? PastFirings() : PastFirings()
    }

    /// Bytes, about.
    var room: Int {
        let each = timers.reduce(0) { sum, timer in
            guard let timer = timer?.value else { return sum }
            return sum + MemoryLayout<Timer>.size + timer.progress.room + (timer.summary?.value.room ?? 0)
        }
        return groups.values.reduce(each) { $0 + $1.value.room }
    }

    /// Lets go of the values of a timer whose summary has been made.
    mutating func forgetValues(of index: Int) {
        groups[index] = nil
        if holds(index) { timers[index]?.value.summary = nil }
    }

    /// Keeps half as many distinct values of each figure.
    mutating func coarsen() {
        for index in timers.indices { timers[index]?.value.summary?.value.coarsen() }
        for group in Array(groups.keys) { groups[group]?.value.coarsen() }
    }

    /// Takes up a part of a recording that goes on.
    ///
    /// - Parameter instants: after which firings will be counted, ns.
    /// - Returns: until when circumstances are of no use any more, ns.
    mutating func take(
        _ part: TimerStatistics, _ around: Circumstances, _ callers: FiringThreads, marking instants: [Int64],
        at now: Int64
    ) -> Int64 {
        var open = previously
        add(part, around, callers) { timer, summary, history, finder, _ in
            summary.explain(with: finder, isOneOfMany: timer.isOneOfMany)
            timer.past.take(history, marking: instants)
            // What is lost at the very instant of its point is caused by what was before it.
            if let since = timer.causes.openSince { open = min(open, since.subtracting(saturating: 1)) }
        }
        previously = now
        return open
    }

    mutating func finish(_ part: TimerStatistics, _ around: Circumstances, _ callers: FiringThreads) {
        add(part, around, callers) { timer, summary, _, finder, patience in
            let copy = timer.isOneOfMany ? finder.timer : nil
            timer.due = summary.finish(Int(finder.timer.index), in: part, copy: copy, finder)
            timer.causes.end(at: part.duration, finder, patience: &patience)
        }
    }

    /// Adds a part to what came before it, timer by timer.
    private mutating func add(
        _ part: TimerStatistics, _ around: Circumstances, _ callers: FiringThreads,
        _ then: (inout Timer, inout SummaryBuilder, TimerHistory, CauseFinder, inout Int) -> Void
    ) {
        let entities = part.entities
        timers.append(contentsOf: repeatElement(nil, count: max(0, entities.count - timers.count)))
        part.forEachTimer { index, history in
            let group = part.group(of: index)
            var timer =
                timers[index] ?? Apart(Timer(EntityID(index), entities[index], isOneOfMany: part.isOneOfMany(index)))
            // Taken out, so that it has one owner.
            timers[index] = nil
            var summary =
                (timer.value.isOneOfMany ? groups.removeValue(forKey: group) : timer.value.summary)
                ?? Apart(SummaryBuilder(EntityID(group), entities[group]))
            timer.value.summary = nil
            var history = history
            history.past = timer.value.past
            let finder = CauseFinder(around, timer: EntityID(index), runsOn: callers.threads(of: index))
            summary.value.exchange(&timer.value.progress)
            summary.value.take(history, of: index, in: part)
            timer.value.causes.take(history, finder, until: part.duration, patience: &patience)
            if timer.value.isOneOfMany { timer.value.causes.keepLargest() }
            timer.value.sleptGaps.take(
                history, part.sleeps, interval: entities[index].timer?.interval?.scaled(1))
            then(&timer.value, &summary.value, history, finder, &patience)
            summary.value.exchange(&timer.value.progress)
            if timer.value.isOneOfMany { groups[group] = summary } else { timer.value.summary = summary }
            timers[index] = timer
        }
    }
}

/// A value that stands apart, so that its holder holds a word.
struct Apart<Value: Sendable>: Sendable {
    private var only: [Value]

    init(_ value: Value) { only = [value] }

    var value: Value {
        get { only[0] }
        _modify { yield &only[0] }
    }
}

/// Gaps between firings in which the system slept, and by which a firing came later than an interval after the last.
struct SleptGaps: Sendable {
    private(set) var count: Int64 = 0
    /// ns.
    private(set) var longest: Int64 = 0
    private var last: FiringRun?

    mutating func take(_ history: TimerHistory, _ sleeps: [Span], interval: Int64?) {
        guard !sleeps.isEmpty else {
            last = history.runs.last { !$0.isByHand } ?? last
            return
        }
        for run in history.runs where !run.isByHand {
            let expected =
                last.map { last in interval.map { (last.last &- last.lateness).adding(saturating: $0) } ?? .max }
                ?? history.firstAnchor ?? .max
            let from = last?.last ?? 0
            let asleep = sleeps.span(at: from)
            let next = asleep.span == nil ? asleep.until : from
            if next < run.start, run.start > expected {
                count += 1
                longest = max(longest, run.start.subtracting(saturating: expected))
            }
            last = run
        }
    }
}
