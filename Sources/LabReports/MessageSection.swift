import LabAnalysis
import LabExactTime
import LabRecording

/// A path of messages until an object answered, with their number and the first instant.
struct MessagePath {
    var message: MessageTrace
    var receiver: String
    /// The receiver's class; empty when unknown.
    var receiverClass: String
    /// The result in one word, for programs.
    var outcome: String
    private var answer: String
    /// The object that answered in place of the receiver, if any.
    var target: String?
    var counted: MessageCount

    /// All paths of a recording, in the order of their first message; equal paths of copies are one.
    static func all(in report: RunReport) -> [MessagePath] {
        let messages = report.trace.messages
        let known = report.analysis.messages.compactMap { counted in
            messages[at: counted.message].map { MessagePath($0, counted, in: report) }
        }
        return known.grouped(by: \.key).map { group in
            var path = group.elements[0]
            path.counted.count = group.elements.sum(\.counted.count)
            return path
        }
    }

    private init(_ message: MessageTrace, _ counted: MessageCount, in report: RunReport) {
        let trace = report.trace
        (self.message, self.counted) = (message, counted)
        receiver = trace.name(trace.group(of: message.receiver))
        receiverClass = trace.entity(message.receiver)?.detail ?? ""
        switch message.outcome {
        case .method: (outcome, answer) = ("method", "✓")
        case .forwardedToTarget(let entity):
            let name = trace.name(entity)
            (outcome, answer, target) = ("forwarded", "→ \(name)", name)
        case .invocation(let entity):
            let name = trace.name(entity)
            (outcome, answer, target) = ("invoked", "→ invoked on \(name)", name)
        case .swallowed: (outcome, answer) = ("swallowed", "→ no receiver, zero is returned")
        case .unrecognised: (outcome, answer) = ("unrecognised", "✗ unrecognised")
        }
    }

    private var key: [String] { [receiver, message.selector, outcome, target ?? ""] + message.stages }

    /// `lookup ✗ · resolveInstanceMethod: ✗ · forwardingTargetForSelector: → controller`
    var text: String {
        message.stages.enumerated().map { index, stage in
            if index == message.stages.count - 1 { return stage + " " + answer }
            // Forwarding begins only if there is a signature (NSObject, forwardInvocation:).
            let hasAnswered =
                stage == "methodSignatureForSelector:" && message.stages[index + 1] == "forwardInvocation:"
            return stage + (hasAnswered ? " ✓" : " ✗")
        }.joined(separator: " · ")
    }
}

extension RunReport {
    var messageSection: ReportSection {
        let items = MessagePath.all(in: self).map { path in
            let receiver = path.receiver + (path.receiverClass.isEmpty ? "" : " (\(path.receiverClass))")
            let first = DurationText.format(path.counted.first, digits: 6)
            let head = "from \(first): \(path.message.selector) → \(receiver)"
            return ReportItem(
                StyledText("\(path.counted.count) ×", .strong),
                [
                    .init(text: head),
                    .init(text: path.text, role: path.message.outcome == .unrecognised ? .warning : .plain),
                ])
        }
        return ReportSection("Messages", [.items(items)])
    }
}
