/// A claim about every scenario.
struct Law: Sendable {
    var claim: String
    /// The largest number of exceptions in a thousand scenarios.
    var exceptions: UInt64 = 0
    /// Tries the law on the scenario of a seed.
    var trial: @Sendable (UInt64) -> Outcome

    enum Outcome {
        case kept
        /// The law does not speak about this scenario.
        case leftOut
        /// The first place where the smallest scenario found breaks the law, and that scenario.
        case broken(String, toml: String)
        /// The scenario breaks the law, or the samples that the law is held against were too few.
        case exception(String, toml: String)
    }

    static let all = [
        neverRunSteps, shuffledTables, earlierRows, accountSums, headlineCauses, ends, lateHosts, windows,
        inventedTimers,
    ]
}
