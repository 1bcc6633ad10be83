import LabExactTime
import LabGate

extension DriftComparison {
    var reasons: [String] {
        // A guard that was changed is a change of the scenario by itself.
        guard let changes, !changes.isEmpty || !isOfGuards else { return [] }
        if changes.isEmpty { return ["nothing in the scenario: its profile, baseline or timerlab itself is another"] }
        return changes.map { $0.text + ($0.line.map { " (line \($0))" } ?? "") }.shortened(to: 5)
    }

    /// Each timer's failures, or else its most important move, with the number of its consequences.
    var rows: [(timer: String, text: String, role: TextRole)] {
        timers.flatMap { timer in
            timer.shown.enumerated().map { index, move in
                let facts = [
                    move.title, move.values, move.difference,
                    move.old == nil ? move.message : move.judgement.rawValue, move.guardText,
                    index == 0 ? Self.count(timer.others) : "",
                ]
                return (
                    timer.timer, timer.timer + " " + facts.filter { !$0.isEmpty }.joined(separator: " · "),
                    move.isFailure || move.judgement == .worse ? .bad : move.judgement == .better ? .good : .warning
                )
            }
        }
    }

    /// Names and facts that moved without a failure; failures have points of their own.
    var notes: [String] {
        renames.map { "\($0.old) is now called \($0.new): all its figures are equal" }
            + facts.filter { !$0.isFailure }.map { "\($0.name): \($0.message), \($0.judgement.rawValue)" }
    }

    /// All of it as lines of text: its own changes, then a line for each timer, the most important first.
    ///
    /// - Parameter timer: the timer whose lines are meant; nil for all.
    package func lines(of timer: String? = nil) -> [String] {
        let texts = rows.filter { timer == nil || $0.timer == timer }.map(\.text)
        return reasons.map { "because " + $0 } + texts + notes
    }

    private static func count(_ moves: [FigureMove]) -> String {
        guard !moves.isEmpty else { return "" }
        let worse = moves.count { $0.judgement == .worse }
        return "\(moves.count) more" + (worse > 0 ? " (\(worse) worse)" : "")
    }
}

extension FigureMove {
    /// `waiting max`; skipped points have their own word.
    var title: String { name.figure.family == .skipped ? "skipped" : name.figure.text.replacing(".", with: " ") }

    /// The description for a line that begins with its name.
    package var message: String {
        switch (old, new) {
        case (_, nil) where self.guard != nil: "is guarded but has no value"
        case (nil, _): "is not in the baseline"
        case (_, nil): "has no value any more"
        case (_, _) where isFailure: judgement == .worse ? "is worse than its guard allows" : "moved beyond its guard"
        case (_, _): judgement.rawValue
        }
    }

    /// `3 → 4`, with enough digits to distinguish them.
    package var values: String {
        guard let old, let new else { return "\(text(old)) → \(text(new))" }
        let digits =
            (2...9).first { name.figure.text(of: old, digits: $0) != name.figure.text(of: new, digits: $0) } ?? 9
        let more = min(9, digits + 1)
        return "\(name.figure.text(of: old, digits: more)) → \(name.figure.text(of: new, digits: more))"
    }

    private func text(_ value: Int64?) -> String { value.map(name.figure.exactText) ?? "none" }

    /// `+1 (+33 %)`; without a percentage if the old value was 0.
    var difference: String {
        guard let old, let new else { return "" }
        let (distance, overflow) = new.subtractingReportingOverflow(old)
        guard !overflow, distance != 0 else { return "" }
        let sign = distance < 0 ? "-" : "+"
        let plain = sign + name.figure.text(of: Int64(clamping: distance.magnitude), digits: 3)
        guard old != 0 else { return plain }
        let share = Double(distance.magnitude) / Double(old.magnitude) * 100
        let tenths = { DurationText.decimal(UInt64((share * 10).rounded()), scale: 10, digits: 1) }
        let percent = share >= 1_000 ? "> 1000" : share >= 10 ? String(Int(share.rounded())) : tenths()
        return "\(plain) (\(percent == "0" ? "< 0.1" : sign + percent) %)"
    }

    var guardText: String {
        let isSeen = seeds.map { seeds in
            self.guard == nil
                ? "differs in \(seeds.differing) of \(seeds.all) seeds"
                : "beyond in \(seeds.beyond) of \(seeds.all) seeds"
        }
        return [self.guard.map { "guard " + $0.allowanceText }, isSeen].compactMap(\.self).joined(separator: ", ")
    }

    /// `old 5 s · new 5.4 s · limit at most 5.25 s (+5 %)`, and in how many seeds.
    package var facts: String {
        var facts = ["old " + text(old), "new " + text(new)]
        if let limit, let guarding = self.guard {
            facts.append("limit \(name.figure.text(of: limit)) (\(guarding.allowanceText))")
        }
        if let seeds { facts.append("beyond in \(seeds.beyond) of \(seeds.all) seeds") }
        return facts.joined(separator: " · ")
    }
}
