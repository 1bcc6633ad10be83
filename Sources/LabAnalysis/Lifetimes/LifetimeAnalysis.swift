import LabRecording

/// The lives of all objects, and the firings of timers after their last owner had released them.
struct LifetimeAnalysis {
    /// In the order of entities.
    private(set) var lifetimes: [Lifetime] = []
    /// The fate of a timer whose owner is known.
    struct Orphan {
        /// The instant at which its last owner left; nil if one is still there.
        var since: Int64?
        var firings: Int64
        /// True if nothing owns it, and everything in its callback is gone.
        var isUnheard = false
        /// True if its owner lives on, without a reference to it.
        var isDropped = false
    }

    /// By timer.
    private(set) var orphans: [EntityID: Orphan] = [:]
    /// Timers that end by themselves, and whose owner was let go as they were made: they are to keep it until then.
    private(set) var keepers: Set<EntityID> = []
    let replay: LifetimeReplay

    static let longestListOfChains = 16

    init(_ replayed: LifetimeReplay, _ trace: borrowing Trace, _ statistics: TimerStatistics, _ stories: RunLoopStories)
    {
        var replay = replayed
        replay.advance(to: .max)
        replay.swallowers = Set(trace.messages.lazy.filter { $0.outcome == .swallowed }.map(\.receiver))
        self.replay = replay

        var firedAfterOwner: [EntityID: Int64] = [:]
        for timer in trace.entities.indices where trace.entities[timer].kind == .timer {
            let (id, history) = (EntityID(timer), statistics.history(of: timer))
            var owners = replay.owners(of: id)
            if owners.isEmpty, replay[id].wasOwned { owners = [id] }
            if owners.isEmpty || owners == [id], let since = replay.unheardSince(id) {
                orphans[id] = Orphan(since: since, firings: history.firings(after: since), isUnheard: true)
                continue
            }
            guard !owners.isEmpty else { continue }
            let gone = owners.compactMap { replay[$0].end }
            guard gone.count == owners.count, let since = gone.max(), owners != [id] || !replay.isWithinReach(id) else {
                // What is called once ends by itself, whoever had it.
                let isLeft = trace.entities[timer].timer?.repeats == true && replay.hasLostHolders(id)
                let since = isLeft ? replay[id].lastOwnerLeft : replay.droppedSince(id)
                orphans[id] = Orphan(since: since, firings: since.map(history.firings(after:)) ?? 0, isDropped: !isLeft)
                continue
            }
            // A request is not what its target is made for.
            if since == replay[id].created, trace.entities[timer].mechanism != .perform,
                trace.entities[timer].timer?.repeats == false || stories.turn(of: id)?.endedByStep?.by == id
            {
                keepers.insert(id)
                continue
            }
            orphans[id] = Orphan(since: since, firings: history.firings(after: since))
            for owner in owners {
                guard let end = replay[owner].end else { continue }
                firedAfterOwner[owner, default: 0] += history.firings(after: end)
            }
        }
        // Each request is an entity of its own: the latest one counts, as for a timer that is made again.
        let copies = replay.lives.indices.filter { replay.lives[$0].isKnown && trace.entities.leader(of: $0) != nil }
        let later = Dictionary(grouping: copies) { trace.entities[$0].group }.mapValues { $0.map { replay.lives[$0] } }
        for (index, first) in replay.lives.enumerated() where first.isKnown {
            let entity = EntityID(index)
            let told = later[entity]?.last ?? first
            // Timers are listed if something happened to them; copies are too many.
            let isToldTimer =
                told.end != nil && trace.entities[index].kind == .timer && !trace.entities[index].group.exists
            guard replay.kinds.isObject(entity) || isToldTimer else { continue }
            var life = Lifetime(
                entity: entity, created: told.created, deallocBegan: told.deallocBegan, deallocated: told.deallocated,
                lastOwnerLeft: told.lastOwnerLeft, firedAfterOwner: firedAfterOwner[entity] ?? 0)
            life.made = Int64(replay[entity].made) + (later[entity] ?? []).sum { Int64(max(1, $0.made)) }
            if told.end == nil,
                let local = replay.table.held(entity).first(where: { trace.text(at: $0.label) == "local" })
            {
                life.localOf = local.holder
            }
            life.cycle = replay.cycles[entity].map { trace.path($0, replay.kinds) }
            life.passing = replay.passing[entity].map { trace.path($0, replay.kinds) }
            if life.isKept {
                life.chains = replay.table.chains(to: entity, replay.kinds, limit: Self.longestListOfChains)
                    .map { trace.path($0, replay.kinds) }
            }
            lifetimes.append(life)
        }
    }

    /// The firings of a timer, or of all its copies, after the last owner had released it; nil if it never had one.
    func firedAfterOwner(_ timer: EntityID, _ statistics: TimerStatistics) -> Int64? {
        let found = statistics.timers(of: timer).compactMap { orphans[$0]?.firings }
        return found.isEmpty ? nil : found.sum(\.self)
    }
}

extension ReferenceGraph {
    /// The references right after all events up to and including `instant` (ns).
    package init(of trace: Trace, at instant: Int64) {
        var replay = LifetimeReplay()
        replay.grow(entities: trace.entities, texts: trace.texts)
        var weak = ReferenceTable()
        for record in trace.records where record.time <= instant {
            replay.read(record)
            switch record.kind {
            case .weaklyReferred where replay[record.entity].deallocBegan == nil:
                weak.retain(replay.kinds.key(of: record))
            case .weaklyReferredNoMore: weak.release(replay.kinds.key(of: record))
            case .deallocBegan:
                // All weak variables read nil from here on, and the references of a dead object are gone.
                for key in weak.held(record.entity) + weak.holds(record.entity) { while weak.release(key) {} }
            default: continue
            }
        }
        var edges = replay.table.all.map(trace.edge)
        edges = Set(edges.map(\.holder)).subtracting(edges.map(\.held)).sorted().compactMap(trace.queueEdge) + edges
        let alive = replay.lives.indices.filter {
            replay.lives[$0].deallocated == nil && replay.lives[$0].created != nil
        }
        let nodes = Set(edges.flatMap { [$0.holder, $0.held] } + alive.map { EntityID($0) })
        let weakEdges = weak.all.map(trace.edge).filter { nodes.contains($0.holder) && nodes.contains($0.held) }
        self.init(
            nodes: nodes.sorted(), edges: edges, weakEdges: weakEdges, roots: nodes.sorted().filter(replay.kinds.isRoot)
        )
    }
}
