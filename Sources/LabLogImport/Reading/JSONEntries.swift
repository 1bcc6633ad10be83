/// Collects the objects of `log show --style json` and `ndjson`, however they are spread over lines.
struct JSONEntries {
    /// An object larger than this is passed over.
    private static let limit = 1 << 20

    private(set) var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isTooLarge = false
    private var object: [UInt8] = []

    var isOpen: Bool { depth > 0 }

    /// Whether a line can be the beginning of an object, or of the array around all of them.
    static func begins(_ text: [UInt8], _ line: Range<Int>) -> Bool {
        var index = text.skippingSpaces(line.lowerBound, in: line)
        while [0x5B, 0x5D, 0x7D, 0x2C].contains(text.byte(index, in: line)) { index += 1 }
        guard text.byte(index, in: line) == 0x7B else { return false }
        let next = text.byte(text.skippingSpaces(index + 1, in: line), in: line)
        return next == 0x22 || next == 0x7D || next == 0 || next == 0x0D
    }

    mutating func abandon() { self = JSONEntries() }

    mutating func feed(_ text: [UInt8], _ line: Range<Int>, _ body: ([UInt8]) -> Void) {
        for index in line {
            let byte = text[index]
            if depth > 0, object.count < JSONEntries.limit {
                object.append(byte)
            } else if depth > 0 {
                isTooLarge = true
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isInString = false
                }
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
                    if !isTooLarge { body(object) }
                    abandon()
                }
            default: continue
            }
        }
    }
}

/// The members of one object of a unified log that matter here.
struct JSONFields {
    /// The texts of members, one after the other, their escapes resolved.
    private(set) var text: [UInt8] = []
    private(set) var time: Range<Int>?
    private(set) var message: Range<Int> = 0..<0
    private(set) var process: Range<Int> = 0..<0
    private(set) var thread: Int64 = 0
    private(set) var pid: Int64 = 0

    /// Reads the outermost members; whatever stands in inner objects is passed over.
    init(_ object: [UInt8]) {
        let all = 0..<object.count
        var index = 1
        var depth = 1
        var key: Range<Int>?
        while index < all.upperBound, depth > 0 {
            switch object[index] {
            case 0x22:
                let end = JSONFields.endOfString(object, index)
                let content = index + 1..<max(index + 1, end - 1)
                if depth == 1 {
                    if let name = key {
                        member(object, name, content, isString: true)
                        key = nil
                    } else {
                        key = content
                    }
                }
                index = end
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            case 0x2C where depth == 1: key = nil
            case 0x30...0x39:
                var end = index
                while end < all.upperBound, object[end].isDigit || object[end] == 0x2E { end += 1 }
                if depth == 1, let name = key { member(object, name, index..<end, isString: false) }
                index = end
                continue
            default: break
            }
            index += 1
        }
    }

    private static func endOfString(_ object: [UInt8], _ start: Int) -> Int {
        var index = start + 1
        while index < object.count {
            if object[index] == 0x5C {
                index += 2
            } else if object[index] == 0x22 {
                return index + 1
            } else {
                index += 1
            }
        }
        return object.count
    }

    private mutating func member(_ object: [UInt8], _ key: Range<Int>, _ value: Range<Int>, isString: Bool) {
        let number = object.number(at: value.lowerBound, in: value)?.value ?? 0
        switch object.text(key) {
        case "timestamp", "time", "ts": time = unescaped(object, value)
        case "date" where isString: time = unescaped(object, value)
        case "eventMessage" where isString, "message" where isString, "msg" where isString:
            message = unescaped(object, value)
        case "processImagePath" where isString, "process" where isString:
            let path = unescaped(object, value)
            process = (text[path].lastIndex(of: 0x2F).map { $0 + 1 } ?? path.lowerBound)..<path.upperBound
        case "threadID", "thread": thread = number
        case "processID" where !isString, "pid" where !isString: pid = number
        default: break
        }
    }

    private mutating func unescaped(_ object: [UInt8], _ string: Range<Int>) -> Range<Int> {
        let start = text.count
        var index = string.lowerBound
        while index < string.upperBound {
            guard object[index] == 0x5C, index + 1 < string.upperBound else {
                text.append(object[index])
                index += 1
                continue
            }
            switch object[index + 1] {
            case 0x6E, 0x72, 0x74, 0x62, 0x66: text.append(0x20)
            case 0x75:
                let code = object.number(at: index + 2, in: index + 2..<min(index + 6, string.upperBound), base: 16)
                // A half of a pair stands for what it would be shown as alone.
                let scalar = code.flatMap { Unicode.Scalar(UInt32($0.value)) } ?? "\u{FFFD}"
                text.append(contentsOf: Array(String(Character(scalar)).utf8))
                index = min(index + 6, string.upperBound)
                continue
            case let plain: text.append(plain)
            }
            index += 2
        }
        return start..<text.count
    }
}
