import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

// Answers and blocks that overlap.

extension FindingCaseTests {
    @Test(
        "answers that are on their way together are counted, also where each comes in its turn",
        arguments: [
            ("\"2500ms\"", "up to 3 calls of answer that ask asked for are on their way at once", Severity.note),
            ("\"900ms\"", String?.none, Severity.note),
            (
                "{ p0 = \"100ms\", p100 = \"2500ms\" }",
                "up to 3 calls of answer that ask asked for are on their way at once, and 9 came after one of a later firing",
                .warning
            ),
        ])
    func flights(delay: String, message: String?, severity: Severity) throws {
        let report = try Bench.run(
            """
            duration = "60s"
            \(Toml.timer("ask", "nstimer", "1s", repeats: true))
            do = [{ async_after = \(delay), queue = "main", name = "answer", do = [{ log = "{n}" }] }]
            """)
        let found = report.analysis.findings.filter { $0.code == "TL0502" }
        #expect(report.messages("TL0502") == [message].compactMap { $0 })
        #expect(found.allSatisfy { $0.severity == severity })
    }

    @Test("the firings of a second timer are not those of the first")
    func flightsOfTwo() throws {
        let text = """
            duration = "30s"
            \(Toml.timer("ask", "nstimer", "2s", repeats: true))
            do = [{ async_after = "500ms", queue = "main", name = "answer", do = [{ log = "{n}" }] }]
            \(Toml.event("0.1s", #"{ create = "ask" }"#))
            \(Toml.event("20.1s", #"{ create = "ask" }"#))
            """
        #expect(try Bench.messages("TL0502", text) == [])
    }

    @Test(
        "every block that begins while an earlier one runs overlaps it, on a thread of the pool that was used before, too"
    )
    func overlapsOnUsedThreads() throws {
        let found = try Bench.messages(
            "TL0502",
            """
            duration = "19.5s"
            [[queue]]
            id = "net"
            kind = "concurrent"
            \(Toml.timer("poll", "gcd", "1s", repeats: true))
            do = [{ async = "net", name = "request", do = [{ sleep = "1500ms" }] }]
            """)
        #expect(found.count == 1 && found[0].contains("18 times"), "\(found)")
    }
}
