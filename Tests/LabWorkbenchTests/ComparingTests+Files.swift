import LabAnalysis
import LabExactTime
import LabReports
import LabScenarioModel
import LabSteps
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// Scenarios and earlier results side by side.
extension ComparingTests {
    @Test("scenarios stand side by side with their main timers, and so do earlier results")
    func files() throws {
        let quick = Self.tick.replacing("2.2s", with: "0s").replacing("\"tick\"", with: "\"tock\"")
        let slow = try folder.write("slow.toml", Self.tick)
        let fast = try folder.write("fast.toml", quick)
        let outcome = try workbench.compare(files: [slow, fast], seeds: 1)
        #expect(outcome.report.subjects.map(\.name) == ["slow", "fast"])
        #expect(outcome.report.rows.map(\.name) == ["main timer"])
        #expect(outcome.report.rows[0].best == [1])

        var earlier: [String] = []
        for path in [slow, fast] {
            let report = try workbench.run(path).report
            let text = ByteStream.text { report.writeJSON(to: $0) }
            earlier.append(try folder.write("\(earlier.count).jsonl", text))
        }
        let again = try workbench.compare(files: earlier)
        #expect(again.report.rows[0].best == [1])
        for (one, other) in zip(outcome.report.rows[0].cells, again.report.rows[0].cells) {
            #expect(one?.timer.fired == other?.timer.fired)
            #expect(one?.timer.waiting?.p50 == other?.timer.waiting?.p50)
            #expect(one?.cause == other?.cause)
        }
    }

    @Test("files whose expectations fail are named and not chosen, as long as they are what those were written for")
    func failedExpectations() throws {
        let expected = "[[expect]]\ntimer = \"tick\"\nfired = 9\n"
        let texts = [9, 4].map {
            Self.tick.replacing("10.05s", with: "\($0).5s").replacing("2.2s", with: "0s") + "\n" + expected
        }
        let files = try [("right", texts[0]), ("wrong", texts[1])].map { try folder.write($0.0 + ".toml", $0.1) }
        let earlier = try files.map { path in
            let report = try workbench.run(path).report
            return try folder.write(
                path.suffix(10).prefix(5) + ".jsonl",
                ByteStream.text { report.writeJSON(to: $0) })
        }
        for names in [files, earlier] {
            let told = try workbench.compare(files: names, seeds: 1).report.sentences
            #expect(told == ["wrong fails 1 of 1 expectations (tick: fired = 9, but fired = 4)."])
        }
        let failing = ["fired = 1", "served = 2", "skipped = 3"].map { "[[expect]]\ntimer = \"tick\"\n\($0)\n" }
        for (count, told) in [
            (2, "2 of 2 expectations (tick: fired = 1, but fired = 4; tick: served = 2, but served = 4)"),
            (3, "(tick: fired = 1, but fired = 4; tick: served = 2, but served = 4; and 1 more)"),
        ] {
            let text = texts[1].replacing(expected, with: failing.prefix(count).joined())
            let report = try workbench.compare(files: [files[0], folder.write("many.toml", text)], seeds: 1).report
            #expect(report.sentences.contains { $0.contains(told) })
        }
        let changed = ScenarioChanges(sets: ["duration=30s"])
        #expect(try workbench.compare(files: files, changes: changed, seeds: 1).report.sentences.isEmpty)
    }

    @Test("the run of each file has its totals, in which a shared wake-up counts once, and of an earlier result, too")
    func totals() throws {
        let text = """
            duration = "10.5s"
            \(Toml.timer("a", "nstimer", "1s", repeats: true))
            \(Toml.timer("b", "nstimer", "2s", repeats: true))
            """
        let path = try folder.write("two.toml", text)
        let run = try workbench.run(path).report
        let earlier = try folder.write(
            "two.jsonl", ByteStream.text { run.writeJSON(to: $0) })
        let report = try workbench.compare(files: [path, earlier], seeds: 1).report
        #expect(report.subjects.map { $0.total?.fired } == [15, 15])
        #expect(report.subjects.map { $0.total?.wakeUps } == [10, 10])
        #expect(report.rows.map { $0.cells[0]?.timer.fired } == [10, 5])
    }

