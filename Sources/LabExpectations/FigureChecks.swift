import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

extension ExpectationChecker {
    func figure(_ figure: Figure, _ comparison: Comparison, _ entity: EntityID) -> Verdict {
        let values: [Int64] =
            if trace.entity(entity)?.kind == .thread {
                [analysis.threads.first { $0.thread == entity }?.busy ?? 0]
            } else if !entity.exists {
                figure.statistic != .value ? [] : [figure.family == .wakeUps ? analysis.wakeUps : analysis.firingCount]
            } else {
                analysis.summary(of: entity)?.values(of: figure) ?? []
            }
        guard let first = values.first, let last = values.last else {
            return Verdict(passed: false, actual: "\(figure.text) has no value: \(reason(entity, figure))")
        }
        let range = first == last ? figure.text(of: first) : "\(figure.text(of: first)) … \(figure.text(of: last))"
        let passed = values.allSatisfy(comparison.holds)
        return Verdict(
            passed: passed, actual: "\(figure.text) = \(range)",
            details: passed ? [] : exactness(figure, comparison, values))
    }

    /// An exact value where a bound was probably meant: `lateness = "1ms"`.
    private func exactness(_ figure: Figure, _ comparison: Comparison, _ values: [Int64]) -> [String] {
        guard case .equal(let bound) = comparison, figure.better == .less, figure.unit != .count,
            values.allSatisfy({ $0 <= bound })
        else { return [] }
        let text = figure.text(of: bound)
        return ["\(text) is compared exactly; did you mean \"< \(text)\"?"]
    }

    /// The reason why there is no value to compare.
    private func reason(_ entity: EntityID, _ figure: Figure) -> String {
        guard let summary = analysis.summary(of: entity) else {
            return entity.exists ? "it is no timer" : "only a timer has it"
        }
        if let size = summary.spread(of: figure.family)?.count, size < figure.statistic.neededSample {
            return
                "it needs \(figure.statistic.neededSample) \(figure.family.row.sample), this run has \(size): use max"
        }
        let family = figure.family
        if let lack = summary.lack { return lack }
        if family == .longFrames, summary.isMixed { return "its rate changed, and with it the length of its frames" }
        if !family.lack.isEmpty { return family.lack }
        if summary.requested == nil, [.requested, .lag, .drift, .steps, .episodes].contains(family) {
            return "no interval was requested"
        }
        if summary.isChain, family == .waiting {
            return "it is armed again after each callback: use lag, drift or lateness"
        }
        switch summary.fired {
        case 0: return "it never fired"
        case 1: return "it fired only once"
        case let fired: return "it fired only \(fired) times"
        }
    }

    // MARK: Instants

    func firings(_ expected: [Int64], isComplete: Bool, _ entity: EntityID) -> Verdict {
        let all = analysis.firings(of: entity)
        let actual = isComplete ? all : Array(all.prefix(expected.count))
        let shown = all.prefix(max(expected.count + 1, 12))
        let text = Self.list(shown.map(instant) + (shown.count < all.count ? ["…"] : []))
        return Verdict(passed: actual == expected, actual: "firings = \(text)", details: difference(expected, actual))
    }

    func sameFirings(_ entity: EntityID, _ other: Int) -> Verdict {
        let name = plan.timers[other].id
        guard let twin = trace.entity(.timer, named: name) else {
            return Verdict(passed: false, actual: "the recording knows no \(name)")
        }
        let (own, others) = (analysis.firings(of: entity), analysis.firings(of: twin))
        return Verdict(
            passed: own == others,
            actual: own == others ? "the same \(own.count) instants as \(name)" : "other instants than \(name)",
            details: difference(others, own))
    }

    private func difference(_ expected: [Int64], _ actual: [Int64]) -> [String] {
        guard expected != actual else { return [] }
        let number = zip(expected, actual).prefix { $0 == $1 }.count
        let wanted = number < expected.count ? "at \(instant(expected[number]))" : "not to come"
        let found = number < actual.count ? "came at \(instant(actual[number]))" : "did not come"
        return ["firing \(number + 1) was expected \(wanted), it \(found)"]
    }

    func instant(_ time: Int64) -> String { DurationText.format(time, digits: 9) }

    func timeline(_ step: Int64, _ lane: String, _ entity: EntityID) -> Verdict {
        let expected = Array(lane)
        guard step > 0 else { return Verdict(passed: false, actual: "the recording has no lanes") }
        let found = Array(analysis.lane(of: entity, step: step, count: expected.count))
        guard found != expected else { return Verdict(passed: true, actual: "timeline as expected") }
        let wrong = expected.indices.filter { expected[$0] != found[$0] }
        let carets = expected.indices.prefix((wrong.last ?? -1) + 1).map { expected[$0] == found[$0] ? " " : "^" }
        let first = wrong.first ?? 0
        return Verdict(
            passed: false,
            actual: "timeline differs in \(Plural.of(wrong.count, "step")), first at "
                + "\(instant(Int64(first) * step)): expected \(expected[first]), is \(found[first])",
            details: ["expected " + lane, "found    " + String(found), "         " + carets.joined()])
    }
}
