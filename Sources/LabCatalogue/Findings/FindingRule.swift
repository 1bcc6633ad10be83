/// A kind of finding in words: its meaning, the rule behind it, an example and a remedy.
package struct FindingRule: Sendable {
    package let code: FindingCode
    /// The worst severity.
    package let harm: Harm
    /// The meaning in one line.
    package let title: String
    package let meaning: String
    /// The rule of the real system.
    package let rule: SituationTexts
    /// The place where the rule is written down.
    package let source: String
    /// The smallest scenario that has the finding, built on demand, since a run does not need it.
    package var example: String { makeExample() }
    /// An imperative without its full stop.
    package let remedy: SituationTexts
    /// More about the remedy.
    package let advice: String
    /// The remedy in code, for a finding without one that can be tried; else empty.
    package let swift: String
    package let objectiveC: String
    private let makeExample: @Sendable () -> String

    init(
        _ code: FindingCode, _ harm: Harm, _ title: String, meaning: String, rule: SituationTexts, source: String,
        example: @escaping @Sendable @autoclosure () -> String, remedy: SituationTexts, advice: String = "",
        swift: String = "", objectiveC: String = ""
    ) {
        self.code = code
        self.harm = harm
        self.title = title
        self.meaning = meaning
        self.rule = rule
        self.source = source
        makeExample = example
        self.remedy = remedy
        self.advice = advice
        self.swift = swift
        self.objectiveC = objectiveC
    }

    /// Advice for every finding of late or skipped firings.
    static let readsClock = "To show a time, read a clock (`end.timeIntervalSinceNow`); do not count calls."
}
