import LabCatalogue
import LabRecording

/// The evidence for detectors of findings: one for a run, which its analysis keeps.
final class Evidence: Sendable {
    let trace: Trace
    let statistics: TimerStatistics
    let circumstances: Circumstances
    let causes: CauseAnalysis
    let lifetimes: LifetimeAnalysis
    let stories: RunLoopStories
    let events: RecordedEvents
    let wakeUps: WakeUpCounter
    let overlaps: OverlapCounter
    /// In the order of entities.
    let timers: [EntityID]
    /// Run loop timers that were never called, in the order of entities.
    let silences: [(timer: EntityID, silence: Silence)]

    init(
        trace: Trace, statistics: TimerStatistics, circumstances: Circumstances, causes: CauseAnalysis,
        lifetimes: LifetimeAnalysis, stories: RunLoopStories, events: RecordedEvents, wakeUps: WakeUpCounter,
        overlaps: OverlapCounter
    ) {
        (self.trace, self.statistics, self.circumstances, self.causes) = (trace, statistics, circumstances, causes)
        (self.lifetimes, self.stories, self.events) = (lifetimes, stories, events)
        (self.wakeUps, self.overlaps) = (wakeUps, overlaps)
        timers = trace.entities.indices.filter { trace.entities[$0].kind == .timer }.map { EntityID($0) }
        silences = Evidence.silences(of: timers, stories, statistics, trace)
    }

    func history(of timer: EntityID) -> TimerHistory { statistics.history(of: Int(timer.index)) }

    func mechanism(of timer: EntityID) -> TimerKind? { trace.entities[Int(timer.index)].mechanism }

    func traits(of timer: EntityID) -> TimerTraits? { trace.entities[Int(timer.index)].timer }

    func hasFired(_ timer: EntityID) -> Bool { history(of: timer).lastRun != nil }

    // MARK: Causes

    /// Timers that were late or lost points for a cause, in the order of entities.
    func delays(by cause: Cause) -> [Delay] { causes.delays[cause.rawValue] }
}

extension Trace {
    /// The place of a timer's target, or else of the timer.
    func targetPlace(of timer: EntityID) -> Range<Int> {
        let target = entity(timer)?.timer?.targetPlace ?? 0..<0
        return target.isEmpty ? place(timer) : target
    }

    /// The place of an entity; empty if it has none.
    func place(_ entity: EntityID) -> Range<Int> { self.entity(entity)?.place ?? 0..<0 }

    /// The busy queue or thread that a timer's callback, or else its run loop's thread, waits for or awaits a signal from.
    package func wait(
        of timer: EntityID, keptBusyBy culprit: EntityID
    ) -> (waiter: EntityID, step: Int64, awaited: String)? {
        let home = entity(timer)?.home ?? .none
        let waiter = entity(timer)?.wait == nil ? home : timer
        guard let wait = entity(waiter)?.wait, let awaited = kindAndName(wait.on), culprit != home else { return nil }
        return (waiter, wait.step, wait.block == .none ? "a signal from \(awaited)" : awaited)
    }
}
