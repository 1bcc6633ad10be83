import LabRecording

extension Detectors {
    static let madeAgainPending: Detector = { evidence in
        let events = evidence.events.events.filter { $0.isRemark(.remade) && evidence.isPending($0) }
        let parts = Dictionary(grouping: events) { event -> EntityID in
            let group = evidence.trace.entity(event.entity)?.group ?? .none
            return group == EntityID.none ? event.entity : group
        }
        return parts.sorted { $0.key < $1.key }.map { part, events in
            let count = events.reduce(0) { $0 + $1.count }
            return Sighting(
                subject: part, place: evidence.trace.place(ofStep: events[0].step, orOf: part), count: count,
                message: "\(part) was made again \(count, "time") while an earlier one was pending, "
                    + "which nothing ended: each of them is called")
        }
    }
}

extension Evidence {
    /// True if the part was made again while it waited, and the old one was still called.
    fileprivate func isPending(_ event: RecordedEvents.Event) -> Bool {
        guard let entity = trace.entity(event.entity), entity.kind == .timer else { return true }
        let made = history(of: event.entity).grids.first?.since ?? .max
        // Delays that one event makes in a row are separate.
        let isInOne = circumstances.deliveries.contains { $0.from <= made && event.first <= $0.to }
        return entity.timer?.repeats == false && made < event.first && !isInOne
            && history(of: event.entity).firstRun.map { $0.start > event.first } == true
    }
}
