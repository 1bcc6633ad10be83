import LabRecording

extension Detectors {
    static let stoppedInVain: Detector = all(
        remark(.stoppedIdleLoop) { evidence, event in
            "the stop at \(at: event.first) has no effect: the run loop of thread "
                + "\(event.entity) does not run"
        },
        remark(.stoppedInVain) { evidence, event in
            // A cancelled thread has its own finding.
            guard !evidence.events.contains(.cancelledInRunCall, about: event.entity) else { return nil }
            return "the stop at \(at: event.first) has no effect: thread "
                + "\(event.entity) runs its loop again"
        })
}
