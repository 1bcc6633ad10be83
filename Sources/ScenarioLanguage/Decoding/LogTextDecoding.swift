import ScenarioModel
import TextLayout

extension StepDecoder {
    /// Takes a log text apart into literals and fields; `{{` and `}}` stand for braces.
    mutating func logText(_ text: Text, in context: StepContext) -> LogTextPlan? {
        let bytes = Array(text.text.utf8)
        var pieces: [LogTextPlan.Piece] = []
        var literal: [UInt8] = []
        var isWhole = true
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let isDoubled = offset + 1 < bytes.count && bytes[offset + 1] == byte
            switch byte {
            case UInt8(ascii: "{") where !isDoubled:
                guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "}")) else {
                    reportBrace(text, offset, help: "write {{ for a brace")
                    return nil
                }
                if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                let name = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
                if let field = logField(name, at: text.span(offset..<end + 1), in: context) {
                    pieces.append(.field(field))
                } else {
                    isWhole = false
                }
                offset = end + 1
            case UInt8(ascii: "}") where !isDoubled:
                reportBrace(text, offset, help: "write }} for a brace")
                return nil
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                literal.append(byte)
                offset += 2
            default:
                literal.append(byte)
                offset += 1
            }
        }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return isWhole ? LogTextPlan(pieces: pieces) : nil
    }

    private mutating func reportBrace(_ text: Text, _ offset: Int, help: String) {
        values.report(.badLogField, "a brace without its partner", at: text.span(offset..<offset + 1), help: help)
    }

    private mutating func logField(_ text: String, at span: Place, in context: StepContext) -> LogField? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let name = LogFieldName(rawValue: parts[0]) else {
            let known = LogFieldName.allCases.map(\.rawValue)
            values.report(
                .badLogField, "unknown log field '{\(text.shownShort)}'", at: span,
                help: Spelling.nearest(to: parts[0], in: known).map { "did you mean {\($0)}?" }
                    ?? "fields are \(LogFieldName.allCases.map(\.usage.text).joined(separator: " ")); write {{ for a brace"
            )
            return nil
        }
        let arguments = Array(parts.dropFirst())
        switch name.arguments {
        case .none:
            guard arguments.isEmpty else { return reportUsage(name, at: span) }
        case .countdown:
            return countdown(arguments, name, at: span, in: context)
        case .timer:
            guard arguments.count == 1 else { return reportUsage(name, at: span) }
            guard let timer = values.names.part(arguments[0], among: .timer), case .timer(let index) = timer.reference
            else {
                values.report(
                    .unknownID, "unknown timer \"\(arguments[0].shownShort)\"", at: span,
                    help: Spelling.question(arguments[0], in: values.names.names(of: .timer)))
                return nil
            }
            return name == .valid ? .isValid(timer: index) : .fireDate(timer: index)
        }
        return plainField(name, at: span, in: context)
    }

    private mutating func reportUsage(_ name: LogFieldName, at span: Place) -> LogField? {
        values.report(.badLogField, "this field is written \(name.usage.text)", at: span)
        return nil
    }

    private mutating func countdown(
        _ arguments: [String], _ name: LogFieldName, at span: Place, in context: StepContext
    ) -> LogField? {
        guard (1...2).contains(arguments.count), let start = Int64(arguments[0]),
            (0...Schema.mostTurns).contains(start), let width = arguments.count == 2 ? Int64(arguments[1]) : 0,
            (0...18).contains(width)
        else { return reportUsage(name, at: span) }
        guard needsOwnTimer("{countdown}", at: span, in: context) else { return nil }
        return .countdown(from: start, width: width)
    }

    private mutating func plainField(_ name: LogFieldName, at span: Place, in context: StepContext) -> LogField? {
        let field: LogField
        switch name {
        case .turn:
            guard context.isInRepeat else {
                values.report(
                    .badLogField, "{turn} is used outside of a 'repeat'", at: span, help: "{n} counts firings")
                return nil
            }
            return .turn
        case .thread: return .thread
        case .now: return .now
        case .answer: return .answer
        case .ticks: return .ticks
        case .mode: return .mode
        case .firing: field = .firing(fromZero: false)
        case .firingFromZero: field = .firing(fromZero: true)
        case .data: field = .data
        case .timestamp: field = .timestamp
        case .targetTimestamp: field = .targetTimestamp
        case .frameDuration: field = .frameDuration
        case .countdown, .valid, .fireDate: return nil
        }
        guard needsOwnTimer(name.usage.text, at: span, in: context) else { return nil }
        let wanted: TimerKind? =
            switch name {
            case .data: .gcd
            case .timestamp, .targetTimestamp, .frameDuration: .displayLink
            default: nil
            }
        if let wanted, let timer = context.timer, let kind = values.names.timerKinds[timer], kind != wanted {
            values.report(
                .badLogField, "\(name.usage.text) belongs to timers of kind \(wanted.rawValue); this is \(kind.title)",
                at: span)
            return nil
        }
        return field
    }
}
