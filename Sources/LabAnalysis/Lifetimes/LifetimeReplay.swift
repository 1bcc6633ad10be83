import LabRecording

/// Replays retains and releases, and records when the last owner of each object released it.
///
/// An object is owned while a path leads to it from a variable or the navigation stack through properties of objects.
/// References of run loops, timers, sources, threads and blocks do not own it, they only keep it.
struct LifetimeReplay {
    /// The history of an object or timer so far.
    struct Life {
        /// True if it was ever made or held.
        var isKnown = false
        var isOwned = false
        var created: Int64?
        var made: Int32 = 0
        /// How many of those made are alive: a timer is made again before its variable releases the older one.
        var living: Int32 = 0
        var deallocBegan: Int64?
        var deallocated: Int64?
        /// The instant at which its last owner released it; nil while one holds it, or if there never was one.
        var lastOwnerLeft: Int64?
        /// True if its last holder released it in its own `dealloc`.
        var goesWithHolder = false
        var wasOwned: Bool { isOwned || lastOwnerLeft != nil }
        var end: Int64? { lastOwnerLeft ?? deallocBegan }
    }

    private(set) var table = ReferenceTable()
    /// By entity.
    private(set) var lives: [Life] = []
    /// The start of each latest deallocation, also of an object that was made again since.
    private(set) var deallocations: [EntityID: Int64] = [:]
    /// By timer and block, the objects and blocks that it ever held; by timer, the objects that ever held it.
    private var everHeld: [EntityID: Set<EntityID>] = [:]
    private var everHolders: [EntityID: Set<EntityID>] = [:]
    /// Objects that were deallocated although something still held them.
    private(set) var overReleased: [(object: EntityID, time: Int64, holders: [ReferenceTable.Key])] = []
    /// By timer, the instant from which on its callback messages nil: the last deallocation before the first such
    /// message.
    private(set) var targetNilSince: [EntityID: Int64] = [:]
    /// The objects of weak variables, also after their deallocation.
    private var weakTargets: [EntityID: Set<EntityID>] = [:]
    /// The screens on the navigation stack, the one that is shown last.
    private var screens: [EntityID] = []
    /// By screen, the times at which it was not shown, ns; none for one that was never covered.
    private(set) var hidden: [EntityID: [Range<Int64>]] = [:]
    private var latestDeallocation: Int64?
    /// Proxies that have swallowed a message, since their real target is gone; they do not own the timers that call
    /// them.
    var swallowers: Set<EntityID> = []
    private(set) var kinds = HolderKinds()
    /// The cycles of objects that outlived their last owner.
    private(set) var cycles: [EntityID: [ReferenceTable.Key]] = [:]
    /// The paths that end by themselves and kept objects when they lost their last owner.
    private(set) var passing: [EntityID: [ReferenceTable.Key]] = [:]
    /// The objects that lost their last owner at the present instant; the next instant shows if they outlive it.
    private var leaving: [EntityID] = []
    private var now: Int64 = 0

    mutating func grow(entities: [Entity], texts: [String]) {
        kinds.grow(entities: entities, texts: texts)
        lives.grow(to: entities.count, with: Life())
    }

    mutating func read(_ record: Record) {
        let entity = record.entity
        guard kinds.kind(entity) != nil else { return }
        advance(to: record.time)
        let index = Int(entity.index)
        switch record.kind {
        case .created:
            lives[index].isKnown = true
            lives[index].created = record.time
            lives[index].made &+= 1
            lives[index].living &+= 1
            lives[index].deallocBegan = nil
            lives[index].deallocated = nil
        case .retained: retain(kinds.key(of: record))
        case .released: release(kinds.key(of: record))
        case .deallocBegan:
            lives[index].living = max(0, lives[index].living - 1)
            guard lives[index].living == 0 else { return }
            let holders = table.held(entity).filter { $0.holder != entity }
            if !holders.isEmpty { overReleased.append((entity, record.time, holders)) }
            lives[index].isKnown = true
            lives[index].deallocBegan = record.time
            deallocations[entity] = record.time
            if kinds.isObject(entity) { latestDeallocation = record.time }
        case .deallocated where lives[index].living == 0:
            lives[index].isKnown = true
            lives[index].deallocated = record.time
        case .remarked where record.value == Remark.messagedNil.rawValue:
            if targetNilSince[entity] == nil { targetNilSince[entity] = latestDeallocation }
        case .weaklyReferred: weakTargets[EntityID(record.value), default: []].insert(entity)
        case .weaklyReferredNoMore: weakTargets[EntityID(record.value)]?.remove(entity)
        default: return
        }
    }

