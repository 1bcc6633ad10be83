import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabTOML

extension Explanations {
    /// TL10xx: texts that are not TOML, as the reader of TOML explains them.
    static let ofSyntax: [Explanation] = TOMLFault.all.map { syntax in
        Explanation(
            code: syntax.code, title: syntax.rule, meaning: "The scenario is not TOML at this place.",
            rule: [syntax.rule.prefix(1).uppercased() + syntax.rule.dropFirst() + "."],
            source: syntax.section.map { "TOML 1.1 (toml.io/en/v1.1.0), \"\($0)\"" } ?? "",
            example: syntax.example ?? "",
            remedy: [syntax.corrected == nil ? "Change it to follow the rule." : "Write:"],
            corrected: syntax.corrected ?? "")
    }

    /// TL11xx to TL19xx: valid TOML, but no valid scenario. The text of a code is beside the code itself.
    static let ofLanguage: [Explanation] =
        DiagnosticCode.allCases.map { code in
            Explanation(
                code: code.rawValue, title: code.title, meaning: code.meaning, example: code.example,
                remedy: [code.remedy])
        } + [
            Explanation(
                code: "TL1901", title: "a run that was stopped",
                meaning: """
                    The run was stopped. Either time did not pass any more, so the run has no end, or its end is too far away: \
                    the message says how far the run came and what the whole would need.
                    """,
                rule: [
                    """
                    A run stops after \(Budget().occurrences / 1_000_000) million occurrences, or \
                    \(Budget().occurrencesPerInstant / 1_000_000) million at one instant. `budget` in the scenario and \
                    `--budget` set other limits. A remedy, a variant and a mechanism are tried within the same ones.
                    """
                ],
                example: """
                    duration = "1s"
                    [[event]]
                    at = "0s"
                    do = [{ repeat = 1_000_000_000, do = [{ log = "again" }] }]
                    """,
                remedy: [
                    """
                    If time does not pass, look at the place in the message: an interval of 0, or steps that start each other. \
                    Otherwise lower the value of the key in the message, or allow more with `--budget`.
                    """
                ]),
            Explanation(
                code: "TL1902", title: "not available on this host",
                meaning: """
                    The host has no real counterpart for a part of the scenario: no display link, no Objective-C objects, no \
                    system sleep that a program can start. So the scenario cannot run live.
                    """,
                rule: ["A live run is real in every part, or it is refused."],
                example: """
                    duration = "1s"
                    [[timer]]
                    id = "frame"
                    kind = "displaylink"
                    """,
                remedy: ["Run it by `timerlab run`: the simulation has every part."]),
            Explanation(
                code: "TL1903", title: "too much to keep",
                meaning: """
                    A run was stopped because it had too much to keep: log lines, references for a drawing, objects, waiting \
                    blocks, or uneven firings of very many timers. The report covers the run until then.
                    """,
                rule: [
                    """
                    The limits are \(Ceiling.records) records, \(Ceiling.arguments) numbers in log lines, \(Ceiling.entities) \
                    parts, \(Ceiling.waiting) waiting blocks, and \(Ceiling.figures >> 20) MB of samples for figures. They are \
                    the same on every machine. Figures need no records: with -q a run of any length fits, unless thousands of \
                    timers have no two equal firings.
                    """
                ],
                example: """
                    duration = "30h"
                    [[timer]]
                    id = "tick"
                    interval = "10ms"
                    repeats = true
                    do = [{ log = "tick" }]
                    """,
                remedy: ["Use -q, a shorter duration, or callbacks that keep up with their queue."]),
        ]
}
