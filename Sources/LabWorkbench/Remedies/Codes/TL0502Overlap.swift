extension Remedy {
    static let oneRequest = Remedy(
        name: "one request at a time", codes: ["TL0502"], cost: "a flag, which an answer that fails has to lower, too",
        code: """
            + «swift guard !isAsking else { return }¦if (self.isAsking) return;»
            + «swift isAsking = true¦self.isAsking = YES;»
              «swift fetch { answer in¦[self fetch:^(id answer) {»
            +     self.isAsking = «swift false¦NO;»
                  «swift self.show(answer)¦[self show:answer];»
              }«swift ¦];»
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
