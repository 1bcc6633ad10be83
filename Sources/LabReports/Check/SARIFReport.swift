import LabJSON
import LabRecording

/// SARIF 2.1.0 (OASIS), for code scanning: a result for each point that did not pass.
extension CheckReport {
    func writeSARIF(to stream: ByteStream) {
        let rules = CheckPoint.Rule.allCases.map { rule -> JSONValue in
            ["id": rule.rawValue, "shortDescription": ["text": rule.row.title] as JSONValue]
        }
        let driver: JSONValue = ["name": "timerlab", "rules": rules]
        let run: JSONValue = [
            "tool": ["driver": driver] as JSONValue, "columnKind": "unicodeCodePoints",
            "results": troubles.map(result),
        ]
        let log: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        stream.write(log.line + "\n")
    }

    private func result(_ suite: CheckSuite, _ point: CheckPoint) -> JSONValue {
        let index = CheckPoint.Rule.allCases.firstIndex(of: point.rule) ?? 0
        // A URI reference (RFC 3986): an absolute path needs a scheme, a colon in the first part would be one.
        let uri = (suite.file.hasPrefix("/") ? "file://" : "") + URIText.encoded(suite.file, keeping: "-._~/")
        var place: [(String, JSONValue)] = [("artifactLocation", ["uri": uri])]
        if let line = point.line { place.append(("region", ["startLine": line])) }
        let location: JSONValue = ["physicalLocation": JSONValue(members: place)]
        let text = point.title + ": " + point.fullText(details: Self.linesShown)
        // The numbers change from run to run; the rule, the subject and the place identify an alert.
        let identity = Fingerprint.text(Fingerprint.hash("\(point.rule.rawValue)\n\(suite.file)\n\(point.name)"))
        return [
            "ruleId": point.rule.rawValue, "ruleIndex": index, "level": point.outcome < .failed ? "warning" : "error",
            "message": ["text": text] as JSONValue, "locations": [location],
            "partialFingerprints": ["timerlab/v1": identity] as JSONValue,
        ]
    }
}

enum URIText {
    /// The text, percent-encoded but for letters, digits and what is kept.
    static func encoded(_ text: String, keeping kept: String) -> String {
        text.percentEncoded { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: kept.utf8.contains(byte)
            }
        }
    }
}
