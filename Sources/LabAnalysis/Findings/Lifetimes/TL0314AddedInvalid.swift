import LabRecording

extension Detectors {
    static let addedInvalid: Detector = remark(.movedInvalidTimer, .addedInvalidTimer) { evidence, event in
        guard evidence.trace.entity(event.entity)?.kind == .timer else { return nil }
        return "\(event.entity) was invalid when it "
            + (event.isRemark(.movedInvalidTimer)
                ? "got a new fire date: it fires no more" : "was added: it is in no run loop")
    }
}
