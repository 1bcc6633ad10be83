import ExactTime
import Recording

/// TL0101 to TL0108: why firings were late and points skipped.
struct CauseFindings {
    let trace: Trace
    let statistics: TimerStatistics
    let causes: CauseAnalysis
    let circumstances: Circumstances

    func findings() -> [Finding] {
        var found: [Finding] = []
        for (number, (timer, tally)) in causes.tallies.enumerated() {
            let shares = causes.attributions[number].shares
            for cause in Cause.allCases {
                guard let share = shares.first(where: { $0.cause == cause }) else { continue }
                if let finding = finding(about: timer, share, tally.effects[cause.rawValue]) { found.append(finding) }
            }
        }
        for index in trace.entities.indices where trace.entities[index].kind == .timer {
            let timer = EntityID(index)
            let history = statistics.history(of: index)
            found += [slept(timer, history), displayRate(timer, history), relative(timer, history)].compactMap { $0 }
        }
        return found
    }

    private func finding(about timer: EntityID, _ share: BlameShare, _ effect: Tally.Effect) -> Finding? {
        guard let code = share.cause.code, effect.lateFirings > 0 || effect.skipped > 0 else { return nil }
        let name = trace.name(timer)
        let consequence = consequence(of: effect, for: timer)
        let message: String
        switch share.cause {
        case .ownCallback:
            let longest =
                circumstances.callbacks[Int(timer.index)].map { saturatingDifference($0.to, $0.from) }.max() ?? 0
            guard let interval = trace.entity(timer)?.timer?.interval, Rational(whole: longest) >= interval else {
                return nil
            }
            message =
                "\(name)'s own callback takes up to \(text(longest)), its interval is "
                + "\(text(interval.scaled(1) ?? .max)): \(consequence)"
        case .otherWork:
            message = "\(who(share.culprit)) kept \(name) waiting: \(consequence)"
        case .modeNotRun:
            message = "the run loop ran in a mode that \(name) is not in\(because(share.culprit)): \(consequence)"
        case .tolerance:
            let tolerance = trace.entity(timer)?.timer?.tolerance ?? 0
            message = "\(name) may be \(text(tolerance)) late by its tolerance: \(consequence)"
        case .systemSlept:
            // Told once, as what it is for a clock that stood still.
            if slept(timer, statistics.history(of: Int(timer.index))) != nil { return nil }
            message = "the system slept while \(name) was due: \(consequence)"
        case .background:
            message = "the app was in the background while \(name) was due: \(consequence)"
        case .suspended:
            message = "\(name) was due while it was \(wasCalled(timer) ? "" : "still ")suspended: \(consequence)"
        case .loopNotRunning, .disposed, .wakeUp:
            return nil
        }
        return Finding(
            code, subject: timer, place: share.place.isEmpty ? trace.entity(timer)?.place ?? 0..<0 : share.place,
            message: message, count: saturatingSum(effect.lateFirings, effect.skipped),
            related: share.culprit == timer ? .none : share.culprit)
    }

    private func wasCalled(_ timer: EntityID) -> Bool { !statistics.history(of: Int(timer.index)).runs.isEmpty }

    /// What becomes of due points without a firing of their own is the mechanism's rule: a run loop timer drops them, a
    /// dispatch source merges them into its next call, a sequence still has them to come.
    private func consequence(of effect: Tally.Effect, for timer: EntityID) -> String {
        let fate =
            switch trace.entity(timer)?.detail {
            case "gcd" where wasCalled(timer): "merged"
            case "async-timer": "not served yet"
            default: "skipped"
            }
        var parts: [String] = []
        if effect.skipped > 0 { parts.append("\(counted(effect.skipped, "due point")) \(fate)") }
        if effect.lateFirings > 0 {
            parts.append(counted(effect.lateFirings, "firing") + " late, by up to " + text(effect.longest))
        }
        return parts.joined(separator: ", ")
    }

    private func because(_ culprit: EntityID) -> String {
        trace.entity(culprit) == nil ? "" : " (\(who(culprit)))"
    }

    private func who(_ culprit: EntityID) -> String {
        guard let entity = trace.entity(culprit) else { return "something" }
        // What has no id of its own is called `event 1` already.
        return entity.name.hasPrefix("\(entity.kind) ") ? entity.name : "\(entity.kind) \(entity.name)"
    }

    /// A timer on a clock that stops in system sleep is not late for it, but its period is longer by it.
    private func slept(_ timer: EntityID, _ history: TimerHistory) -> Finding? {
        guard !history.runs.isEmpty, !circumstances.sleeps.isEmpty else { return nil }
        var count: Int64 = 0
        var longest: Int64 = 0
        var last: (start: Int64, due: Int64)?
        let interval = trace.entity(timer)?.timer?.interval?.scaled(1)
        func check(_ start: Int64) {
            let from = last?.start ?? 0
            let expected =
                last.map { last in interval.map { saturatingSum(last.due, $0) } ?? .max }
                ?? history.grids.first?.anchor ?? .max
            let asleep = circumstances.sleeps.span(at: from)
            let next = asleep.span == nil ? asleep.until : from
            if next < start, start > expected {
                count += 1
                longest = max(longest, saturatingDifference(start, expected))
            }
        }
        for run in history.runs where !run.isByHand {
            check(run.start)
            last = (run.last, run.last &- run.lateness)
        }
        guard count > 0 else { return nil }
        return Finding(
            .systemSlept, subject: timer, place: trace.entity(timer)?.place ?? 0..<0,
            message: "the system slept: \(trace.name(timer)) fired up to \(text(longest)) later than without that",
            count: count)
    }

    private func displayRate(_ timer: EntityID, _ history: TimerHistory) -> Finding? {
        guard let wanted = trace.entity(timer)?.timer?.wantedRate, wanted > 0, let span = history.grids.last,
            let interval = history.grid(span).interval, let rate = interval.reciprocal?.times(Rational(whole: second)),
            rate != Rational(whole: wanted)
        else { return nil }
        return Finding(
            .displayRateRounded, subject: timer, place: trace.entity(timer)?.place ?? 0..<0,
            message: "\(trace.name(timer)) asked for \(wanted) frames a second; the display does "
                + "\(DurationText.decimal(UInt64(max(0, rate.numerator)), scale: UInt64(rate.denominator), digits: 3))")
    }

    private func relative(_ timer: EntityID, _ history: TimerHistory) -> Finding? {
        guard trace.entity(timer)?.timer?.isChain == true, let summary = statistics.summary(of: timer),
            let drift = summary.drift, case .value = drift.verdict, let partsPerBillion = drift.partsPerBillion,
            partsPerBillion > 0, summary.copies == 1
        else { return nil }
        let loss =
            partsPerBillion >= 10_000_000
            ? "each second takes \(text(saturatingSum(second, partsPerBillion)))"
            : "it falls behind by \(text(partsPerBillion)) a second"
        return Finding(
            .relativeDrift, subject: timer, place: trace.entity(timer)?.place ?? 0..<0,
            message:
                "\(trace.name(timer)) is armed anew after each callback: \(loss) (\(drift.text()))",
            count: summary.fired)
    }

    private var second: Int64 { 1_000_000_000 }
    private func text(_ nanoseconds: Int64) -> String { DurationText.format(nanoseconds) }
}

/// `1 firing`, `2 firings`.
func counted(_ count: Int64, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
