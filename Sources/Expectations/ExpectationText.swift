import ExactTime
import ScenarioModel

extension Figure {
    /// `fired = 7`, `lateness.p99 < 1 ms`.
    func text(of comparison: Comparison) -> String {
        switch comparison {
        case .equal(let bound): "\(text) = \(text(of: bound))"
        case .less(let bound): "\(text) < \(text(of: bound))"
        case .atMost(let bound): "\(text) <= \(text(of: bound))"
        case .greater(let bound): "\(text) > \(text(of: bound))"
        case .atLeast(let bound): "\(text) >= \(text(of: bound))"
        case .between(let low, let high): "\(text) = \(text(of: low)) … \(text(of: high))"
        }
    }
}

extension ExpectedOutcome {
    /// In the words of the scenario, for an expectation whose own words are not known.
    var text: String {
        switch self {
        case .figure(let figure, let comparison): figure.text(of: comparison)
        case .firings(let times, let isComplete):
            (isComplete ? "firings" : "first_firings") + " = "
                + ExpectedOutcome.list(times.map { DurationText.format($0, digits: 6) })
        case .timeline(let step, let lane): "timeline = \(lane), \(DurationText.format(step, digits: 6)) a sign"
        case .findings(let codes): "finding = " + ExpectedOutcome.list(codes)
        case .noFindings(let codes): "no_finding = " + ExpectedOutcome.list(codes)
        case .deallocated(let flag): "deallocated = \(flag)"
        case .deallocatedAt(let comparison):
            // Instants read as those of a first firing do.
            "deallocated" + Figure(.first).text(of: comparison).dropFirst(Figure(.first).text.count)
        case .keptBy(let path): "kept_by = \(path)"
        case .crash(let reason): "crash = \(reason ?? "true")"
        case .noCrash: "crash = false"
        case .log(let lines, let isComplete): (isComplete ? "whole_log" : "log") + " = " + ExpectedOutcome.list(lines)
        case .noLog(let lines): "no_log = " + ExpectedOutcome.list(lines)
        case .returns(let results): "returns = " + ExpectedOutcome.list(results)
        case .stages(let stages): "stages = " + ExpectedOutcome.list(stages)
        case .fingerprint(let digits): "fingerprint = \(digits)"
        case .sameFirings: "same_firings_as another timer"
        }
    }

    static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

    /// The words that stand in the scenario itself, on one line; nil when the place is not in the source.
    func words(at place: Place, in source: [UInt8]) -> String? {
        guard !place.isEmpty, place.lowerBound >= 0, place.upperBound <= source.count else { return nil }
        let text = String(decoding: source[place], as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A statistic stands in a table of its figure, which its own place leaves out.
        guard case .figure(let figure, _) = self, !line.hasPrefix(figure.family.rawValue) else { return line }
        return figure.statistic == .value ? "\(figure.text) = \(line)" : "\(figure.family.rawValue).\(line)"
    }
}
