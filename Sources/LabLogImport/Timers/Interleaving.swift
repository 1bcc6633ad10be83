import LabExactTime

/// Several timers behind one message, told apart by a rhythm that each of them keeps and all together do not.
struct Interleaving {
    /// The lines of each timer, as indices, in the order of their first ones.
    private(set) var parts: [[Int]]
    /// Whether the timers have one interval, as one that was started twice has.
    private(set) var isSame: Bool

    private static let fewestLines = 5
    /// So many lines decide.
    private static let sample = 1000
    private static let mostParts = 4
    /// Half a year: what is longer is no log of timers, and a hundred times as much leaves 64 bits.
    private static let longest: Int64 = 1 << 54

    /// nil for the lines of one timer, or of what cannot be told apart.
    init?(_ times: [Int64], resolution: Int64) {
        let sample = Array(times.prefix(Interleaving.sample))
        guard sample.count >= 2 * Interleaving.fewestLines, let first = times.first, let last = times.last,
            last - first < Interleaving.longest
        else { return nil }
        var best: (length: Int64, irregular: Int, parts: Int)?
        for length in Interleaving.distances(in: sample) where length > 16 * resolution {
            guard let tried = Interleaving(sample, every: length, resolution) else { continue }
            let irregular = tried.irregular(sample, tried.tolerance(sample, resolution))
            guard irregular * 12 <= max(12, sample.count) else { continue }
            if let best, (best.parts, best.irregular) <= (tried.parts.count, irregular) { continue }
            best = (length, irregular, tried.parts.count)
        }
        guard let best, let found = Interleaving(times, every: best.length, resolution),
            found.speaks(against: times, resolution)
        else { return nil }
        self = found
    }

    /// Takes lines away that come one interval after each other, until what is left has a rhythm, too.
    private init?(_ times: [Int64], every length: Int64, _ resolution: Int64) {
        parts = []
        isSame = true
        var rest = Array(times.indices)
        while parts.count < Interleaving.mostParts - 1 {
            let tries = (0..<min(3, rest.count)).map {
                Interleaving.track(times, rest, every: length, from: $0, within: max(length / 16, 2 * resolution))
            }
            guard let longest = tries.max(by: { $0.own.count < $1.own.count }) else { return nil }
            parts.append(longest.own)
            rest = longest.rest
            guard rest.count >= Interleaving.fewestLines, longest.own.count >= Interleaving.fewestLines else {
                return nil
            }
            let steps = Interleaving.steps(times, rest)
            let median = steps.value(atRank: steps.count / 2)
            let near = max(median / 16, 2 * resolution)
            guard median > 16 * resolution, steps.count(where: { abs($0 - median) > near }) * 10 <= steps.count else {
                continue
            }
            parts.append(rest)
            isSame = parts.allSatisfy { part in
                let steps = Interleaving.steps(times, part)
                return abs(steps.value(atRank: steps.count / 2) - length) * 20 <= length
            }
            guard parts.count == 2 || isSame else { return nil }
            parts.sort { $0[0] < $1[0] }
            return
        }
        return nil
    }

    /// The lines that come one interval after each other, and the others.
    private static func track(
        _ times: [Int64], _ lines: [Int], every length: Int64, from start: Int, within near: Int64
    ) -> (own: [Int], rest: [Int]) {
        var (own, rest) = ([lines[start]], Array(lines[..<start]))
        var (next, missed) = (times[lines[start]] + length, 0)
        for (place, line) in lines.enumerated().dropFirst(start + 1) {
            let time = times[line]
            while time - next > near, missed < 8 { (next, missed) = (next + length, missed + 1) }
            let following = place + 1 < lines.count ? times[lines[place + 1]] : .max
            guard time >= next - near, missed == 8 || following - next >= abs(time - next) else {
                rest.append(line)
                continue
            }
            own.append(line)
            (next, missed) = (time + length, 0)
        }
        return (own, rest)
    }

    // MARK: Evidence

    /// Whether the lines have no rhythm of one timer, points that it lost included, and have one each.
    private func speaks(against times: [Int64], _ resolution: Int64) -> Bool {
        let near = tolerance(times, resolution)
        let all = Interleaving.steps(times, Array(times.indices))
        let own = irregular(times, near)
        guard own * 12 <= max(12, times.count) else { return false }
        let lengths = parts.flatMap { part -> [Int64] in
            let steps = Interleaving.steps(times, part)
            let median = steps.value(atRank: steps.count / 2)
            return [median, median / 2, median / 3, median / 4]
        }
        for length in lengths + [all.value(atRank: all.count / 2)] where length > 0 {
            let multiples = all.map { max(1, ($0 + length / 2) / length) }
            // A timer that loses more than it serves shows nothing of its interval.
            guard multiples.reduce(0, +) * 100 <= Int64(all.count) * 155 else { continue }
            let odd = zip(all, multiples).count { abs($0 - $1 * length) > near }
            if odd < 3 * own + max(4, times.count / 10) { return false }
        }
        // One whose callback takes longer each other time has such steps, too.
        let length = lengths[0]
        guard isSame else { return true }
        let even = all.count { abs($0 * Int64(parts.count) - length) * 25 <= length * Int64(parts.count) }
        guard even * 2 <= all.count else { return false }
        // Of three or more no two may follow each other as closely as another two.
        guard parts.count > 2 else { return true }
        let order = all.prefix(parts.count).sorted()
        return zip(order, order.dropFirst()).allSatisfy { $1 - $0 > 2 * near + length / 100 }
    }

    /// How far from an even step most are, ns.
    private func tolerance(_ times: [Int64], _ resolution: Int64) -> Int64 {
        parts.map { part -> Int64 in
            let steps = Interleaving.steps(times, part)
            let median = steps.value(atRank: steps.count / 2)
            let usual = steps.map { abs($0 - median) }.value(atRank: steps.count * 4 / 5)
            return min(max(3 * usual, 2 * resolution, median / 250), median / 16)
        }.max() ?? 0
    }

    /// The steps of all parts that are not even.
    private func irregular(_ times: [Int64], _ near: Int64) -> Int {
        parts.reduce(0) { count, part in
            let steps = Interleaving.steps(times, part)
            let median = steps.value(atRank: steps.count / 2)
            return count + steps.count { abs($0 - median) > near }
        }
    }

    private static func steps(_ times: [Int64], _ lines: [Int]) -> [Int64] {
        zip(lines.dropFirst(), lines).map { times[$0] - times[$1] }
    }

    /// The distances of lines, near ones and less near ones, that occur most often.
    private static func distances(in times: [Int64]) -> [Int64] {
        let all = times.indices.flatMap { line in
            times[line...].dropFirst().prefix(16).map { $0 - times[line] }
        }.filter { $0 > 0 }.sorted()
        var windows: [(count: Int, length: Int64)] = []
        var end = 0
        for (start, length) in all.enumerated() {
            while end < all.count, all[end] - length <= length / 32 { end += 1 }
            windows.append((end - start, all[(start + end) / 2]))
        }
        var found: [Int64] = []
        for window in windows.sorted(by: { $0.count > $1.count }) where found.count < 32 {
            if found.allSatisfy({ abs($0 - window.length) * 16 > window.length }) { found.append(window.length) }
        }
        return Array(found.sorted().prefix(16))
    }
}
