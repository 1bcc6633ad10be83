import LabRecording

extension FindingDetector {
    static let stoppedInVain = FindingDetector(
        .stoppedInVain,
        detect: all(
            eachRemark(.stoppedIdleLoop) { evidence, event in
                Sighting(
                    subject: event.entity,
                    message: "the stop at \(evidence.instant(event.first)) has no effect: the run loop of thread "
                        + "\(evidence.name(event.entity)) does not run")
            },
            eachRemark(.stoppedInVain) { evidence, event in
                // A cancelled thread has its own finding.
                guard !evidence.events.contains(.cancelledInRunCall, about: event.entity) else { return nil }
                return Sighting(
                    subject: event.entity,
                    message: "the stop at \(evidence.instant(event.first)) has no effect: thread "
                        + "\(evidence.name(event.entity)) runs its loop again")
            }))
}
