import Recording

/// The strong references at one moment of a replay, in the order in which they were made.
struct ReferenceTable {
    struct Key: Hashable {
        var holder: EntityID
        var held: EntityID
        var label: Int64
    }

    private struct Entry {
        var key: Key
        var count = 1
        /// How many were made before it.
        let order: Int
    }

    private var entries: [Entry] = []
    /// The numbers of entries whose references are gone.
    private var free: [Int] = []
    private var made = 0
    /// Entry numbers by who is held and by who holds, oldest first.
    private var toward = LinkedLists()
    private var away = LinkedLists()

    mutating func retain(_ key: Key) {
        if let number = number(of: key) {
            entries[number].count += 1
            return
        }
        let entry = Entry(key: key, order: made)
        made += 1
        let number = free.popLast() ?? entries.count
        if number < entries.count { entries[number] = entry } else { entries.append(entry) }
        toward.append(number, to: ReferenceTable.list(key.held))
        away.append(number, to: ReferenceTable.list(key.holder))
    }

    /// Takes a reference back; whether there was one.
    @discardableResult mutating func release(_ key: Key) -> Bool {
        guard let number = number(of: key) else { return false }
        entries[number].count -= 1
        guard entries[number].count == 0 else { return true }
        toward.remove(number, from: ReferenceTable.list(key.held))
        away.remove(number, from: ReferenceTable.list(key.holder))
        free.append(number)
        return true
    }

    /// References to an object, oldest first.
    func held(_ entity: EntityID) -> [Key] { keys(ReferenceTable.list(entity), in: toward) }

    /// References of a holder, oldest first.
    func holds(_ entity: EntityID) -> [Key] { keys(ReferenceTable.list(entity), in: away) }

    var all: [Key] { entries.filter { $0.count > 0 }.sorted { $0.order < $1.order }.map(\.key) }

    private func keys(_ list: Int, in lists: LinkedLists) -> [Key] {
        var keys: [Key] = []
        var number = lists.first(of: list)
        while number >= 0 {
            keys.append(entries[number].key)
            number = lists.next(after: number)
        }
        return keys
    }

    /// Looks in the shorter one of the two lists that it would be in.
    private func number(of key: Key) -> Int? {
        let (held, holder) = (ReferenceTable.list(key.held), ReferenceTable.list(key.holder))
        let isHeldByFewer = toward.count(held) <= away.count(holder)
        return number(of: key, in: isHeldByFewer ? toward : away, isHeldByFewer ? held : holder)
    }

    private func number(of key: Key, in lists: LinkedLists, _ list: Int) -> Int? {
        var number = lists.first(of: list)
        while number >= 0, entries[number].key != key { number = lists.next(after: number) }
        return number >= 0 ? number : nil
    }

    /// What is no entity has the first list.
    private static func list(_ entity: EntityID) -> Int { max(0, Int(entity.index) + 1) }
}

/// What the holders of a recording are: owners that the code names, or machinery that keeps things by itself.
///
/// Grows with the tables of a recording that is still being made.
struct HolderKinds {
    /// By entity.
    private(set) var kinds: [Entity.Kind] = []
    /// By text, the first index of an equal one: equal labels are one, however often a recording lists them.
    private(set) var labels: [Int64] = []
    private var firstLabels: [String: Int64] = [:]
    private var variableLabels: [Int64] = []

    mutating func grow(entities: [Entity], texts: [String]) {
        for index in kinds.count..<max(kinds.count, entities.count) { kinds.append(entities[index].kind) }
        for index in labels.count..<max(labels.count, texts.count) {
            let first = firstLabels[texts[index]] ?? Int64(index)
            firstLabels[texts[index]] = first
            labels.append(first)
            if first == index, HolderKinds.variables.contains(texts[index]) { variableLabels.append(first) }
        }
    }

    func kind(_ entity: EntityID) -> Entity.Kind? {
        let index = Int(entity.index)
        return index >= 0 && index < kinds.count ? kinds[index] : nil
    }

    /// Roots need nothing to hold them.
    func isRoot(_ entity: EntityID) -> Bool {
        switch kind(entity) {
        case nil, .process, .thread, .mode, .event, .observer, .queue: true
        case .timer, .source, .object, .block: false
        }
    }

    /// Whether a reference from a root is one that the program wrote: a variable, the navigation stack.
    ///
    /// A thread's reference to a local variable is; its run loop's to a timer, and its own to its target, are not.
    func isOwningRoot(_ key: ReferenceTable.Key) -> Bool {
        switch kind(key.holder) {
        case nil, .process: true
        case .thread: variableLabels.contains(key.label)
        case .mode, .timer, .event, .observer, .source, .queue, .object, .block: false
        }
    }

    /// Labels of what a thread's own code refers to.
    static let variables: Set<String> = ["local", "autorelease pool"]

    func isObject(_ entity: EntityID) -> Bool { kind(entity) == .object }

    /// The reference that a record is about, its label the first of equal ones.
    func key(of record: Record) -> ReferenceTable.Key {
        let holder = EntityID(Int(clamping: record.value))
        return ReferenceTable.Key(
            holder: kind(holder) == nil ? .none : holder, held: record.entity,
            label: labels.indices.contains(Int(clamping: record.extra)) ? labels[Int(record.extra)] : -1)
    }
}

extension Trace {
    func edge(_ key: ReferenceTable.Key) -> ReferenceEdge {
        ReferenceEdge(holder: key.holder, held: key.held, label: text(at: key.label))
    }

    /// In words: the holder, then `→ label name` for every reference.
    func path(_ keys: [ReferenceTable.Key], isCycle: Bool) -> KeptPath {
        let edges = keys.map(edge)
        var words = edges.first.map(holderText) ?? ""
        for edge in edges {
            let isNamedByRoot = entity(edge.holder).map { $0.kind == .process } ?? true
            words += (isNamedByRoot ? " → " : " → \(edge.label) ") + name(edge.held)
        }
        return KeptPath(edges: edges, isCycle: isCycle, text: words)
    }

    /// Who holds, in the words that begin a path: `run loop main`, `thread worker`, `timer tick`, `navigation`.
    ///
    /// A thread's own variables are the thread's; what else it refers to, its run loop does.
    public func holderText(of edge: ReferenceEdge) -> String {
        let name = name(edge.holder)
        switch entity(edge.holder)?.kind {
        case nil: return edge.label
        case .process, .object: return name
        case .thread:
            let isThreads =
                HolderKinds.variables.contains(edge.label) || edge.label == "target" || edge.label == "argument"
            return (isThreads ? "thread " : "run loop ") + name
        case .some(let kind): return "\(kind) \(name)"
        }
    }
}