    /// The objects that decide about a timer's end: its references, those of its blocks, and its holders.
    private func circle(of timer: EntityID) -> Set<EntityID> {
        // Most of very many timers hold nothing, and a closure would copy the tables for each.
        guard everHeld[timer] != nil || everHolders[timer] != nil else { return [] }
        let held = everHeld[timer] ?? []
        return held.union(held.flatMap { everHeld[$0] ?? [] }).union(everHolders[timer] ?? [])
    }

    /// The objects among them that were ever owned, in the order of entities.
    func owners(of timer: EntityID) -> [EntityID] {
        let circle = circle(of: timer)
        return circle.isEmpty ? [] : circle.filter(isOwner).sorted()
    }

    private func isOwner(_ entity: EntityID) -> Bool {
        kinds.isObject(entity) && self[entity].wasOwned && !swallowers.contains(entity)
    }

    /// The instant since which a timer has no listener; nil if it has one, or if nothing is known.
    ///
    /// It has none if it was seen to message nil, or if all objects of its block, target and references are gone.
    func unheardSince(_ timer: EntityID) -> Int64? {
        if let since = targetNilSince[timer] { return since }
        if weakTargets.isEmpty { return nil }
        let holders = circle(of: timer).union([timer])
        guard !holders.contains(where: isOwner) else { return nil }
        let targets = holders.reduce(into: Set<EntityID>()) { $0.formUnion(weakTargets[$1] ?? []) }
        let ends = targets.compactMap { self[$0].deallocBegan }
        return ends.count == targets.count ? ends.max() : nil
    }

    /// True if a weak variable of an owned object refers to it: it can be reached, and so ended.
    func isWithinReach(_ timer: EntityID) -> Bool {
        weakTargets.contains { self[$0.key].isOwned && $0.value.contains(timer) }
    }

    /// The instant at which an object that lives on dropped the last reference to a timer, if any.
    func droppedSince(_ timer: EntityID) -> Int64? {
        let isDropped = !isWithinReach(timer) && everHolders[timer]?.contains { self[$0].isOwned } ?? false
        return isDropped ? self[timer].lastOwnerLeft : nil
    }

    /// True if all objects that ever held a timer are gone, and no other refers to it: its target may live on.
    func hasLostHolders(_ timer: EntityID) -> Bool {
        guard let holders = everHolders[timer], !isWithinReach(timer) else { return false }
        return !self[timer].isOwned && holders.allSatisfy { self[$0].end != nil }
    }

    /// True if an object holds weakly what holds or held the timer.
    func isRelay(_ object: EntityID, of timer: EntityID) -> Bool {
        !(weakTargets[object] ?? []).isDisjoint(with: everHolders[timer] ?? [])
    }

    /// The history of an entity; empty for none.
    subscript(entity: EntityID) -> Life { lives[entity] ?? Life() }

    /// The end of the grid of a source that is released with its owner: one that has fired ends there like a cancelled
    /// one.
    func endOfGrid(_ record: Record, among entities: [Entity]) -> Record? {
        guard record.kind == .deallocBegan, entities[Int(record.entity.index)].mechanism == .gcd,
            self[record.entity].goesWithHolder
        else { return nil }
        var end = record
        (end.kind, end.extra) = (.gridEnded, -1)
        return end
    }

