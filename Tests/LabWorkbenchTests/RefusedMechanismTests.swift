import LabReports
import LabScenarioModel
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// What a mechanism cannot do is a row of the comparison, not its end.
@Suite("Mechanisms that cannot do the work")
struct RefusedMechanismTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func compare(_ names: [String], steps: String, _ keys: String = "") throws -> ComparisonReport {
        let path = try folder.write(
            "poll.toml",
            """
            duration = "5s"
            \(Toml.tick)
            \(keys)
            do = [{ work = "1ms" }, \(steps)]
            """)
        return try workbench.compare(names.map { try Mechanism(parsing: $0) }, scenarios: [path], seeds: 1).report
    }

    @Test(
        "the row says what it cannot do, why, and in which line of the file",
        arguments: [
            ("{ dump_loop = true }", "'dump_loop' cannot be used in a block on a worker queue, line 8 ("),
            (
                "{ stop_loop = true, when = { fired = 9 } }",
                "'stop_loop' cannot be used in a block on a worker queue, line 8 ("
            ),
            (
                "{ fire = \"tick\", when = { fired = 2 } }",
                "the step 'fire' in line 8 is only known to the mechanism of 'tick'"
            ),
        ])
    func refused(step: String, reason: String) throws {
        let report = try compare(["nstimer", "gcd"], steps: step, "modes = [\"common\"]")
        let row = report.rows[0]
        #expect(
            row.cells[0] != nil && row.cells[1] == nil && row.refusals[1]?.hasPrefix(reason) == true, "\(row.refusals)")
        #expect(report.sentences.contains { $0.hasPrefix("gcd cannot do poll: \(reason)") })
        #expect(
            report.sentences.first == "Choose nstimer: the figures do not decide."
                || report.sentences.first == "Choose nstimer.")
        let text = Bench.text(report.page)
        #expect(text.contains(/poll +✓ +cannot/))
        #expect(ByteStream.text { report.writeJSON(to: $0) }.contains("\"verdict\":\"cannot\""))
    }

    @Test("if none of them can do it, the command says why")
    func none() throws {
        #expect(throws: Problem.self) {
            try compare(["gcd", "after"], steps: "{ fire = \"tick\", when = { fired = 2 } }")
        }
    }

    @Test("a mechanism that cannot do the work is no alternative either")
    func alternative() throws {
        let drag = "{ dump_loop = true }]\n[[event]]\nat = \"1.5s\"\ndo = [{ mode = \"tracking\", for = \"2s\" }"
        let report = try compare(["nstimer", "nstimer@worker"], steps: drag)
        #expect(report.rows[0].alternatives.keys.sorted() == ["nstimer+common"])
    }
}
