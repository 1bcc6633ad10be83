/// JUnit XML as CI servers read it: a suite for each file, a case for each point.
///
/// There is no official schema; elements and attributes are the common set (testmoapp/junitxml). A move without
/// a failure passes with its text as output; with `--strict` it is a failure of type `moved`.
struct JUnitReport {
    func write(_ report: CheckReport, to stream: ByteStream) {
        stream.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        let points = report.suites.flatMap(\.points)
        stream.write("<testsuites name=\"timerlab check\"\(counts(points, report))>\n")
        for suite in report.suites { write(suite, report, to: stream) }
        stream.write("</testsuites>\n")
    }

    private func counts(_ points: [CheckPoint], _ report: CheckReport) -> String {
        let failures = points.count { $0.outcome == .failed || $0.outcome == .moved && report.isStrict }
        let errors = points.count { $0.outcome == .faulty }
        return " tests=\"\(points.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    }

    private func write(_ suite: CheckSuite, _ report: CheckReport, to stream: ByteStream) {
        stream.write("  <testsuite name=\(XMLText.quoted(suite.file))\(counts(suite.points, report))>\n")
        if let kind = suite.comparison?.method {
            stream.write("    <properties>\n")
            stream.write("      <property name=\"comparison\" value=\(XMLText.quoted(kind))/>\n")
            stream.write("    </properties>\n")
        }
        for point in suite.points { write(point, suite, isStrict: report.isStrict, to: stream) }
        stream.write("  </testsuite>\n")
    }

    private func write(_ point: CheckPoint, _ suite: CheckSuite, isStrict: Bool, to stream: ByteStream) {
        let line = point.line.map { " line=\"\($0)\"" } ?? ""
        let place = " classname=\(XMLText.quoted(suite.file)) file=\(XMLText.quoted(suite.file))\(line)"
        stream.write("    <testcase name=\(XMLText.quoted(point.title))\(place)")
        switch point.outcome {
        case .passed:
            stream.write("/>\n")
            return
        case .moved where !isStrict, .better:
            stream.write(">\n      <system-out>\(XMLText.escaped(point.fullText()))</system-out>\n")
        case .moved, .failed, .faulty:
            let element = point.outcome == .faulty ? "error" : "failure"
            let type = point.outcome == .moved ? "moved" : point.rule.rawValue
            stream.write(">\n      <\(element) message=\(XMLText.quoted(point.message)) type=\"\(type)\">")
            stream.write(XMLText.escaped(point.fullText()) + "</\(element)>\n")
        }
        stream.write("    </testcase>\n")
    }
}

/// Text for XML 1.0.
enum XMLText {
    /// An attribute's value with its quotes.
    static func quoted(_ text: String) -> String {
        // A parser turns a plain line end in an attribute into a space.
        "\"" + escaped(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;") + "\""
    }

    /// The text of an element; characters that XML cannot have, or that a terminal would obey, are shown as escapes.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where VisibleText.isHidden(scalar) || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result += VisibleText.escape(of: scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
