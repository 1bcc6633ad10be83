import LabRecording

extension FindingRule {
    static let overlap = FindingRule(
        "TL0502", .impaired, "requests that overlap",
        meaning: """
            A block began on a concurrent queue while an earlier one of the same step was still running, or two that \
            firings of one timer asked for were on their way at once, and the later one may come first.
            """,
        rule: """
            A concurrent queue runs its blocks side by side, and a request is answered when it is. What takes longer than the \
            interval is under way together, and the answers may come in another order than the questions.
            """,
        source: "Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            #"do = [{ async = "network", do = [{ sleep = "1.5s" }] }]"#, queue("network", #"kind = "concurrent""#)),
        remedy: "skip the firing while a request is on its way, or number the requests and drop answers to older ones",
        detect: { evidence in
            evidence.overlaps.blocksOutOfTurn.map { block, overlaps, overtaken, together, timer in
                let name = evidence.name(block)
                let way =
                    "up to \(together) calls of \(name) that \(evidence.name(timer)) asked for are on their way at once"
                let began = "began \(Plural.of(overlaps, "time")) while an earlier one was still running"
                let came =
                    (together > 1 ? "\(overtaken) came" : "was called \(Plural.of(overtaken, "time"))")
                    + " after one of a later firing"
                let what = [
                    together > 1 ? way : nil, overlaps > 0 ? began : nil, overtaken > 0 ? came : nil,
                ].compactMap { $0 }
                return Sighting(
                    subject: block, count: max(1, overlaps + overtaken), harm: overlaps + overtaken > 0 ? nil : .asked,
                    message: (together > 1 ? "" : name + " ") + what.joined(separator: ", and "))
            }
        })
}
