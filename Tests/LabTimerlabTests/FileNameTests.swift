import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

@Suite("The files that a command takes")
struct FileNameTests {
    private static let tick = """
        title = "shipped"
        duration = "3.5s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true

        """
    private let root: ScratchFolder
    private let folder: String
    private let shipped: String
    private let program: Program

    init() throws {
        program = try #require(Program(), "timerlab is built with the tests")
        root = try ScratchFolder()
        folder = root.path + "/here"
        shipped = root.path + "/shipped"
        for name in ["heavy", "light"] { try root.write("shipped/\(name).toml", FileNameTests.tick) }
        let log = (10..<20).map { "2017-11-10 09:40:\($0).203984+0800 App[9749:3330951] tick\n" }.joined()
        try root.write("here/device.log", log)
    }

    private func run(_ words: String...) throws -> (status: Int32, text: String) {
        try program.run(words, in: folder, scenarios: shipped)
    }

    @Test(
        "a path is never answered by a shipped scenario (66)",
        arguments: ["heavy.toml", "./heavy.toml", "scenarios/heavy.toml"])
    func paths(path: String) throws {
        for words in [["check", path], ["lint", path], ["compare", path, path]] {
            #expect(try program.run(words, in: folder, scenarios: shipped).status == 66, "\(words)")
        }
        let host = try #require(Program("timerlab-host"), "timerlab-host is built with the tests")
        #expect(try host.run(["conform", path], in: folder, scenarios: shipped).status == 66)
        #expect(try run("analyze", "device.log", "--expect", path).status == 66)
        #expect(try run("compare", "nstimer", "gcd", "--scenario", path).status == 66)
    }

    @Test("a file that a scenario names and that is not there is a mistake where its name is, by a path to open (66)")
    func beside() throws {
        try root.write("here/in/a.toml", FileNameTests.tick + "[device]\nprofile = \"none.toml\"\n")
        try root.write("here/in/b.toml", FileNameTests.tick + "[device]\nwake_up = { replay = \".\" }\n")
        for (name, told) in [
            ("a", "in/a.toml:9:11: error[TL1904]: in/none.toml: no such file"),
            ("b", "in/b.toml:9:22: error[TL1904]: in/.: is a directory"),
        ] {
            for command in ["lint", "run", "check"] {
                let (status, text) = try run(command, "in/\(name).toml")
                #expect(status == 66 && text.contains(told), "\(text)")
            }
            let json = try run("lint", "--format", "json", "in/\(name).toml")
            #expect(json.status == 66 && json.text.hasPrefix("{") && json.text.contains("TL1904"), "\(json.text)")
        }
    }

    @Test("a path behind --set starts from the working folder, one in a scenario from the scenario's")
    func setPaths() throws {
        try root.write("here/in/a.toml", FileNameTests.tick)
        try root.write("here/cal/dev.toml", "[device]\nloop_cost = \"5ns\"\n")
        try root.write("here/in/b.toml", FileNameTests.tick + "[device]\nprofile = \"../cal/dev.toml\"\n")
        let set = ["--set", "device.profile=cal/dev.toml"]
        for words in [["run", "in/a.toml"], ["compare", "nstimer", "gcd", "--scenario", "in/a.toml"]] {
            let (status, text) = try program.run(words + set, in: folder, scenarios: shipped)
            #expect(status == 0 && text.contains("dev"), "\(text)")
        }
        #expect(try run("run", "in/b.toml").status == 0)
        #expect(try run("run", "in/a.toml", "--set", "device.profile=../cal/dev.toml").status == 66)
    }

    @Test("a bare name is a shipped scenario")
    func names() throws {
        for words in [["run", "heavy"], ["lint", "heavy"], ["compare", "heavy", "light"], ["check", "heavy"]] {
            #expect([0, 1].contains(try program.run(words, in: folder, scenarios: shipped).status), "\(words)")
        }
        #expect(try run("compare", "heavy", "light").text.contains("heavy"))
        #expect(try run("analyze", "device.log", "--expect", "heavy").status == 0)
    }

