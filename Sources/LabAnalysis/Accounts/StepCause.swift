import LabExactTime
import LabRecording

/// A step of a timer's lag, with the reasons of the calls around it.
struct StepCause {
    /// The index of the summary, and of the step in it.
    private let summary: Int
    private let index: Int
    private let from: Int64
    private let to: Int64
    private var times = ReasonTimes()
    /// The system sleep that caused it.
    private let slept: Span?

    /// The steps without a cause, by timer; for copies only a few.
    static func all(in summaries: [TimerSummary], _ sleeps: [Span]) -> [EntityID: [StepCause]] {
        var causes: [EntityID: [StepCause]] = [:]
        for (place, summary) in summaries.enumerated() {
            let isOne = summary.copies == 1
            for index in summary.steps.indices.prefix(isOne ? .max : EpisodeFinder.mostListed) {
                let timer = isOne ? summary.entity : summary.steps[index].timer
                causes[timer, default: []].append(StepCause(summary, index, at: place, sleeps))
            }
        }
        return causes
    }

    /// A step results from the calls within an interval before and after it; a system sleep in that time is the cause.
    private init(_ summary: TimerSummary, _ index: Int, at place: Int, _ sleeps: [Span]) {
        let (step, interval) = (summary.steps[index], summary.requested?.scaled(1) ?? 0)
        let (begin, end) = (step.at.subtracting(saturating: interval), step.at.adding(saturating: step.size))
        (self.summary, self.index, from) = (place, index, begin)
        to = max(step.at, end).adding(saturating: interval)
        slept = sleeps.first { $0.to > begin && $0.from <= end }
    }

    mutating func fold(_ account: Account) {
        guard account.until > from, account.until <= to else { return }
        times.fold(account)
    }

    /// Writes the main cause into the summary.
    func explain(_ summaries: inout [TimerSummary]) {
        guard let reason = slept.map({ Reason(.systemSlept, step: $0.step) }) ?? times.longest else { return }
        summaries[summary].steps[index].reason = reason
        if let slept { summaries[summary].steps[index].at = slept.from }
    }
}
