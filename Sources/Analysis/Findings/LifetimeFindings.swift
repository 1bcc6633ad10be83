import ExactTime
import Recording

/// TL0301 to TL0309: who is kept, by whom, and what fires on.
struct LifetimeFindings {
    let trace: Trace
    let analysis: LifetimeAnalysis

    func findings() -> [Finding] {
        var found: [Finding] = []
        for life in analysis.lifetimes where trace.entity(life.entity)?.kind == .object {
            found += [kept(life), cycle(life)].compactMap { $0 }
        }
        // A cycle through an object is told of once, with the object.
        for life in analysis.lifetimes where trace.entity(life.entity)?.kind == .timer && !hasObject(life.cycle) {
            found += [cycle(life)].compactMap { $0 }
        }
        for (timer, orphan) in analysis.orphans.sorted(by: { $0.key < $1.key }) {
            guard let since = orphan.since, orphan.firings > 0 else { continue }
            found.append(
                Finding(
                    .firesAfterOwner, subject: timer, place: place(timer),
                    message: "\(trace.name(timer)) fired \(counted(orphan.firings, "time")) after its last owner let "
                        + "go at \(DurationText.format(since, digits: 6))",
                    count: orphan.firings))
        }
        for (object, time, holders) in analysis.overReleased where trace.entity(object)?.kind == .object {
            let holder = holders.first?.holder ?? .none
            found.append(
                Finding(
                    .overReleased, subject: object, place: place(object),
                    message: "\(trace.name(object)) was deallocated at \(DurationText.format(time, digits: 6)) "
                        + "although \(trace.name(holder)) still refers to it",
                    related: holder))
        }
        return found
    }

    private func hasObject(_ cycle: KeptPath?) -> Bool {
        cycle?.edges.contains { trace.entity($0.held)?.kind == .object } ?? false
    }

    private func place(_ entity: EntityID) -> Range<Int> { trace.entity(entity)?.place ?? 0..<0 }

    /// Kept by a run loop, a thread or a queue, and not merely by an object that is itself kept.
    private func kept(_ life: Lifetime) -> Finding? {
        guard life.isKept, let since = life.lastOwnerLeft,
            let chain = life.chains.first(where: { trace.entity($0.edges.last?.holder ?? .none)?.kind != .object })
        else { return nil }
        let holder = chain.edges.last?.holder ?? .none
        let target = trace.entity(holder)?.timer?.targetPlace ?? 0..<0
        return Finding(
            .keptByRunLoop, subject: life.entity, place: target.isEmpty ? place(holder) : target,
            message: "\(trace.name(life.entity)) is kept since \(DurationText.format(since, digits: 6)) by "
                + chain.text,
            related: holder)
    }

    private func cycle(_ life: Lifetime) -> Finding? {
        guard let cycle = life.cycle, let since = life.lastOwnerLeft else { return nil }
        let until = life.deallocBegan.map { ", until \(DurationText.format($0, digits: 6))" } ?? ""
        let holder = cycle.edges.last?.holder ?? .none
        return Finding(
            .referenceCycle, subject: life.entity, place: place(holder),
            message: "\(cycle.text) is a cycle: it outlives its last owner, who left at "
                + "\(DurationText.format(since, digits: 6))\(until)",
            related: holder)
    }
}
