import LabReports
import Testing

@testable import Laboratory

extension QuestionLanguageTests {
    @Test("a block that has a name is called by it in what is said of a late timer")
    func blockNames() throws {
        for (key, name) in [("", "async block"), ("name = \"save\",", "block save")] {
            let (report, text) = try report(
                """
                duration = "3s"
                \(Self.tick)
                [[event]]
                at = "0.9s"
                do = [{ async = "main", \(key) do = [{ work = "0.5s" }] }]
                """)
            #expect(report.analysis.findings.contains { $0.message.contains(name) }, "\(text)")
        }
    }

    @Test("the processor gets up to speed after a pause, and not in each of a row of callbacks")
    func rampUp() throws {
        let busy = """
            duration = "30s"
            [device]
            profile = "iphone6"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "10ms"
            repeats = true
            do = [{ work = "3ms" }]
            [[expect]]
            timer = "tick"
            skipped = "< 100"
            """
        #expect(try report(busy).report.verdicts.allSatisfy(\.passed))
        let chain = """
            duration = "30s"
            [device]
            profile = "iphone6"
            [[timer]]
            id = "tick"
            kind = "thread-sleep"
            interval = "1s"
            do = [{ work = "3ms" }]
            """
        let shares = try report(chain).report.analysis.attributions.flatMap(\.shares)
        #expect(shares.contains { $0.cause == .rampUp && $0.percent > 40 })
    }

    @Test("waiting for microseconds is a note, and notes say what to do")
    func notes() throws {
        let (report, text) = try report(
            """
            duration = "5s"
            [[timer]]
            id = "poll"
            kind = "nstimer"
            interval = "20ms"
            repeats = true
            do = [{ work = "5us" }]
            [[timer]]
            id = "other"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ work = "20us" }]
            """)
        #expect(report.analysis.findings.first?.code == "TL0401")
        #expect(report.analysis.findings.dropFirst().allSatisfy { $0.code == "TL0102" })
        #expect(report.analysis.findings.dropFirst().allSatisfy { $0.severity == .note && $0.remedy != nil })
        #expect(text.contains("do "))
    }

    @Test("a timer that is added late was in no run loop until then")
    func addedLate() throws {
        let (report, text) = try report(
            """
            duration = "10s"
            \(Self.tick)
            create = "timer"
            held_by = "static"
            [[event]]
            at = "3.5s"
            do = [{ add = "tick" }]
            """)
        #expect(report.analysis.attributions.first?.shares.first?.cause == .notAdded)
        #expect(text.contains("TL0202") && text.contains("it is in no run loop") && !text.contains("does not run"))
    }

    @Test("of two findings that are as bad, the one that explains more waiting comes first")
    func costliestFirst() throws {
        let (report, _) = try report(
            """
            duration = "20s"
            \(Self.tick)
            do = [{ work = "1.1s", when = { fired = 2 } }]
            [[event]]
            at = "4.2s"
            do = [{ mode = "tracking", for = "15s" }]
            """)
        #expect(report.analysis.findings.map(\.code).prefix(2) == ["TL0103", "TL0101"])
    }

    @Test("what may happen comes behind what did, and is named where a remedy is for it")
    func possibleLast() throws {
        let (report, _) = try report(
            """
            duration = "20s"
            \(Self.tick)
            [[timer]]
            id = "poll"
            kind = "task-sleep"
            interval = "5s"
            [[event]]
            at = "3.5s"
            do = [{ background = true }]
            [[event]]
            at = "8.5s"
            do = [{ foreground = true }]
            """)
        #expect(report.analysis.findings.map(\.code) == ["TL0106", "TL0106", "TL0112"])
        let text = ByteStream.text { PageText().write(report.page(isQuiet: true), to: $0) }
        #expect(text.contains("  warning  poll may be called up to 500 ms late"))
    }

    @Test("a default tolerance that is used is one", arguments: ["after", "task-sleep", "async-timer"])
    func defaultTolerance(kind: String) throws {
        let (report, _) = try report(
            """
            duration = "20s"
            [device]
            wake_in_window = "latest"
            [[timer]]
            id = "poll"
            kind = "\(kind)"
            interval = "1s"
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
                try report("duration = \"2s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\n" + steps)
            }
            #expect("\(try #require(problem).kind)".contains("cannot be used in"))
        }
    }

    @Test("outside of an observer there is no activity to name")
    func activityElsewhere() throws {
        let problem = #expect(throws: Problem.self) {
            try report("duration = \"2s\"\n\(Self.tick)do = [{ log = \"{activity}\" }]")
        }
        #expect("\(try #require(problem).kind)".contains("outside of an observer"))
    }

    @Test("the end of a background task that no step begins is a mistake")
    func endedTask() throws {
        let problem = #expect(throws: Problem.self) {
            try report(
                """
                duration = "2s"
                \(Self.tick)
                [[event]]
                at = "1s"
                do = [{ begin_background_task = "save" }, { end_background_task = "saev" }]
                """)
        }
        #expect("\(try #require(problem).kind)".contains("no step begins a background task \\\"saev\\\""))
    }

    @Test("a counter that nothing counts on, and a source that is no address, are mistakes")
    func mistakes() throws {
        for text in [
            "\(Self.tick)\ndo = [{ log = \"{count:tabs}\" }]\n[[event]]\nat = \"1s\"\ndo = [{ count = \"taps\" }]",
            "\(Self.tick)\ndo = [{ log = \"once\", when = { count = \"taps\" } }]",
        ] {
            let problem = #expect(throws: Problem.self) { try report("duration = \"2s\"\n" + text) }
            #expect("\(try #require(problem).kind)".contains("no step counts on"))
        }
        let problem = #expect(throws: Problem.self) {
            try report("source = \"a book\"\nduration = \"2s\"\n\(Self.tick)")
        }
        #expect("\(try #require(problem).kind)".contains("a source is an address"))
    }
}
