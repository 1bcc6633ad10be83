/// How one promise of a scenario turned out.
public struct Verdict: Hashable, Sendable {
    public var passed: Bool
    /// The id of the timer, object or thread that it is about; empty for the run.
    public var subject: String
    /// What was promised, in the words of the scenario: `fired = 7`.
    public var promised: String
    /// What happened: `fired = 6`.
    public var actual: String
    /// Byte range of the promise in the scenario.
    public var place: Range<Int>
    /// What helps to understand a failure, for instance both lanes of a timeline with carets below them.
    public var details: [String]

    public init(
        passed: Bool, subject: String, promised: String, actual: String, place: Range<Int>, details: [String] = []
    ) {
        self.passed = passed
        self.subject = subject
        self.promised = promised
        self.actual = actual
        self.place = place
        self.details = details
    }
}
