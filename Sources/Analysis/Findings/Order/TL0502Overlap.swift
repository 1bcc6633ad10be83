import Recording

extension FindingRule {
    static let overlap = FindingRule(
        "TL0502", .impaired, "requests that overlap",
        meaning: "A block began on a concurrent queue while an earlier one of the same step was still running.",
        rule: """
            A concurrent queue runs its blocks side by side. What each firing starts there runs together as soon as it takes \
            longer than the interval, and the answers may come in another order than the questions.
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
            evidence.overlaps.overlaps.map { block, count in
                let name = evidence.name(block)
                return Sighting(
                    subject: block, count: count,
                    message: "\(name) began \(Plural.of(count, "time")) while an earlier one was still running")
            }
        })
}