    /// All events at earlier instants are complete.
    mutating func advance(to time: Int64) {
        guard time > now else { return }
        for entity in leaving where self[entity].deallocBegan == nil && self[entity].lastOwnerLeft != nil {
            cycles[entity] = table.cycle(through: entity)
            passing[entity] = table.chains(to: entity, kinds, limit: 1).first.flatMap { kinds.isPassing($0) ? $0 : nil }
        }
        leaving.removeAll()
        now = time
    }

    /// A screen instead of another, on the stack. Those from the start cover none.
    private mutating func show(_ screen: EntityID?, insteadOf other: EntityID?) {
        if let other, now > 0 { hidden[other, default: []].append(now..<(.max)) }
        if let screen { endHiding(screen) }
    }

    /// A screen is shown again, or nothing but a timer keeps it: that is a leak, or on its way.
    private mutating func endHiding(_ screen: EntityID) {
        guard let last = hidden[screen]?.last, last.upperBound == .max else { return }
        hidden[screen]?.removeLast()
        if last.lowerBound < now { hidden[screen]?.append(last.lowerBound..<now) }
    }

    private mutating func retain(_ key: ReferenceTable.Key) {
        if key.label == kinds.navigation {
            show(key.held, insteadOf: screens.last)
            screens.append(key.held)
            hidden[key.held] = hidden[key.held] ?? []
        }
        table.retain(key)
        lives[Int(key.held.index)].isKnown = true
        switch (kinds.kind(key.holder), kinds.kind(key.held)) {
        // A `userInfo` is there for its timer, and does not own it.
        case (.timer, .object) where key.label == kinds.userInfo: break
        case (.timer, .object), (.timer, .block), (.block, .object): everHeld[key.holder, default: []].insert(key.held)
        case (.object, .timer): everHolders[key.held, default: []].insert(key.holder)
        default: break
        }
        if isOwning(key) { own(key.held) }
    }

    private mutating func release(_ key: ReferenceTable.Key) {
        if key.label == kinds.navigation, let place = screens.lastIndex(of: key.held) {
            screens.remove(at: place)
            if place == screens.count { show(screens.last, insteadOf: key.held) }
        }
        if kinds.kind(key.held) == .timer {
            lives[Int(key.held.index)].goesWithHolder = self[key.holder].deallocBegan != nil
        }
        guard table.release(key), self[key.held].isOwned, kinds.isOwningRoot(key) || kinds.isObject(key.holder)
        else { return }
        disown(from: key.held)
    }

    /// Marks an object as owned from now on, with everything in its properties.
    private mutating func own(_ entity: EntityID) {
        var pending = [entity]
        while let current = pending.popLast() {
            guard !self[current].isOwned else { continue }
            lives[Int(current.index)].isOwned = true
            lives[Int(current.index)].lastOwnerLeft = nil
            cycles[current] = nil
            if kinds.isObject(current) { pending += table.holds(current).map(\.held) }
        }
    }

    /// An object lost a reference that may have been the last: finds the objects behind it that are still owned.
    private mutating func disown(from entity: EntityID) {
        var doubtful: [EntityID] = []
        var seen: Set<EntityID> = []
        var pending = [entity]
        while let current = pending.popLast() {
            guard self[current].isOwned, seen.insert(current).inserted else { continue }
            doubtful.append(current)
            if kinds.isObject(current) { pending += table.holds(current).map(\.held) }
        }
        for candidate in doubtful { lives[Int(candidate.index)].isOwned = false }
        for candidate in doubtful where table.held(candidate).contains(where: isOwning) { own(candidate) }
        for candidate in doubtful where !self[candidate].isOwned {
            lives[Int(candidate.index)].lastOwnerLeft = now
            endHiding(candidate)
            leaving.append(candidate)
        }
    }

    private func isOwning(_ key: ReferenceTable.Key) -> Bool {
        kinds.isOwningRoot(key) || (kinds.isObject(key.holder) && self[key.holder].isOwned)
    }
}
