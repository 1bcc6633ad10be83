import Foundation
import Testing

@testable import LabReports

@Suite("Formats of a check")
struct CheckFormatTests {
    private func page(_ writer: any PageWriter = PageText(), _ report: CheckReport? = nil) throws -> String {
        let report = try report ?? SampleChecks.report()
        return ByteStream.text { writer.write(report.page, isFirst: true, to: $0) }
    }

    private func written(_ format: CheckFormat, _ report: CheckReport? = nil) throws -> String {
        let report = try report ?? SampleChecks.report()
        return ByteStream.text { format.write(report, to: $0) }
    }

    @Test(
        "each looks as recorded",
        arguments: ["text", "jsonl", "junit.xml", "github", "markdown.md", "sarif.json"])
    func golden(name: String) throws {
        let text =
            switch name {
            case "text": try page()
            case "jsonl": try written(.jsonl)
            case "junit.xml": try written(.junit)
            case "github": try written(.github)
            case "markdown.md": try page(PageMarkdown())
            default: try written(.sarif)
            }
        try Golden.check(text, "check-" + name)
    }

    @Test("nothing wrong is two lines of text")
    func quiet() throws {
        #expect(
            try page(PageText(), SampleChecks.good()) == """
                1 value compared (exact)
                1 as before

                """)
    }

    @Test("two files that cannot be read are two errors")
    func errors() throws {
        var report = try SampleChecks.report()
        report.suites.append(try #require(report.suites.first { $0.outcome == .faulty }))
        #expect(report.headline.hasPrefix("2 errors ·"))
    }

    @Test("plain text has no escape codes and control characters, a terminal gets colours")
    func colours() throws {
        #expect(try !page().contains("\u{1B}"))
        #expect(try !page().contains("\u{1}"))
        #expect(try page(PageText(decorator: .ansi)).contains("\u{1B}[31m"))
    }

    // MARK: JSON Lines

    @Test("python reads every line of JSON, each with version and kind", .enabled(if: ExternalReader.hasPython))
    func jsonLines() throws {
        let program = """
            lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
            assert all(line["version"] == 3 and isinstance(line["payload"], dict) for line in lines)
            figures = [line["payload"] for line in lines if line["kind"] == "figure"]
            print(" ".join(line["kind"] for line in lines))
            print([f["new"] for f in figures if f["failed"]])
            """
        let lines = try ExternalReader.python(program, written(.jsonl)).split(separator: "\n")
        #expect(
            lines[0] == """
                suite point point point point change figure figure figure figure figure suite point suite point suite \
                point figure suite point summary
                """)
        #expect(lines[1] == "[5402000000]")
    }

    // MARK: JUnit

    private static let countCases = """
        import xml.etree.ElementTree as tree
        root = tree.parse(sys.argv[1]).getroot()
        cases = root.findall("./testsuite/testcase")
        for element in [root] + root.findall("./testsuite"):
            inside = element.findall(".//testcase")
            assert int(element.get("tests")) == len(inside)
            assert int(element.get("failures")) == len(element.findall(".//failure"))
            assert int(element.get("errors")) == len(element.findall(".//error"))
        assert all(case.get("name") and case.get("classname") for case in cases)
        print(len(cases), len(root.findall(".//failure")), len(root.findall(".//error")))
        print(root.findall(".//failure")[0].text.split("\\n")[3])
        """

    @Test(
        "python's XML reader agrees with the counts of JUnit, and gets texts back",
        .enabled(if: ExternalReader.hasPython))
    func junit() throws {
        let lines = try ExternalReader.python(CheckFormatTests.countCases, written(.junit))
            .split(separator: "\n")
        #expect(lines[0] == "8 2 1")
        #expect(lines[1] == SampleChecks.nastyShown)
    }

    @Test("xmllint takes JUnit for well-formed", .enabled(if: ExternalReader.hasXMLLint))
    func xmllint() throws {
        #expect(try ExternalReader.run("xmllint", ["--noout"], written(.junit)).status == 0)
    }

    // MARK: GitHub

    @Test(
        "annotations are one line each, and no text ends a property or begins a command",
        .enabled(if: ExternalReader.hasPython))
    func github() throws {
        let program = """
            import re
            from urllib.parse import unquote
            lines = open(sys.argv[1], encoding="utf-8").read().split("\\n")[:-1]
            for line in lines:
                command, properties, message = re.fullmatch(r"::(\\w+) (.*?)::(.*)", line).groups()
                fields = dict(part.split("=", 1) for part in properties.split(","))
                print(command, unquote(fields.get("file", "")), fields.get("line"), unquote(message).split("\\n")[0])
            """
        let lines = try ExternalReader.python(program, written(.github)).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "error Scenarios/heavy work.toml 23 but fired = 6",
                "error Scenarios/heavy work.toml 31 is worse than its guard allows",
                "error Scenarios/broken.toml 1 error[TL1202]: " + SampleChecks.nastyShown,
                "warning Scenarios/heavy work.toml 12 worse",
                "warning Scenarios/timerlab.baseline None it has numbers of scenarios that are not there",
                "notice  None 1 error · 1 failed · 1 better · 1 as before · 1 baseline out of date",
            ])
    }

    @Test("at most ten errors are annotated, the rest is in the summary")
    func flood() throws {
        let text = try written(.github, SampleChecks.flood(25))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("::error") } == 10)
        #expect(text.contains("15 more in the summary"))
        #expect(try page(PageMarkdown(), SampleChecks.flood(25)).contains("tick: fired = 25"))
    }

    @Test("a summary never outgrows what GitHub takes")
    func hugeSummary() throws {
        #expect(try page(PageMarkdown(), SampleChecks.flood(50_000)).utf8.count < 1 << 20)
    }

    // MARK: SARIF

    /// What section 3 of the standard asks for of the objects that are used.
    @Test(
        "python reads SARIF, and every result names its rule, a place and what it is",
        .enabled(if: ExternalReader.hasPython))
    func sarif() throws {
        let program = """
            from urllib.parse import urlsplit, unquote
            log = json.load(open(sys.argv[1], encoding="utf-8"))
            assert log["version"] == "2.1.0" and len(log["runs"]) == 1
            run = log["runs"][0]
            rules = run["tool"]["driver"]["rules"]
            assert run["tool"]["driver"]["name"] == "timerlab" and len({rule["id"] for rule in rules}) == len(rules)
            for result in run["results"]:
                assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
                assert result["level"] in ("error", "warning", "note", "none") and result["message"]["text"]
                place = result["locations"][0]["physicalLocation"]
                uri = urlsplit(place["artifactLocation"]["uri"])
                assert not uri.scheme and not uri.path.startswith("/")
                print(result["ruleId"], result["level"], unquote(uri.path), place.get("region", {}).get("startLine"))
            assert len({result["partialFingerprints"]["timerlab/v1"] for result in run["results"]}) == len(run["results"])
            """
        let lines = try ExternalReader.python(program, written(.sarif)).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "expectation error Scenarios/heavy work.toml 23", "guard error Scenarios/heavy work.toml 31",
                "numbers warning Scenarios/heavy work.toml 12", "scenario error Scenarios/broken.toml 1",
                "numbers warning Scenarios/random.toml None", "baseline warning Scenarios/timerlab.baseline None",
            ])
    }
}
