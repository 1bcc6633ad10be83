/// Code whose long lines are broken where Swift, Objective-C and TOML 1.1 allow it.
enum FoldedCode {
    /// The lines of a change in the columns of a page, at most so many; the rest is counted.
    static func change(_ code: String, to width: Int, most: Int) -> [StyledText] {
        var lines = code.split(separator: "\n").flatMap { Self.lines(of: String($0), to: width - 4) }
        if lines.count - 1 > most { lines = lines.prefix(most) + ["… \(lines.count - most) more lines: --all"] }
        return lines.map { StyledText("    " + $0, $0.hasPrefix("+") ? .good : $0.hasPrefix("-") ? .bad : .plain) }
    }

    /// A line in as many as it needs, each with the sign of the change in front; all but the first are indented.
    ///
    /// It breaks after a comma, a brace, the head of a closure, a semicolon or an assignment, and before a part of a
    /// selector, `&&`, `||` and a comment. It never breaks inside a string, and after a bracket only if nothing else
    /// helps. The outermost break that leaves a rest that fits counts, else the last. Other lines stay.
    static func lines(of line: String, to width: Int) -> [String] {
        let sign = line.hasPrefix("+ ") || line.hasPrefix("- ") ? String(line.prefix(2)) : ""
        let indent = String(line.dropFirst(sign.count).prefix { $0 == " " })
        var rest = line.dropFirst(sign.count + indent.count)
        var start = sign + indent
        var lines: [String] = []
        while start.count + rest.count > width {
            if rest.hasPrefix("// ") {
                let words = DisplayWidth.wrapped(String(rest.dropFirst(3)), to: width - start.count - 3)
                return lines + words.map { start + "// " + $0 }
            }
            let breaks = breaks(in: rest)
            let reach = rest.index(rest.startIndex, offsetBy: width - start.count, limitedBy: rest.endIndex)
            func best(_ breaks: [Break], isLastResort: Bool = false) -> Break? {
                let near = breaks.filter { $0.end <= reach ?? rest.startIndex }
                let room = width - sign.count - indent.count - 4
                let whole = near.filter { rest[$0.end...].drop { $0 == " " }.count <= room }
                if isLastResort, whole.isEmpty { return nil }
                // If the rest cannot fit anyway, it should be short.
                let half = rest.index(rest.startIndex, offsetBy: max(0, width - start.count) / 2)
                let best = whole.isEmpty ? near.filter { $0.end >= half } : whole
                let depth = best.map(\.depth).min()
                return best.last { $0.depth == depth } ?? near.last
            }
            let spaces = breaks.filter { !$0.isBracket }
            guard let end = (best(spaces) ?? best(breaks, isLastResort: true) ?? spaces.first)?.end else { break }
            let kept = rest[..<end].count - rest[..<end].reversed().prefix { $0 == " " }.count
            lines.append(start + rest.prefix(kept))
            rest = rest[end...].drop { $0 == " " }
            start = sign + indent + "    "
        }
        return lines + [start + rest]
    }

    /// The end of a line, and the number of open brackets there.
    private typealias Break = (end: Substring.Index, depth: Int, isBracket: Bool)

    /// The spaces at which a line may end, and the ends of opening brackets.
    private static func breaks(in code: Substring) -> [Break] {
        var found: [Break] = []
        var isString = false
        var depth = 0
        for index in code.indices.dropFirst() {
            let character = code[index]
            let last = code[code.index(before: index)]
            if last == "\"" { isString.toggle() }
            if isString { continue }
            depth += "([{".contains(last) ? 1 : ")]}".contains(last) ? -1 : 0
            if last == "(", character != ")" { found.append((index, depth, isBracket: true)) }
            if character != " " { continue }
            let next = code[code.index(after: index)...]
            let word = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let tail = next.dropFirst(word.count)
            let isSelector = !word.isEmpty && tail.first == ":" && tail.dropFirst().first.map { $0 != " " } == true
            if next.hasPrefix("//") { return found + [(index, depth, isBracket: false)] }
            let isHead = last == "{" && next.prefixMatch(of: #/(@\w+ )?(\[[^\]]*\] )?(\w+ )?in /#) != nil
            let isLoop = code.hasPrefix("for ") && depth == 0
            let isBehind = !isHead && ",{;=".contains(last) || code[..<index].hasSuffix(" in") && !isLoop
            guard isBehind || isSelector || next.hasPrefix("&& ") || next.hasPrefix("|| ") else { continue }
            // The two sides of an assignment belong together as much as the parts of a call.
            found.append((index, last == "=" ? depth + 1 : depth, isBracket: false))
        }
        return found
    }
}
