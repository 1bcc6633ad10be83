import LabScenarioModel
import LabTextLayout

extension ValueDecoder {
    /// An id that names a part of one of these kinds.
    mutating func part(_ name: String, at span: Place, among kinds: PartKinds, of key: String) -> PartReference? {
        guard let found = partOrCopy(name, at: span, among: kinds, of: key) else { return nil }
        if let part = found as? PartReference { return part }
        return refuse(
            .badCopy, "'\(key)' takes no single copy of a timer; found \"\(name.shownShort)\"", at: span,
            help: "the id without brackets names all copies together")
    }

    /// The same, or a copy such as `tick[3]`: an `ExpectationPlan.Subject`.
    mutating func partOrCopy(
        _ name: String, at span: Place, among kinds: PartKinds, of key: String
    ) -> (any Sendable)? {
        if let found = names.part(name, among: kinds) {
            guard kinds.contains(PartKind(found.reference)) else {
                return refuse(
                    .wrongPart,
                    "'\(key)' takes \(kinds.title); '\(name.shownShort)' is \(PartKind(found.reference).title)",
                    at: span, related: found.definition)
            }
            return found.reference
        }
        if let copied = CopyName(name), let found = names.part(copied.name, among: kinds),
            kinds.contains(PartKind(found.reference))
        {
            guard let copies = found.copies else {
                return refuse(
                    .badCopy, "timer '\(copied.name.shownShort)' has no copies", at: span,
                    help: "leave out [\(copied.indexText.shownShort)]", related: found.definition)
            }
            guard let index = copied.index, index < copies else {
                return refuse(
                    .badCopy,
                    "timer '\(copied.name.shownShort)' has the copies 0 to \(copies - 1); "
                        + "found [\(copied.indexText.shownShort)]", at: span, related: found.definition)
            }
            return ExpectationPlan.Subject.copy(timer: found.reference.index, index: index)
        }
        let help = collector.isFull ? nil : help(forUnknown: name, among: kinds, of: key)
        return refuse(.unknownID, "unknown id \"\(name.shownShort)\" for '\(key)'", at: span, help: help)
    }

    private func help(forUnknown name: String, among kinds: PartKinds, of key: String) -> String {
        let candidates = names.names(of: kinds)
        if let question = Spelling.question(name, in: candidates) { return question }
        if candidates.isEmpty { return "the scenario has no such part: describe \(kinds.title) with this id" }
        guard candidates.count <= 8 else { return "'\(key)' takes the id of \(kinds.title)" }
        let known = candidates.map { "\"\($0.shownShort)\"" }.joinedAsChoice()
        return "'\(key)' can be \(known); or describe \(kinds.title) with this id"
    }

    mutating func holder(_ name: String, at span: Place, of key: String) -> Holder? {
        if let holder = Schema.holder(name) { return holder }
        guard names.part(name, among: .all) != nil else {
            let candidates = Schema.holders.map(\.word) + (collector.isFull ? [] : names.names(of: .all))
            return refuse(
                .unknownID, "unknown id \"\(name.shownShort)\" for '\(key)'", at: span,
                help: Spelling.question(name, in: candidates) ?? "'\(key)' takes an id, or \(Schema.holderChoice)")
        }
        return part(name, at: span, among: .all, of: key).map { .part($0) }
    }
}

/// The parts of `tick[3]`.
struct CopyName {
    let name: String
    let indexText: String
    let index: Int?

    init?(_ text: String) {
        guard text.hasSuffix("]"), let bracket = text.lastIndex(of: "[") else { return nil }
        name = String(text[..<bracket])
        indexText = String(text[text.index(after: bracket)...].dropLast())
        let isNumber = !indexText.isEmpty && indexText.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        index = isNumber ? Int(indexText) : nil
    }
}
