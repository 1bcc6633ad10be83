import Recording

/// Replays retains and releases, and notes when each object's last owner let go.
///
/// An object is owned while a way leads to it from a variable or the navigation stack through properties of objects. What
/// run loops, timers, sources, threads and blocks hold is not owned by that: it is kept.
struct LifetimeReplay {
    private(set) var table = ReferenceTable()
    private(set) var lives: [EntityID: Lifetime] = [:]
    /// Objects that a timer's fate hangs on: those that it held, and those that held it.
    private(set) var partners: [EntityID: Set<EntityID>] = [:]
    /// Objects that were deallocated although somebody still held them.
    private(set) var overReleased: [(object: EntityID, time: Int64, holders: [ReferenceTable.Key])] = []
    /// By timer: since when its callback talks to nil, namely since the last deallocation before it was first seen to.
    private(set) var talksToNilSince: [EntityID: Int64] = [:]
    private var latestDeallocation: Int64?
    private let trace: Trace
    private let kinds: HolderKinds
    private var owned: Set<EntityID> = []
    private var captures: [EntityID: Set<EntityID>] = [:]
    private var timersOfBlock: [EntityID: Set<EntityID>] = [:]
    /// Left by their last owner at the present instant; whether they outlive it is seen when time goes on.
    private var leaving: [EntityID] = []
    private var now: Int64 = 0

    /// The first index of each label's text: equal labels are one, however often a recording lists them.
    private let labels: [Int64]

    init(_ trace: Trace) {
        self.trace = trace
        var first: [String: Int64] = [:]
        labels = trace.texts.enumerated().map { index, text in
            first[text] = first[text] ?? Int64(index)
            return first[text] ?? Int64(index)
        }
        kinds = HolderKinds(trace: trace)
    }

    mutating func take(_ record: Record) {
        switch record.kind {
        case .created, .retained, .released, .deallocBegan, .deallocated: break
        case .remarked where record.value == Remark.messagedNil.rawValue:
            if talksToNilSince[record.entity] == nil, let since = latestDeallocation {
                talksToNilSince[record.entity] = since
            }
            return
        default: return
        }
        let entity = record.entity
        guard trace.entity(entity) != nil else { return }
        advance(to: record.time)
        switch record.kind {
        case .created:
            lives[entity, default: Lifetime(entity: entity)].created = record.time
            lives[entity]?.deallocBegan = nil
            lives[entity]?.deallocated = nil
        case .retained:
            retain(key(of: record))
        case .released:
            release(key(of: record))
        case .deallocBegan:
            let holders = table.held(entity).filter { $0.holder != entity }
            if !holders.isEmpty { overReleased.append((entity, record.time, holders)) }
            lives[entity, default: Lifetime(entity: entity)].deallocBegan = record.time
            if kinds.isObject(entity) { latestDeallocation = record.time }
        case .deallocated:
            lives[entity, default: Lifetime(entity: entity)].deallocated = record.time
        default:
            return
        }
    }

    /// Whether an owner ever held it.
    func wasOwned(_ entity: EntityID) -> Bool { owned.contains(entity) || lives[entity]?.lastOwnerLeft != nil }

    /// Everything that happens at earlier instants has happened.
    mutating func advance(to time: Int64) {
        guard time > now else { return }
        for entity in leaving where lives[entity]?.deallocBegan == nil && lives[entity]?.lastOwnerLeft != nil {
            let cycle = table.cycle(through: entity).map { path($0, isCycle: true) }
            lives[entity]?.cycle = cycle
        }
        leaving.removeAll()
        now = time
    }

    func path(_ keys: [ReferenceTable.Key], isCycle: Bool) -> KeptPath {
        KeptPath(edges: keys.map(kinds.edge), isCycle: isCycle, text: kinds.text(of: keys))
    }

    private func key(of record: Record) -> ReferenceTable.Key {
        let holder = EntityID(Int(clamping: record.value))
        return ReferenceTable.Key(
            holder: trace.entity(holder) == nil ? .none : holder, held: record.entity,
            label: labels.indices.contains(Int(record.extra)) ? labels[Int(record.extra)] : -1)
    }

    private mutating func retain(_ key: ReferenceTable.Key) {
        table.retain(key)
        _ = lives[key.held, default: Lifetime(entity: key.held)]
        notePartners(key)
        if kinds.isOwningRoot(key) || (kinds.isObject(key.holder) && owned.contains(key.holder)) { own(key.held) }
    }

    private mutating func release(_ key: ReferenceTable.Key) {
        guard table.release(key), owned.contains(key.held) else { return }
        guard kinds.isOwningRoot(key) || kinds.isObject(key.holder) else { return }
        disown(from: key.held)
    }

    /// Owned from now on, with all that its properties hold.
    private mutating func own(_ entity: EntityID) {
        var pending = [entity]
        while let current = pending.popLast() {
            guard owned.insert(current).inserted else { continue }
            lives[current, default: Lifetime(entity: current)].lastOwnerLeft = nil
            lives[current]?.cycle = nil
            if kinds.isObject(current) { pending += table.holds(current).map(\.held) }
        }
    }

    /// Somebody lost a reference that may have been the last: looks which of those that it led to are still owned.
    private mutating func disown(from entity: EntityID) {
        var doubtful: [EntityID] = []
        var seen: Set<EntityID> = []
        var pending = [entity]
        while let current = pending.popLast() {
            guard owned.contains(current), seen.insert(current).inserted else { continue }
            doubtful.append(current)
            if kinds.isObject(current) { pending += table.holds(current).map(\.held) }
        }
        owned.subtract(seen)
        for candidate in doubtful where isOwnedDirectly(candidate) { reown(candidate, among: seen) }
        for candidate in doubtful where !owned.contains(candidate) {
            lives[candidate]?.lastOwnerLeft = now
            leaving.append(candidate)
        }
    }

    private func isOwnedDirectly(_ entity: EntityID) -> Bool {
        table.held(entity).contains {
            kinds.isOwningRoot($0) || (kinds.isObject($0.holder) && owned.contains($0.holder))
        }
    }

    private mutating func reown(_ entity: EntityID, among doubtful: Set<EntityID>) {
        var pending = [entity]
        while let current = pending.popLast() {
            guard doubtful.contains(current), owned.insert(current).inserted else { continue }
            if kinds.isObject(current) { pending += table.holds(current).map(\.held) }
        }
    }

    // MARK: Partners of timers

    private mutating func notePartners(_ key: ReferenceTable.Key) {
        switch (trace.entity(key.holder)?.kind, trace.entity(key.held)?.kind) {
        case (.timer, .object): partners[key.holder, default: []].insert(key.held)
        case (.object, .timer): partners[key.held, default: []].insert(key.holder)
        case (.block, .object):
            captures[key.holder, default: []].insert(key.held)
            for timer in timersOfBlock[key.holder] ?? [] { partners[timer, default: []].insert(key.held) }
        case (.timer, .block):
            timersOfBlock[key.held, default: []].insert(key.holder)
            partners[key.holder, default: []].formUnion(captures[key.held] ?? [])
        default: break
        }
    }
}
