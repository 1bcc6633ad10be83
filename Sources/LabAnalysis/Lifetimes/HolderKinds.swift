import LabExactTime
import LabRecording

/// The kinds of holders in a recording: owners in the code, or the system, which keeps objects by itself.
///
/// Grows with the tables of a recording in progress.
struct HolderKinds {
    private var entities: [Entity] = []
    private var labelCount = 0
    private var variableLabels: [Int64] = []
    /// The label of the navigation stack's references; -1: it has none.
    private(set) var navigation: Int64 = -1
    /// The same of timers' `userInfo`.
    private(set) var userInfo: Int64 = -1

    mutating func grow(entities: [Entity], texts: [String]) {
        if entities.count > self.entities.count { self.entities = entities }
        for index in texts.indices.dropFirst(labelCount) {
            if Self.variables.contains(texts[index]) { variableLabels.append(Int64(index)) }
            if texts[index] == "navigation" { navigation = Int64(index) }
            if texts[index] == "userInfo" { userInfo = Int64(index) }
        }
        labelCount = max(labelCount, texts.count)
    }

    func kind(_ entity: EntityID) -> Entity.Kind? { entities[entity]?.kind }

    /// True for roots, which need no holder.
    func isRoot(_ entity: EntityID) -> Bool {
        switch kind(entity) {
        case nil, .process, .thread, .mode, .event, .observer, .queue: true
        case .timer, .source, .object, .block: false
        }
    }

    /// True if the program wrote a reference from a root: a variable, the navigation stack.
    ///
    /// A thread's local variable is such a reference, unless the run loop of another thread keeps the timer that
    /// it refers to. Its run loop's reference to a timer and its own to its target are not.
    func isOwningRoot(_ key: ReferenceTable.Key) -> Bool {
        let kind = kind(key.holder)
        return kind == .thread
            ? variableLabels.contains(key.label) && !isKeptElsewhere(key) : kind == nil || kind == .process
    }

    /// True for a timer in the run loop of another thread than the holder.
    private func isKeptElsewhere(_ key: ReferenceTable.Key) -> Bool {
        guard let timer = entities[key.held], let row = timer.mechanism?.row else { return false }
        return row.home == .runLoop && !row.needsHolder && timer.home != key.holder
    }

    /// True if a path ends by itself: a block has run, or a timer has fired once.
    func isPassing(_ path: [ReferenceTable.Key]) -> Bool {
        path.first.map { kind($0.holder) == .block } ?? false
            || path.contains { entities[$0.holder]?.timer?.repeats == false }
    }

    /// The labels of references of a thread's own code.
    static let variables = ["local", "autorelease pool"]

    func isObject(_ entity: EntityID) -> Bool { kind(entity) == .object }

    func key(of record: Record) -> ReferenceTable.Key {
        let holder = EntityID(record.value)
        return ReferenceTable.Key(
            holder: kind(holder) == nil ? .none : holder, held: record.entity,
            label: (0..<Int64(labelCount)).contains(record.extra) ? record.extra : -1)
    }
}

extension Trace {
    func edge(_ key: ReferenceTable.Key) -> ReferenceEdge {
        ReferenceEdge(holder: key.holder, held: key.held, label: text(at: key.label))
    }

    /// In words: the holder, then `→ label name` for every reference.
    func path(_ keys: [ReferenceTable.Key], _ kinds: HolderKinds) -> KeptPath {
        var edges = keys.map(edge)
        let block = edges.first?.holder ?? .none
        if let waiting = queueEdge(to: block) { edges.insert(waiting, at: 0) }
        var words = edges.first.map { holderText(of: $0.holder, by: $0.label) } ?? ""
        for edge in edges {
            let isNamedByRoot = entity(edge.holder).map { $0.kind == .process } ?? true
            words += (isNamedByRoot ? " → " : " → \(edge.label) ") + name(edge.held)
        }
        if let due = dues[block] { words += ", until it has run at \(DurationText.format(due, digits: 6))" }
        return KeptPath(edges: edges, text: words, endsByItself: kinds.isPassing(keys))
    }

    /// The reference from a queue to a block in it that nothing else holds.
    func queueEdge(to block: EntityID) -> ReferenceEdge? {
        guard let entity = entity(block), entity.kind == .block, entity.home.exists else { return nil }
        return ReferenceEdge(holder: entity.home, held: block, label: "block")
    }

    /// The holder, in the words that begin a path: `run loop main`, `thread worker`, `timer tick`, `navigation`.
    ///
    /// A thread holds its variables and what it was started with; all its other references belong to its run loop.
    package func holderText(of holder: EntityID, by label: String) -> String {
        let name = name(holder)
        switch entity(holder)?.kind {
        case nil: return label
        case .process, .object: return name
        case .thread:
            let isThreads = HolderKinds.variables.contains(label) || ["block", "target", "argument"].contains(label)
            return (isThreads ? "thread " : "run loop ") + name
        case .some(let kind): return "\(kind) \(name)"
        }
    }
}
