import LabAnalysis
import LabExactTime
import LabRecording

extension RunReport {
    /// Draws the references at an instant, ns, as SVG; nil for the end of the recording.
    package func writeGraph(at instant: Int64? = nil, to stream: ByteStream) {
        ReferenceDrawing(self, at: instant).writeSVG(to: stream)
    }
}

/// The references at one instant, as boxes and arrows; the layout places them.
struct ReferenceDrawing {
    enum Shape: CaseIterable { case root, object, timer, block, other }

    struct Node: Hashable {
        /// `controller : TimerViewController`
        var title: String
        /// A remark: the time since which it outlives its owners. Empty for most.
        var note = ""
        var shape: Shape
        var isInCycle = false
        var isKept = false
        /// True if a path leads to it from a root.
        var isReached = false
    }

    struct Edge: Hashable {
        var from: Int
        var to: Int
        var label: String
        var isInCycle = false
        /// True if it keeps nothing alive.
        var isWeak = false
        /// The reference that a program gives up to free what leaks.
        var isCut = false
    }

    /// In the order in which references first named them.
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    let title: String
    let subtitle: String
    private var numbers: [Key: Int] = [:]
    private var copies: [Set<EntityID>] = []

    /// The words of a root (a thread and its run loop are two roots); the group of a timer's copies.
    private enum Key: Hashable {
        case root(String)
        case entity(EntityID)
    }

    /// - Parameter instant: ns; nil for the end of the recording.
    init(_ report: RunReport, at instant: Int64?) {
        let trace = report.trace
        let end = report.analysis.crash.map { min($0.time, trace.duration) } ?? trace.duration
        let isEnd = instant.map { $0 >= end } ?? true
        let time = isEnd ? Int64.max : instant ?? 0
        title = trace.header.title.isEmpty ? report.file : trace.header.title
        let ending = report.analysis.crash == nil ? "at the end, " : "at the crash, "
        subtitle =
            "references \(isEnd ? ending : "at ")\(DurationText.format(isEnd ? end : time, digits: 9)) · " + report.file
        let graph = ReferenceGraph(of: trace, at: time)
        let knots = graph.knots
        // Pairs of a timer and an object that it retained although the code passed a weak variable.
        let weakly = Set(
            trace.records.filter { $0.kind == .weakTargetRetained && $0.time <= time }
                .map { [$0.entity, EntityID($0.value)] })
        let roots = Set(graph.roots)
        let cuts = report.cuts
        for edge in graph.edges {
            let (from, to) = ends(of: edge, roots, trace)
            let isNamedByRoot = trace.entity(edge.holder).map { $0.kind == .process } ?? true
            var label = isNamedByRoot ? "" : edge.label
            if weakly.contains([edge.holder, edge.held]) { label += " (given a weak variable)" }
            let drawn = Edge(
                from: from, to: to, label: Self.clipped(label),
                isInCycle: knots[edge.holder].map { $0 == knots[edge.held] } ?? false,
                isCut: cuts.contains { $0.holder == edge.holder && $0.held == edge.held })
            if drawn.isInCycle {
                nodes[from].isInCycle = true
                nodes[to].isInCycle = true
            }
            edges.append(drawn)
        }
        for edge in graph.weakEdges {
            let (from, to) = ends(of: edge, roots, trace)
            edges.append(Edge(from: from, to: to, label: Self.clipped(edge.label), isWeak: true))
        }
        edges = edges.unique
        for entity in graph.nodes where !roots.contains(entity) { _ = number(of: entity, trace) }
        for index in nodes.indices where copies[index].count > 1 { nodes[index].title += " ×\(copies[index].count)" }
        for life in report.analysis.lifetimes {
            guard let left = life.lastOwnerLeft, left <= time, life.deallocBegan.map({ $0 > time }) ?? true,
                let number = numbers[.entity(life.entity)]
            else { continue }
            nodes[number].isKept = true
            nodes[number].note = "kept; its last owner left at \(DurationText.format(left, digits: 6))"
        }
        markReached()
    }

    private mutating func ends(of edge: ReferenceEdge, _ roots: Set<EntityID>, _ trace: Trace) -> (from: Int, to: Int) {
        func end(_ entity: EntityID, by label: String) -> Int {
            roots.contains(entity)
                ? insertRoot(trace.holderText(of: entity, by: label)) : number(of: entity, trace)
        }
        return (end(edge.holder, by: edge.label), end(edge.held, by: "target"))
    }

    private mutating func insertRoot(_ words: String) -> Int { insert(.root(words), words, .root) }

    private mutating func number(of entity: EntityID, _ trace: Trace) -> Int {
        guard let found = trace.entity(entity) else { return insertRoot("?") }
        let group = trace.group(of: entity)
        let detail = found.detail.isEmpty ? "" : " : " + found.detail
        let (title, shape): (String, Shape) =
            switch found.kind {
            case .object: (trace.name(group) + detail, .object)
            case .timer: ("timer " + trace.name(group) + detail, .timer)
            case .block: ("block " + trace.name(group), .block)
            case .process, .thread, .mode, .event, .observer, .source, .queue:
                (trace.holderText(of: entity, by: ""), .other)
            }
        let number = insert(.entity(group), title, shape)
        copies[number].insert(entity)
        return number
    }

    private mutating func insert(_ key: Key, _ title: String, _ shape: Shape) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = nodes.count
        nodes.append(Node(title: Self.clipped(title), shape: shape))
        copies.append([])
        return nodes.count - 1
    }

    /// Shortens names, which may have any length.
    private static func clipped(_ text: String) -> String { DisplayWidth.clipped(text, to: 60) }

    private mutating func markReached() {
        var ways = [[Int]](repeating: [], count: nodes.count)
        for edge in edges where !edge.isWeak { ways[edge.from].append(edge.to) }
        var pending = nodes.indices.filter { nodes[$0].shape == .root }
        while let current = pending.popLast() {
            if nodes[current].isReached { continue }
            nodes[current].isReached = true
            pending += ways[current]
        }
    }
}

extension ReferenceGraph {
    /// The strongly connected part of each entity: a reference inside a part lies on a cycle.
    ///
    /// Kosaraju's algorithm, with a stack instead of recursion: a list of objects may be very long.
    fileprivate var knots: [EntityID: Int] {
        var (ways, back): ([EntityID: [EntityID]], [EntityID: [EntityID]]) = ([:], [:])
        for edge in edges where edge.holder.exists {
            ways[edge.holder, default: []].append(edge.held)
            back[edge.held, default: []].append(edge.holder)
        }
        var seen: Set<EntityID> = []
        var left: [EntityID] = []
        var path = nodes.filter(\.exists).map { (node: $0, isLeft: false) }
        while let (node, isLeft) = path.popLast() {
            if isLeft { left.append(node) }
            guard !isLeft, seen.insert(node).inserted else { continue }
            path.append((node, true))
            path += (ways[node] ?? []).map { ($0, false) }
        }
        var part: [EntityID: Int] = [:]
        for (number, start) in left.reversed().enumerated() {
            var pending = [start]
            while let node = pending.popLast() {
                guard part[node] == nil else { continue }
                part[node] = number
                pending += back[node] ?? []
            }
        }
        return part
    }
}
