import ExactTime
import Recording

/// The messages that were sent and the stages that each went through until somebody answered.
struct MessageSection: ReportSection {
    let report: RunReport

    let title = "Messages"
    let note = ""

    func blocks(width: Int) -> [ReportBlock] {
        let lines = self.lines(width: width)
        return lines.isEmpty ? [] : [.lines(lines)]
    }

    func lines(width: Int) -> [StyledText] {
        let paths = MessagePath.all(in: report)
        let counts = paths.map { "\($0.count) ×" }
        let times = paths.map { "from " + DurationText.format($0.first, digits: 6) }
        let countWidth = counts.map { DisplayWidth.of($0) }.max() ?? 0
        let timeWidth = times.map { DisplayWidth.of($0) }.max() ?? 0
        return paths.indices.flatMap { index -> [StyledText] in
            let path = paths[index]
            var head = StyledText("  ")
            head.pad(to: 2 + countWidth - DisplayWidth.of(counts[index]))
            head.append(counts[index], .strong)
            head.append("  " + times[index], .faint)
            head.pad(to: 4 + countWidth + timeWidth)
            let receiver = path.receiver + (path.receiverClass.isEmpty ? "" : " (\(path.receiverClass))")
            head.append("  ")
            head.append(DisplayWidth.clipped("\(path.message.selector) → \(receiver)", to: max(20, width - head.width)))
            let isBad = path.message.outcome == .unrecognised
            let indent = 6 + countWidth
            return [head]
                + DisplayWidth.wrapped(path.text, to: max(20, width - indent)).map { part in
                    var line = StyledText(String(repeating: " ", count: indent))
                    line.append(part, isBad ? .warning : .plain)
                    return line
                }
        }
    }
}
