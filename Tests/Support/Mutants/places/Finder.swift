import Foundation

struct Finder {
    let source: Source
    var next: Int
    var places: [Place] = []
    var declarations = ""

    mutating func add(_ range: Range<Int>, _ text: String, _ insertions: [(Int, Int, String)]) {
        places.append(
            Place(
                id: next, line: source.line(of: range.lowerBound), lastLine: source.line(of: range.upperBound),
                text: text,
                insertions: insertions))
        next += 1
    }

    // MARK: Comparisons

    /// Each becomes an operator of its own that asks which mutant is wanted.
    mutating func findComparisons() {
        let broken = [
            "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
        ]
        for match in source.ranges(of: " (==|!=|<=|>=|<|>)(?=[ \\n])") {
            let place = match[1]
            let lineStart = source.code[..<place.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let before = source.codeText(lineStart..<place.lowerBound)
            if before.contains("func ") || before.contains("where Element") { continue }
            let sign = source.codeText(place)
            let mutants = broken[sign] ?? []
            let name = String(
                String(next, radix: 16).unicodeScalars.compactMap { digit in
                    Unicode.Scalar(0x2190 + UInt32(String(digit), radix: 16)!).map(Character.init)
                })
            let after = source.codeText(place.upperBound..<min(place.upperBound + 5, source.code.count))
            let ids = (0..<mutants.count).map { next + $0 }
            var body = ""
            for (id, mutant) in zip(ids, mutants) { body += "isMutant(\(id)) ? left \(mutant) right : " }
            let types: String
            if after.hasPrefix(" nil") {
                types = "<T>(left: T?, right: _OptionalNilComparisonType)"
            } else if let count = tupleCount(endingAt: place.lowerBound - 2) {
                let names = (0..<count).map { "T\($0)" }
                let row = "(" + names.joined(separator: ", ") + ")"
                types =
                    "<" + names.map { $0 + ": Comparable" }.joined(separator: ", ") + ">(left: \(row), right: \(row))"
            } else {
                types = "<T: \(sign == "==" || sign == "!=" ? "Equatable" : "Comparable")>(left: T, right: T)"
            }
            declarations +=
                "infix operator \(name): ComparisonPrecedence\n"
                + "@inline(__always) func \(name) \(types) -> Bool { \(body)left \(sign) right }\n"
            let line = source.codeText(source.trimmed(lineStart..<lineEnd(place.upperBound)))
            for mutant in mutants {
                add(
                    place, "\(sign) → \(mutant)   \(line)",
                    mutant == mutants[0] ? [(place.lowerBound, 5, "\u{1}\(name)")] : [])
            }
        }
    }

    private func lineEnd(_ place: Int) -> Int {
        source.code[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.code.count
    }

    /// How many values a row has that ends here; nil: it is none.
    private func tupleCount(endingAt end: Int) -> Int? {
        guard end >= 0, source.code[end] == UInt8(ascii: ")") else { return nil }
        var (depth, commas, index) = (0, 0, end)
        while index >= 0 {
            switch source.code[index] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth -= 1
            case UInt8(ascii: ","): if depth == 1 { commas += 1 }
            default: break
            }
            if depth == 0 { break }
            index -= 1
        }
        guard index > 0, commas > 0, source.code[index - 1] == UInt8(ascii: " ") else { return nil }
        return commas + 1
    }

    // MARK: Branches

    /// A branch does what another one of its switch does, or nothing.
    mutating func findBranches() {
        for match in source.ranges(of: "\\bswitch\\b") {
            guard let open = source.code[match[0].upperBound...].firstIndex(of: UInt8(ascii: "{")),
                let close = source.closing(open)
            else { continue }
            let branches = branches(open + 1..<close)
            for (index, branch) in branches.enumerated() where !branch.body.isEmpty {
                let own = source.codeText(branch.body)
                let others = (branches[(index + 1)...] + branches[..<index]).filter { other in
                    let text = source.codeText(other.body)
                    return !other.body.isEmpty && text != own && !text.contains("\n")
                        && other.bound.allSatisfy { !words(text).contains($0) || branch.bound.contains($0) }
                }
                let head = source.codeText(branch.head).replacing("\n", with: " ")
                let shown = own.split(separator: "\n").joined(separator: " ").prefix(80)
                if let other = others.first {
                    add(
                        branch.body, "\(head): \(shown) → \(source.text(other.body))",
                        [
                            (branch.body.lowerBound, 0, "if isMutant(\(next)) { \(source.text(other.body)) } else { "),
                            (branch.body.upperBound, 9, " }"),
                        ])
                } else {
                    add(
                        branch.body, "\(head): \(shown) → nothing",
                        [(branch.body.lowerBound, 0, "if !isMutant(\(next)) { "), (branch.body.upperBound, 9, " }")])
                }
            }
        }
    }

    private func words(_ text: String) -> Set<Substring> {
        Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    }

    private struct Branch {
        var head: Range<Int>
        var body: Range<Int>
        /// The variables of its pattern.
        var bound: Set<Substring>
    }

    private func branches(_ range: Range<Int>) -> [Branch] {
        var heads: [(start: Int, colon: Int)] = []
        var depth = 0
        var index = range.lowerBound
        while index < range.upperBound {
            switch source.code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "c"), UInt8(ascii: "d"):
                let isStart = source.code[index - 1] == UInt8(ascii: " ")
                let rest = source.codeText(index..<min(index + 8, range.upperBound))
                guard depth == 0, isStart, rest.hasPrefix("case ") || rest.hasPrefix("default:"),
                    source.codeText(source.trimmed(lineStart(index)..<index)).isEmpty,
                    let colon = colon(after: index, before: range.upperBound)
                else { break }
                heads.append((index, colon))
                index = colon
            default: break
            }
            index += 1
        }
        return heads.indices.map { place in
            let end = place + 1 < heads.count ? heads[place + 1].start : range.upperBound
            let head = heads[place].start..<heads[place].colon
            let pattern = words(source.codeText(head))
            let isBinding = pattern.contains("let") || pattern.contains("var")
            return Branch(
                head: head, body: source.trimmed(heads[place].colon + 1..<end), bound: isBinding ? pattern : [])
        }
    }

    private func lineStart(_ place: Int) -> Int {
        source.code[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    private func colon(after place: Int, before end: Int) -> Int? {
        var depth = 0
        for index in place..<end {
            switch source.code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ":"): if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    // MARK: Assignments

    /// Each is left out; those of initialisers are not, since what they leave unset does not compile.
    mutating func findAssignments() {
        let unset = Set(
            source.ranges(of: "\\b(?:let|var) (\\w+)(?:: [^=\\n{]+)?$").map { source.codeText($0[1]) })
        let inits = source.ranges(of: "\\binit[?]?[(<]").compactMap { match -> Range<Int>? in
            guard let open = source.code[match[0].upperBound...].firstIndex(of: UInt8(ascii: "{")),
                let close = source.closing(open)
            else { return nil }
            return open..<close
        }
        for match in source.ranges(of: " ([-+*|^]|&[-+*])?=(?=[ \\n])") {
            let place = match[0]
            guard !inits.contains(where: { $0.contains(place.lowerBound) }),
                let start = statementStart(before: place.lowerBound)
            else { continue }
            let left = source.codeText(start..<place.lowerBound)
            guard !unset.contains(left), let end = statementEnd(after: place.upperBound) else { continue }
            let statement = source.codeText(start..<end).split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            add(
                start..<end, "left out: \(statement.joined(separator: " ").prefix(120))",
                [(start, 1, "if !isMutant(\(next)) { "), (end, 8, " }")])
        }
    }

    private func statementStart(before place: Int) -> Int? {
        var (depth, index) = (0, place - 1)
        scan: while index >= 0 {
            switch source.code[index] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "("), UInt8(ascii: "["):
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "\n"), UInt8(ascii: "{"), UInt8(ascii: ";"): if depth == 0 { break scan }
            case UInt8(ascii: ":"):
                // The head of a branch ends here.
                if depth == 0, source.code[index + 1] == UInt8(ascii: " ") {
                    let line = source.codeText(source.trimmed(lineStart(index)..<index))
                    if line.hasPrefix("case ") || line.hasPrefix("default") { break scan }
                    return nil
                }
            default: break
            }
            index -= 1
        }
        let range = source.trimmed(index + 1..<place)
        var left = source.codeText(range)
        var start = range.lowerBound
        if let inside = left.range(of: " in ", options: .backwards) {
            start += left[..<inside.upperBound].utf8.count
            left = String(left[inside.upperBound...])
        }
        let first = left.prefix { $0.isLetter || $0 == "_" || $0.isNumber }
        let isStatement = left.allSatisfy {
            $0 != "=" && $0 != "{" && $0 != "}" && $0 != "\n" && $0 != "@" && $0 != "#"
        }
        let keywords: Set<Substring> = [
            "let", "var", "guard", "if", "while", "for", "case", "where", "private", "fileprivate", "static",
            "mutating",
            "func", "init", "typealias", "lazy", "package", "public", "internal", "return", "nonisolated", "else",
            "try",
        ]
        guard isStatement, !left.isEmpty, !keywords.contains(first), left.first != ".", left.first != "\"",
            !left.contains(" ") || left.first == "(" || left.contains("["), !left.contains(" ? "),
            !left.contains(" func ")
        else { return nil }
        return start
    }

    private func statementEnd(after place: Int) -> Int? {
        var (depth, index) = (0, place)
        while index < source.code.count {
            switch source.code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth < 0 { return source.trimmed(place..<index).upperBound }
            case UInt8(ascii: ";"): if depth == 0 { return index }
            case UInt8(ascii: "\n"):
                guard depth == 0, !source.codeText(source.trimmed(place..<index)).isEmpty else { break }
                let next = source.codeText(source.trimmed(index..<min(lineEnd(index + 1), source.code.count)))
                let goesOn = [".", "+ ", "- ", "* ", "? ", ": ", "&& ", "|| ", "?? ", "& "].contains {
                    next.hasPrefix($0)
                }
                if !goesOn { return source.trimmed(place..<index).upperBound }
            default: break
            }
            index += 1
        }
        return nil
    }
}
