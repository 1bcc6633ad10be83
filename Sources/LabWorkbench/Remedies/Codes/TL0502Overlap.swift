extension Remedy {
    static let oneRequest = Remedy(
        name: "one request at a time", codes: ["TL0502"], cost: "a flag, which an answer that fails has to lower, too",
        code: """
            + $unlessAsking
              $fetches
            +     $answered
                  $answerShown
              $fetched
            """
    ) { $0.skipWhileItRuns() }
}
