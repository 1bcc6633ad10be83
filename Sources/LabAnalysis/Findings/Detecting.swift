import LabCatalogue
import LabRecording

typealias Detector = @Sendable (Evidence) -> [Sighting]

extension Detectors {
    static func all(_ detectors: Detector...) -> Detector {
        { evidence in detectors.flatMap { $0(evidence) } }
    }

    /// Looks at one timer after the other, in the order of entities.
    static func eachTimer(_ find: @escaping @Sendable (Evidence, EntityID) -> Sighting?) -> Detector {
        { evidence in evidence.timers.compactMap { find(evidence, $0) } }
    }

    /// Looks at each kind of recorded event, in the order in which they came first.
    static func eachEvent(_ find: @escaping @Sendable (Evidence, RecordedEvents.Event) -> Sighting?) -> Detector {
        { evidence in evidence.sightings { find(evidence, $0) } }
    }

    /// Looks at the remarks.
    static func eachRemark(
        _ remark: Remark, _ find: @escaping @Sendable (Evidence, RecordedEvents.Event) -> Sighting?
    ) -> Detector {
        eachEvent { evidence, event in event.isRemark(remark) ? find(evidence, event) : nil }
    }

    /// Looks at these remarks, where nothing but a message is to be told.
    static func remark(
        _ remarks: Remark..., message: @escaping @Sendable (Evidence, RecordedEvents.Event) -> Statement?
    ) -> Detector {
        eachEvent { evidence, event in
            guard remarks.contains(where: event.isRemark) else { return nil }
            return message(evidence, event).map { Sighting(subject: event.entity, message: $0) }
        }
    }

    /// Looks at the crash, if a part of its reason is one of these.
    static func crash(
        _ reasons: String..., harm: Harm? = nil,
        message: @escaping @Sendable (_ subject: EntityID, _ reason: String) -> Statement
    ) -> Detector {
        eachEvent { evidence, event in
            let text = evidence.trace.text(at: event.value)
            guard event.kind == .crashed, reasons.contains(where: text.contains) else { return nil }
            return Sighting(subject: event.entity, harm: harm, message: message(event.entity, text))
        }
    }

    /// Finds the timers that were late or skipped points for a cause.
    static func eachDelay(
        by cause: Cause, harm: Harm? = nil,
        where isFound: @escaping @Sendable (Evidence, Delay) -> Bool = { _, _ in true }
    ) -> Detector {
        { evidence in
            evidence.delays(by: cause).filter { isFound(evidence, $0) }.map { evidence.sighting(of: $0, harm: harm) }
        }
    }

    /// Looks at the timers that kept firing after their last owner had left, or without a listener.
    static func eachOrphan(
        isUnheard: Bool, _ message: @escaping @Sendable (Evidence, EntityID, _ since: Int64) -> Statement?
    ) -> Detector {
        { evidence in
            evidence.lifetimes.orphans.sorted { $0.key < $1.key }.compactMap { timer, orphan in
                guard let since = orphan.since, orphan.firings > 0, orphan.isUnheard == isUnheard,
                    !evidence.endedItself(timer, orphan),
                    let message = message(evidence, timer, since)
                else { return nil }
                return Sighting(
                    subject: timer, count: orphan.firings,
                    message: "\(timer) fired \(orphan.firings, "time") \(message)")
            }
        }
    }

    /// Looks at the run loop timers that were due and never called for a reason.
    static func eachSilence(
        _ reason: Silence.Fault, _ message: @escaping @Sendable (Evidence, EntityID, Silence) -> Statement?
    ) -> Detector {
        { evidence in
            evidence.silences.filter { $0.silence.reason == reason }.compactMap { timer, silence in
                message(evidence, timer, silence).map {
                    Sighting(
                        subject: timer, count: max(1, evidence.statistics.due(of: Int(timer.index))),
                        related: silence.thread, message: $0)
                }
            }
        }
    }
}

extension Evidence {
    /// The finding of each kind of recorded event, at its step, with the number of events.
    func sightings(_ find: (RecordedEvents.Event) -> Sighting?) -> [Sighting] {
        events.events.compactMap { event in
            guard var found = find(event) else { return nil }
            found.count = event.count
            found.place = found.place ?? trace.place(ofStep: event.step, orOf: found.subject)
            return found
        }
    }
}

extension RecordedEvents {
    func contains(_ remark: Remark, about entity: EntityID) -> Bool {
        events.contains { $0.entity == entity && $0.isRemark(remark) }
    }
}

extension RecordedEvents.Event {
    func isRemark(_ remark: Remark) -> Bool { kind == .remarked && value == remark.rawValue }
}
