import LabRecording

extension FindingDetector {
    static let addedInvalid = FindingDetector(
        .addedInvalid,
        detect: remark(.movedInvalidTimer, .addedInvalidTimer) { evidence, event in
            guard evidence.trace.entity(event.entity)?.kind == .timer else { return nil }
            return "\(event.entity) was invalid when it "
                + (event.isRemark(.movedInvalidTimer)
                    ? "got a new fire date: it fires no more" : "was added: it is in no run loop")
        })
}
