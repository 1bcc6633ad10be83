import Foundation
import LabTestFolders
import LabWorkbench
import Testing

@Suite("The files of a command")
struct FileUseTests {
    private let folder: ScratchFolder
    private let input: String
    private let workbench: Workbench

    init() throws {
        folder = try ScratchFolder()
        input = try folder.write("in/a.toml")
        workbench = Workbench(finder: ScenarioFinder(roots: [folder.path + "/in"]))
    }

    private func clash(_ outputs: [String], _ use: FileUse = FileUse()) -> String? {
        var use = use
        use.outputs = outputs.map { ("-o \($0)", $0) }
        return workbench.clash(in: use)
    }

    private func link(_ name: String, to path: String, isHard: Bool = false) throws -> String {
        let link = folder.path + "/" + name
        if isHard {
            try FileManager.default.linkItem(atPath: path, toPath: link)
        } else {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        }
        return link
    }

    @Test("two outputs are one however they are spelled, before there is such a file and after")
    func outputs() throws {
        let path = folder.path + "/out.txt"
        let inFolder = try link("folder", to: folder.path)
        let spellings = [path, folder.path + "/in/../out.txt", folder.path + "//./out.txt", inFolder + "/out.txt"]
        for spelling in spellings { #expect(clash([path, spelling]) != nil) }
        try folder.write("out.txt", "old")
        for spelling in spellings { #expect(clash([path, spelling]) != nil) }
        #expect(try clash([path, link("soft", to: path)]) != nil)
        #expect(try clash([path, link("hard", to: path, isHard: true)]) != nil)
    }

    @Test("different files are different, and what is no file is written as often as one likes")
    func different() throws {
        #expect(clash([folder.path + "/a", folder.path + "/b", folder.path + "/in/a"]) == nil)
        #expect(clash(["/dev/null", "/dev/null"]) == nil)
    }

    @Test("an output cannot be a scenario, however that is named: a path, a shipped one, one of a folder")
    func inputs() throws {
        for name in [input, "a", folder.path + "/in", folder.path + "/IN/A.toml"] {
            #expect(clash([input], FileUse(scenarios: [name])) != nil, "\(name)")
        }
        #expect(try clash([link("hard.svg", to: input, isHard: true)], FileUse(scenarios: [input])) != nil)
        #expect(clash([input], FileUse(readsShipped: true)) != nil)
        #expect(clash([input], FileUse(others: [input])) != nil)
        #expect(clash([folder.path + "/b.toml"], FileUse(scenarios: [input])) == nil)
    }

    @Test("an output cannot be the log or the profile that a scenario names, or --set")
    func neighbours() throws {
        let replay = "duration = \"1s\"\n[device]\nwake_up = { replay = \"d.log\", interval = \"1s\" }\n"
        let scenario = try folder.write("replay.toml", replay)
        let log = try folder.write("d.log", "")
        let profile = try folder.write("in/phone.toml", "")
        #expect(clash([log], FileUse(scenarios: [scenario])) != nil)
        let sets = ["device.profile=\(profile)"]
        #expect(clash([profile], FileUse(scenarios: [input], sets: sets)) != nil)
        #expect(clash([profile], FileUse(scenarios: [input])) == nil)
    }
}
