import Recording

extension FindingRule {
    static let overlap = FindingRule(
        "TL0502", .impaired, "requests that overlap",
        meaning: """
            A block began on a concurrent queue while an earlier one of the same step was still running, or was called after \
            one that a later firing asked for.
            """,
        rule: """
            A concurrent queue runs its blocks side by side, and a request is answered when it is. What takes longer than the \
            interval is under way together, and the answers may come in another order than the questions.
            """,
        source: "Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            #"do = [{ async = "network", do = [{ sleep = "1.5s" }] }]"#, queue("network", #"kind = "concurrent""#)),
        remedy: "start the next request when the last one has been answered, or drop the older answer",
        swift: """
            guard request == nil else { return }
            request = Task { defer { request = nil }; show(try await fetch()) }
            """,
        objectiveC: """
            if (self.isAsking) return;
            self.isAsking = YES;
            [self fetch:^(id answer) { self.isAsking = NO; [self show:answer]; }];
            """,
        detect: { evidence in
            evidence.overlaps.blocksOutOfTurn.map { block, overlaps, overtaken in
                let began = "began \(Plural.of(overlaps, "time")) while an earlier one was still running"
                let came = "was called \(Plural.of(overtaken, "time")) after one of a later firing"
                let what = [overlaps > 0 ? began : nil, overtaken > 0 ? came : nil].compactMap { $0 }
                return Sighting(
                    subject: block, count: overlaps + overtaken,
                    message: evidence.name(block) + " " + what.joined(separator: ", and "))
            }
        })
}