    @Test("what a log does not tell is neither 0 nor right nor best, but unknown")
    func unknown() throws {
        let times = [1.0, 2.0, 2.5, 7.1, 9.4].map { "\($0),tick\n" }
        let log = try folder.write("taps.log", "time,message\n" + times.joined())
        let results = [
            try workbench.analyze(log), try workbench.run(folder.write("t.toml", Self.tick)),
        ]
        .map(\.report)
        let texts = results.map { report in ByteStream.text { report.writeJSON(to: $0) } }
        #expect(texts[0].contains("\"fired\":5,\"skipped\":null,\"wake_ups\":[]"))
        let files = try texts.enumerated().map { try folder.write("\($0.offset).jsonl", $0.element) }
        let report = try workbench.compare(files: files).report
        #expect(ByteStream.text { report.writeJSON(to: $0) }.contains("\"verdict\":\"–\""))
        #expect(report.rows[0].best == [1])
        let csv = ByteStream.text { report.writeCSV(to: $0) }.split(separator: "\n")[1]
        #expect(csv.hasPrefix("tick,0,,5,,,,,,,,"))
        #expect(report.subjects.map { $0.total?.skipped == nil } == [true, false])
    }

    @Test("a part of a result is refused, with the line where it is cut")
    func cut() throws {
        let report = try workbench.run(folder.write("t.toml", Self.tick)).report
        let text = ByteStream.text { report.writeJSON(to: $0) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (part, told) in [
            (String(text.dropLast(40)), ".jsonl:\(lines.count - 1): is no whole line of JSON"),
            (lines.dropLast(2).joined(separator: "\n"), ".jsonl: ends before its summary"),
        ] {
            let path = try folder.write("cut.jsonl", part)
            let error = #expect(throws: Problem.self) { try workbench.compare(files: [path, path]) }
            #expect(error?.description.contains(told) == true && error?.status == .wrongData)
        }
    }

    @Test("a file without timers is wrong data (65), one that is not there no input (66)")
    func wrongFiles() throws {
        let empty = try folder.write("empty.jsonl", "not JSON\n{\"version\":2,\"kind\":\"header\",\"payload\":{}}\n")
        let none = try folder.write("none.toml", "duration = \"1s\"\n")
        for (path, status) in [
            (empty, ExitStatus.wrongData), (none, .wrongData), (folder.path + "/gone.jsonl", .noInput),
        ] {
            #expect { try workbench.compare(files: [path, path]) } throws: { ($0 as? Problem)?.status == status }
        }
    }

    @Test("of files it is said what leaks and crashes, and how late a one-shot is")
    func besidesFigures() throws {
        let shot = """
            duration = "5s"
            \(Toml.timer("search", "nstimer", "300ms"))
            \(Toml.event("100ms", #"{ mode = "tracking", for = "2s" }"#))
            """
        let late = try folder.write("late.toml", shot)
        let prompt = try folder.write("prompt.toml", shot.replacing("interval", with: "modes = [\"common\"]\ninterval"))
        func told(_ files: String...) throws -> String {
            try workbench.compare(files: files).report.sentences.joined(separator: "\n")
        }
        #expect(try workbench.compare(files: [late, prompt]).report.rows[0].best == [1])
        let leaks = try folder.write("leaks.toml", ScreenScenario.text.replacing("weak = ", with: "strong = "))
        let frees = try folder.write("frees.toml", ScreenScenario.text)
        let leaking = try told(leaks, frees)
        #expect(leaking.hasPrefix("leaks has TL0301 of screen"), "\(leaking)")
        let overlaps = try folder.write(
            "overlaps.toml",
            shot.replacing("\nid = \"search\"", with: "\nid = \"search\"\nmodes = [\"common\"]").replacing(
                "interval = \"300ms\"",
                with: "interval = \"300ms\"\nrepeats = true\n"
                    + "do = [{ async_after = { p0 = \"100ms\", p50 = \"800ms\", p100 = \"3s\" }, queue = \"main\", do = [{ log = \"answer\" }] }]"
            ))
        let even = try folder.write(
            "even.toml", shot.replacing("interval", with: "modes = [\"common\"]\nrepeats = true\ninterval"))
        let warned = try told(overlaps, even)
        #expect(warned.hasPrefix("overlaps has TL0502 of"), "\(warned)")
        let crash = try folder.write(
            "crash.toml",
            """
            duration = "5s"
            \(Toml.timer("search", "gcd", "300ms", repeats: true))
            \(Toml.event("4.5s", #"{ resume = "search" }"#))
            """)
        let crashing = try workbench.compare(files: [crash, even]).report
        #expect(crashing.rows[0].best == [1])
    }
}
