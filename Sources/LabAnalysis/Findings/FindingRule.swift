import LabRecording

/// A kind of finding: what it means, the rule behind it, an example, what to do about it, and how it is detected.
///
/// Each one stands in a file of its own and in one row of `FindingRule.all`.
package struct FindingRule: Sendable {
    package let code: FindingCode
    /// The worst that it does.
    package let harm: Harm
    /// The meaning in one line.
    package let title: String
    package let meaning: String
    /// What the real system does.
    package let rule: MechanismTexts
    /// Where the rule is written down.
    package let source: String
    /// The smallest scenario that has the finding, put together when it is asked for: a run has no use for it.
    package var example: String { makeExample() }
    /// What to do, a sentence without its full stop.
    package let remedy: MechanismTexts
    /// What else there is to know about the remedy.
    package let advice: String
    /// What to do in code, where that is no remedy that can be tried; else empty.
    package let swift: String
    package let objectiveC: String
    /// What `--set` takes to try the remedy on a finding.
    let setting: @Sendable (Finding, Trace) -> String?
    private let detect: Detector
    private let makeExample: @Sendable () -> String

    init(
        _ code: FindingCode, _ harm: Harm, _ title: String, meaning: String, rule: MechanismTexts, source: String,
        example: @escaping @Sendable @autoclosure () -> String, remedy: MechanismTexts, advice: String = "",
        swift: String = "", objectiveC: String = "",
        setting: @escaping @Sendable (Finding, Trace) -> String? = { _, _ in nil },
        detect: @escaping Detector
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
        self.setting = setting
        self.detect = detect
    }

    /// What helps in any case where firings are lost or late.
    static let readsClock = "What shows a time reads a clock (`end.timeIntervalSinceNow`) and does not count calls."

    /// All that a run shows of it.
    func findings(_ evidence: Evidence) -> [Finding] {
        detect(evidence).map { Finding(self, $0, at: $0.place ?? evidence.trace.place($0.subject)) }
    }

    /// What to do about one finding, by the mechanism that it was found with.
    func remedy(for finding: Finding, in trace: Trace) -> Remedy? {
        let parts = [finding.subject, finding.related].compactMap { trace.entity($0) }
        let other =
            parts.contains { $0.kind == .block } ? "after" : parts.contains { $0.kind == .thread } ? "thread" : ""
        let mechanism = finding.situation ?? parts.first { $0.kind == .timer }?.detail ?? other
        // What a step makes has no table whose keys could be set.
        let place = trace.entity(finding.subject)?.place ?? 0..<0
        let isTable = !place.isEmpty && !trace.steps.contains(place)
        return Remedy(sentence: remedy.text(for: mechanism), setting: isTable ? setting(finding, trace) : nil)
    }
}

/// A text that is another one for some mechanisms. A literal's keys are the mechanisms that a text is for, with spaces
/// between them; the empty key is for all others.
package struct MechanismTexts: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    private let entries: [(mechanisms: String, text: String)]

    package init(stringLiteral text: String) { entries = [("", text)] }

    package init(dictionaryLiteral elements: (String, String)...) { entries = elements }

    /// The text for a mechanism, as a scenario names it; the one for all others where none is for it alone.
    package func text(for mechanism: String) -> String {
        (entries.first { $0.mechanisms.split(separator: " ").contains { $0 == mechanism } }
            ?? entries.last { $0.mechanisms.isEmpty } ?? entries.first)?.text ?? ""
    }

    /// All of them: `NSTimer, Timer.publish: They are dropped.`
    package var paragraphs: [String] {
        entries.map { entry in
            var names = entry.mechanisms.split(separator: " ").map { MechanismTexts.names[String($0)] ?? String($0) }
            if names.isEmpty, entries.count > 1 { names = ["Others"] }
            return (names.isEmpty ? "" : names.joined(separator: ", ") + ": ") + entry.text
        }
    }

    private static let names = [
        "nstimer": "NSTimer", "combine": "Timer.publish", "gcd": "Dispatch source", "async-timer": "AsyncTimerSequence",
        "displaylink": "Display link", "after": "asyncAfter", "task-sleep": "Task.sleep",
        "perform": "perform(_:with:afterDelay:)", "thread-sleep": "Thread.sleep",
        "mach-wait": "mach_wait_until", "thread": "Thread", "wait": "A callback that waits",
        "continuous": "On a clock that goes on",
    ]
}

// MARK: Examples

extension FindingRule {
    /// A scenario of some length with its parts.
    static func scenario(for duration: String, _ parts: String...) -> String { scenario(for: duration, parts) }

    private static func scenario(for duration: String, _ parts: [String]) -> String {
        (["duration = \"\(duration)\""] + parts.filter { !$0.isEmpty }).joined(separator: "\n")
    }

    /// A timer `tick`, and what follows.
    static func ticking(
        kind: String = "nstimer", every interval: String = "1s", for duration: String = "5s", repeats: Bool = true,
        _ rest: String...
    ) -> String {
        let timer = """
            [[timer]]
            id = "tick"
            kind = "\(kind)"
            interval = "\(interval)"
            repeats = \(repeats)
            """
        return scenario(for: duration, [timer] + rest)
    }

    /// The same timer in the run loop of a thread that does some steps.
    static func onWorker(for duration: String, _ steps: String, timer: String = "", _ rest: String = "") -> String {
        ticking(for: duration, #"thread = "worker""#, timer, worker(steps), rest)
    }

    /// A controller that is popped while its timer runs.
    static func popped(
        _ timer: String, object keys: String = "", steps: String = #"{ pop = "controller" }"#
    ) -> String {
        ticking(timer, object("controller", keys), event("2.5s", steps))
    }

    /// A display link `link`, and what follows.
    static func link(for duration: String, _ rest: String...) -> String {
        scenario(for: duration, ["[[timer]]", #"id = "link""#, #"kind = "displaylink""#] + rest)
    }

    static func worker(_ steps: String) -> String {
        "[[thread]]\nid = \"worker\"\nstarts = \"0s\"\ndo = [\(steps)]"
    }

    static func event(_ time: String, _ steps: String) -> String {
        "[[event]]\nat = \"\(time)\"\ndo = [\(steps)]"
    }

    static func queue(_ id: String, _ keys: String...) -> String {
        (["[[queue]]", "id = \"\(id)\""] + keys).joined(separator: "\n")
    }

    static func object(_ id: String, heldBy holder: String = "navigation", _ keys: String = "") -> String {
        "[[object]]\nid = \"\(id)\"\nheld_by = \"\(holder)\"" + (keys.isEmpty ? "" : "\n" + keys)
    }
}

extension Trace {
    /// `timer.plain.modes=common`; nil for what has no id of its own. All copies of a timer are set together.
    func setting(_ entity: EntityID, _ key: String, _ value: String) -> String? {
        guard let row = self.entity(entity), row.kind == .timer, !row.place.isEmpty else { return nil }
        return "timer.\(row.group == EntityID.none ? row.name : name(row.group)).\(key)=\(value)"
    }

    /// Where a timer's target is named, or else where the timer stands.
    func targetPlace(of timer: EntityID) -> Range<Int> {
        let target = entity(timer)?.timer?.targetPlace ?? 0..<0
        return target.isEmpty ? place(timer) : target
    }

    /// Where an entity stands; empty for what stands nowhere.
    func place(_ entity: EntityID) -> Range<Int> { self.entity(entity)?.place ?? 0..<0 }
}
