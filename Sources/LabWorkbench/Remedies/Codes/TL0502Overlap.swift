import LabScenarioModel

extension Remedy {
    static let oneRequest = Remedy(
        name: "one request at a time", codes: ["TL0502"], cost: "a flag, which an answer that fails has to lower, too",
        code: """
            + guard !isAsking else { return }
            + isAsking = true
              fetch { answer in
            +     self.isAsking = false
                  self.show(answer)
              }
            ====
            + if (self.isAsking) return;
            + self.isAsking = YES;
              [self fetch:^(id answer) {
            +     self.isAsking = NO;
                  [self show:answer];
              }];
            """
    ) { site in
        site.skipWhileItRuns()
        // Work that hands nothing over is no request.
        let steps = site.culprit.map { $0.verb == .async ? $0.steps : [] } ?? []
        if steps.contains(where: { [.work, .loop].contains($0.verb) }), !steps.contains(where: \.isPosted) {
            site.remedy.code = job
        }
    }
}
