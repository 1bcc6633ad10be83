import LabRecording

extension FindingDetector {
    static let overResumed = FindingDetector(
        .overResumed,
        detect: crash("Over-resume") { name, _ in
            "\(name) was resumed although it was not suspended: libdispatch ended the process"
        })
}
