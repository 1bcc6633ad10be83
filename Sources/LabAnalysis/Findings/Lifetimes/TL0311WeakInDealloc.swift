import LabRecording

extension FindingDetector {
    static let weakInDealloc = FindingDetector(
        .weakInDealloc,
        detect: crash("Cannot form weak reference") { name, _ in
            "a weak reference to \(name) was formed while it was being deallocated"
        })
}
