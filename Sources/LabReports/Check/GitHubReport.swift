/// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
///
/// GitHub shows ten errors and ten warnings a step. The rest is counted; the summary has all.
extension CheckReport {
    private static let mostAnnotations = 10

    func writeGitHub(to stream: ByteStream) {
        let kinds: [(String, Set<CheckPoint.Outcome>)] = [("error", [.failed, .faulty]), ("warning", [.moved])]
        var hidden = 0
        for (command, outcomes) in kinds {
            let found = troubles.filter { outcomes.contains($0.point.outcome) }
            hidden += max(0, found.count - Self.mostAnnotations)
            for (suite, point) in found.prefix(Self.mostAnnotations) {
                let line = point.line.map { "line=\($0)," } ?? ""
                let place = "file=\(Self.escapedProperty(suite.file)),\(line)title=\(Self.escapedProperty(point.title))"
                let message = Self.escaped(point.fullText(details: Self.linesShown))
                stream.write("::\(command) \(place)::\(message)\n")
            }
        }
        let text = headline + (hidden > 0 ? "; \(hidden) more in the summary" : "")
        stream.write("::notice title=timerlab check::\(Self.escaped(text))\n")
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.line(String($0)).replacing("%", with: "%25") }.joined(separator: "%0A")
    }

    private static func escapedProperty(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
