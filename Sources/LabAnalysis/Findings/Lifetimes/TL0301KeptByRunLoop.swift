import LabRecording

extension Detectors {
    static let keptByRunLoop: Detector = { evidence in
        let trace = evidence.trace
        return evidence.lifetimes.lifetimes.compactMap { life in
            if let passing = evidence.keptForAWhile(life) { return passing }
            // Kept by a run loop, a thread or a queue, and not merely by an object that is itself kept.
            guard trace.entity(life.entity)?.kind == .object, life.isKept, let since = life.lastOwnerLeft,
                let chain = life.chains.first(where: {
                    trace.entity($0.edges.last?.holder ?? .none)?.kind != .object
                }),
                // A cycle outlasts a block that has yet to run (TL0302).
                life.keeper != life.cycle || life.chains.isEmpty
            else { return nil }
            let holder = chain.edges.last?.holder ?? .none
            return Sighting(
                subject: life.entity, place: trace.targetPlace(of: holder), related: holder,
                message: "\(life.entity) is kept since \(at: since) by \(chain.text)")
        }
    }
}

extension Evidence {
    /// An object that a delayed block, a request or a timer that fires once kept for more than a second. A timer that fired
    /// by then has a finding of its own (TL0304).
    fileprivate func keptForAWhile(_ life: Lifetime) -> Sighting? {
        guard trace.entity(life.entity)?.kind == .object, let path = life.passing, let holder = path.edges.last?.holder,
            let since = life.lastOwnerLeft, let end = life.deallocBegan, end - since > 1_000_000_000,
            lifetimes.orphans[holder]?.firings ?? 0 == 0
        else { return nil }
        return Sighting(
            subject: life.entity, place: trace.targetPlace(of: holder), related: holder, harm: .asked,
            message: "\(life.entity) is kept from \(at: since) to \(at: end) by \(path.text)")
    }
}
