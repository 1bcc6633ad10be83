/// Integers in four bases and floating-point numbers.
extension ScalarReader {
    mutating func readNumber() throws(Diagnostic) -> TOMLValue.Kind {
        let sign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") ? byte : nil
        if sign != nil { offset += 1 }
        if let special { return special }
        if byte == UInt8(ascii: "0"), offset + 1 < span.upperBound, let radix = Self.radices[bytes[offset + 1] | 0x20] {
            return try readInteger(radix: radix, hasSign: sign != nil)
        }
        return try readDecimal(isNegative: sign == UInt8(ascii: "-"))
    }

    /// By the letter of a prefix in lower case.
    private static let radices: [UInt8: Int] = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]

    /// `0x`, `0o` or `0b` and digits; never a sign, never a capital prefix.
    private mutating func readInteger(radix: Int, hasSign: Bool) throws(Diagnostic) -> TOMLValue.Kind {
        let prefix = offset..<offset + 2
        guard !hasSign else {
            throw Diagnostic(
                .badNumber, "a number with the prefix \(quoted(bytes, prefix)) takes no sign",
                at: span.lowerBound..<prefix.upperBound)
        }
        if bytes[offset + 1] < UInt8(ascii: "a") {
            throw Diagnostic(.badNumber, "the prefix \(quoted(bytes, prefix)) is written in lower case", at: prefix)
        }
        offset += 2
        let start = offset
        try skipDigits(radix: radix, of: "a number with the prefix \(quoted(bytes, prefix))")
        if let byte { throw unexpected(byte, "in base \(radix)") }
        return .integer(try integer(start..<offset, radix: radix, isNegative: false))
    }

    private mutating func readDecimal(isNegative: Bool) throws(Diagnostic) -> TOMLValue.Kind {
        let start = offset
        try skipDigits(radix: 10, of: "a number")
        if bytes[start] == UInt8(ascii: "0"), offset - start > 1 {
            throw Diagnostic(
                .badNumber, "a number has no leading zeros", at: start..<offset,
                help: "write octal numbers with the prefix 0o, texts in quotes")
        }
        let whole = start..<offset
        var isFloat = false
        if byte == .dot {
            isFloat = true
            offset += 1
            try skipDigits(radix: 10, of: "a fraction")
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isFloat = true
            offset += 1
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { offset += 1 }
            try skipDigits(radix: 10, of: "an exponent")
        }
        if let byte { throw unexpected(byte, "in a number") }
        guard isFloat else { return .integer(try integer(whole, radix: 10, isNegative: isNegative)) }
        return .float(String(decoding: bytes[span].filter { $0 != .underscore }, as: UTF8.self))
    }

    /// Skips digits, at least one, with single underscores between them.
    private mutating func skipDigits(radix: Int, of what: String) throws(Diagnostic) {
        var lastIsDigit = false
        while let byte {
            if byte == .underscore {
                guard lastIsDigit, let next = bytes.at(offset + 1), offset + 1 < span.upperBound, isDigit(next, radix)
                else {
                    throw Diagnostic(
                        .badNumber, "an underscore stands only between two digits", at: offset..<offset + 1)
                }
                lastIsDigit = false
            } else if isDigit(byte, radix) {
                lastIsDigit = true
            } else {
                break
            }
            offset += 1
        }
        guard !lastIsDigit else { return }
        if let byte, byte != .dot { throw unexpected(byte, "where \(what) needs a digit") }
        throw Diagnostic(.badNumber, "\(what) needs a digit here", at: offset..<offset)
    }

    private func isDigit(_ byte: UInt8, _ radix: Int) -> Bool { byte.hexDigit.map { $0 < radix } ?? false }

    private func integer(_ digits: Range<Int>, radix: Int, isNegative: Bool) throws(Diagnostic) -> Int64 {
        let text = String(decoding: bytes[digits].filter { $0 != .underscore }, as: UTF8.self)
        guard let value = Int64((isNegative ? "-" : "") + text, radix: radix) else {
            throw Diagnostic(
                .integerRange, "\(quoted(bytes, span)) does not fit into 64 bits", at: span,
                help: "integers go from \(Int64.min) to \(Int64.max)")
        }
        return value
    }

    private func unexpected(_ byte: UInt8, _ place: String) -> Diagnostic {
        let isUnit = span.lowerBound < offset && byte.isBareKey && !byte.isDigit && byte != .underscore
        let value = quoted(bytes, span).dropFirst().dropLast()
        return Diagnostic(
            .badNumber, "unexpected \(quoted(bytes, character)) \(place)", at: character,
            help: isUnit ? "a value with a unit is a string: \"\(value)\"" : nil)
    }
}
