import LabRecording

extension Detectors {
    static let referenceCycle: Detector = { evidence in
        let trace = evidence.trace
        let lives = evidence.lifetimes.lifetimes
        func isObject(_ entity: EntityID) -> Bool { trace.entity(entity)?.kind == .object }
        // A cycle through an object is reported once, for the object.
        let told =
            lives.filter { isObject($0.entity) }
            + lives.filter { life in
                trace.entity(life.entity)?.kind == .timer
                    && life.cycle?.edges.contains { isObject($0.held) } == false
            }
        return told.compactMap { life in
            guard let cycle = life.cycle, let since = life.lastOwnerLeft else { return nil }
            let until: Statement = life.deallocBegan.map { ", until \(at: $0)" } ?? ""
            let holder = cycle.edges.last?.holder ?? .none
            // A cancelled thread releases its references when it checks for the cancellation.
            let thread = evidence.events.events.first { event in
                event.kind == .threadCancelled && event.first < life.deallocBegan ?? .min
                    && cycle.edges.contains { $0.holder == event.entity }
            }
            if let thread {
                return Sighting(
                    subject: life.entity, place: trace.place(holder), related: holder, harm: .impaired,
                    message: "\(life.entity) outlives its last owner, which left at "
                        + "\(at: since)\(until): cancelled at \(at: thread.first), "
                        + "\(kind: thread.entity) keeps it until it looks")
            }
            return Sighting(
                subject: life.entity, place: trace.place(holder), related: holder,
                message: "\(cycle.text) is a cycle: it outlives its last owner, which left at "
                    + "\(at: since)\(until)")
        }
    }
}
