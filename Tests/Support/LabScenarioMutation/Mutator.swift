/// Damages a text the way hostile or careless hands do: bytes, lines, tokens, swapped values, extreme numbers.
///
/// Every mutant is a function of its corpus and its number alone, so that a number is enough to have it again.
package struct Mutator {
    private let corpus: [[UInt8]]
    private let tokens: [[UInt8]]

    /// - Parameter corpus: the files that mutants are made of; at least one.
    package init(corpus: [[UInt8]]) {
        precondition(!corpus.isEmpty, "a mutant needs a parent")
        self.corpus = corpus
        tokens =
            Mutator.extremes
            + Set(corpus.flatMap { Mutator.tokens(of: $0) }).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Mutant number `number`.
    package func mutant(_ number: UInt64) -> [UInt8] {
        var random = SplitMix(state: number &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
        var bytes = corpus[random.below(corpus.count)]
        for _ in 0...random.below(4) { mutate(&bytes, &random) }
        return bytes
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else {
            bytes = tokens[random.below(tokens.count)]
            return
        }
        switch random.below(10) {
        case 0: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: random.below(bytes.count))
        case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count + 1))
        case 3: bytes.removeLast(random.below(bytes.count))
        case 4: editLines(&bytes, &random)
        case 5, 6, 7: replaceToken(&bytes, &random, with: tokens[random.below(tokens.count)])
        case 8: swapTokens(&bytes, &random)
        default:
            let other = corpus[random.below(corpus.count)]
            bytes = Array(bytes[..<random.below(bytes.count)] + other[random.below(other.count + 1)...])
        }
    }

    private func editLines(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let line = random.below(lines.count)
        switch random.below(3) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[random.below(lines.count)], at: line)
        default: lines.swapAt(line, random.below(lines.count))
        }
        bytes = Array(lines.joined(separator: [0x0A]))
    }

    private func replaceToken(_ bytes: inout [UInt8], _ random: inout SplitMix, with token: [UInt8]) {
        let ranges = Mutator.tokenRanges(of: bytes)
        guard !ranges.isEmpty else { return }
        bytes.replaceSubrange(ranges[random.below(ranges.count)], with: token)
    }

    private func swapTokens(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let ranges = Mutator.tokenRanges(of: bytes)
        guard ranges.count > 1 else { return }
        let token = Array(bytes[ranges[random.below(ranges.count)]])
        bytes.replaceSubrange(ranges[random.below(ranges.count)], with: token)
    }

    /// Values that readers and clocks stumble over.
    private static let extremes: [[UInt8]] = [
        "0", "-1", "9223372036854775807", "-9223372036854775808", "1e400", "nan", "inf", "\"0s\"", "\"-1s\"", "\"1ns\"",
        "\"292y\"", "\"9000000h\"", "\"9223372036854775807ns\"", "\"1/0s\"", "\"1/3s\"", "\"\"", "[]", "{}", "true",
        "1_000_000", "\"p0\"", "[[[[[[[[", "1979-05-27T07:32:00Z", "'''", "\"\"\"", "\u{0}", "\u{FEFF}", "tick", "=",
        "\"forever\"", "\"common\"", "\"main\"", "\"{n}\"", "\"{countdown:99999999999999999999}\"",
    ].map { Array($0.utf8) }

    private static func tokens(of bytes: [UInt8]) -> [[UInt8]] { tokenRanges(of: bytes).map { Array(bytes[$0]) } }

    /// Words, numbers and quoted strings.
    private static func tokenRanges(of bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == 0x22 {
                index += 1
                while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x0A { index += 1 }
                index = min(index + 1, bytes.count)
                ranges.append(start..<index)
            } else if isWord(bytes[index]) {
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                ranges.append(start..<index)
            } else {
                index += 1
            }
        }
        return ranges
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
            || byte == 0x2D || byte == 0x2E
    }
}

/// A small random number generator that is equal everywhere.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number in `0 ..< bound`.
    package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(max(1, bound))) }
}
