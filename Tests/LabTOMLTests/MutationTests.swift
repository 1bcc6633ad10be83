import LabTOML
import Testing

/// Documents broken at random: whatever the text, the reader ends, and every span lies inside the file.
@Suite("A text broken at random")
struct MutationTests {
    private static let seeds = [
        "title = \"a \\\"b\\\" \\u00e9\"\r\n[log] # c\nepoch = 2017-11-10T09:40:31.8+08:00\n[[timer]]\nid = 'tick'\n",
        "a.b.\"c d\" = [1, 2.5e-3, 0xff, [true, {x = 1, y.z = '''\nm\n'''}], # c\n]\n[a.q]\nk = {\n  l = 07:32,\n}\n",
        "s = \"\"\"\nx \\\n  y\"\"\"\"\n[[t]]\n[[t.u]]\nv = -inf\n[t.u.w]\nn = nan\nd = 1979-05-27 07:32:00Z\n\u{FEFF}",
    ]

    private static let pieces: [[UInt8]] =
        [
            "[", "]", "[[", "]]", "{", "}", "=", ",", ".", "\"", "'", "\"\"\"", "'''", "\\", "#", "\n", "\r\n", "\r",
            " ", "\t",
            "a", "1", "-", "_", "e", "0x", "inf", "\\u", "\\uD800", "\u{0}", "é", "a = 1\n", "[a]\n", ":", "T", "Z",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF], [0xE2, 0x82]]

    @Test("never breaks the reader, and every span stays in order", arguments: 0..<UInt64(40))
    func mutations(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<50 {
            var bytes = Array(Self.seeds[random.below(Self.seeds.count)].utf8)
            for _ in 0...random.below(12) { Self.mutate(&bytes, &random) }
            check(bytes)
        }
    }

    @Test("can be cut anywhere", arguments: seeds)
    func prefixes(_ text: String) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            check(Array(bytes.prefix(count)))
            check(Array(bytes.suffix(count)))
        }
    }

    @Test("is read the same with LF and CRLF, up to the spans")
    func lineEnds() {
        for seed in UInt64(0)..<200 {
            var random = SplitMix(state: seed)
            var bytes = Array(Self.seeds[random.below(Self.seeds.count)].utf8).filter { $0 != 13 }
            for _ in 0...random.below(6) { Self.mutate(&bytes, &random) }
            bytes.removeAll { $0 == 13 }
            let wide = bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
            let (narrowReading, wideReading) = (Reading(bytes: bytes), Reading(bytes: wide))
            #expect(narrowReading.codes == wideReading.codes)
            #expect(narrowReading.shown == wideReading.shown)
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let place = random.below(bytes.count + 1)
        switch random.below(4) {
        case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 1: bytes.removeSubrange(place..<min(place + random.below(6), bytes.count))
        case 2:
            bytes.insert(
                contentsOf: bytes[place..<min(place + random.below(40), bytes.count)], at: random.below(place + 1))
        default: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
        }
    }

    private func check(_ bytes: [UInt8]) {
        let reading = Reading(bytes: bytes)
        let source = SourceText(bytes: bytes)
        for diagnostic in reading.diagnostics {
            #expect(diagnostic.span.upperBound <= bytes.count)
            #expect(diagnostic.related.allSatisfy { $0.span.upperBound <= bytes.count })
            #expect(diagnostic.code.hasPrefix("TL10") && !diagnostic.message.isEmpty && diagnostic.message.last != ".")
            let position = source.position(of: diagnostic.span.lowerBound)
            #expect(position.line <= bytes.count { $0 == 0x0A } + 1)
            #expect(position.column <= source.lineText(position.line).unicodeScalars.count + 2)
        }
        checkSpans(reading.root, bytes.count)
    }

    private func checkSpans(_ value: TOMLValue, _ count: Int) {
        #expect(value.span.upperBound <= count)
        switch value.kind {
        case .array(let elements):
            for element in elements { checkSpans(element, count) }
        case .table(let entries):
            for entry in entries {
                #expect(entry.key.span.upperBound <= count && !entry.key.span.isEmpty)
                #expect(value[entry.key.text] != nil)
                checkSpans(entry.value, count)
            }
        case .string(let string):
            #expect(value.span.contains(string.span(0..<0).lowerBound))
            #expect(value.span.contains(string.span(.max ..< .max).lowerBound))
        case .integer, .float, .boolean, .offsetDateTime, .localDateTime, .localDate, .localTime:
            #expect(!value.span.isEmpty)
        }
    }
}

/// Steele's SplitMix64: the same numbers on every machine.
private struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
