import LabCatalogue
import LabExactTime
import LabRecording

extension Detectors {
    static let backlog: Detector = { evidence in
        evidence.timers.compactMap { evidence.queuedTicks($0) } + evidence.queuedBlocks
    }

    /// The fewest waiting blocks that count as a backlog.
    fileprivate static let fewest = OverlapCounter.fewest
}

extension Evidence {
    /// A sequence whose ticks wait longer with every firing.
    fileprivate func queuedTicks(_ timer: EntityID) -> Sighting? {
        guard mechanism(of: timer) == .asyncTimer, let interval = traits(of: timer)?.interval?.scaled(1), interval > 0
        else { return nil }
        let history = history(of: timer)
        guard let first = history.firstRun, let last = history.lastRun else { return nil }
        let waiting = trace.header.duration.subtracting(
            saturating: (last.last &- last.lateness).adding(saturating: interval))
        let count = waiting / interval
        guard count >= Detectors.fewest, last.lateness > first.lateness, last.lateness >= interval else {
            return nil
        }
        return Sighting(
            subject: timer, count: count,
            message:
                "\(timer) falls behind: its last tick was \(ns: last.lateness) old, and "
                + "\(count) more wait")
    }

    /// Blocks of a step: several wait in dispatch queues, and several have run.
    fileprivate var queuedBlocks: [Sighting] {
        let waiting = trace.pending.compactMap { work -> Sighting? in
            guard work.thread == EntityID.none, work.count >= Detectors.fewest,
                overlaps.begun(work.entity) >= Detectors.fewest
            else { return nil }
            return Sighting(
                subject: work.entity, place: trace.place(ofStep: work.step, orOf: work.entity), count: work.count,
                message:
                    "\(work.entity) is handed over faster than it gets done: \(work.count) wait at the "
                    + "end")
        }
        return waiting
            + overlaps.queues.filter { line in !waiting.contains { $0.subject == line.block } }.map { block, queue in
                Sighting(
                    subject: block, place: trace.place(ofStep: queue.step, orOf: block), count: queue.count,
                    harm: .impaired,
                    message: "\(block) had to wait: none began from \(at: queue.silentSince) to "
                        + "\(at: queue.began), then \(queue.count) one right after the other")
            }
    }
}
