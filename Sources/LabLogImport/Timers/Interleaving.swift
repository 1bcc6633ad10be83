/// Several timers behind one message: each of them keeps a rhythm, but all together do not.
package struct Interleaving {
    private var tracks: [Track] = []
    /// The distance of most steps from an even one, ns.
    private let near: Int64
    /// The lines of each timer, as indices, in the order of their first ones.
    package var parts: [[Int]] { tracks.map(\.lines) }
    /// True if the timers have one interval, like those of code that was started twice.
    let isSame: Bool

    private static let fewestLines = 5
    private static let mostParts = 4

    /// The lines of a supposed timer.
    private struct Track {
        let lines: [Int]
        /// ns.
        let steps: [Int64]
        let median: Int64

        init(_ times: [Int64], _ lines: [Int]) {
            self.lines = lines
            steps = lines.map { times[$0] }.steps
            median = steps.value(atRank: steps.count / 2)
        }

        func uneven(_ near: Int64) -> Int { steps.count { abs($0 - median) > near } }

        func tolerance(_ resolution: Int64) -> Int64 {
            let usual = steps.map { abs($0 - median) }.value(atRank: steps.count * 4 / 5)
            return min(max(3 * usual, 2 * resolution, median / 250), median / 16)
        }
    }

    private var uneven: Int { tracks.reduce(0) { $0 + $1.uneven(near) } }

    /// The timers; nil for the lines of one timer, or if they cannot be separated.
    package init?(_ times: [Int64], resolution: Int64) {
        // So many lines decide.
        let sample = Array(times.prefix(1000))
        // Half a year: no log of timers has longer distances, and a hundred times as much would not fit into 64 bits.
        guard sample.count >= 2 * Self.fewestLines, let first = times.first, let last = times.last,
            last - first < 1 << 54
        else { return nil }
        var best: (length: Int64, order: (parts: Int, uneven: Int))?
        for length in Self.distances(in: sample) where length > 16 * resolution {
            guard let tried = Interleaving(sample, every: length, resolution), tried.isEven(sample.count) else {
                continue
            }
            let order = (tried.tracks.count, tried.uneven)
            if best.map({ order < $0.order }) ?? true { best = (length, order) }
        }
        guard let best, let found = Interleaving(times, every: best.length, resolution), found.speaks(against: times)
        else { return nil }
        self = found
    }

    /// Removes lines that are one interval apart, until the rest also has a rhythm.
    private init?(_ times: [Int64], every length: Int64, _ resolution: Int64) {
        var rest = Array(times.indices)
        repeat {
            let tries = (0..<min(3, rest.count)).map {
                Self.taken(times, rest, every: length, from: $0, within: max(length / 16, 2 * resolution))
            }
            guard let longest = tries.max(by: { $0.own.count < $1.own.count }),
                min(longest.own.count, longest.rest.count) >= Self.fewestLines
            else { return nil }
            tracks.append(Track(times, longest.own))
            rest = longest.rest
            let other = Track(times, rest)
            if other.median > 16 * resolution,
                other.uneven(max(other.median / 16, 2 * resolution)) * 10 <= other.steps.count
            {
                tracks.append(other)
                rest = []
            }
        } while !rest.isEmpty && tracks.count < Self.mostParts - 1
        isSame = tracks.allSatisfy { abs($0.median - length) * 20 <= length }
        near = tracks.map { $0.tolerance(resolution) }.max() ?? 0
        guard rest.isEmpty, tracks.count == 2 || isSame else { return nil }
        tracks.sort { $0.lines[0] < $1.lines[0] }
    }

    /// The lines that are one interval apart, and the others.
    private static func taken(
        _ times: [Int64], _ lines: [Int], every length: Int64, from start: Int, within near: Int64
    ) -> (own: [Int], rest: [Int]) {
        var (own, rest) = ([lines[start]], Array(lines[..<start]))
        var (next, missed) = (times[lines[start]] + length, 0)
        for place in start + 1..<lines.count {
            let (line, time) = (lines[place], times[lines[place]])
            while time - next > near, missed < 8 { (next, missed) = (next + length, missed + 1) }
            let following = place + 1 < lines.count ? times[lines[place + 1]] : .max
            guard time >= next - near, missed == 8 || following.subtracting(saturating: next) >= abs(time - next) else {
                rest.append(line)
                continue
            }
            own.append(line)
            (next, missed) = (time + length, 0)
        }
        return (own, rest)
    }

    // MARK: Evidence

    private func isEven(_ count: Int) -> Bool { uneven * 12 <= max(12, count) }

    /// True if the lines have a rhythm for each timer and none of a single one, skipped points included.
    private func speaks(against times: [Int64]) -> Bool {
        // The lines of two timers alternate; those behind a long hold, or on a new grid, come in one piece.
        guard isEven(times.count), let fewest = tracks.map(\.lines).min(by: { $0.count < $1.count }),
            zip(fewest.dropFirst(), fewest).count(where: { $0 - $1 > 1 }) * 4 >= fewest.count
        else { return false }
        let all = Track(times, Array(times.indices))
        let least = 3 * uneven + max(6, times.count / 10)
        let lengths = tracks.flatMap { track in (1...4).map { track.median / $0 } } + [all.median]
        for length in lengths where length > 0 {
            let multiples = all.steps.map { max(1, ($0 + length / 2) / length) }
            // A timer that loses more than it serves, long holds aside, shows nothing of its interval.
            guard multiples.reduce(0, { $0 + min(4, $1) }) * 100 <= Int64(all.steps.count) * 155 else { continue }
            if zip(all.steps, multiples).count(where: { abs($0 - $1 * length) > near }) < least { return false }
        }
        guard isSame else { return true }
        // A timer whose callback is longer every other time also has such steps.
        let (count, length) = (Int64(tracks.count), tracks[0].median)
        guard all.steps.count(where: { abs($0 * count - length) * 25 <= length * count }) * 2 <= all.steps.count else {
            return false
        }
        // Among three or more no two pairs may be equally close.
        let order = all.steps.prefix(tracks.count).sorted()
        return count == 2 || zip(order, order.dropFirst()).allSatisfy { $1 - $0 > 2 * near + length / 100 }
    }

    /// The distances of lines, near ones and less near ones, that occur most often.
    private static func distances(in times: [Int64]) -> [Int64] {
        let all = times.indices.flatMap { line in
            times[(line + 1)...].prefix(16).filter { $0 > times[line] }.map { $0 - times[line] }
        }.sorted()
        var windows: [(count: Int, length: Int64)] = []
        var end = 0
        for start in all.indices {
            let length = all[start]
            while end < all.count, all[end] - length <= length / 32 { end += 1 }
            windows.append((end - start, all[(start + end) / 2]))
        }
        var found: [Int64] = []
        for window in windows.sorted(by: { $0.count > $1.count }) {
            if found.count == 32 { break }
            if found.allSatisfy({ abs($0 - window.length) * 16 > window.length }) { found.append(window.length) }
        }
        return Array(found.sorted().prefix(16))
    }
}