    @Test("a mechanism comes before a scenario of its name, and the two do not mix (64)")
    func mechanisms() throws {
        try root.write("shipped/gcd.toml", FileNameTests.tick)
        #expect(try run("compare", "nstimer", "gcd", "--scenario", "heavy").text.hasPrefix("nstimer · gcd"))
        #expect(try run("compare", "gcd", "heavy").status == 64)
    }

    @Test("run takes the shipped scenario for the README's path, and says so")
    func firstCommand() throws {
        let (status, text) = try run("run", "scenarios/heavy.toml")
        #expect(status == 0)
        #expect(
            text.contains("timerlab: note: scenarios/heavy.toml: no such file here; this is the shipped \(shipped)/"))
        #expect(try run("run", "heavy.toml").status == 66)
    }

    @Test(
        "a FIFO in a folder is left out with a warning and never opened, one that is named is read",
        .timeLimit(.minutes(10)), arguments: ["check", "lint", "list"])
    func fifo(command: String) throws {
        try root.write("here/a.toml", FileNameTests.tick)
        #expect(mkfifo(folder + "/b.toml", 0o600) == 0)
        let (status, text) = try run(command, ".")
        #expect(status == (command == "check" ? 1 : 0), "\(text)")
        #expect(text.contains("timerlab: warning: b.toml: left out, as it is no regular file"), "\(text)")
    }

    @Test("a baseline that is a FIFO is no baseline (66)", .timeLimit(.minutes(10)))
    func fifoBaseline() throws {
        try root.write("here/a.toml", FileNameTests.tick)
        #expect(mkfifo(folder + "/timerlab.baseline", 0o600) == 0)
        #expect(try run("check", ".").status == 66)
    }

    @Test("where standard error is closed, no message gets into the file that is written")
    func closed() throws {
        try root.write("here/a.toml", FileNameTests.tick)
        let words = ["run", "a.toml", "missing.toml", "-o", "out"]
        #expect(try program.run(words, in: folder, redirected: "2>&-").status == 66)
        #expect(try !root.read("here/out").contains("missing.toml"))
    }

    @Test("a name that is nothing says where names come from (66), with the nearest one")
    func unknown() throws {
        let (status, text) = try run("run", "heavvy")
        #expect(status == 66)
        #expect(
            text == """
                timerlab: error: no scenario or file named 'heavvy'; 'timerlab list' shows the shipped ones
                help: did you mean 'heavy'?

                """)
    }

    @Test(
        "an output that is an input or another output is wrong usage (64), and nothing is touched",
        arguments: [
            ["run", "a.toml", "-o", "a.toml"], ["run", "a.toml", "-o", "link.toml"],
            ["run", "a.toml", "--graph", "a.svg", "--graph", "./a.svg"],
            ["run", "a.toml", "-o", "a.svg", "--graph", "../here/a.svg"], ["lint", ".", "-o", "hard.toml"],
            ["analyze", "device.log", "-o", "./device.log"], ["calibrate", "device.log", "-o", "device.log"],
            ["check", "a.toml", "--report", "junit=x", "--report", "tap=./x"],
            ["check", ".", "--report", "junit=a.toml"], ["check", ".", "--update", "-o", "timerlab.baseline"],
            ["check", "a.toml", "--update", "--baseline", "b", "--report", "tap=b"], ["list", ".", "-o", "a.toml"],
            ["compare", "a.toml", "link.toml", "-o", "hard.toml"],
            ["compare", "nstimer", "gcd", "-o", "../shipped/heavy.toml"],
        ])
    func clashes(words: [String]) throws {
        try root.write("here/a.toml", FileNameTests.tick)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link.toml", withDestinationPath: folder + "/a.toml")
        try FileManager.default.linkItem(atPath: folder + "/a.toml", toPath: folder + "/hard.toml")
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let (status, text) = try program.run(words, in: folder, scenarios: shipped)
        #expect(status == 64, "\(text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        #expect(try root.read("here/a.toml") == FileNameTests.tick)
    }
}
