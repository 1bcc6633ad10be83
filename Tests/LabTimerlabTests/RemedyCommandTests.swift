import Foundation
import LabBuiltProgram
import Testing

@testable import LabCommandLine
@testable import timerlab

/// `remedy` and `sweep` as a user types them.
@Suite("Remedies and sweeps on the command line")
struct RemedyCommandTests {
    private let program: Program
    private let folder: String
    private let scenarios: String

    init() throws {
        program = try #require(Program())
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: "timerlab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
        scenarios =
            URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Scenarios").path
    }

    private func run(_ words: String) throws -> (status: Int32, text: String) {
        try program.run(words.split(separator: " ").map(String.init), in: folder, scenarios: scenarios)
    }

    @Test("what is written runs, and an existing file stays without --force")
    func write() throws {
        let one = try run("remedy heavy-work --write 1 new.toml")
        #expect(one.status == 0 && !one.text.contains("Tried"))
        #expect(one.text.contains("new.toml has remedy 1, work on a queue"))
        let written = try run("run -q new.toml")
        #expect(written.status == 0 && written.text.contains("tick fires every 1 s"))
        #expect(try run("remedy heavy-work --write 1 new.toml").status == 73)
        #expect(try run("remedy heavy-work --write 1 new.toml --force").status == 0)
    }

    @Test(
        "what is left out is told only where something is",
        arguments: [("", false), ("[[expect]]\ntimer = \"tick\"\nskipped = \"> 0\"\n", true)])
    func leftOut(claim: String, isTold: Bool) throws {
        let scenario =
            "duration = \"10s\"\n[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\n"
            + "repeats = true\ndo = [{ work = \"2.5s\" }]\n" + claim
        try scenario.write(toFile: folder + "/s.toml", atomically: false, encoding: .utf8)
        let written = try run("remedy s.toml --write 1 new.toml")
        #expect(written.status == 0 && written.text.contains("left out") == isTold, "\(written.text)")
    }

    @Test("N and OUT go together, and nothing to mend is no failure")
    func usage() throws {
        #expect(try run("remedy heavy-work --write 1").status == 64)
        #expect(try run("remedy heavy-work out.toml").status == 64)
        #expect(try run("remedy heavy-work --timer nobody").status == 64)
        for out in ["-", ""] {
            let words = ["remedy", "heavy-work", "--write", "1", out]
            let refused = try program.run(words, in: folder, scenarios: scenarios)
            #expect(refused.status == 64 && refused.text.contains("OUT has to be the name of a file"))
        }
        let sound = try run("remedy remedy-work-on-a-queue")
        #expect(sound.status == 0 && sound.text.contains("nothing to mend"))
    }

    @Test(
        "remedies with timers and queues do live what they do simulated",
        arguments: ["tracking-holds-back", "late-once"])
    func live(name: String) throws {
        for number in 1...2 {
            #expect(try run("remedy \(scenarios)/conform/\(name).toml --write \(number) \(number).toml").status == 0)
            let words = ["run", "-q", "--format", "csv", "\(number).toml"]
            let counts = try ["timerlab", "timerlab-host"].map { name in
                let program = try #require(Program(name), "\(name) is built with the tests")
                let rows = try program.run(words, in: folder).text.split(separator: "\n").map {
                    $0.split(separator: ",", omittingEmptySubsequences: false)
                }
                let column = try #require(rows.first?.firstIndex(of: "fired"))
                return rows.dropFirst().compactMap { $0.count > column ? Int($0[column]) : nil }
            }
            #expect(!counts[0].isEmpty && counts[0].count == counts[1].count)
            for (one, other) in zip(counts[0], counts[1]) { #expect(abs(one - other) <= 1, "\(name) \(number)") }
        }
    }

    @Test("a sweep finds the border to the nanosecond")
    func border() throws {
        let scenario = """
            duration = "10s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ work = "1ms" }]
            """
        try scenario.write(toFile: folder + "/s.toml", atomically: false, encoding: .utf8)
        let swept = try run("sweep s.toml --vary timer.tick.do.0.work=0.1s..3s --steps 12 --format json")
        #expect(swept.status == 0)
        #expect(
            swept.text.contains(#""begins":true,"last":1000000000,"first":1000000001"#)
                || swept.text.contains(#""first":1000000000"#), "\(swept.text)")
        #expect(try run("sweep s.toml").status == 64)
        let wrong = try run("sweep s.toml --vary timer.tick.nothing=1s..2s")
        #expect(wrong.status == 64 && wrong.text.contains("--vary timer.tick.nothing"), "\(wrong.text)")
    }

    @Test("what is too much to be run has its border, and others are looked for beside it")
    func sweepToNothing() throws {
        let scenario = """
            duration = "100s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            """
        try scenario.write(toFile: folder + "/even.toml", atomically: true, encoding: .utf8)
        let (status, text) = try run("sweep even.toml --vary timer.tick.interval=10us..1s --steps 2")
        #expect(text.contains("too much happens to be run up to") && text.contains("TL0401 of tick up to"))
        #expect(status == 65 && text.contains("stopped early: 1 of 2 values"))
        let stopped = try run("sweep even.toml --vary timer.tick.interval=1ns..2ns --steps 2")
        #expect(stopped.status == 65 && stopped.text.contains("stopped early: 2 of 2 values"))
        #expect(!stopped.text.contains("no outcome changes"))
    }

    @Test("the examples of sweep and remedy are what they say", arguments: ["sweep", "remedy"])
    func examples(name: String) throws {
        let spec = try #require(CommandLineTool.timerlab.spec(calling: name).subcommands.first { $0.name == name })
        for (command, _) in spec.examples {
            let words = command.split(separator: " ").dropFirst().joined(separator: " ")
            #expect(try run(words + (name == "sweep" ? " --steps 3" : "")).status == 0, "\(command)")
        }
    }

    @Test("each value of a sweep is what a run with it is, whatever is varied, and for every seed")
    func agrees() throws {
        for path in ["do.0.loop", "interval", "tolerance"] {
            let ends = path == "do.0.loop" ? "100000000..1000000000" : "1s..3s"
            let swept = try run("sweep heavy-work --vary timer.tick.\(path)=\(ends) --steps 3 --format csv").text
            let rows = swept.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            #expect(rows.count == 4)
            for row in rows.dropFirst() {
                let value = path == "do.0.loop" ? row[0] : "\(row[0])ns"
                let alone = try run("run -q --format csv heavy-work --set timer.tick.\(path)=\(value)").text
                let table = alone.split(separator: "\n").map {
                    $0.split(separator: ",", omittingEmptySubsequences: false)
                }
                let column = try #require(table[0].firstIndex(of: "fired"))
                #expect(row[1] == table[1][column], "\(path) \(value)")
            }
        }
        let one = try run("sweep heavy-work --vary timer.tick.interval=1s..3s --steps 3 --seeds 3 --format markdown")
        #expect(one.status == 0 && one.text.contains("the worst of 3 seeds") && one.text.contains("| --- |"))
    }

    @Test("a firing is told from its due point to its callback")
    func firing() throws {
        let told = try run("explain heavy-work tick#3")
        #expect(told.status == 0 && told.text.contains("its own callback"))
        #expect(try run("explain heavy-work tick#99").status == 64)
        #expect(try run("explain heavy-work nobody#1").text.contains("expected one of: 'tick'"))
    }
}
