import LabCatalogue
import LabRecording

/// The evidence for findings: one for a run, which its analysis keeps.
final class Evidence: Sendable {
    let trace: Trace
    let statistics: TimerStatistics
    /// The figures of timers in the order of entities, without those of copies that are not shown one by one.
    private let summaries: [TimerSummary]
    let circumstances: Circumstances
    let causes: CauseAnalysis
    let lifetimes: LifetimeAnalysis
    let stories: RunLoopStories
    let events: RecordedEvents
    let wakeUps: WakeUpCounter
    let overlaps: OverlapCounter
    /// In the order of entities.
    let timers: [EntityID]
    /// The mechanism of each entity, which is a text there.
    private let mechanisms: [TimerKind?]
    /// Run loop timers that were never called, in the order of entities.
    let silences: [Silence]

    init(
        trace: Trace, statistics: TimerStatistics, summaries: [TimerSummary], circumstances: Circumstances,
        causes: CauseAnalysis, lifetimes: LifetimeAnalysis, stories: RunLoopStories, events: RecordedEvents,
        wakeUps: WakeUpCounter, overlaps: OverlapCounter
    ) {
        (self.trace, self.statistics, self.summaries) = (trace, statistics, summaries)
        (self.circumstances, self.causes) = (circumstances, causes)
        (self.lifetimes, self.stories, self.events) = (lifetimes, stories, events)
        (self.wakeUps, self.overlaps) = (wakeUps, overlaps)
        timers = trace.entities.indices.filter { trace.entities[$0].kind == .timer }.map { EntityID($0) }
        mechanisms = trace.entities.indices.map { trace.entities[$0].mechanism }
        silences = Silence.all(of: timers, stories, statistics, trace)
    }

    /// The figures of a timer, which are made again for a copy that is not shown.
    func summary(of timer: EntityID) -> TimerSummary? { shownSummary(of: timer) ?? statistics.summary(of: timer) }

    func shownSummary(of timer: EntityID) -> TimerSummary? {
        let place = summaries.boundary { $0.entity >= timer }
        return summaries.indices.contains(place) && summaries[place].entity == timer ? summaries[place] : nil
    }

    func history(of timer: EntityID) -> TimerHistory { statistics.history(of: Int(timer.index)) }

    func mechanism(of timer: EntityID) -> TimerKind? { mechanisms[Int(timer.index)] }

    func traits(of timer: EntityID) -> TimerTraits? { trace.entities[Int(timer.index)].timer }

    func interval(of timer: EntityID) -> Int64? { traits(of: timer)?.interval?.scaled(1) }

    func hasFired(_ timer: EntityID) -> Bool { history(of: timer).runs.last != nil }

    func isObject(_ entity: EntityID) -> Bool { trace.entity(entity)?.kind == .object }

    /// Timers that were late or lost points for a cause, in the order of entities.
    func delays(by cause: Cause) -> [Delay] { causes.delays[cause.rawValue] }

    /// The finding of each recorded event of a kind, at its step, with the number of equal events.
    func eachEvent(_ kind: Record.Kind, _ find: (RecordedEvents.Event) -> Sighting?) -> [Sighting] {
        events.events.compactMap { event in
            guard event.kind == kind, var found = find(event) else { return nil }
            found.count = event.count
            found.step = event.step
            return found
        }
    }

    /// The findings of these remarks, where nothing but a message is to be told.
    func remarks(
        _ remarks: Remark..., harm: Harm? = nil, situation: Situation? = nil,
        message: (RecordedEvents.Event) -> Statement?
    ) -> [Sighting] {
        eachEvent(.remarked) { event in
            guard remarks.contains(where: event.isRemark) else { return nil }
            return message(event).map { Sighting(subject: event.entity, harm: harm, situation: situation, message: $0) }
        }
    }

    /// The crash, if a part of its reason is one of these.
    func crash(
        _ reasons: String..., harm: Harm? = nil, situation: Situation? = nil,
        message: (_ subject: EntityID, _ reason: String) -> Statement
    ) -> [Sighting] {
        eachEvent(.crashed) { event in
            let text = trace.text(at: event.value)
            guard reasons.contains(where: text.contains) else { return nil }
            return Sighting(
                subject: event.entity, harm: harm, situation: situation, message: message(event.entity, text))
        }
    }
}
