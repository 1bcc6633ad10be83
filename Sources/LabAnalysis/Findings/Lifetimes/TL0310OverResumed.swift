import LabRecording

extension Detectors {
    static let overResumed: Detector = crash("Over-resume") { name, _ in
        "\(name) was resumed although it was not suspended: libdispatch ended the process"
    }
}
