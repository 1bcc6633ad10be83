import LabExactTime
import LabTOML

/// Writes a tree as JSON in which every scalar is `{"type": …, "value": "…"}`.
struct TaggedJSON {
    private(set) var text = ""

    private mutating func write(_ entries: [TOMLEntry]) {
        text += "{"
        for (position, entry) in entries.enumerated() {
            if position > 0 { text += ", " }
            writeString(entry.key.text)
            text += ": "
            write(entry.value)
        }
        text += "}"
    }

    mutating func write(_ value: TOMLValue) {
        switch value.kind {
        case .string(let string): writeScalar("string", string.text)
        case .integer(let integer): writeScalar("integer", "\(integer)")
        case .float(let float): writeScalar("float", "\(Double(float) ?? .nan)")
        case .boolean(let boolean): writeScalar("bool", "\(boolean)")
        case .offsetDateTime(let time, let minutes):
            writeScalar("datetime", date(time) + "T" + clock(time) + offset(minutes))
        case .localDateTime(let time): writeScalar("datetime-local", date(time) + "T" + clock(time))
        case .localDate(let time): writeScalar("date-local", date(time))
        case .localTime(let time): writeScalar("time-local", clock(time))
        case .array(let elements): write(elements)
        case .table(let entries): write(entries)
        }
    }

    private mutating func write(_ elements: [TOMLValue]) {
        text += "["
        for (position, element) in elements.enumerated() {
            if position > 0 { text += ", " }
            write(element)
        }
        text += "]"
    }

    private mutating func writeScalar(_ type: String, _ value: String) {
        text += "{\"type\": \"\(type)\", \"value\": "
        writeString(value)
        text += "}"
    }

    private mutating func writeString(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..<" ": text += "\\u" + padded(Int(scalar.value), 4, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private func date(_ date: CivilTime) -> String {
        "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }

    private func clock(_ time: CivilTime) -> String {
        let whole = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        guard time.nanosecond > 0 else { return whole }
        var digits = Substring(padded(time.nanosecond, 9))
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    private func offset(_ minutes: Int) -> String {
        guard minutes != 0 else { return "Z" }
        let size = abs(minutes)
        return "\(minutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
    }

    private func padded(_ number: Int, _ width: Int, radix: Int = 10) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
