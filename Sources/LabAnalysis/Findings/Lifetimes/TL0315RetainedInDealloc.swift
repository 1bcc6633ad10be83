import LabRecording

extension Detectors {
    static let retainedInDealloc: Detector = remark(.retainedInDealloc) { evidence, event in
        "\(event.entity) was retained while it was being deallocated: it goes all the same, and the "
            + "reference is left with what is freed"
    }
}
