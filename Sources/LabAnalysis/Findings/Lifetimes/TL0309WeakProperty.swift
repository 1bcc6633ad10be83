import LabRecording

extension FindingDetector {
    static let weakProperty = FindingDetector(
        .weakProperty,
        detect: eachEvent { evidence, event in
            guard event.kind == .weakPropertyCleared else { return nil }
            let trace = evidence.trace
            return Sighting(
                subject: event.entity, related: EntityID(Int(clamping: event.value)),
                message: "a weak property of \(trace.name(event.entity)) was assigned what nothing else held: it is "
                    + "nil at once")
        })
}
