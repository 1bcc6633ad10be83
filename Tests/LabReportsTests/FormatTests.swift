import Foundation
import LabJSON
import LabReports
import Testing

@Suite("Formats for machines")
struct FormatTests {
    private static let json = ByteStream.text { SampleReports.heavy().writeJSON(to: $0) }

    @Test("every line of JSON is an object with version, kind and payload, header first and summary last")
    func jsonLines() throws {
        let lines = Self.json.split(separator: "\n")
        let kinds = try lines.map { line in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["version"] as? Int == 3)
            #expect(object["payload"] is [String: Any])
            return try #require(object["kind"] as? String)
        }
        #expect(kinds.first == "header")
        #expect(kinds.last == "summary")
        #expect(Set(kinds) == ["header", "log", "timer", "finding", "expectation", "summary"])
        #expect(kinds.count { $0 == "log" } == 7)
    }

    @Test("times in JSON are integer nanoseconds")
    func integers() throws {
        let timer = try #require(
            Self.json.split(separator: "\n").first { $0.contains("\"kind\":\"timer\"") })
        #expect(timer.contains("\"requested\":1000000000"))
        #expect(timer.contains("\"mean\":6000000000"))
    }

    @Test("quiet JSON leaves the log out")
    func quiet() {
        let quiet = ByteStream.text { SampleReports.heavy().writeJSON(isQuiet: true, to: $0) }
        #expect(!quiet.contains("\"kind\":\"log\""))
    }

    @Test(
        "any text survives the way through JSON",
        arguments: [
            "", "a\"b\\c", "\u{0}\u{1F}\u{7F}\n\r\t", "定时器 ⏰", "\u{2028}</script>", String(repeating: "x", count: 5000),
        ])
    func strings(text: String) throws {
        let line = JSONValue.object([.init(text, .string(text))]).line
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object == [text: text])
    }

    @Test("numbers that JSON has no word for become null")
    func numbers() {
        let value = JSONValue.array([
            .integer(.min), .number(.infinity), .number(.nan), .number(0.5), .null, .boolean(true),
        ])
        #expect(value.line == "[-9223372036854775808,null,null,0.5,null,true]")
    }

    @Test("CSV has one row a timer, as many fields as columns, and its header once")
    func csv() {
        let rows = ByteStream.text { SampleReports.heavy().writeCSV(to: $0) }.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 2)
        #expect(rows[0].count == rows[1].count)
        #expect(rows[1].prefix(4) == ["Scenarios/heavy-work.toml", "tick", "", "nstimer"])
        let again = ByteStream.text { SampleReports.heavy().writeCSV(hasHead: false, to: $0) }
        #expect(again.split(separator: "\n").count == 1)
    }

    @Test("fields with commas and quotes are quoted in CSV; none has a line end, and none is a formula")
    func csvQuoting() {
        var report = SampleReports.heavy()
        report.file = "a,\"b\"\n.toml"
        let text = ByteStream.text { report.writeCSV(hasHead: false, to: $0) }
        #expect(text.hasPrefix(#""a,""b""\u{a}.toml",tick,"#))
        for (file, cell) in [("=1+1", "'=1+1"), ("@x", "'@x"), ("-a.toml", "'-a.toml"), ("-5", "-5")] {
            report.file = file
            #expect(ByteStream.text { report.writeCSV(hasHead: false, to: $0) }.hasPrefix(cell + ",tick,"))
        }
    }

    @Test("looks as recorded in every other format", arguments: ["json", "csv", "markdown"])
    func golden(name: String) throws {
        let text =
            switch name {
            case "json": Self.json
            case "csv": ByteStream.text { SampleReports.heavy().writeCSV(to: $0) }
            default: ByteStream.text { PageMarkdown().write(SampleReports.heavy().page(), to: $0) }
            }
        try Golden.check(text, "heavy-work.\(name == "markdown" ? "md" : name)")
    }

    @Test("a sweep's columns have the same names in JSON and CSV")
    func sweepNames() {
        let columns = ["fired", "wake-ups", "view gone"].map { (name: $0, isTime: false) }
        let point: SweepReport.Point = (value: 7, figures: [1, 2, nil], facts: [])
        let report = SweepReport(
            title: "", file: "", path: "seed", isTime: false, seeds: 1, columns: columns, points: [point])
        let csv = ByteStream.text { report.writeCSV(to: $0) }
        #expect(csv.split(separator: "\n").first == "seed,fired,wake_ups,view_gone,outcome")
        let json = ByteStream.text { report.writeJSON(to: $0) }
        #expect(json.contains(#"{"value":7,"fired":1,"wake_ups":2,"view_gone":null,"#))
    }

    @Test("a receiver that refuses ends the stream without a fault")
    func closedPipe() {
        var calls = 0
        let stream = ByteStream { _ in
            calls += 1
            return false
        }
        for _ in 1...3 { stream.write(String(repeating: "x", count: 1 << 17)) }
        stream.flush()
        #expect(calls == 1)
        #expect(stream.isBroken)
    }
}
