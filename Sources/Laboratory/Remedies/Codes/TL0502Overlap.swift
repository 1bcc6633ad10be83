extension Remedy {
    static let oneRequest = Remedy(
        "one request at a time", cost: "a flag, which an answer that fails has to lower, too",
        swift: """
            + guard !isAsking else { return }
            + isAsking = true
              fetch { answer in
            +     self.isAsking = false
                  self.show(answer)
              }
            """,
        objectiveC: """
            + if (self.isAsking) return;
            + self.isAsking = YES;
              [self fetch:^(id answer) {
            +     self.isAsking = NO;
                  [self show:answer];
              }];
            """
    ) { site in
        guard let step = site.culprit, step.condition == nil, step.isPosted,
            let timer = site.plan.timers.first(where: { $0.steps.holds(step) })
        else { return false }
        return site.handOver(step, of: timer.id, isGuarded: true)
    }
}
