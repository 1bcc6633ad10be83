import LabExactTime
import LabScenarioModel
import LabTextLayout

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
            let isBrace = "{}".utf8.contains(byte)
            let isDoubled = offset + 1 < bytes.count && bytes[offset + 1] == byte
            guard isBrace, !isDoubled else {
                literal.append(byte)
                offset += isBrace ? 2 : 1
                continue
            }
            guard byte == UInt8(ascii: "{"), let end = bytes[offset...].firstIndex(of: UInt8(ascii: "}")) else {
                return values.refuse(
                    .badLogField, "a brace without its partner", at: text.span(offset..<offset + 1),
                    help: "write \(byte == UInt8(ascii: "{") ? "{{" : "}}") for a brace")
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
        }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return isWhole ? LogTextPlan(pieces: pieces) : nil
    }

    private mutating func logField(_ text: String, at span: Place, in context: StepContext) -> LogField? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let schema = Schema.logFields.first(where: { $0.name == parts[0] }) else {
            let usages = Schema.logFields.map(\.usage).joined(separator: " ")
            return values.refuse(
                .badLogField, "unknown log field '{\(text.shownShort)}'", at: span,
                help: Spelling.nearest(to: parts[0], in: Schema.logFields.map(\.name)).map { "did you mean {\($0)}?" }
                    ?? "fields are \(usages); write {{ for a brace")
        }
        switch (schema.form, parts.count - 1) {
        case (.plain(let field), 0), (.ownTimer(let field, _), 0): return allowed(field, schema, at: span, in: context)
        case (.countdown, 1...2):
            guard let start = Int64(parts[1]), (0...Schema.mostTurns).contains(start),
                let width = parts.count == 3 ? Int64(parts[2]) : 0, (0...18).contains(width)
            else { break }
            guard needsOwnTimer("{countdown}", at: span, in: context) else { return nil }
            return .countdown(from: start, width: width)
        case (.time, 1):
            guard case .success(let time) = DurationText.parse(parts[1]), let end = time.floorMultiple(1), end >= 0
            else { break }
            return .remaining(until: end)
        case (.counter, 1): return .counter(values.counters.ask(parts[1], at: span))
        case (.timer(let field), 1), (.ownTimer(_, let field), 1):
            let part = values.part(parts[1], at: span, among: [.timer], of: "{\(parts[0])}")
            guard let index = part?.index else { return nil }
            guard schema.kind == nil || values.names.timerKinds[index] == schema.kind else { break }
            return field(index)
        default: break
        }
        return values.refuse(.badLogField, "this field is written \(schema.usage)", at: span)
    }

    private mutating func allowed(
        _ field: LogField, _ schema: LogFieldSchema, at span: Place, in context: StepContext
    ) -> LogField? {
        if field == .turn, !context.isInRepeat {
            return values.refuse(
                .badLogField, "{turn} is used outside of a 'repeat'", at: span, help: "{n} counts firings")
        }
        if field == .activity, context.site != .observer {
            return values.refuse(
                .badLogField, "{activity} is used outside of an observer, in \(context.title)", at: span,
                help: "move the step into the `do` of an [[observer]]")
        }
        // A field of one kind of timers is one of the callback's own.
        let isOwn = schema.kind != nil || [.firing(fromZero: false), .firing(fromZero: true)].contains(field)
        guard !isOwn || needsOwnTimer(schema.usage, at: span, in: context) else { return nil }
        if let wanted = schema.kind, let timer = context.timer, let kind = values.names.timerKinds[timer],
            kind != wanted
        {
            return values.refuse(
                .badLogField, "\(schema.usage) belongs to timers of kind \(wanted.rawValue); this is \(kind.title)",
                at: span)
        }
        return field
    }
}
