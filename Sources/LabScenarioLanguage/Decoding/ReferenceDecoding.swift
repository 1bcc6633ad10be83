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
        if name.hasSuffix("]"), let bracket = name.lastIndex(of: "["),
            let found = names.part(String(name[..<bracket]), among: kinds), kinds.contains(PartKind(found.reference))
        {
            let timer = String(name[..<bracket]).shownShort
            let text = String(name[bracket...].dropFirst().dropLast())
            guard let copies = found.copies else {
                return refuse(
                    .badCopy, "timer '\(timer)' has no copies", at: span, help: "leave out [\(text.shownShort)]",
                    related: found.definition)
            }
            guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let index = Int(text), index < copies else {
                return refuse(
                    .badCopy, "timer '\(timer)' has the copies 0 to \(copies - 1); found [\(text.shownShort)]",
                    at: span, related: found.definition)
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
