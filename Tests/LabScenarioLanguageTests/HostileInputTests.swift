import Testing

@testable import LabScenarioLanguage

/// A small generator, so that a failure can be had again (SplitMix64).
private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Hostile input")
struct HostileInputTests {
    private static let pieces: [String] = {
        var pieces = [
            "{", "}", "[", "]", "[[", "]]", "=", ",", ".", "\n", "\"", "'", "\u{0}", "\t", "𝄞", "e\u{301}", "-", "1/0s",
            "9223372036854775807", "-9223372036854775808", "1e400", "nan", "\"9999999999999999999999999999999s\"",
            "\"-1ns\"", "true", "{ p0 = 1, p100 = 1 }", "\"tick[99999999999999999999]\"", "\"tick[]\"", "\"… ± <\"",
            "\"{n:{}\"",
            "\"5000000h\"", "\"1/99999999999999999s\"", "\"± 1s\"", "\"1s..\"", "copies = 1000000",
            "{ from = \"1s\", step = \"2000000h\" }",
        ]
        pieces += Schema.verbs.map(\.name)
        pieces += Schema.tables.flatMap { table in ["\n[[\(table.name)]]\n", "\n[\(table.name)]\n"] }
        pieces += Schema.tables.flatMap { $0.keys.map { "\n\($0.name) = " } }
        pieces += Schema.tables.flatMap { $0.keys.compactMap(\.example) }
        pieces += Schema.verbs.map(\.table.example)
        return pieces
    }()

    private static let seeds = [Examples.heavyWork, Examples.drag, Examples.idleWorker, Examples.weakTarget]

    /// Reads and prints; that it comes back at all is what is claimed, and that a plan has no errors.
    private func survive(_ text: String) {
        let reading = ScenarioReader.read(bytes: Array(text.utf8), overrides: [ScenarioOverride("duration=5s")])
        let renderer = DiagnosticRenderer(path: "x.toml")
        let told = renderer.text(reading)
        let lines = reading.diagnostics.map { renderer.jsonLine($0, in: reading.sources) }
        let isWrong = reading.diagnostics.contains { $0.severity == .error } || !reading.overrideFaults.isEmpty
        #expect((reading.plan == nil) == isWrong)
        #expect(reading.diagnostics.isEmpty == told.isEmpty)
        #expect(lines.count == reading.diagnostics.count)
        let end = reading.sources.nextBase
        #expect(reading.diagnostics.allSatisfy { $0.span.lowerBound >= 0 && $0.span.upperBound <= end })
    }

    @Test("more tables of parts than a run has room for are refused (TL1214)")
    func tables() {
        let objects = (0...Schema.mostTables).map { "[[object]]\nid = \"o\($0)\"\n" }.joined()
        let reading = ScenarioReader.read(bytes: Array(("duration = \"1s\"\n" + objects).utf8))
        #expect(reading.diagnostics.map(\.code) == ["TL1214"])
    }

    @Test("a scenario with pieces put in, cut out or doubled is read to its end", arguments: 0..<8)
    func mutated(round: Int) {
        var dice = Dice(state: UInt64(round))
        for _ in 0..<150 {
            var text = Array((HostileInputTests.seeds.randomElement(using: &dice) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                let start = Int.random(in: 0...text.count, using: &dice)
                let end = min(text.count, start + Int.random(in: 0...12, using: &dice))
                let piece = Array((HostileInputTests.pieces.randomElement(using: &dice) ?? "").unicodeScalars)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: text.replaceSubrange(start..<end, with: piece)
                case 1: text.removeSubrange(start..<end)
                case 2: text.insert(contentsOf: piece, at: start)
                default: text.insert(contentsOf: Array(text[start..<end]), at: start)
                }
            }
            var result = ""
            result.unicodeScalars.append(contentsOf: text)
            survive(result)
        }
    }

    @Test("keys and values of the language in any order are read to their end", arguments: 0..<4)
    func shuffled(round: Int) {
        var dice = Dice(state: UInt64(1000 + round))
        for _ in 0..<100 {
            var text = "duration = \"5s\"\n"
            for table in Schema.tables.shuffled(using: &dice).prefix(5) {
                switch table.form {
                case .many: text += "[[\(table.name)]]\n"
                default: text += "[\(table.name)]\n"
                }
                for key in table.keys.shuffled(using: &dice).prefix(6) {
                    let other = Schema.tables.randomElement(using: &dice)?.keys.randomElement(using: &dice)
                    let value = (Bool.random(using: &dice) ? key.example : other?.example) ?? "[{ fire = \"tick\" }]"
                    text += "\(key.name) = \(value)\n"
                }
            }
            survive(text)
        }
    }

    @Test("steps and conditions nested as deep as TOML allows are read")
    func nested() {
        for depth in [10, 60, 127, 128, 500, 20_000] {
            let steps =
                String(repeating: "{ repeat = 2, do = [", count: depth) + "{ work = \"1ms\" }"
                + String(repeating: "] }", count: depth)
            let condition =
                String(repeating: "{ not = ", count: depth) + "{ fired = 1 }" + String(repeating: " }", count: depth)
            survive("[[timer]]\nid = \"tick\"\nkind = \"gcd\"\ninterval = \"1s\"\ndo = [\(steps)]\n")
            survive("[[event]]\nat = \"1s\"\ndo = [{ work = \"1ms\", when = \(condition) }]\n")
        }
    }

    @Test("two thousand timers that fire each other in a ring are found without end of stack")
    func ring() {
        let count = 2_000
        let text = (0..<count).map {
            "[[timer]]\nid = \"t\($0)\"\nkind = \"nstimer\"\ninterval = \"1s\"\ndo = [{ fire = \"t\(($0 + 1) % count)\" }]\n"
        }.joined()
        let reading = ScenarioReader.read(bytes: Array(("duration = \"1s\"\n" + text).utf8))
        #expect(reading.diagnostics.map(\.code) == ["TL1407"])
    }

    @Test("more threads than a record can name are refused")
    func tooManyThreads() {
        let text = "duration = \"1s\"\n" + (0...30_000).map { "[[thread]]\nid = \"w\($0)\"\n" }.joined()
        let reading = ScenarioReader.read(bytes: Array(text.utf8))
        #expect(reading.plan == nil)
        #expect(reading.diagnostics.map(\.code) == ["TL1214"])
    }
}
