import LabRecording

extension FindingDetector {
    static let weakVariable = FindingDetector(
        .weakVariable,
        detect: eachEvent { evidence, event in
            guard event.kind == .weakTargetRetained else { return nil }
            let (trace, object) = (evidence.trace, EntityID(Int(clamping: event.value)))
            return Sighting(
                subject: event.entity, place: trace.targetPlace(of: event.entity), related: object,
                message: "a weak variable is passed, but \(trace.name(event.entity)) retains the object "
                    + "\(trace.name(object)) all the same")
        })
}
