import ExactTime
import Recording

/// The messages that were sent and the stages that each went through until somebody answered.
struct MessageSection: TextSection {
    let report: RunReport

    let title = "Messages"
    var note: String { "[receiver message] × how often, then the stages and who answered" }

    func lines(width: Int) -> [StyledText] {
        ways.flatMap { way in
            let message = "[\(report.trace.name(way.message.receiver)) \(way.message.selector)]"
            var head = StyledText("  " + DisplayWidth.clipped(message, to: max(20, width - 34)))
            head.append(" × \(way.count)", .plain)
            head.append("   from \(DurationText.format(way.first, digits: 6))", .faint)
            let stages = (way.message.stages + [answer(way.message.outcome)]).joined(separator: " → ")
            let isBad = way.message.outcome == .unrecognised
            return [head]
                + DisplayWidth.wrapped(stages, to: max(20, width - 6)).map { part in
                    var line = StyledText("      ")
                    line.append(part, isBad ? .warning : .plain)
                    return line
                }
        }
    }

    /// A way that messages took, how many took it, and when the first did (ns).
    private struct Way {
        var message: MessageTrace
        var count: Int
        var first: Int64
    }

    /// In the order in which they were first taken.
    private var ways: [Way] {
        var found: [Way] = []
        var places: [Int64: Int] = [:]
        for record in report.trace.records where record.kind == .messaged {
            if let place = places[record.value] {
                found[place].count += 1
            } else if report.trace.messages.indices.contains(Int(clamping: record.value)) {
                places[record.value] = found.count
                found.append(Way(message: report.trace.messages[Int(record.value)], count: 1, first: record.time))
            }
        }
        return found
    }

    private func answer(_ outcome: MessageTrace.Outcome) -> String {
        switch outcome {
        case .method: "its own method"
        case .forwardedToTarget(let target): "sent on to \(report.trace.name(target))"
        case .invocation(let target): "invoked on \(report.trace.name(target))"
        case .swallowed: "nothing: a dummy signature"
        case .unrecognised: "unrecognised"
        }
    }
}
