import LabRecording

extension FindingDetector {
    static let retainedInDealloc = FindingDetector(
        .retainedInDealloc,
        detect: remark(.retainedInDealloc) { evidence, event in
            "\(event.entity) was retained while it was being deallocated: it goes all the same, and the "
                + "reference is left with what is freed"
        })
}
