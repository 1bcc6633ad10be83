import LabRecording

extension Detectors {
    static let returnedAtOnce: Detector = remark(.ranEmptyMode) { evidence, event in
        let thread = event.entity
        // A timer without a running loop, or a thread whose loop has run, has another finding.
        guard evidence.stories.modes(ofThread: thread, after: -1).isEmpty, !evidence.spins(event),
            !evidence.silences.contains(where: {
                $0.silence.thread == thread || $0.silence.reason == .neverAdded
            })
        else { return nil }
        return "the run call of thread \(thread) returns at once, at "
            + "\(at: event.first): its mode has no timer, port or source"
    }
}
