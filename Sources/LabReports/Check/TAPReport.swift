import LabJSON

/// The Test Anything Protocol, version 14: a test point for each point, with what went wrong as a YAML block.
struct TAPReport {
    func write(_ report: CheckReport, to stream: ByteStream) {
        stream.write("TAP version 14\n")
        let count = report.suites.reduce(0) { $0 + $1.points.count }
        stream.write(count == 0 ? "1..0 # SKIP nothing was checked\n" : "1..\(count)\n")
        var number = 0
        for suite in report.suites {
            for point in suite.points {
                number += 1
                let word = point.outcome <= .better ? "ok" : "not ok"
                // `#` would begin a directive.
                let title = VisibleText.line("\(suite.file): \(point.title)").replacing("\\", with: "\\\\")
                stream.write("\(word) \(number) - \(title.replacing("#", with: "\\#"))\n")
                if point.outcome != .passed { block(point, suite, to: stream) }
            }
        }
        for note in report.notes { stream.write("# \(VisibleText.line(note))\n") }
    }

    private func block(_ point: CheckPoint, _ suite: CheckSuite, to stream: ByteStream) {
        var fields: [(String, JSONValue)] = [
            ("message", point.message.json), ("severity", severity(point.outcome).json),
            ("rule", point.rule.rawValue.json), ("file", suite.file.json),
        ]
        if let line = point.line { fields.append(("line", line.json)) }
        if !point.details.isEmpty { fields.append(("details", point.details.json)) }
        if let command = point.command { fields.append(("command", command.json)) }
        stream.write("  ---\n")
        // JSON is YAML, and needs no rules for what to quote.
        for (name, value) in fields { stream.write("  \(name): \(value.line)\n") }
        stream.write("  ...\n")
    }

    private func severity(_ outcome: CheckPoint.Outcome) -> String {
        switch outcome {
        case .passed: "comment"
        case .better: "better"
        case .moved: "moved"
        case .failed: "fail"
        case .faulty: "error"
        }
    }
}
