/// The styles of logs, in words.
package enum LogStyle: String, CaseIterable {
    /// `… QTimer[9749:3330951] message`, NSLog and Xcode's console.
    case nslog = "NSLog"
    /// Xcode 15: a message, and under it a line of details with its time.
    case xcode = "Xcode console"
    /// `log show`: thread, type, activity, pid, ttl, process.
    case unifiedDefault = "log show"
    /// `log show --style compact`
    case unifiedCompact = "log show, compact"
    /// `log show --style syslog`, and BSD's syslog.
    case syslog = "syslog"
    /// `log show --style json` or `ndjson`.
    case json = "log show, JSON"
    case csv = "CSV"
    /// A time stamp and a text.
    case plain = "time stamps"
}

/// The contents of a line without its time.
struct LineFacts {
    var style = LogStyle.plain
    var process: Range<Int> = 0..<0
    var pid: Int64 = 0
    var thread: Int64 = 0
    var message: Range<Int> = 0..<0
}

/// Parses the rest of a line after its time stamp.
enum LineParser {
    @inline(__always) static func facts(_ text: [UInt8], after end: Int, _ line: Range<Int>) -> LineFacts {
        // Blanks, and the end of the stamp's brackets.
        let start = text.skipping(end, in: line) { byte in
            byte == 0x20 || byte == 0x09 || byte == 0x5D || byte == 0x29 || byte == 0x7C || byte == 0x2C
                || byte == 0x3A || byte == 0x22
        }
        let rest = start..<line.upperBound
        if text.has("0x", at: start, in: rest), let facts = unified(text, rest) { return facts }
        if let facts = bracketed(text, rest) { return facts }
        return LineFacts(message: text.trimmed(rest))
    }

    /// `0x1d5b     Default     0x0                  20276  0    QTimer: (Foundation) timer test`
    private static func unified(_ text: [UInt8], _ rest: Range<Int>) -> LineFacts? {
        guard let thread = text.number(at: rest.lowerBound + 2, in: rest, base: 16) else { return nil }
        var index = text.skipping(text.skippingSpaces(thread.end, in: rest), in: rest) { $0.isLetter }
        index = text.skippingSpaces(index, in: rest)
        guard text.has("0x", at: index, in: rest), let activity = text.number(at: index + 2, in: rest, base: 16),
            let pid = text.number(at: text.skippingSpaces(activity.end, in: rest), in: rest),
            let ttl = text.number(at: text.skippingSpaces(pid.end, in: rest), in: rest)
        else { return nil }
        index = text.skippingSpaces(ttl.end, in: rest)
        let end = text.find(": ", in: index..<rest.upperBound) ?? index
        let message = min(end == index ? index : end + 2, rest.upperBound)..<rest.upperBound
        return LineFacts(
            style: .unifiedDefault, process: index..<end, pid: pid.value, thread: thread.value,
            message: withoutSender(text, message))
    }

    /// `QTimer[9749:3330951] …`, `Df QTimer[20276:1a2b] …`, `localhost QTimer[20276]: …`
    @inline(__always) private static func bracketed(_ text: [UInt8], _ rest: Range<Int>) -> LineFacts? {
        // The brackets with pid and thread are near the time stamp.
        for index in rest.prefix(120) where text[index] == 0x5B {
            guard let pid = text.number(at: index + 1, in: rest) else { continue }
            let after = text.byte(pid.end, in: rest)
            if after == 0x3A, let facts = threaded(text, rest, index, pid) { return facts }
            if after == 0x5D, let facts = syslog(text, rest, index, pid) { return facts }
        }
        return nil
    }

    private static func threaded(
        _ text: [UInt8], _ rest: Range<Int>, _ bracket: Int, _ pid: (value: Int64, end: Int)
    ) -> LineFacts? {
        let name = afterTypeCode(text, rest.lowerBound..<bracket)
        let base: Int64 = name == nil ? 10 : 16
        // NSLog prints a thread in decimal; before OS X 10.12 it was a hexadecimal port.
        guard
            let thread = [base, 16].lazy.compactMap({ text.number(at: pid.end + 1, in: rest, base: $0) })
                .first(where: { text.byte($0.end, in: rest) == 0x5D })
        else { return nil }
        let message = text.skippingSpaces(thread.end + 1, in: rest)..<rest.upperBound
        return LineFacts(
            style: name == nil ? .nslog : .unifiedCompact,
            process: text.trimmed((name ?? rest.lowerBound)..<bracket), pid: pid.value, thread: thread.value,
            message: name == nil ? text.trimmed(message) : withoutSender(text, message))
    }

    /// `localhost QTimer[20276]: …`, `iPhone QTimer(Foundation)[20276] <Notice>: …`
    private static func syslog(
        _ text: [UInt8], _ rest: Range<Int>, _ bracket: Int, _ pid: (value: Int64, end: Int)
    ) -> LineFacts? {
        var index = text.skippingSpaces(pid.end + 1, in: rest)
        if text.byte(index, in: rest) == 0x3C { index = text.skipping(index, in: rest) { $0 != 0x3E } + 1 }
        guard text.byte(index, in: rest) == 0x3A else { return nil }
        var start = rest.lowerBound
        // The host comes first and has no spaces; a process may have some.
        if let space = text[rest.lowerBound..<bracket].firstIndex(of: 0x20), space + 1 < bracket { start = space + 1 }
        return LineFacts(
            style: .syslog, process: text.trimmed(start..<bracket), pid: pid.value,
            message: withoutSender(text, min(index + 1, rest.upperBound)..<rest.upperBound))
    }

    /// The index after `Df`, `I `, `Db`, `E `, `F `, `A `; nil if none of them is here.
    private static func afterTypeCode(_ text: [UInt8], _ name: Range<Int>) -> Int? {
        for code in typeCodes where text.has(code, at: name.lowerBound, in: name) {
            let end = text.skippingSpaces(name.lowerBound + code.utf8CodeUnitCount, in: name)
            return end < name.upperBound ? end : nil
        }
        return nil
    }

    private static let typeCodes: [StaticString] = ["Df ", "I  ", "Db ", "E  ", "F  ", "A  ", "St ", "Lo "]

    /// A message without what `log` prints before it: the library in parentheses, `[com.acme.app:category]`.
    private static func withoutSender(_ text: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var message = text.trimmed(range)
        if text.byte(message.lowerBound, in: message) == 0x28, let end = text[message].firstIndex(of: 0x29),
            text.byte(end + 1, in: message) == 0x20
        {
            message = text.trimmed(end + 1..<message.upperBound)
        }
        // Other brackets are the message's own: the name of a subsystem has a dot, and no space.
        guard text.byte(message.lowerBound, in: message) == 0x5B, let end = text[message].firstIndex(of: 0x5D),
            text.byte(end + 1, in: message) == 0x20, !text[message.lowerBound..<end].contains(0x20),
            let colon = text[message.lowerBound..<end].firstIndex(of: 0x3A),
            text[message.lowerBound..<colon].contains(0x2E)
        else { return message }
        return text.trimmed(end + 1..<message.upperBound)
    }
}
