/// JUnit XML as CI servers read it: a suite for each file, a case for each point.
///
/// There is no official schema; elements and attributes are the common set (testmoapp/junitxml). A move without
/// a failure passes with its text as output; with `--strict` it is a failure of type `moved`.
extension CheckReport {
    func writeJUnit(to stream: ByteStream) {
        stream.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        stream.write("<testsuites name=\"timerlab check\"\(counts(suites.flatMap(\.points)))>\n")
        for suite in suites { write(suite, to: stream) }
        stream.write("</testsuites>\n")
    }

    private func counts(_ points: [CheckPoint]) -> String {
        let failures = points.count { $0.outcome == .failed || $0.outcome == .moved && isStrict }
        let errors = points.count { $0.outcome == .faulty }
        return " tests=\"\(points.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    }

    private func write(_ suite: CheckSuite, to stream: ByteStream) {
        let file = XMLText.quoted(suite.file)
        stream.write("  <testsuite name=\(file)\(counts(suite.points))>\n")
        if let kind = suite.comparison?.method {
            stream.write("    <properties>\n")
            stream.write("      <property name=\"comparison\" value=\(XMLText.quoted(kind))/>\n")
            stream.write("    </properties>\n")
        }
        for point in suite.points {
            let line = point.line.map { " line=\"\($0)\"" } ?? ""
            let name = "name=\(XMLText.quoted(point.title)) classname=\(file) file=\(file)\(line)"
            let content = content(of: point)
            stream.write("    <testcase \(name)\(content.map { ">\n      \($0)\n    </testcase" } ?? "/")>\n")
        }
        stream.write("  </testsuite>\n")
    }

    /// The element inside a case; nil for a point that passed.
    private func content(of point: CheckPoint) -> String? {
        let text = XMLText.escaped(point.fullText())
        switch point.outcome {
        case .passed: return nil
        case .moved where !isStrict, .better: return "<system-out>\(text)</system-out>"
        case .moved, .failed, .faulty:
            let element = point.outcome == .faulty ? "error" : "failure"
            let type = point.outcome == .moved ? "moved" : point.rule.rawValue
            return "<\(element) message=\(XMLText.quoted(point.message)) type=\"\(type)\">\(text)</\(element)>"
        }
    }
}

enum XMLText {
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
