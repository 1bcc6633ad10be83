import ExactTime
import Recording

/// The messages that were sent and the stages that each went through until an object answered.
struct MessageSection: ReportSection {
    let report: RunReport

    let title = "Messages"

    func blocks(width: Int) -> [ReportBlock] {
        let items = MessagePath.all(in: report).map { path in
            let receiver = path.receiver + (path.receiverClass.isEmpty ? "" : " (\(path.receiverClass))")
            let head = "from \(DurationText.format(path.first, digits: 6)): \(path.message.selector) → \(receiver)"
            return ReportItem(
                StyledText("\(path.count) ×", .strong),
                [
                    .init(text: head),
                    .init(text: path.text, role: path.message.outcome == .unrecognised ? .warning : .plain),
                ])
        }
        return items.isEmpty ? [] : [.items(items)]
    }
}
