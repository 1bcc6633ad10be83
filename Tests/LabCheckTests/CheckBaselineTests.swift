import LabTestFolders
import LabWorkbench
import Testing

@Suite("The baseline of a gate")
struct CheckBaselineTests: FolderCheck {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(
        "numbers of a scenario that is gone make a folder's baseline stale, until it is updated; one that was guarded fails"
    )
    func stale() throws {
        try folder.write("a.toml", tick())
        let gone = try folder.write("b.toml", tick())
        _ = update()
        try folder.remove("b.toml")
        #expect(!folder.names.contains("b.toml"))
        #expect(check().status == .success)
        #expect(check { $0.isStrict = true }.status == .moved)
        #expect(text(check()).contains("b.toml"))
        _ = update()
        #expect(!text(check()).contains("b.toml"))
        try folder.write("c.toml", tick("[guard]\n\"tick.skipped\" = \"+0\"\n"))
        _ = update()
        try folder.remove("c.toml")
        #expect(check().status == .failed)
        #expect(text(check()).contains("c.toml, guarded"))
        _ = update()
        #expect(check().status == .success)
        #expect(check([gone]).status == .noInput)
    }

    @Test("a single file is held against the baseline beside it, and its update leaves the others' numbers")
    func single() throws {
        let (a, _) = (try folder.write("a.toml", tick()), try folder.write("b.toml", tick()))
        _ = update()
        #expect(check([a]).status == .success)
        try folder.write("a.toml", tick().replacing("9.5s", with: "8.5s"))
        try folder.write("b.toml", tick().replacing("9.5s", with: "8.5s"))
        #expect(update([a]).status == .success)
        #expect(check([a]).status == .success)
        #expect(check().report.scenarios.map(\.outcome) == [.passed, .moved])
    }

