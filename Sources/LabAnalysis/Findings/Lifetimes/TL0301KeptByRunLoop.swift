import LabRecording

extension FindingDetector {
    static let keptByRunLoop = FindingDetector(
        .keptByRunLoop,
        detect: { evidence in
            let trace = evidence.trace
            return evidence.lifetimes.lifetimes.compactMap { life in
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
                    message: "\(trace.name(life.entity)) is kept since \(evidence.instant(since)) by " + chain.text)
            }
        })
}
