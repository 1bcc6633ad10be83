import LabExactTime
import LabRecording

/// Collects during a run the facts that its analysis needs, so that no record has to be kept for it.
///
/// In one pass each record goes to the collectors that it concerns; successive firings of one timer go together. A
/// firing like the one before costs a few comparisons and additions, without a dictionary or an allocation.
package final class RunCollector: RecordSink {
    /// A single value, so that a batch is one access to it.
    private var state: RunState
    private let ceiling: Int

    /// - Parameters: - ceiling: the most bytes for figures. - header: the header of the recording, with its clock.
    package init(ceiling: Int = Ceiling.figures, of header: TraceHeader = TraceHeader()) {
        state = RunState(clock: header.clock)
        self.ceiling = ceiling
    }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        state.read(batch, entities: entities, texts: texts)
    }

    package func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {
        var rest = firings
        // The number of equal periods that begin a new run.
        state.read((0..<4).compactMap { _ in rest.next() }, entities: entities, texts: texts)
        state.goOn(rest)
    }

    /// True if the figures of the run need more memory than the limit.
    package var isFull: Bool { state.room > ceiling }

    /// The analysis of everything received; the collector is empty after that.
    ///
    /// - Parameter trace: the recording; its records are not needed.
    package func analysis(of trace: Trace) -> RunAnalysis {
        // The data has one owner, so that nothing is copied.
        var complete = RunState(clock: state.clock)
        swap(&complete, &state)
        return complete.analysis(of: trace)
    }
}

private struct RunState {
    private var statistics = StatisticsCollector()
    private var circumstances = CircumstanceGatherer()
    private var threads = ThreadCollector()
    private var lifetimes = LifetimeReplay()
    private var stories = RunLoopStories()
    private var events = RecordedEvents()
    private var wakeUps = WakeUpCounter()
    private var overlaps = OverlapCounter()
    private var frames = FrameCounter()
    private var entities: [Entity] = []
    /// A buffer for the firings of a batch with log lines between them.
    private var logging: [Record] = []
    private var count = 0
    let clock: TraceHeader.Clock

    /// The approximate size, in bytes, of the samples for figures.
    var room: Int { 32 * statistics.keptCount + threads.room }

    init(clock: TraceHeader.Clock) { self.clock = clock }

    mutating func read(_ batch: [Record], entities: [Entity], texts: [String]) {
        grow(to: entities, texts)
        var position = 0
        while position < batch.count {
            let record = batch[position]
            let isKnown = record.entity.isKnown(among: count)
            guard isKnown, record.kind == .fired else {
                position += 1
                if isKnown {
                    read(record, Int(record.entity.index))
                } else if record.kind == .crashed {
                    threads.read(record)
                    events.read(record, caller: .none)
                }
                continue
            }
            let end =
                batch[position...].firstIndex { !($0.kind == .fired && $0.entity.isKnown(among: count)) }
                ?? batch.endIndex
            if end < batch.endIndex, batch[end].isLine(of: batch[end - 1]) {
                position = fireAndLog(batch, from: position)
            } else {
                fire(batch, position..<end)
                position = end
            }
        }
    }

    /// Reads firings with nothing between them but their own log lines; returns the position after them.
    private mutating func fireAndLog(_ batch: [Record], from start: Int) -> Int {
        var firings: [Record] = []
        swap(&firings, &logging)
        var position = start
        while position < batch.count, batch[position].entity.isKnown(among: count) {
            let record = batch[position]
            if record.kind == .fired {
                firings.append(record)
            } else if record.isLine(of: firings[firings.count - 1]) {
                // The line of an imported log is the firing itself.
                if !clock.isUnknown { statistics.read(record, Int(record.entity.index)) }
            } else {
                break
            }
            position += 1
        }
        fire(firings, firings.indices)
        firings.removeAll(keepingCapacity: true)
        swap(&firings, &logging)
        return position
    }

    /// Reads firings with nothing between them; each collector reads them by itself.
    private mutating func fire(_ batch: [Record], _ firings: Range<Int>) {
        batch.withUnsafeBufferPointer { batch in
            let firings = UnsafeBufferPointer(rebasing: batch[firings])
            statistics.fire(firings)
            wakeUps.fire(firings)
            if frames.isNeeded { for record in firings { frames.fire(record) } }
        }
        for position in firings {
            let record = batch[position]
            // Among several of one timer the last one counts.
            if position + 1 < firings.upperBound, batch[position + 1].isFiring(like: record) { continue }
            let index = Int(record.entity.index)
            if position + 1 == firings.upperBound || batch[position + 1].thread != record.thread {
                threads.fire(record)
            }
            if stories.firstThreads[index] < 0 { stories.firstThreads[index] = record.thread }
            circumstances.begin(record)
        }
    }