    @Test("a folder without a baseline is held against the one above; its update asks which one to write")
    func above() throws {
        try folder.write("a.toml", tick())
        let b = try folder.write("chapter/b.toml", tick())
        _ = update()
        let chapter = folder.path + "/chapter"
        for paths in [[chapter], [b], [folder.path, chapter]] { #expect(check(paths).status == .success) }
        try folder.write("chapter/b.toml", tick().replacing("9.5s", with: "8.5s"))
        #expect(check([chapter]) { $0.isStrict = true }.status == .moved)
        let before = try folder.read("timerlab.baseline")
        let asked = update([chapter])
        #expect(asked.status == .usage)
        #expect(asked.problems.first?.help?.contains("--baseline ") == true)
        #expect(try folder.read("timerlab.baseline") == before)
        let named = check([chapter]) { ($0.updates, $0.baseline) = (true, folder.path + "/timerlab.baseline") }
        #expect(named.status == .success)
        #expect(check { $0.isStrict = true }.status == .success)
        #expect(!folder.names.contains("chapter/timerlab.baseline"))
    }

    @Test("an update keeps the numbers of what could not be run")
    func brokenUpdate() throws {
        try folder.write("a.toml", tick())
        _ = update()
        let before = try folder.read("timerlab.baseline")
        try folder.write("a.toml", "duration = 5\n")
        #expect(update().status == .wrongData)
        #expect(try folder.read("timerlab.baseline") == before)
    }

    @Test("a file that is no baseline is wrong data (65) and never overwritten")
    func noBaseline() throws {
        try folder.write("a.toml", tick())
        try folder.write("timerlab.baseline", "precious\n")
        #expect(check().status == .wrongData)
        #expect(update().status == .wrongData)
        #expect(try folder.read("timerlab.baseline") == "precious\n")
    }

    @Test("a baseline that cannot be written is 73")
    func unwritable() throws {
        try folder.write("a.toml", tick())
        let outcome = check {
            $0.updates = true
            $0.baseline = folder.path + "/none/base"
        }
        #expect(outcome.status == .cannotWrite)
    }

    @Test("one baseline can serve several folders, unless two scenarios share a name")
    func shared() throws {
        try folder.write("one/a.toml", tick())
        try folder.write("two/b.toml", tick())
        let paths = [folder.path + "/one", folder.path + "/two"]
        let shared = { (request: inout CheckRequest) in request.baseline = folder.path + "/base" }
        _ = check(paths) {
            shared(&$0)
            $0.updates = true
        }
        #expect(check(paths, shared).status == .success)
        try folder.write("two/a.toml", tick())
        #expect(check(paths, shared).status == .usage)
        #expect(check(paths).status == .failed)
    }

    @Test("a merge conflict in a baseline is named as one (65), and the file left alone")
    func conflict() throws {
        try folder.write("a.toml", tick())
        _ = update()
        let merged = try folder.read("timerlab.baseline") + "<<<<<<< HEAD\n=======\n>>>>>>> other\n"
        try folder.write("timerlab.baseline", merged)
        for outcome in [check(), update()] {
            #expect(outcome.status == .wrongData)
            guard case .plain(let message, let help) = outcome.problems[0].kind else { continue }
            #expect(message.hasSuffix("an unresolved merge conflict"))
            #expect(help?.hasPrefix("take either side of the conflict") == true)
        }
        #expect(try folder.read("timerlab.baseline") == merged)
    }

    @Test(
        "a guard that the baseline has nothing for fails until an update; a new scenario without guards has only moved",
        arguments: ["a.toml tick.waiting.max", "a.toml"])
    func lost(line: String) throws {
        try folder.write("a.toml", tick("[guard]\n\"tick.waiting.max\" = \"+5%\"\n"))
        try folder.write("b.toml", tick())
        _ = update()
        let lines = try folder.read("timerlab.baseline").split(separator: "\n")
        try folder.write("timerlab.baseline", lines.filter { !$0.hasPrefix(line) }.joined(separator: "\n"))
        #expect(check().report.scenarios.map(\.outcome) == [.failed, .passed])
        #expect(text(check()).contains("is not in the baseline"))
        #expect(text(check()).contains("run: timerlab check --update"))
        #expect(update().status == .success && check().status == .success)
        try folder.write("c.toml", tick())
        #expect(check().status == .success)
    }

    @Test(
        "a guard that is another or gone is the change, and nothing else is blamed for it, even if it alone kept a figure",
        arguments: ["+9%", nil], ["waiting.max", "due"])
    func changedGuard(allowance: String?, figure: String) throws {
        func guarded(_ allowance: String?) -> String {
            tick(allowance.map { "[guard]\n\"tick.\(figure)\" = \"\($0)\"\n" } ?? "")
        }
        try folder.write("a.toml", guarded("+5%"))
        _ = update()
        try folder.write("a.toml", guarded(allowance))
        let outcome = check { $0.isStrict = true }
        #expect(outcome.status == .moved)
        #expect(text(outcome).contains("guard tick.\(figure): +5 %"))
        #expect(!text(outcome).contains("nothing in the scenario"))
    }

    @Test("a guard may watch one copy of a timer, whose numbers the baseline leaves out otherwise")
    func copies() throws {
        let crowd = tick(work: "10ms").replacing("repeats", with: "copies = 3\nrepeats")
        try folder.write("a.toml", crowd + "[guard]\n\"tick[2].lateness.max\" = \"+1ms\"\n")
        _ = update()
        let baseline = try folder.read("timerlab.baseline")
        #expect(baseline.contains("tick.waiting.max = ") && !baseline.contains("tick.lateness.max = "))
        let figures = baseline.split(separator: "\n").filter { !$0.contains(" @") }
        #expect(figures.filter { $0.contains("[") } == ["a.toml tick[2].lateness.max = 20 ms"])
        try folder.write(
            "a.toml", crowd.replacing("10ms", with: "11ms") + "[guard]\n\"tick[2].lateness.max\" = \"+1ms\"\n")
        #expect(check().status == .failed)
    }

    @Test("a baseline of a chain is what the same scenario gives again")
    func chain() throws {
        try folder.write(
            "a.toml",
            "duration = \"9s\"\n[[timer]]\nid = \"loop\"\nkind = \"thread-sleep\"\ninterval = \"1s\"\ndo = [{ work = \"100ms\" }]\n"
        )
        _ = update()
        #expect(try folder.read("timerlab.baseline").contains("a.toml loop.lag.last = 700 ms"))
        #expect(check().status == .success)
    }
}
