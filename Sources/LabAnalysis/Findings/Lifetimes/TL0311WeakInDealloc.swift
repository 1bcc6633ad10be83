import LabRecording

extension Detectors {
    static let weakInDealloc: Detector = crash("Cannot form weak reference") { name, _ in
        "a weak reference to \(name) was formed while it was being deallocated"
    }
}
