import LabConformance
import LabExactTime
import LabInventedScenarios
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation

/// The order of a file's tables decides nothing but ties: what is due, made or ready at one and the same instant.
extension Law {
    static let shuffledTables = Law(claim: "the order of tables decides nothing") { seed in
        var file = TableFile(seed: seed)
        guard Calls(of: file.text) != nil else { return .leftOut }
        guard let place = file.breach else { return .kept }
        file.shrink()
        return .broken(file.breach ?? place, toml: file.text + "\n# in another order\n" + file.shuffled)
    }
}

/// A scenario as the tables of its file.
private struct TableFile {
    private var head: String
    private var tables: [String]
    private let seed: UInt64

    /// Invented, with objects and what they hold, and no two times alike, so that ties are rare.
    init(seed: UInt64) {
        self.seed = seed
        var numbers = SeededNumbers(seed: seed &* 31)
        let plan = RandomScenarios.mixed(seed: seed).mappingTimes { kind, time in
            if case .end = kind { return time }
            let more = Int64.random(in: 1...99_999, using: &numbers)
            return time.scaled(1).map { Rational(whole: $0 + more) } ?? time
        }
        let blocks = ScenarioText(plan).toml.split(separator: "\n\n").map(String.init)
        head = blocks[0]
        tables = blocks.dropFirst() + OwnedParts.tables(&numbers)
    }

    var text: String { ([head] + tables).joined(separator: "\n\n") + "\n" }

    var shuffled: String {
        var numbers = SeededNumbers(seed: seed)
        return ([head] + tables.shuffled(using: &numbers)).joined(separator: "\n\n") + "\n"
    }

    /// The first call that is another one in another order of tables.
    var breach: String? {
        guard let first = Calls(of: text) else { return nil }
        guard let second = Calls(of: shuffled) else { return "in another order of tables it cannot be run" }
        return first.difference(from: second)
    }

    /// Leaves out tables as long as the rest breaks the law.
    mutating func shrink() {
        var index = 0
        while index < tables.count {
            var smaller = self
            smaller.tables.remove(at: index)
            if smaller.breach != nil { self = smaller } else { index += 1 }
        }
    }
}

/// Objects and timers that hold one another, as tables.
private enum OwnedParts {
    static func tables(_ numbers: inout SeededNumbers) -> [String] {
        let objects = (0..<Int.random(in: 1...4, using: &numbers)).map { "o\($0)" }
        let timers = (0..<Int.random(in: 1...3, using: &numbers)).map { "x\($0)" }
        var tables = timers.map { timer(id: $0, objects: objects, &numbers) }
        tables += objects.map { object(id: $0, timers: timers, objects: objects, &numbers) }
        for part in objects + timers where Int.random(in: 0..<3, using: &numbers) == 0 {
            tables.append(
                "[[event]]\nid = \"lets go of \(part)\"\nat = \(time(20...700, &numbers))\n"
                    + "do = [{ release = \"\(part)\" }]")
        }
        return tables
    }

    private static func timer(id: String, objects: [String], _ numbers: inout SeededNumbers) -> String {
        let kind = ["nstimer", "gcd", "gcd", "combine", "after"].randomElement(using: &numbers) ?? "gcd"
        var lines = [
            "[[timer]]", "id = \"\(id)\"", "kind = \"\(kind)\"", "interval = \(time(50...400, &numbers))",
            "do = [{ log = \"\(id)\" }]",
        ]
        if kind == "nstimer" || kind == "gcd" { lines.append("repeats = true") }
        let holder = (objects + ["static", "local"]).randomElement(using: &numbers) ?? "static"
        if Int.random(in: 0..<3, using: &numbers) > 0 { lines.append("held_by = \"\(holder)\"") }
        if Int.random(in: 0..<3, using: &numbers) == 0 { lines.append("copies = 2") }
        if kind == "nstimer", Bool.random(using: &numbers) {
            lines.append("target = \"\(objects.randomElement(using: &numbers) ?? "o0")\"")
        } else {
            lines.append("\(strength(&numbers)) = \"\(objects.randomElement(using: &numbers) ?? "o0")\"")
        }
        return lines.joined(separator: "\n")
    }

    private static func object(
        id: String, timers: [String], objects: [String], _ numbers: inout SeededNumbers
    ) -> String {
        var lines = ["[[object]]", "id = \"\(id)\"", "dealloc = [{ log = \"\(id) gone\" }]"]
        let holder = (objects + timers + ["navigation", "static", "pool"]).randomElement(using: &numbers) ?? "static"
        if holder != id, Int.random(in: 0..<4, using: &numbers) > 0 { lines.append("held_by = \"\(holder)\"") }
        let parts = (objects + timers).filter { $0 != id }.shuffled(using: &numbers)
        for (part, strength) in zip(parts, ["strong", "weak"]) where Bool.random(using: &numbers) {
            lines.append("\(strength) = \"\(part)\"")
        }
        return lines.joined(separator: "\n")
    }

    private static func strength(_ numbers: inout SeededNumbers) -> String {
        Bool.random(using: &numbers) ? "strong" : "weak"
    }

    /// To the nanosecond, so that nothing else is due then.
    private static func time(_ milliseconds: ClosedRange<Int64>, _ numbers: inout SeededNumbers) -> String {
        let range = milliseconds.lowerBound * 1_000_000...milliseconds.upperBound * 1_000_000
        return "\"\(Int64.random(in: range, using: &numbers))ns\""
    }
}

/// What a run calls, logs and deallocates, in terms that do not depend on the numbering of parts.
private struct Calls {
    private var lines: [(time: Int64, text: String)] = []

    /// Nil for a scenario that cannot be run to its end.
    init?(of text: String) {
        guard let plan = ScenarioReader.read(bytes: Array(text.utf8)).plan, let run = try? Simulator.record(plan),
            run.end == .duration
        else { return nil }
        let trace = run.trace
        for record in trace.records {
            let name = trace.name(record.entity)
            switch record.kind {
            case .fired: lines.append((record.time, "\(name) fires for \(record.value)"))
            case .logged: lines.append((record.time, trace.message(of: record)))
            case .deallocated: lines.append((record.time, "\(name) is gone"))
            default: break
            }
        }
        lines.sort { ($0.time, $0.text) < ($1.time, $1.text) }
    }

    func difference(from other: Calls) -> String? {
        let place = zip(lines, other.lines).prefix { $0 == $1 }.count
        guard place < max(lines.count, other.lines.count) else { return nil }
        func line(_ lines: [(time: Int64, text: String)]) -> String {
            lines.indices.contains(place) ? "\(lines[place].text) at \(lines[place].time) ns" : "nothing"
        }
        return "\(line(lines)); in another order of tables \(line(other.lines))"
    }
}
