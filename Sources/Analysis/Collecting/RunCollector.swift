import Recording

/// Learns from a run while it goes on what its analysis has to know, so that no record has to be kept for it.
///
/// One pass: each record goes to the collectors that it concerns, firings of one timer that follow one another together. A
/// firing that is like the one before it costs a few comparisons and additions; it touches no dictionary and allocates
/// nothing.
public final class RunCollector: RecordSink {
    /// One value, so that a batch is one access to it.
    private var state = RunState()

    public init() {}

    public func receive(_ batch: [Record], entities: [Entity], texts: [String]) {
        state.take(batch, entities: entities, texts: texts)
    }

    /// What everything received says; the collector is empty after that.
    ///
    /// - Parameter trace: the recording; its records are not needed.
    public func analysis(of trace: Trace) -> RunAnalysis {
        var complete = taken()
        return complete.analysis(of: trace)
    }

    func timerStatistics(of trace: Trace) -> TimerStatistics {
        var complete = taken()
        return complete.timerStatistics(of: trace)
    }

    /// What is analysed has one owner, so that nothing is copied.
    private func taken() -> RunState {
        var taken = RunState()
        swap(&taken, &state)
        return taken
    }
}

/// The collectors of a run.
private struct RunState {
    private var statistics = StatisticsCollector()
    private var circumstances = CircumstanceGatherer()
    private var threads = ThreadCollector()
    private var lifetimes = LifetimeReplay()
    private var stories = RunLoopStories()
    private var events = RecordedEvents()
    private var callers = FiringThreads()
    private var wakeUps = WakeUpCounter()
    private var overlaps = OverlapCounter()
    private var count = 0

    mutating func take(_ batch: [Record], entities: [Entity], texts: [String]) {
        grow(to: entities, texts)
        var position = 0
        while position < batch.count {
            let record = batch[position]
            let index = Int(record.entity.index)
            guard index >= 0, index < count else {
                if record.kind == .crashed { takeCrash(record) }
                position += 1
                continue
            }
            guard record.kind == .fired else {
                take(record, index)
                position += 1
                continue
            }
            // Firings of one timer on one thread with nothing between them: what only the last one changes is done once.
            var end = position + 1
            while end < batch.count, batch[end].isFiring(like: record) { end += 1 }
            if end == position + 1 {
                statistics.fire(record, index)
                wakeUps.fire(record, index)
            } else {
                statistics.fire(batch, position..<end, index)
                wakeUps.fire(batch, position..<end, index)
            }
            let last = batch[end - 1]
            threads.fire(last)
            callers.note(last.thread, index)
            let queue = circumstances.queues[index]
            if queue >= 0 { circumstances.begin(last, on: queue) }
            position = end
        }
    }

    mutating func analysis(of trace: Trace) -> RunAnalysis {
        grow(to: trace.entities, trace.texts)
        let circumstances = Circumstances(circumstances, &threads, of: trace)
        let statistics = statistics.statistics(of: trace, sleeps: circumstances.sleeps)
        let causes = CauseAnalysis(trace, statistics, circumstances, firingThreads: callers)
        let lives = LifetimeAnalysis(lifetimes, trace, statistics)
        return RunAnalysis(
            statistics, circumstances, causes, lives,
            findings: Finding.all(
                Evidence(
                    trace, statistics, circumstances, causes, lives, stories, events, wakeUps: wakeUps,
                    overlaps: overlaps)),
            events: events, stories: stories, wakeUps: wakeUps, trace)
    }

    mutating func timerStatistics(of trace: Trace) -> TimerStatistics {
        statistics.statistics(of: trace, sleeps: Circumstances(circumstances, &threads, of: trace).sleeps)
    }

    private mutating func grow(to entities: [Entity], _ texts: [String]) {
        lifetimes.grow(entities: entities, texts: texts)
        guard entities.count > count else { return }
        count = entities.count
        statistics.grow(to: entities)
        circumstances.grow(to: entities)
        threads.grow(to: count)
        stories.grow(to: count)
        callers.grow(to: count)
        wakeUps.grow(to: count)
        overlaps.grow(to: entities)
    }

    private mutating func take(_ record: Record, _ index: Int) {
        if record.kind == .returned {
            threads.return(record, began: statistics.lastFiring(index))
        } else {
            threads.take(record)
        }
        wakeUps.note(record)
        statistics.take(record, index)
        circumstances.take(record)
        lifetimes.take(record)
        let isEnd = record.kind == .invalidated || record.kind == .cancelled
        stories.take(record, by: isEnd ? threads.owner(on: record.thread) : .none)
        overlaps.take(record)
        events.take(record, caller: threads.caller(on: record.thread))
    }

    private mutating func takeCrash(_ record: Record) {
        threads.take(record)
        events.take(record, caller: .none)
    }
}

extension Record {
    @inline(__always)
    fileprivate func isFiring(like other: Record) -> Bool {
        kind == .fired && entity == other.entity && thread == other.thread
    }
}

/// On which threads each timer was called, in the order of its first calls.
struct FiringThreads {
    private var latest: [Int16] = []
    private var others: [Int: [EntityID]] = [:]

    mutating func grow(to count: Int) {
        latest.append(contentsOf: repeatElement(Int16.min, count: max(0, count - latest.count)))
    }

    @inline(__always)
    mutating func note(_ thread: Int16, _ timer: Int) {
        if latest[timer] != thread { change(to: thread, timer) }
    }

    private mutating func change(to thread: Int16, _ timer: Int) {
        if latest[timer] != Int16.min {
            if others[timer] == nil { others[timer] = [EntityID(Int(latest[timer]))] }
            let id = EntityID(Int(thread))
            if others[timer]?.contains(id) == false { others[timer]?.append(id) }
        }
        latest[timer] = thread
    }

    func threads(of timer: Int) -> [EntityID] {
        if let several = others[timer] { return several }
        return latest[timer] == Int16.min ? [] : [EntityID(Int(latest[timer]))]
    }
}
