/// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
///
/// GitHub shows ten errors and ten warnings a step. The rest is only counted here; the summary has all of them.
struct GitHubReport {
    static let mostAnnotations = 10

    func write(_ report: CheckReport, to stream: ByteStream) {
        let troubles = report.troubles
        let errors = troubles.filter { $0.point.outcome >= .failed }
        let warnings = troubles.filter { $0.point.outcome == .moved }
        write(errors, as: "error", to: stream)
        write(warnings, as: "warning", to: stream)
        var text = report.headline
        let hidden = [errors, warnings].reduce(0) { $0 + max(0, $1.count - GitHubReport.mostAnnotations) }
        if hidden > 0 { text += "; \(hidden) more in the summary" }
        stream.write("::notice title=timerlab check::\(GitHubReport.escaped(text))\n")
    }

    private func write(
        _ troubles: [(suite: CheckSuite, point: CheckPoint)], as command: String, to stream: ByteStream
    ) {
        for (suite, point) in troubles.prefix(GitHubReport.mostAnnotations) {
            var properties = ["file=" + GitHubReport.escapedProperty(suite.file)]
            if let line = point.line { properties.append("line=\(line)") }
            properties.append("title=" + GitHubReport.escapedProperty(point.title))
            let message = point.fullText(details: CheckReport.linesShown)
            stream.write("::\(command) \(properties.joined(separator: ","))::\(GitHubReport.escaped(message))\n")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.line(String($0)).replacing("%", with: "%25") }.joined(separator: "%0A")
    }

    private static func escapedProperty(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
