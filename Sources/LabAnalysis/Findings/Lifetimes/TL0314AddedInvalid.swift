import LabRecording

extension FindingDetector {
    static let addedInvalid = FindingDetector(
        .addedInvalid,
        detect: eachEvent { evidence, event in
            let isMoved = event.isRemark(.movedInvalidTimer)
            guard isMoved || event.isRemark(.addedInvalidTimer), evidence.trace.entity(event.entity)?.kind == .timer
            else { return nil }
            return Sighting(
                subject: event.entity,
                message: "\(evidence.name(event.entity)) was invalid when it "
                    + (isMoved ? "got a new fire date: it fires no more" : "was added: it is in no run loop"))
        })
}
