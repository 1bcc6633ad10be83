import LabCatalogue
import LabExactTime
import LabTextLayout

/// The committed figures and facts of some scenarios, as a text for people and for `diff`: sorted, one a line.
///
///     heavy-work.toml @finding.TL0101.tick = found
///     heavy-work.toml tick.waiting.max = 5.015213 s
///     heavy-work.toml tick.waiting.max over seeds = 5.015213 s, 5.016 s, 5.01409 s, 5.0152 s
///
/// In names every ambiguous byte is written as `%` and two hexadecimal digits.
package struct Baseline: Hashable {
    /// The numbers by the scenario's path below the folder of the baseline.
    package var scenarios: [String: DriftNumbers] = [:]

    package init(scenarios: [String: DriftNumbers] = [:]) { self.scenarios = scenarios }

    static let header = "# timerlab baseline 3"
    /// The version of timerlab that wrote the file, if it is an earlier one.
    package private(set) var oldVersion: Int?
    private static let explanation = """
        # What `timerlab check` compares with. Written by `timerlab check --update`; one figure or fact (@) a line.
        # A timer without a line for `skipped` skipped nothing; without one for `wake_ups`, each call woke its thread.

        """

    // MARK: Writing

    package var text: String {
        var lines: [(key: String, value: String)] = []
        for (scenario, numbers) in scenarios {
            lines += numbers.exact.map { (Self.key(scenario, $0), $0.figure.exactText(of: $1)) }
            lines += numbers.facts.map { (Self.escaped(scenario) + " @" + Self.escaped($0), $1) }
            lines += numbers.samples.filter { !$1.isEmpty }.map { name, values in
                let texts = values.map { $0.map(name.figure.exactText) ?? Self.noValue }
                return (Self.key(scenario, name) + " over seeds", texts.joined(separator: ", "))
            }
        }
        return lines.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .reduce(into: Self.header + "\n" + Self.explanation) { $0 += "\($1.key) = \($1.value)\n" }
    }

    /// The sign for a seed that yields no value.
    private static let noValue = "–"

    private static func key(_ scenario: String, _ name: FigureName) -> String {
        escaped(scenario) + " " + escaped(name.timer) + "." + name.figure.text
    }

    static func escaped(_ name: String) -> String {
        name.isEmpty ? "%" : name.percentEncoded { $0 > 0x20 && $0 != 0x7F && !"%=#\"".utf8.contains($0) }
    }

    // MARK: Reading

    /// Reads the lines of a baseline in any order; of an earlier version only the figures that still exist.
    ///
    /// - Throws: `BaselineFault` for the first line that cannot be read; half a baseline guards nothing.
    package init(reading bytes: [UInt8]) throws(BaselineFault) {
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            if ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: { line.starts(with: $0.utf8) }) {
                throw BaselineFault(line: index + 1, message: "an unresolved merge conflict", isConflict: true)
            }
            if index == 0 {
                let text = String(decoding: line, as: UTF8.self)
                oldVersion = (1...2).first { text == "# timerlab baseline \($0)" }
                guard oldVersion != nil || text == Self.header else {
                    throw BaselineFault(
                        line: 1, message: "this is no baseline: its first line is not \"\(Self.header)\"")
                }
            } else if let first = line.first, first != UInt8(ascii: "#") {
                try read(line, line: index + 1)
            }
        }
    }

    private mutating func read(_ text: ArraySlice<UInt8>, line: Int) throws(BaselineFault) {
        let space = UInt8(ascii: " ")
        // Names have it only escaped.
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")), text[..<sign].last == space,
            text[(sign + 1)...].first == space
        else {
            let start = String(decoding: text, as: UTF8.self).prefix(60)
            throw BaselineFault(line: line, message: "\"\(start)\" is not \"SCENARIO TIMER.FIGURE = VALUE\"")
        }
        let value = String(decoding: text[(sign + 1)...].drop { $0 == space }, as: UTF8.self)
        let words = text[..<(sign - 1)].split(separator: space, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var key: Substring { words.joined(separator: " ").prefix(60) }
        guard words.count == 2 || words.count == 4 && words[2...] == ["over", "seeds"],
            let scenario = Self.unescaped(words[0])
        else { throw BaselineFault(line: line, message: "\"\(key)\" names no figure of a scenario") }
        let isNew: Bool
        if words.count == 2, words[1].hasPrefix("@"), let fact = Self.unescaped(String(words[1].dropFirst())) {
            isNew = scenarios[scenario, default: .init()].facts.updateValue(value, forKey: fact) == nil
        } else if let name = Self.name(words[1]) {
            if words.count == 2 {
                let value = try Self.value(value[...], of: name, line: line)
                isNew = scenarios[scenario, default: .init()].exact.updateValue(value, forKey: name) == nil
            } else {
                let texts = value.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
                let values = try texts.map { text throws(BaselineFault) in
                    text == Self.noValue ? nil : try Self.value(text, of: name, line: line)
                }
                isNew = scenarios[scenario, default: .init()].samples.updateValue(values, forKey: name) == nil
            }
        } else {
            if oldVersion != nil { return }
            let parts = words[1].split(separator: ".").suffix(2)
            let successor = Figure.successor(of: parts.joined(separator: "."))
            throw BaselineFault(
                line: line,
                message: "\"\(key)\" names no figure of a scenario"
                    + (successor.map { "; the baseline holds \($0)" } ?? ""))
        }
        guard isNew else { throw BaselineFault(line: line, message: "\(words[1]) of \(words[0]) is here twice") }
    }

    private static func value(_ text: Substring, of name: FigureName, line: Int) throws(BaselineFault) -> Int64 {
        if let value = name.figure.value(of: String(text)) { return value }
        throw BaselineFault(line: line, message: "\"\(text.prefix(40))\" is no value of \(name.figure.text)")
    }

    /// A figure's words have no escapes: the id is unescaped as part of the whole.
    private static func name(_ text: String) -> FigureName? {
        guard var name = FigureName(text), let timer = unescaped(name.timer) else { return nil }
        name.timer = timer
        return name
    }

    static func unescaped(_ text: String) -> String? {
        if text == "%" { return "" }
        guard text.utf8.contains(0x25) else { return text.isEmpty ? nil : text }
        let parts = Array(text.utf8).split(separator: 0x25, omittingEmptySubsequences: false)
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            let digits = String(decoding: part.prefix(2), as: UTF8.self)
            guard part.count >= 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes += [value] + part.dropFirst(2)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

/// Why a file is not a baseline.
package struct BaselineFault: Error {
    /// The line, from 1.
    package var line: Int
    package var message: String
    /// True if the file has an unresolved merge conflict.
    package var isConflict = false
}

extension Figure {
    /// A number of this figure with its unit and all its digits: `7`, `5.015213 s`, `-3.25 ppm`.
    ///
    /// A drift of 0 is `none`: a baseline cannot distinguish it from zero.
    package func exactText(of value: Int64) -> String {
        unit == .rate && value == 0 ? Self.noDrift : text(of: value, digits: 9)
    }

    private static let noDrift = "none"

    /// The number that `exactText` wrote; nil for any other text.
    func value(of text: String) -> Int64? {
        switch unit {
        case .count: return Int64(text)
        case .time:
            guard case .success(let time) = DurationText.parse(text), time.isWhole else { return nil }
            return time.numerator
        case .rate:
            if text == Self.noDrift { return 0 }
            var scanner = NumberScanner(text)
            guard let number = scanner.fraction(), !scanner.overflowed, scanner.skip(" "), scanner.rest() == "ppm",
                let scaled = number.times(Rational(whole: 1000)), scaled.isWhole
            else { return nil }
            return scaled.numerator
        }
    }
}
