import LabRecording

extension FindingDetector {
    static let cancelledInRunCall = FindingDetector(
        .cancelledInRunCall,
        detect: eachRemark(.cancelledInRunCall) { evidence, event in
            let cancelled = evidence.events.events.first { $0.kind == .threadCancelled && $0.entity == event.entity }
            let stop = evidence.stories.uselessStops[event.entity]
            return Sighting(
                subject: event.entity,
                message: "thread \(evidence.name(event.entity)) was cancelled at "
                    + "\(evidence.instant(cancelled?.first ?? 0)) and never returned: "
                    + (stop.map { "stop_loop at \(evidence.instant($0)) is useless, since run() runs its loop again" }
                        ?? "its run loop waits"))
        })
}
