import LabExactTime
import LabRecording

/// An episode or a step of a timer, with the reasons of the calls in it.
struct Stretch {
    private enum Part {
        case episode(Int)
        case step(Int)
    }

    /// Into the summaries.
    private let summary: Int
    private let part: Part
    private let from: Int64
    private let to: Int64
    private var times: [Reason: Int128] = [:]
    /// The system sleep that made a step.
    private var slept: Span?

    /// By timer, the stretches whose cause is to be found; of copies, some of the steps.
    static func all(in summaries: [TimerSummary], _ circumstances: Circumstances) -> [EntityID: [Stretch]] {
        var stretches: [EntityID: [Stretch]] = [:]
        for (place, summary) in summaries.enumerated() {
            let isOne = summary.copies == 1
            for (index, episode) in summary.episodes.enumerated() where isOne {
                stretches[summary.entity, default: []].append(
                    Stretch(summary: place, part: .episode(index), from: episode.from, to: episode.to))
            }
            let interval = summary.requested?.scaled(1) ?? 0
            for (index, step) in summary.steps.enumerated().prefix(isOne ? .max : EpisodeFinder.mostListed) {
                stretches[isOne ? summary.entity : step.timer, default: []].append(
                    Stretch(step, index, ofSummary: place, interval: interval, circumstances.sleeps))
            }
        }
        return stretches
    }

    private init(summary: Int, part: Part, from: Int64, to: Int64) {
        (self.summary, self.part, self.from, self.to) = (summary, part, from, to)
    }

    /// A step comes of the calls from an interval before it to an interval after it; a system sleep then is the cause.
    private init(_ step: LagStep, _ index: Int, ofSummary summary: Int, interval: Int64, _ sleeps: [Span]) {
        let (begin, end) = (step.at.subtracting(saturating: interval), step.at.adding(saturating: step.size))
        self.init(
            summary: summary, part: .step(index), from: begin, to: max(step.at, end).adding(saturating: interval))
        if let sleep = sleeps.first(where: { $0.to > begin && $0.from <= end }) {
            slept = sleep
        }
    }

    mutating func fold(_ account: Account) {
        guard account.until > from, account.until <= to else { return }
        for lost in account.lost { for part in lost.times { times[part.reason, default: 0] += part.time } }
        for piece in account.pieces { times[piece.reason, default: 0] += Int128(piece.length) }
    }

    /// Writes the main cause into the summary.
    func explain(_ summaries: inout [TimerSummary], in trace: Trace) {
        let main = times.filter { $0.value > 0 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        guard let reason = slept.map({ Reason(.systemSlept, step: $0.step) }) ?? main else { return }
        switch part {
        case .episode(let index):
            summaries[summary].episodes[index].cause = reason.cause
            summaries[summary].episodes[index].culprit = reason.culprit
            summaries[summary].episodes[index].place = trace.place(of: reason)
        case .step(let index):
            summaries[summary].steps[index].cause = reason.cause
            summaries[summary].steps[index].culprit = reason.culprit
            summaries[summary].steps[index].place = trace.place(of: reason)
            if let slept { summaries[summary].steps[index].at = slept.from }
        }
    }
}
