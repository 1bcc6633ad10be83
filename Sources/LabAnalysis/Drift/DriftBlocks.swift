/// A point of a fit: a mean of firings, or the lowest of them, relative to the first firing of the series.
struct FitPoint {
    var index: Double
    var lag: Double
    var weight: Double
    var segment: Int32
}

/// What is kept of a series, however long: at most 96 blocks (8 KiB), each of one segment.
///
/// Blocks hold a power of two of firings. When all are in use, neighbours are merged and the power doubles; when there
/// are more than 24 segments by then, the shortest are forgotten but for what they gained.
struct DriftBlocks: Sendable {
    private static let capacity = 96
    private static let mostSegments = 24

    private var blocks: [LagBlock] = []
    /// The firings of a block that is full.
    private(set) var size: Int64 = 1
    /// The slope under which the lowest point is sought, ns an index.
    private var slope = 0.0
    private(set) var segment: Int32 = 0
    /// The first point that was seen; means are relative to it.
    private(set) var origin: LagPoint?
    private var forgotten = (gain: Int128(0), span: Int128(0))

    mutating func beginSegment() { segment += 1 }

    /// Bytes.
    var room: Int { blocks.capacity * MemoryLayout<LagBlock>.stride }

    mutating func keep(_ run: LagRun) {
        var rest = run
        while true {
            openBlock(at: rest.first)
            let place = blocks.count - 1
            let room = size - blocks[place].count
            guard rest.count > room else { return blocks[place].keep(rest, slope: slope) }
            blocks[place].keep(rest.prefix(room), slope: slope)
            rest.removeFirst(room)
        }
    }

    /// A segment becomes one with the segment before it.
    mutating func join(_ joined: Int32) {
        guard let start = blocks.firstIndex(where: { $0.segment == joined }), start > 0 else { return }
        let before = blocks[start - 1].segment
        for place in start..<blocks.count where blocks[place].segment == joined { blocks[place].segment = before }
    }

    private mutating func openBlock(at point: LagPoint) {
        if let last = blocks.last, last.segment == segment, last.count < size { return }
        if origin == nil { origin = point }
        if blocks.count == Self.capacity { compact() }
        // Most of very many timers never need all of it.
        if blocks.count == blocks.capacity { blocks.reserveCapacity(min(Self.capacity, max(8, 2 * blocks.count))) }
        blocks.append(LagBlock(startingAt: point, segment: segment))
    }

    private mutating func compact() {
        slope = meanSlope ?? slope
        forgetShortSegments()
        while blocks.count > Self.capacity * 3 / 4 {
            var write = 0
            var read = 0
            while read < blocks.count {
                var merged = blocks[read]
                read += 1
                if read < blocks.count, blocks[read].segment == merged.segment {
                    merged.merge(blocks[read], slope: slope)
                    read += 1
                }
                blocks[write] = merged
                write += 1
            }
            blocks.removeLast(blocks.count - write)
            size *= 2
        }
    }

    private mutating func forgetShortSegments() {
        var segments = segmentSizes
        while segments.count > Self.mostSegments,
            let shortest = segments.filter({ $0.segment != segment }).min(by: { $0.count < $1.count })
        {
            let (gain, span) = gainAndSpan { $0 == shortest.segment }
            forgotten = (forgotten.gain + gain, forgotten.span + span)
            blocks.removeAll { $0.segment == shortest.segment }
            segments.removeAll { $0.segment == shortest.segment }
        }
    }

    /// The segments in order, with how many firings each has kept.
    private var segmentSizes: [(segment: Int32, count: Int64)] {
        var sizes: [(segment: Int32, count: Int64)] = []
        for block in blocks {
            if sizes.last?.segment != block.segment { sizes.append((block.segment, 0)) }
            sizes[sizes.count - 1].count += block.count
        }
        return sizes
    }
}

extension DriftBlocks {
    /// The common slope of all means, each segment with a level of its own, ns an index.
    var meanSlope: Double? { WanderingLevelFit.commonSlope(of: means) }

    var means: some Sequence<FitPoint> {
        let origin = origin ?? LagPoint(index: 0, lag: 0)
        return blocks.lazy.map { $0.mean(from: origin) }
    }

    /// The lowest point under `slope` of each group of `length` firings; shorter groups have a higher one and are out.
    func minima(ofGroups length: Int64, slope: Double) -> [FitPoint] {
        guard let origin else { return [] }
        var points: [FitPoint] = []
        var group: LagBlock?
        for block in blocks {
            if group?.segment == block.segment { group?.merge(block, slope: slope) } else { group = block }
            guard let whole = group, whole.count >= length else { continue }
            points.append(
                FitPoint(
                    index: Double(whole.lowest.index - origin.index), lag: Double(whole.lowest.lag - origin.lag),
                    weight: 1, segment: whole.segment))
            group = nil
        }
        return points
    }

    /// How much lag was gained over how many indices, first to last kept firing of each segment.
    var gained: (gain: Int128, span: Int128) {
        let (gain, span) = gainAndSpan { _ in true }
        return (gain + forgotten.gain, span + forgotten.span)
    }

    private func gainAndSpan(where isWanted: (Int32) -> Bool) -> (gain: Int128, span: Int128) {
        var sum = (gain: Int128(0), span: Int128(0))
        forEachStep { from, to, segment in
            guard isWanted(segment) else { return }
            sum.gain += Int128(to.lag - from.lag)
            sum.span += Int128(to.index - from.index)
        }
        return sum
    }

    /// Calls for the step from the first kept firing of each block to that of the next, and to a segment's last.
    func forEachStep(_ body: (_ from: LagPoint, _ to: LagPoint, _ segment: Int32) -> Void) {
        var open: LagBlock?
        for block in blocks {
            if let before = open {
                if before.segment == block.segment {
                    body(before.first, block.first, block.segment)
                } else if before.last != before.first {
                    body(before.first, before.last, before.segment)
                }
            }
            open = block
        }
        if let open, open.last != open.first { body(open.first, open.last, open.segment) }
    }

    /// How many kept firings the longest segment has.
    var longestSegment: Int64 { segmentSizes.map(\.count).max() ?? 0 }
}
