import LabRecording

extension Detectors {
    static let weakProperty: Detector = eachEvent { evidence, event in
        guard event.kind == .weakPropertyCleared else { return nil }
        let trace = evidence.trace
        let owner = EntityID(Int(clamping: event.value))
        return Sighting(
            subject: event.entity, related: owner,
            message:
                "\(event.entity) was assigned to a weak property of \(owner), and nothing "
                + "else held it: it is nil at once")
    }
}
