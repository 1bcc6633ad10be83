import LabRecording

extension Detectors {
    static let runCallKept: Detector = remark(.keptByRunCall) { evidence, event in
        // A stop that should have ended it has its own finding.
        guard !evidence.events.contains(.stoppedInVain, about: event.entity) else { return nil }
        return "the run call of thread \(event.entity) did not return: the steps after it never ran"
    }
}
