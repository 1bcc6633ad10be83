import LabRecording

extension FindingDetector {
    static let cancelledInRunCall = FindingDetector(
        .cancelledInRunCall,
        detect: remark(.cancelledInRunCall) { evidence, event in
            let cancelled = evidence.events.events.first { $0.kind == .threadCancelled && $0.entity == event.entity }
            let stop = evidence.events.events.last { $0.isRemark(.stoppedInVain) && $0.entity == event.entity }
            let reason =
                stop.map { "stop_loop at \(evidence.instant($0.last)) is useless, since run() runs its loop again" }
                ?? "its run loop waits"
            return "thread \(evidence.name(event.entity)) was cancelled at "
                + "\(evidence.instant(cancelled?.first ?? 0)) and never returned: \(reason)"
        })
}
