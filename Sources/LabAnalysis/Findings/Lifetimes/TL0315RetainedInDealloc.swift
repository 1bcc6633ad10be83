import LabRecording

extension FindingDetector {
    static let retainedInDealloc = FindingDetector(
        .retainedInDealloc,
        detect: eachRemark(.retainedInDealloc) { evidence, event in
            Sighting(
                subject: event.entity,
                message: "\(evidence.name(event.entity)) was retained while it was being deallocated: it goes all the "
                    + "same, and the reference is left with what is freed")
        })
}
