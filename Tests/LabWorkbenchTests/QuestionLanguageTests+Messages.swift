import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

extension QuestionLanguageTests {
    @Test("a block that has a name is called by it in what is said of a late timer")
    func blockNames() throws {
        for (key, name) in [("", "async block"), ("name = \"save\",", "block save")] {
            let report = try Bench.run(
                """
                duration = "3s"
                \(Toml.tick)
                \(Toml.event("0.9s", #"{ async = "main", \#(key) do = [{ work = "0.5s" }] }"#))
                """)
            #expect(report.messages().contains { $0.contains(name) })
        }
    }

    @Test("the processor gets up to speed after a pause, and not in each of a row of callbacks")
    func rampUp() throws {
        let busy = """
            duration = "30s"
            [device]
            profile = "iphone6"
            \(Toml.timer("tick", "nstimer", "10ms", repeats: true))
            do = [{ work = "3ms" }]
            [[expect]]
            timer = "tick"
            skipped = "< 100"
            """
        #expect(try Bench.run(busy).verdicts.allSatisfy(\.passed))
        let chain = """
            duration = "30s"
            [device]
            profile = "iphone6"
            \(Toml.timer("tick", "thread-sleep", "1s"))
            do = [{ work = "3ms" }]
            """
        let shares = try Bench.run(chain).analysis.attributions.flatMap(\.shares)
        #expect(shares.contains { $0.cause == .rampUp && $0.percent > 40 })
    }

    @Test("waiting for microseconds is a note, and notes say what to do")
    func notes() throws {
        let report = try Bench.run(
            """
            duration = "5s"
            \(Toml.timer("poll", "nstimer", "20ms", repeats: true))
            do = [{ work = "5us" }]
            \(Toml.timer("other", "nstimer", "1s", repeats: true))
            do = [{ work = "20us" }]
            """)
        #expect(report.analysis.findings.first?.code == "TL0401")
        #expect(report.analysis.findings.dropFirst().allSatisfy { $0.code == "TL0102" })
        #expect(report.analysis.findings.dropFirst().allSatisfy { $0.severity == .note })
    }

    @Test("a timer that is added late was in no run loop until then")
    func addedLate() throws {
        let report = try Bench.run(
            """
            duration = "10s"
            \(Toml.tick)
            create = "timer"
            held_by = "static"
            \(Toml.event("3.5s", #"{ add = "tick" }"#))
            """)
        #expect(report.analysis.attributions.first?.shares.first?.cause == .notAdded)
        #expect(report.analysis.findings.map(\.code) == ["TL0202"])
    }

    @Test(
        "a timer that is made again and added to no run loop is told that, and not that it is put off",
        arguments: [
            (#"create = "timer""#, "", "was never in a run loop"),
            ("create = \"timer\"\nrepeats = true", "", "was never in a run loop"),
            (#"create = "timer""#, #", { add = "save" }"#, "was made again at 1.2 s and added to no run loop"),
        ])
    func madeAgainUnadded(creation: String, added: String, message: String) throws {
        let made = #"{ invalidate = "save" }, { create = "save" }"#
        let report = try Bench.run(
            """
            duration = "4s"
            \(Toml.timer("save", "nstimer", "500ms"))
            \(creation)
            held_by = "static"
            \(Toml.event("1s", made + added))
            \(Toml.event("1.2s", made))
            """)
        #expect(report.analysis.findings.map(\.code) == ["TL0202"])
        #expect(report.messages() == ["save \(message): no due point calls it"])
    }

    @Test("of two findings that are as bad, the one that explains more waiting comes first")
    func costliestFirst() throws {
        let report = try Bench.run(
            """
            duration = "20s"
            \(Toml.tick)
            do = [{ work = "1.1s", when = { fired = 2 } }]
            \(Toml.event("4.2s", #"{ mode = "tracking", for = "15s" }"#))
            """)
        #expect(report.analysis.findings.map(\.code).prefix(2) == ["TL0103", "TL0101"])
    }

    @Test("what may happen comes behind what did, as a note")
    func possibleLast() throws {
        let report = try Bench.run(
            """
            duration = "20s"
            \(Toml.tick)
            \(Toml.timer("poll", "task-sleep", "5s"))
            \(Toml.event("3.5s", "{ background = true }"))
            \(Toml.event("8.5s", "{ foreground = true }"))
            """)
        #expect(report.analysis.findings.map(\.code) == ["TL0106", "TL0106", "TL0112"])
        #expect(report.analysis.findings.last?.severity == .note)
    }

    @Test("a default tolerance that is used is one", arguments: ["after", "task-sleep", "async-timer"])
    func defaultTolerance(kind: String) throws {
        let report = try Bench.run(
            """
            duration = "20s"
            [device]
            wake_in_window = "latest"
            \(Toml.timer("poll", kind, "1s"))
            \(kind == "after" ? "repeats = true" : "")
            """)
        #expect(report.analysis.attributions.first?.shares.map(\.cause) == [.tolerance])
        #expect(!report.analysis.findings.contains { $0.code == "TL0104" })
    }

    @Test("a task is suspended by the steps of its body alone")
    func awaits() throws {
        for steps in [
            "kind = \"nstimer\"\ndo = [{ sleep = \"1s\", awaits = true }]",
            "kind = \"task-sleep\"\ndo = [{ sleep = \"1s\", awaits = true, when = { fired = 2 } }]",
            "kind = \"task-sleep\"\ndo = [{ repeat = 2, do = [{ sleep = \"1s\", awaits = true }] }]",
        ] {
            let problem = #expect(throws: Problem.self) {
                try Bench.run("duration = \"2s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\n" + steps)
            }
            #expect("\(try #require(problem).kind)".contains("cannot be used in"))
        }
    }

    @Test("outside of an observer there is no activity to name")
    func activityElsewhere() throws {
        let problem = #expect(throws: Problem.self) {
            try Bench.run("duration = \"2s\"\n\(Toml.tick)\ndo = [{ log = \"{activity}\" }]")
        }
        #expect("\(try #require(problem).kind)".contains("outside of an observer"))
    }

    @Test("the end of a background task that no step begins is a mistake")
    func endedTask() throws {
        let problem = #expect(throws: Problem.self) {
            try Bench.run(
                """
                duration = "2s"
                \(Toml.tick)
                \(Toml.event("1s", #"{ begin_background_task = "save" }, { end_background_task = "saev" }"#))
                """)
        }
        #expect("\(try #require(problem).kind)".contains("no step begins a background task \\\"saev\\\""))
    }

    @Test("a counter that nothing counts on, and a source that is no address, are mistakes")
    func mistakes() throws {
        for text in [
            "\(Toml.tick)\ndo = [{ log = \"{count:tabs}\" }]\n[[event]]\nat = \"1s\"\ndo = [{ count = \"taps\" }]",
            "\(Toml.tick)\ndo = [{ log = \"once\", when = { count = \"taps\" } }]",
        ] {
            let problem = #expect(throws: Problem.self) { try Bench.run("duration = \"2s\"\n" + text) }
            #expect("\(try #require(problem).kind)".contains("no step counts on"))
        }
        let problem = #expect(throws: Problem.self) {
            try Bench.run("source = \"a book\"\nduration = \"2s\"\n\(Toml.tick)")
        }
        #expect("\(try #require(problem).kind)".contains("a source is an address"))
    }
}
