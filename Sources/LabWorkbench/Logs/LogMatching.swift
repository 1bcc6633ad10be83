import LabLogImport
import LabScenarioModel

/// The timer of each line of a log, by the texts that the timers of a scenario write.
struct LogMatching {
    /// A text that a timer writes.
    private struct Writer {
        /// The timer's index; nil if an event, a thread or an object writes it.
        var timer: Int?
        /// The text without its numbers.
        var pattern: String
        /// The text itself; nil if it has fields.
        var text: String?

        init(timer: Int?, _ plan: LogTextPlan) {
            let samples = plan.pieces.map { piece in
                switch piece {
                case .literal(let text): text
                case .field(let field): field.sample
                }
            }
            self.timer = timer
            pattern = LoggedTimer.pattern(of: samples.joined())
            text = plan.fields.isEmpty ? samples.joined() : nil
        }

        func isLike(_ other: Writer) -> Bool { pattern == other.pattern && text == other.text }

        /// True if a line's pattern is this one, without its fields of any text.
        func fits(_ other: String) -> Bool {
            let parts = pattern.split(separator: "\u{1}", omittingEmptySubsequences: false)
            guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == other }
            return other.hasPrefix(first) && other.hasSuffix(last) && other.count >= first.count + last.count
        }
    }

    let plan: ScenarioPlan
    private var writers: [Writer] = []

    init(_ plan: ScenarioPlan) {
        self.plan = plan
        for (index, timer) in plan.timers.enumerated() {
            writers += timer.steps.all.compactMap(\.text).map { Writer(timer: index, $0) }
        }
        // A line that events, threads and objects also write belongs to no timer.
        for writer in plan.allSteps.compactMap(\.text).map({ Writer(timer: nil, $0) })
        where !writers.contains(where: { $0.isLike(writer) }) { writers.append(writer) }
    }

    /// The texts without fields, and the patterns of texts with fields.
    var knownTexts: Set<String> { Set(writers.map { $0.text ?? $0.pattern }) }

    /// The scenario's timer that writes the line of a log's timer; nil if none or several do.
    func timer(of logged: LoggedTimer, isOnly: Bool) -> Int? {
        let exact = writers.filter { $0.text == logged.name }
        let fitting = exact.isEmpty ? writers.filter { $0.text == nil && $0.fits(logged.pattern) } : exact
        let timers = Set(fitting.map(\.timer))
        if let first = timers.first { return timers.count == 1 ? first : nil }
        if let index = plan.timers.firstIndex(where: { $0.id == logged.name }) { return index }
        return isOnly && plan.timers.count == 1 && writers.isEmpty ? 0 : nil
    }

    /// True if each callback of a timer writes one line that nothing else writes.
    func writesEachFiring(_ index: Int) -> Bool {
        let timer = plan.timers[index]
        let own = writers.filter { $0.timer == index }
        guard own.count == 1, timer.copies == nil, let only = own.first else { return false }
        let isPlain = timer.steps.contains { $0.verb == .log && $0.condition == nil }
        return isPlain && writers.count { $0.isLike(only) } == 1
    }
}

extension LogField {
    /// An example of the text; a control character for any text.
    fileprivate var sample: String {
        switch self {
        case .firing, .countdown, .turn, .data, .isValid, .answer, .counter, .ticks, .remaining: "7"
        case .timestamp, .targetTimestamp, .frameDuration, .linkDuration, .fireDate, .now: "7.7"
        case .thread, .mode, .activity: "\u{1}"
        }
    }
}
