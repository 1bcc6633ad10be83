import Foundation
import LabPlatform
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

@Suite("Finding a scenario")
struct ScenarioFinderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func find(_ typed: String, roots: [String] = []) -> Result<String, Problem> {
        Result { () throws(Problem) in try ScenarioFinder(roots: roots).find(typed) }
    }

    private func fault(_ result: Result<String, Problem>) -> Problem? {
        if case .failure(let fault) = result { fault } else { nil }
    }

    private func reason(_ result: Result<String, Problem>) -> InputFault? { fault(result)?.reason }

    @Test(
        "a path is found as it is typed, or else ignoring case in every component; a bare name is a shipped scenario",
        arguments: [
            ("a.toml", "/a.toml", nil), ("Scenarios/Sub/Heavy-Work.toml", "/scenarios/SUB/heavy-work.TOML", nil),
            ("A/b.toml", "/./A/../A/b.toml", "/./A/../A/b.toml"), ("A/b.toml", "/A//b.toml", "/A//b.toml"),
            ("Größe/ÄRGER.toml", "/GRÖßE/ärger.toml", nil), ("only-shipped.toml", "only-shipped", nil),
            ("only-shipped.toml", "Only-Shipped", nil), ("modes/drag.toml", "drag", nil),
        ] as [(String, String, String?)])
    func found(file: String, typed: String, form: String?) throws {
        let path = try folder.write(file)
        let typed = typed.hasPrefix("/") ? folder.path + typed : typed
        #expect((try? find(typed, roots: [folder.path]).get()) == form.map { folder.path + $0 } ?? path)
        #expect((try? find("-").get()) == "-")
    }

    @Test("where case does not count, a file found under another case has the name that its folder gives it")
    func nameOnDisk() throws {
        // A hard link stands for a folder that finds its one entry under either name.
        let path = try folder.write("Heavy-Work.toml")
        let typed = folder.path + "/heavy-work.toml"
        if !FileManager.default.fileExists(atPath: typed) {
            try FileManager.default.linkItem(atPath: path, toPath: typed)
        }
        func name(_ typed: String, among names: [String]) -> String {
            FileSystem.entry(of: folder.path, named: typed, among: names)
        }
        #expect(name("heavy-work.toml", among: ["other.toml", "Heavy-Work.toml"]) == "Heavy-Work.toml")
        #expect(name("heavy-work.toml", among: ["Heavy-Work.toml", "heavy-work.toml"]) == "heavy-work.toml")
        #expect(name("heavy-work.toml", among: []) == "heavy-work.toml")
    }

    @Test("a folder that may not be read, or not be entered, is not passed over (66)", arguments: [0, 0o444])
    func unreadableFolder(permissions: Int) throws {
        try folder.write("a.toml")
        let locked = (try folder.write("locked/in/b.toml") as NSString).deletingLastPathComponent + "/.."
        let outer = try #require(FileSystem.realPath(locked))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: outer)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: outer) }
        // The superuser may read everything.
        guard getuid() != 0 else { return }
        #expect(ScenarioFinder.scenarios(below: folder.path) == [folder.path + "/a.toml", outer])
        guard case .failure(let problem) = find(outer) else {
            Issue.record("it was found")
            return
        }
        #expect(problem.status == .noInput && problem.summary.contains("denied"))
    }

    @Test("letters beyond ASCII have case too, but ss is no ß")
    func unicodeCase() throws {
        try folder.write("Größe/ÄRGER.toml")
        // APFS takes ss for ß, this program does not.
        let folded = folder.path + "/grösse/ärger.toml"
        if !FileManager.default.fileExists(atPath: folded) { #expect(reason(find(folded)) == .missing) }
    }

    @Test("several files that differ in case only are not guessed between")
    func ambiguous() throws {
        try folder.write("A.toml")
        try folder.write("a.TOML")
        guard folder.names.count == 2 else { return }
        let result = find(folder.path + "/a.toml")
        guard case .ambiguous(let paths)? = reason(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(paths.count == 2)
    }

    @Test("a folder that has the name in another case does not hide the one that has the file")
    func deadEnd() throws {
        try folder.write("scenarios/other.toml")
        let path = try folder.write("Scenarios/wanted.toml")
        guard folder.names.count == 2 else { return }
        #expect((try? find(folder.path + "/scenarios/wanted.toml").get()) == path)
    }

    @Test(
        "a path is never a shipped scenario; whoever types one is told its name",
        arguments: [
            "only-shipped.toml", "Only-Shipped.TOML", "scenarios/only-shipped.toml", "./only-shipped",
            "elsewhere/only-shipped.toml", "/scenarios/only-shipped.toml",
        ])
    func path(typed: String) throws {
        try folder.write("only-shipped.toml")
        let result = find(typed, roots: [folder.path])
        #expect(reason(result) == .missing)
        guard case .failure(let fault) = result, typed.hasSuffix("only-shipped.toml") else { return }
        #expect(fault.help == "the shipped scenario is called 'only-shipped', without a path")
    }

    @Test(
        "where nothing has a path below a folder scenarios, a shipped scenario stands in for it",
        arguments: ["scenarios/Only-Shipped.toml", "Scenarios/ONLY-shipped.toml"])
    func standIn(typed: String) throws {
        let path = try folder.write("only-shipped.toml")
        let workbench = Workbench(finder: ScenarioFinder(roots: [folder.path]))
        #expect(try workbench.finder.standIn(for: typed) == path)
    }

    @Test(
        "nothing stands in for another path",
        arguments: [
            "only-shipped.toml", "only-shipped", "elsewhere/only-shipped.toml", "/scenarios/only-shipped.toml",
            "scenarios/none.toml", "scenarios/../only-shipped.toml",
        ])
    func noStandIn(typed: String) throws {
        try folder.write("only-shipped.toml")
        #expect(try ScenarioFinder(roots: [folder.path]).standIn(for: typed) == nil)
    }

    @Test("a name that is nothing says where names come from, and which one is near (66)")
    func unknownName() throws {
        try folder.write("heavy-work.toml")
        guard case .failure(let fault) = find("heavy-wrk", roots: [folder.path]) else {
            Issue.record("it was found")
            return
        }
        #expect(fault.summary == "no scenario or file named 'heavy-wrk'; 'timerlab list' shows the shipped ones")
        #expect(fault.help == "did you mean 'heavy-work'?")
        #expect(fault.status == .noInput)
        guard case .failure(let far) = find("sundial", roots: [folder.path]) else { return }
        #expect(far.help == nil)
    }

    @Test("a program that was copied alone says what names the folder of the shipped ones (66)")
    func noRoot() throws {
        let unknown = try #require(fault(find("heavy-work")))
        let list = Workbench(finder: ScenarioFinder(roots: [])).list()
        for problem in [unknown] + list.faults {
            #expect(problem.status == .noInput && problem.description.contains("TIMERLAB_SCENARIOS names their folder"))
        }
        #expect(list.scenarios.isEmpty && list.faults.count == 1)
    }

    @Test("the first folder that has it wins")
    func order() throws {
        let first = try folder.write("one/a.toml")
        try folder.write("two/a.toml")
        let second = try folder.write("two/b.toml")
        let roots = [folder.path + "/one", folder.path + "/two"]
        #expect((try? find("a", roots: roots).get()) == first)
        #expect((try? find("b", roots: roots).get()) == second)
    }

    @Test("what is nowhere is missing", arguments: ["nothing", "", "a\0b", "no/such/file.toml", "///"])
    func missing(typed: String) {
        let found = reason(find(typed))
        #expect(found == .missing || found == .unknownName || found == .directory)
    }

    @Test("a folder is a folder")
    func directory() { #expect(reason(find(folder.path)) == .directory) }

    @Test("shipped scenarios lie where the environment says, beside the installation, or beside the package")
    func roots() throws {
        try folder.write("prefix/share/timerlab/Scenarios/a.toml")
        try folder.write("prefix/bin/timerlab", "")
        try folder.write("package/Package.swift", "")
        try folder.write("package/Scenarios/a.toml")
        try folder.write("package/.build/debug/timerlab", "")
        try folder.write("own/a.toml")
        let path = folder.path
        #expect(
            ScenarioFinder(folder: nil, executable: path + "/prefix/bin/timerlab").roots
                == [path + "/prefix/share/timerlab/Scenarios"])
        #expect(
            ScenarioFinder(folder: path + "/own", executable: path + "/package/.build/debug/timerlab").roots
                == [path + "/own", path + "/package/Scenarios"])
        #expect(ScenarioFinder(folder: "", executable: nil).roots == [])
        #expect(ScenarioFinder(folder: path + "/nowhere", executable: path + "/timerlab").roots == [])
    }

    @Test("each file is listed once even where links make circles")
    func circle() throws {
        try folder.write("a.toml")
        try folder.write("inner/b.toml")
        for name in ["loop", "inner/up"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: folder.path)
        }
        let names = ["a.toml", "inner/b.toml"]
        #expect(ScenarioFinder.scenarios(below: folder.path) == names.map { folder.path + "/" + $0 })
    }

    @Test("links that lead out of a folder are not followed, those inside are")
    func linksOut() throws {
        let other = try ScratchFolder()
        try other.write("secret/b.toml")
        try folder.write("inner/a.toml")
        for (name, target) in [
            ("out", other.path + "/secret"), ("b.toml", other.path + "/secret/b.toml"), ("up", ".."),
            ("again.toml", "inner/a.toml"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        let names = ["again.toml", "inner/a.toml"]
        #expect(ScenarioFinder.scenarios(below: folder.path) == names.map { folder.path + "/" + $0 })
    }
}
