import LabRecording

extension FindingDetector {
    static let releasedWhileSuspended = FindingDetector(
        .releasedWhileSuspended,
        detect: crash("suspended object", "inactive object") { name, reason in
            "the last reference to \(name) was released: \(reason)"
        })
}