    /// Reads firings that continue their timer's present run.
    mutating func goOn(_ firings: EvenFirings) {
        guard firings.count > 0, firings.first.entity.isKnown(among: count) else { return }
        statistics.goOn(firings)
        wakeUps.goOn(firings)
        if frames.isNeeded { for record in firings { frames.fire(record) } }
        threads.fire(firings.last)
        circumstances.begin(firings.last)
    }

    mutating func analysis(of trace: Trace) -> RunAnalysis {
        grow(to: trace.entities, trace.texts)
        var circumstances = Circumstances(&self.circumstances, &threads, of: trace)
        self.statistics.finish()
        let statistics = TimerStatistics(
            self.statistics, of: trace, sleeps: circumstances.sleeps, unfinished: threads.unfinished)
        if !statistics.areAllPunctual { circumstances.addUp() }
        var (timers, tallies) = statistics.figures { [circumstances] in
            statistics.finder(of: EntityID($0), circumstances)
        }
        for index in timers.indices {
            (timers[index].ticksPerFrame, timers[index].phase) = frames.figures(of: timers[index].entity)
        }
        let causes = CauseAnalysis(trace, statistics, circumstances, tallies, &timers)
        let evidence = Evidence(
            trace: trace, statistics: statistics, summaries: timers, circumstances: circumstances, causes: causes,
            lifetimes: LifetimeAnalysis(lifetimes, trace, statistics, stories), stories: stories, events: events,
            wakeUps: wakeUps, overlaps: overlaps)
        return RunAnalysis(timers, evidence)
    }

    private mutating func grow(to entities: [Entity], _ texts: [String]) {
        lifetimes.grow(entities: entities, texts: texts)
        guard entities.count > count else { return }
        count = entities.count
        self.entities = entities
        statistics.grow(to: entities)
        circumstances.grow(to: entities)
        threads.grow(to: entities)
        stories.grow(to: count)
        wakeUps.grow(to: entities)
        frames.grow(to: entities)
        overlaps.grow(to: entities)
    }

    private mutating func read(_ record: Record, _ index: Int) {
        var measured = record
        if record.kind == .returned {
            threads.return(record, began: statistics.lastFiring(index))
            // The time in which the app could not run does not count.
            measured.time &-= threads.stood(from: statistics.lastFiring(index), to: record.time)
        } else if record.kind != .logged {
            threads.read(record)
            if record.kind == .calloutEnded, threads.isBody(record.entity) {
                threads.resume(record, began: statistics.lastFiring(index))
            }
        } else if clock.isUnknown {
            // The line of a log is the firing itself.
            return
        }
        wakeUps.count(record)
        statistics.read(measured, index)
        switch record.kind {
        // They tell no other collector anything.
        case .logged, .workBegan, .workEnded, .sleepBegan, .sleepEnded: return
        case .calloutBegan, .calloutEnded:
            let asker = BlockOrigin(rawValue: record.extra).timer
            overlaps.read(record, fired: asker.isKnown(among: count) ? statistics.firedCount(Int(asker.index)) : 0)
            return circumstances.read(record)
        default: circumstances.read(record)
        }
        lifetimes.read(record)
        if var end = lifetimes.endOfGrid(record, among: entities), statistics.hasFired(index) {
            statistics.read(end, index)
            end.kind = .cancelled
            stories.read(end, by: .none)
        }
        let isEnd = record.kind == .invalidated || record.kind == .cancelled || record.kind == .suspended
        stories.read(record, by: isEnd ? threads.owner(on: record.thread) : .none)
        let isRemark = record.kind == .remarked
        events.read(record, caller: isRemark ? threads.owner(on: record.thread) : threads.caller(on: record.thread))
    }
}

extension EntityID {
    /// True if it is one of the first entities. A method of the state itself would copy all of it in code that is not
    /// optimised, where tests spend their time.
    @inline(__always) fileprivate func isKnown(among count: Int) -> Bool { index >= 0 && Int(index) < count }
}

extension Record {
    /// True if two firings are of one timer on one thread.
    @inline(__always) func isFiring(like other: Record) -> Bool { entity == other.entity && thread == other.thread }

    /// True if a firing has logged this at once.
    @inline(__always)
    func isLine(of firing: Record) -> Bool { kind == .logged && time == firing.time && isFiring(like: firing) }
}

extension RunAnalysis {
    /// Analyses a recording that was kept, simulated, live or imported.
    package init(of trace: Trace) {
        let collector = RunCollector(of: trace.header)
        collector.receive(trace.records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        self = collector.analysis(of: trace)
    }
}
