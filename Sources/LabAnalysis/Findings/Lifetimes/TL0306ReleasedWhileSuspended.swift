import LabRecording

extension Detectors {
    static let releasedWhileSuspended: Detector = crash("suspended object", "inactive object") { name, reason in
        "the last reference to \(name) was released: \(reason)"
    }
}
