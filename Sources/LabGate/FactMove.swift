import LabCatalogue

/// A finding, the end of an object or a crash that differs from the baseline.
package struct FactMove {
    /// The subject: `TL0301 controller`, `controller`, `crash`.
    package var name: String
    /// The part or the guarded figure that it is about; empty for a crash.
    package var subject = ""
    /// `new`, `deallocated at 3.5 s → kept by run loop main → timer tick`.
    package var message: String
    package var judgement: MoveJudgement
    /// A new fault or warning fails, and so does a newly kept object without such a finding.
    package var isFailure = false

    /// Failures first, then by name.
    static func all(from oldNumbers: DriftNumbers, to newNumbers: DriftNumbers) -> [FactMove] {
        let (old, new) = (oldNumbers.facts, newNumbers.facts)
        if old == new { return [] }
        let keys = Set(old.keys).union(new.keys)
        let findings = keys.filter { $0.hasPrefix(finding) }.compactMap { move(ofFinding: $0, old[$0], new[$0]) }
        let objects = Set(
            keys.compactMap { key in ends.first { key.hasPrefix($0) }.map { String(key.dropFirst($0.count)) } })
        let failures = findings.filter(\.isFailure)
        let lives = objects.compactMap { object -> FactMove? in
            var move = move(of: object, end(of: object, old), end(of: object, new))
            if failures.contains(where: { $0.subject == object }) { move?.isFailure = false }
            return move
        }
        var all = findings + lives + guards(from: oldNumbers, to: newNumbers)
        if old["crash"] != new["crash"] {
            // An unexpected crash fails by itself.
            all.append(
                FactMove(
                    name: "crash", message: "\(old["crash"] ?? "none") → \(new["crash"] ?? "none")", judgement: .changed
                ))
        }
        return all.sorted { ($0.isFailure ? 0 : 1, $0.name) < ($1.isFailure ? 0 : 1, $1.name) }
    }

    static let finding = "finding."
    static let guarded = "guard."

    /// `finding.TL0301.controller` → `TL0301 controller`.
    static func name(ofFinding key: String) -> String {
        key.dropFirst(finding.count).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            .joined(separator: " ")
    }

    /// The moves of guards: a guard that is gone fails if its timer is gone as well.
    static func guards(from old: DriftNumbers, to new: DriftNumbers) -> [FactMove] {
        let timers = Set(new.exact.keys.map(\.timer))
        return old.facts.compactMap { key, before in
            guard key.hasPrefix(guarded), new.facts[key] != before else { return nil }
            let figure = String(key.dropFirst(guarded.count))
            let after = new.facts[key]
            let isTimerGone = after == nil && FigureName(figure).map { !timers.contains($0.timer) } ?? false
            let change = after.map { "\(before) → \($0)" } ?? "\(before) is gone"
            return FactMove(
                name: "guard \(figure)", subject: figure,
                message: isTimerGone ? "the guarded timer is gone" : change,
                judgement: isTimerGone ? .worse : .changed, isFailure: isTimerGone)
        }
    }

    static let deallocated = "deallocated."
    package static let keptBy = "kept_by."
    private static let ends = [deallocated, keptBy]

    private static func move(ofFinding key: String, _ old: String?, _ new: String?) -> FactMove? {
        guard old != new else { return nil }
        let name = name(ofFinding: key)
        let (before, after) = (harm(old), harm(new))
        let judgement: MoveJudgement = after > max(before, 1) ? .worse : before > max(after, 1) ? .better : .changed
        let message =
            switch (old, new) {
            case (nil, let new?): "new \(new)"
            case (let old?, nil): "\(old) gone"
            case (let old?, let new?): "\(old) → \(new)"
            case (nil, nil): ""
            }
        let subject = name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
        return FactMove(
            name: name, subject: subject, message: message, judgement: judgement, isFailure: judgement == .worse)
    }

    /// Notes are 1, so a note that comes or goes is neither better nor worse.
    private static func harm(_ severity: String?) -> Int {
        let order: [Severity?] = [nil, .note, .warning, .fault]
        return order.firstIndex(of: severity.flatMap(Severity.init)) ?? 0
    }

    private static func end(of object: String, _ facts: [String: String]) -> (text: String, isKept: Bool)? {
        if let path = facts[keptBy + object] { return ("kept by " + path, true) }
        return facts[deallocated + object].map { ($0 == "never" ? "never deallocated" : "deallocated at " + $0, false) }
    }

    private static func move(
        of object: String, _ old: (text: String, isKept: Bool)?, _ new: (text: String, isKept: Bool)?
    ) -> FactMove? {
        guard old?.text != new?.text else { return nil }
        let (was, isNow) = (old?.isKept ?? false, new?.isKept ?? false)
        return FactMove(
            name: object, subject: object, message: "\(old?.text ?? "not there") → \(new?.text ?? "not there")",
            judgement: isNow == was ? .changed : isNow ? .worse : .better, isFailure: isNow && !was)
    }
}
