import LabAnalysis
import LabCatalogue
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// Remedies are tried, not told: what a row of the table says is what a run of its scenario does.
@Suite("Remedies")
struct RemedyTests {
    let folder: ScratchFolder
    let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    func remedies(_ text: String, timer: String? = nil) throws -> RemedyOutcome {
        try workbench.remedies(of: workbench.read(folder.write("scenario.toml", text)), timer: timer)
    }

    /// A page as it is printed.
    func text(_ report: RemedyReport) -> String {
        Bench.text(report.page(isAll: true))
    }

    @Test(
        "the first takes the worst finding of a shipped scenario away, or the answer says that nothing does",
        arguments: Shipped.listings.map(\.path))
    func first(path: String) throws {
        let report = try Shipped.remedies(path).report
        // Each has its own name, and changes some code.
        #expect(Set(report.rows.map(\.name)).count == report.rows.count)
        #expect(report.rows.allSatisfy { !$0.code.swift.isEmpty })
        if report.worst == nil { return }
        let answer = text(report)
        let says =
            answer.contains("nothing that was tried takes it away") || answer.contains("none of the")
            || answer.contains("not tried in this scenario")
        #expect((report.rows.first.map { $0.helps && report.isMended(by: $0) } ?? false) != says, "\(answer)")
    }

    @Test("a run that a crash cuts short is measured by the crash alone, a chain by how far it is behind")
    func figures() throws {
        let crash = try Shipped.remedies(of: "TL0310").report
        #expect(crash.before.crashes == 1 && crash.rows.first?.figures.crashes == 0)
        #expect(text(crash).contains("as it is: until the crash at 1.5 s"))
        let chain = try Shipped.remedies(of: "TL0108").report
        #expect(chain.before.behind > 0 && chain.before.waiting == 0 && text(chain).contains("behind"))
    }

    @Test("each finding that can be mended is mended in its own example", arguments: FindingCode.allCases)
    func examples(rule: FindingCode) throws {
        let report = try Shipped.remedies(of: rule).report
        guard rule.harm != .asked, !["TL0211", "TL0212", "TL0501", "TL0502"].contains(rule) else { return }
        #expect(
            report.rows.contains { $0.helps && report.isMended(by: $0) }, "\(rule) \(report.rows.map(\.name))")
    }

    @Test("what is often tried and does not help is said to make nothing better")
    func useless() throws {
        let kept = try Shipped.remedies(of: "TL0301").report
        #expect(kept.rows.first { $0.name == "weakSelf as target" }?.helps == false)
        #expect(text(kept).contains("–  weakSelf as target"))
    }

    @Test("what the code has already is not tried: no tolerance, or an end in dealloc")
    func alreadyThere() throws {
        #expect(!(try Shipped.remedies(of: "TL0102").report.rows.contains { $0.name == "no tolerance" }))
        let there = screen("strong = { it = \"tick\" }\ndealloc = [{ invalidate = \"tick\" }]")
        let rows = try remedies(timer("nstimer", "repeats = true\ntarget = \"it\"\n" + there)).report.rows
        #expect(!rows.isEmpty && !rows.contains { $0.name == "ended in dealloc" })
    }

    @Test("where something is random it is told with how many other seeds the first is the best")
    func seeds() throws {
        let random = """
            duration = "30s"
            \(Toml.timer("poll", "nstimer", "1s", repeats: true))
            do = [{ work = { p0 = "100ms", p90 = "500ms", p100 = "4s" } }]
            """
        let told = /of seed 1;\s+1 is\s+the\s+best\s+with\s+[0-4]\s+of\s+4\s+other\s+seeds,\s+too/
        #expect(text(try remedies(random).report).contains(told))
        let fixed = random.replacing("{ p0 = \"100ms\", p90 = \"500ms\", p100 = \"4s\" }", with: "\"4s\"")
        #expect(!text(try remedies(fixed).report).contains("other seeds"))
    }

    @Test("of work that is handed over it is told how many firings come while it goes on")
    func idle() throws {
        let outcome = try Shipped.remedies("heavy-work")
        let row = try #require(outcome.report.rows.first { $0.name == "work on a queue" })
        #expect(row.cost.hasSuffix("; 35 of 42 firings come while a job runs, and do nothing"))
    }

    @Test("what only the scenario asks for is told where points are lost by it")
    func asked() throws {
        let counting = #"do = [{ log = "{countdown:9}" }]"#
        let outcome = try remedies(FindingCode("TL0106").example.replacing(counting, with: ""))
        #expect(outcome.report.rows.isEmpty && text(outcome.report).contains("TL0106"))
        #expect(!text(outcome.report).contains("nothing to mend"))
    }

    /// A timer with some keys and parts after it.
    func timer(_ kind: String, every interval: String = "1s", _ rest: String) -> String {
        "duration = \"10s\"\n[[timer]]\nid = \"tick\"\nkind = \"\(kind)\"\ninterval = \"\(interval)\"\n\(rest)\n"
    }

    @Test("fewer lost points are no help where the share is as large, nor is a rate that the display has not")
    func shares() throws {
        let report = try remedies(
            timer("nstimer", every: "10ms", "repeats = true\n[[event]]\nat = \"3s\"\ndo = [{ work = \"800ms\" }]")
        ).report
        let link = try #require(report.rows.first { $0.name == "display link" })
        #expect(!link.helps && link.code.swift.contains("maximum: 60"))
        #expect(link.figures.lost < report.before.lost && text(report).contains("79 of 999"))
    }

    /// A screen that goes at 3.5 s, with keys of its own.
    func screen(_ keys: String, goes: Bool = true) -> String {
        "[[object]]\nid = \"it\"\nheld_by = \"navigation\"\n\(keys)\n"
            + (goes ? "[[event]]\nat = \"3.5s\"\ndo = [{ pop = \"it\" }]\n" : "")
    }

    @Test("a remedy that brings a leak is none, nor is one after which all points are lost as before")
    func noHelp() throws {
        let silent =
            "repeats = true\nactive = false\nstrong = \"it\"\n"
            + screen("strong = { source = \"tick\" }\ndealloc = [{ cancel = \"tick\" }]")
        let ended = try remedies(timer("gcd", silent)).report.rows.first { $0.name == "ended with the screen" }
        #expect(ended?.helps == false)
    }

    @Test("of several timers the one that is asked for is mended")
    func oneTimer() throws {
        let path = "\(Shipped.folder)/questions/two-polls-that-never-sleep.toml"
        let file = try Shipped.workbench.read(path)
        #expect(try Shipped.workbench.remedies(of: file, timer: "space").report.worst?.code == "TL0401")
        #expect(throws: Problem.self) { try Shipped.workbench.remedies(of: file, timer: "nobody") }
    }
}
