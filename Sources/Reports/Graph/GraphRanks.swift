/// The column of every box: its distance from the roots, and an order within the column that crosses few arrows.
struct GraphRanks {
    /// By column, from top to bottom.
    private(set) var columns: [[Int]] = []
    /// By node.
    private(set) var rank: [Int]
    private let neighbours: [[Int]]

    init(_ drawing: ReferenceDrawing) {
        let count = drawing.nodes.count
        var ways = [[Int]](repeating: [], count: count)
        var back = [[Int]](repeating: [], count: count)
        for edge in drawing.edges {
            ways[edge.from].append(edge.to)
            back[edge.to].append(edge.from)
        }
        neighbours = (0..<count).map { ways[$0] + back[$0] }
        rank = [Int](repeating: -1, count: count)
        let roots = drawing.nodes.indices.filter { drawing.nodes[$0].shape == .root }
        spread(from: roots, at: 0, ways)
        // What no root leads to begins in the second column, first with those that nothing holds.
        let origins = drawing.nodes.indices.filter { back[$0].isEmpty } + Array(drawing.nodes.indices)
        for node in origins where rank[node] < 0 { spread(from: [node], at: roots.isEmpty ? 0 : 1, ways) }
        reduceCrossings(drawing)
    }

    private mutating func spread(from start: [Int], at first: Int, _ ways: [[Int]]) {
        var front = start
        var distance = first
        while !front.isEmpty {
            var next: [Int] = []
            if columns.count <= distance { columns.append([]) }
            for node in front where rank[node] < 0 {
                rank[node] = distance
                columns[distance].append(node)
                next += ways[node].filter { rank[$0] < 0 }
            }
            front = next
            distance += 1
        }
        while columns.last?.isEmpty == true { columns.removeLast() }
    }

    /// Sweeps to and fro: each box moves to the mean place of those that it is tied to in the column before (Sugiyama).
    private mutating func reduceCrossings(_ drawing: ReferenceDrawing) {
        guard columns.count > 1 else { return }
        var best = columns
        var fewest = crossings(drawing)
        for sweep in 0..<8 where fewest > 0 {
            let isForward = sweep % 2 == 0
            let order = isForward ? Array(1..<columns.count) : Array((0..<columns.count - 1).reversed())
            for column in order { sort(column, by: isForward ? column - 1 : column + 1, drawing) }
            let count = crossings(drawing)
            if count < fewest { (best, fewest) = (columns, count) }
        }
        columns = best
    }

    private mutating func sort(_ column: Int, by other: Int, _ drawing: ReferenceDrawing) {
        var place: [Int: Int] = [:]
        for (index, node) in columns[other].enumerated() { place[node] = index }
        let keyed = columns[column].enumerated().map { index, node in
            let places = neighbours[node].compactMap { place[$0] }
            // Compared as fractions with a common scale, so that the drawing is the same everywhere.
            let mean = places.isEmpty ? index << 16 : (places.reduce(0, +) << 16) / places.count
            return (node: node, isApart: !drawing.nodes[node].isReached, mean: mean, index: index)
        }
        columns[column] = keyed.sorted {
            ($0.isApart ? 1 : 0, $0.mean, $0.index) < ($1.isApart ? 1 : 0, $1.mean, $1.index)
        }.map(\.node)
    }

    /// How many pairs of arrows between neighbouring columns cross.
    private func crossings(_ drawing: ReferenceDrawing) -> Int {
        var place = [Int](repeating: 0, count: rank.count)
        for column in columns { for (index, node) in column.enumerated() { place[node] = index } }
        var pairs = [[(left: Int, right: Int)]](repeating: [], count: columns.count)
        for edge in drawing.edges where abs(rank[edge.from] - rank[edge.to]) == 1 {
            let (left, right) = rank[edge.from] < rank[edge.to] ? (edge.from, edge.to) : (edge.to, edge.from)
            pairs[rank[left]].append((place[left], place[right]))
        }
        return pairs.reduce(0) { $0 + GraphRanks.inversions($1.sorted { $0 < $1 }.map(\.right)) }
    }

    private static func inversions(_ numbers: [Int]) -> Int {
        var sorted: [Int] = []
        var count = 0
        for number in numbers {
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle] <= number { low = middle + 1 } else { high = middle }
            }
            count += sorted.count - low
            sorted.insert(number, at: low)
        }
        return count
    }
}
