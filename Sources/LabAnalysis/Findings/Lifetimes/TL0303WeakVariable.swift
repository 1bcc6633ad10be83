import LabRecording

extension Detectors {
    static let weakVariable: Detector = eachEvent { evidence, event in
        guard event.kind == .weakTargetRetained else { return nil }
        let (trace, object) = (evidence.trace, EntityID(Int(clamping: event.value)))
        return Sighting(
            subject: event.entity, place: trace.targetPlace(of: event.entity), related: object,
            message: "a weak variable is passed, but \(event.entity) retains the object "
                + "\(object) all the same")
    }
}
