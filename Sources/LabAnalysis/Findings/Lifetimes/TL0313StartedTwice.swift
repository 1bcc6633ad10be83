import LabRecording

extension Detectors {
    static let startedTwice: Detector = { evidence in
        evidence.events.events.compactMap { event in
            // A perform request needs no reference: its target and selector cancel it.
            guard event.isRemark(.remade), evidence.mechanism(of: event.entity) != .perform,
                evidence.traits(of: event.entity)?.repeats == true,
                case let turn = evidence.stories.turn(of: event.entity),
                case let isInSet = evidence.mechanism(of: event.entity) == .combine,
                isInSet || turn?.deallocated == nil && turn?.end.map({ $0 < event.first }) ?? true
            else { return nil }
            let first =
                isInSet
                ? "the first subscription is called on, until its set goes"
                : "the first timer fires on, and nothing refers to it that could end it"
            return Sighting(
                subject: event.entity, place: evidence.trace.place(ofStep: event.step, orOf: event.entity),
                harm: isInSet && turn?.deallocated != nil ? .impaired : .leak,
                message: "\(event.entity) was made again at "
                    + "\(at: event.first), while it was valid: \(first)")
        }
    }
}
