/// Changes of code, in Swift and Objective-C: what is added and what is taken away, in lines that fit.
package struct ListingSection: ReportSection {
    package var title: String
    /// Stand above the code.
    var items: [ReportItem] = []
    /// The code in each language; a language without a name has no line of its own.
    var listings: [(language: String, code: String)]

    package init(_ title: String, _ code: String) { self.init(title, [], [("", code)]) }

    init(_ title: String, _ items: [ReportItem], _ listings: [(language: String, code: String)]) {
        (self.title, self.items, self.listings) = (title, items, listings.filter { !$0.code.isEmpty })
    }

    package func blocks(width: Int) -> [ReportBlock] {
        (items.isEmpty ? [] : [.items(items)])
            + listings.map { language, code in
                let heading = language.isEmpty ? [] : [StyledText("    // \(language)", .faint)]
                let lines = code.split(separator: "\n").flatMap { FoldedCode.lines(of: String($0), to: width - 4) }
                return .lines(
                    heading
                        + lines.map {
                            StyledText("    " + $0, $0.hasPrefix("+") ? .good : $0.hasPrefix("-") ? .bad : .plain)
                        })
            }
    }
}

/// Code whose long lines are broken where Swift, Objective-C and TOML 1.1 may go on in the next one.
enum FoldedCode {
    /// A line in as many as it takes, each with the sign of the change in front; the others stand further in.
    ///
    /// It breaks behind a comma, a brace or the head of a closure, a semicolon and an assignment, before a part of a selector,
    /// `&&`, `||` and a comment, but never inside a string. What cannot be broken stays as it is.
    static func lines(of line: String, to width: Int) -> [String] {
        let sign = line.hasPrefix("+ ") || line.hasPrefix("- ") ? String(line.prefix(2)) : ""
        let indent = String(line.dropFirst(sign.count).prefix { $0 == " " })
        var rest = line.dropFirst(sign.count + indent.count)
        var start = sign + indent
        var lines: [String] = []
        while start.count + rest.count > width {
            let breaks = breaks(in: rest)
            guard
                let end = breaks.last(where: { rest.distance(from: rest.startIndex, to: $0) <= width - start.count })
                    ?? breaks.first
            else { break }
            lines.append(start + rest[..<end])
            rest = rest[end...].drop { $0 == " " }
            start = sign + indent + "    "
        }
        return lines + [start + rest]
    }

    /// The spaces at which a line may end.
    private static func breaks(in code: Substring) -> [Substring.Index] {
        var found: [Substring.Index] = []
        var isString = false
        var last: Character = " "
        for index in code.indices.dropFirst() {
            let character = code[index]
            last = code[code.index(before: index)]
            if last == "\"" { isString.toggle() }
            if isString || character != " " { continue }
            let next = code[code.index(after: index)...]
            let word = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let tail = next.dropFirst(word.count)
            let isSelector = !word.isEmpty && tail.first == ":" && tail.dropFirst().first.map { $0 != " " } == true
            if next.hasPrefix("//") { return found + (index > code.startIndex ? [index] : []) }
            let isHead = last == "{" && next.prefixMatch(of: #/(@\w+ )?(\[[^\]]*\] )?(\w+ )?in /#) != nil
            let isBehind = !isHead && ",{;=".contains(last) || code[..<index].hasSuffix(" in")
            if isBehind || isSelector || next.hasPrefix("&& ") || next.hasPrefix("|| ") { found.append(index) }
        }
        return found
    }
}
