import LabRecording

extension Detectors {
    static let cancelledInRunCall: Detector = remark(.cancelledInRunCall) { evidence, event in
        let cancelled = evidence.events.events.first { $0.kind == .threadCancelled && $0.entity == event.entity }
        let stop = evidence.events.events.last { $0.isRemark(.stoppedInVain) && $0.entity == event.entity }
        let reason: Statement =
            stop.map { "stop_loop at \(at: $0.last) is useless, since run() runs its loop again" }
            ?? "its run loop waits"
        return "thread \(event.entity) was cancelled at "
            + "\(at: cancelled?.first ?? 0) and never returned: \(reason)"
    }
}
