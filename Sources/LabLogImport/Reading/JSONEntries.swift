/// Collects the objects of `log show --style json` and `ndjson`, also if they span several lines.
struct JSONEntries {
    private(set) var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var object: [UInt8] = []

    var isOpen: Bool { depth > 0 }

    /// True if a line can begin an object, or the array around all of them.
    static func begins(_ text: [UInt8], _ line: Range<Int>) -> Bool {
        var index = text.skippingSpaces(line.lowerBound, in: line)
        while [0x5B, 0x5D, 0x7D, 0x2C].contains(text.byte(index, in: line)) { index += 1 }
        guard text.byte(index, in: line) == 0x7B else { return false }
        let next = text.byte(text.skippingSpaces(index + 1, in: line), in: line)
        return next == 0x22 || next == 0x7D || next == 0 || next == 0x0D
    }

    mutating func objects(in text: [UInt8], _ line: Range<Int>) -> [[UInt8]] {
        var objects: [[UInt8]] = []
        for index in line {
            let byte = text[index]
            // A larger object is cut, so that it cannot be read.
            if depth > 0, object.count < 1 << 20 { object.append(byte) }
            if isInString {
                (isInString, isEscaped) = (isEscaped || byte != 0x22, !isEscaped && byte == 0x5C)
                continue
            }
            switch byte {
            case 0x22 where depth > 0: isInString = true
            case 0x7B:
                if depth == 0 { object = [byte] }
                depth += 1
            case 0x7D where depth > 0:
                depth -= 1
                if depth == 0 {
                    objects.append(object)
                    self = JSONEntries()
                }
            default: continue
            }
        }
        return objects
    }
}

/// The relevant members of one object of a unified log; inner objects are skipped.
struct JSONFields: Decodable {
    /// Time, message and process, one text.
    private(set) var text: [UInt8] = []
    private(set) var time: Range<Int>?
    private(set) var message: Range<Int> = 0..<0
    private(set) var process: Range<Int> = 0..<0
    private(set) var thread: Int64 = 0
    private(set) var pid: Int64 = 0

    private enum Name: String, CodingKey {
        case timestamp, time, ts, date, eventMessage, message, msg, processImagePath, process, threadID, thread
        case processID, pid, text, timer, name, event
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        func first<Value: Decodable>(_ names: Name...) -> Value? {
            names.lazy.filter(members.contains).compactMap { try? members.decode(Value.self, forKey: $0) }.first
        }
        let seconds: Double? = first(.timestamp, .time, .ts)
        time = append(first(.timestamp, .time, .ts, .date) ?? seconds.map { "\($0)" })
        message = append(first(.eventMessage, .message, .msg, .text, .timer, .name, .event)) ?? 0..<0
        let path: String? = first(.processImagePath, .process)
        process = append(path?.split(separator: "/").last.map(String.init)) ?? 0..<0
        thread = first(.threadID, .thread) ?? 0
        pid = first(.processID, .pid) ?? 0
    }

    private mutating func append(_ words: String?) -> Range<Int>? {
        guard let words else { return nil }
        defer { text += words.utf8.lazy.map { $0 < 0x20 ? 0x20 : $0 } }
        return text.count..<text.count + words.utf8.count
    }
}
