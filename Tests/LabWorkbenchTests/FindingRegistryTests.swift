import LabAnalysis
import LabCatalogue
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

/// Each kind of finding is held against its own example.
@Suite("The registry of findings")
struct FindingRegistryTests {
    @Test("every code stands in it once, with all of its texts")
    func complete() {
        let codes = FindingCode.allCases
        #expect(codes == codes.sorted() && Set(codes).count == codes.count)
        for rule in FindingCode.allCases {
            let code = Shipped.code(of: rule)
            let texts = [rule.title, rule.meaning, rule.source, rule.remedy.text(for: nil)] + code
            let isSwiftOnly = ["task-sleep", "async-timer", "combine"].contains { rule.example.contains($0) }
            #expect(isSwiftOnly && code.count == 1 || code.count == 2, "\(rule.rawValue): \(code)")
            #expect(!code.joined().contains("$"), "\(rule.rawValue): \(code)")
            #expect(texts.allSatisfy { !$0.isEmpty } && !rule.rule.paragraphs.isEmpty, "\(rule.rawValue)")
            #expect(rule.remedy.paragraphs.allSatisfy { !$0.hasSuffix(".") }, "\(rule.rawValue)")
            #expect(rule.example.split(separator: "\n").count <= 20, "\(rule.rawValue)")
        }
    }

    @Test("the example has the finding, at its place in the text", arguments: FindingCode.allCases)
    func example(rule: FindingCode) throws {
        let finding = try #require(try Bench.findings(rule.example).first { $0.code == rule })
        #expect(!finding.place.isEmpty && finding.severity == rule.harm.severity)
        #expect(!finding.remedy.isEmpty)
    }

    /// What takes a finding away that no remedy is tried against.
    private static let changes: [FindingCode: (text: String, other: String)] = [
        "TL0107": ("fps = 45", "fps = 30"), "TL0315": ("target = \"view\"", "fps = 60"),
        "TL0316": ("{ begin_background_task = \"upload\" }, ", ""), "TL0501": ("at = \"3s\"", "at = \"3.1s\""),
        "TL0211": ("stop_loop = true", "stop_loop = \"worker\""),
        "TL0212": (
            "{ run_loop = \"forever\" }, { log = \"never printed\" }",
            "{ log = \"never printed\" }, { run_loop = \"forever\" }"
        ),
        "TL0502": ("{ p0 = \"100ms\", p100 = \"2.5s\" }", "\"500ms\""),
        "TL0503": ("{ async = \"main\", do = [{ count = \"answer\" }] }", "{ count = \"answer\" }"),
    ]

    @Test(
        "a remedy takes it away, brings no other, and leaves no timer that fires for nothing",
        arguments: FindingCode.allCases.filter { $0.harm != .asked || $0 == "TL0107" })
    func mended(rule: FindingCode) throws {
        let before = try Bench.findings(rule.example)
        var tried: [[FindingCode]] = []
        if let change = Self.changes[rule] {
            #expect(rule.example.contains(change.text))
            tried = [try Bench.findings(rule.example.replacing(change.text, with: change.other)).map(\.code)]
        } else {
            let rows = try Shipped.remedies(of: rule).report.rows
            tried = rows.filter(\.helps).map { $0.figures.findings.map(\.code) }
        }
        #expect(
            tried.contains { codes in
                !codes.contains(rule) && Set(codes).isSubset(of: before.map(\.code))
                    && Set(codes).isDisjoint(with: ["TL0301", "TL0302", "TL0304", "TL0312"])
            }, "\(tried)")
    }

    @Test(
        "a tolerance is not blamed for a wake-up that came with the due point, and a lateness that nobody notices is a note",
        arguments: [
            ("20ms", "1s", "500ms", "30us", [:]), ("1.05s", "1s", "500ms", "30us", ["TL0104": Severity.note]),
            ("5s", "10s", "0s", "5ms", ["TL0102": .note]), ("5s", "10s", "0s", "20ms", ["TL0102": .warning]),
            ("0.5s", "1s", "0s", "12ms", ["TL0102": .warning]),
            ("0.5s", "0.1s", "0s", "3ms", ["TL0102": .note]), ("0.5s", "0.1s", "0s", "5ms", ["TL0102": .warning]),
        ] as [(String, String, String, String, [FindingCode: Severity])])
    func wakeUps(other: String, interval: String, tolerance: String, work: String, expected: [FindingCode: Severity])
        throws
    {
        let timer = { (id: String, interval: String) in
            "[[timer]]\nid = \"\(id)\"\nkind = \"nstimer\"\nrepeats = true\ninterval = \"\(interval)\"\n"
        }
        let text =
            "duration = \"60s\"\ndevice.profile = \"iphone-60hz\"\n" + timer("other", other)
            + "do = [{ work = \"\(work)\" }]\n" + timer("tick", interval) + "tolerance = \"\(tolerance)\"\n"
        let found = try Bench.findings(text).filter { ["TL0102", "TL0104"].contains($0.code) }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.code, $0.severity) }) == expected, "\(text)")
    }

    @Test("an AsyncTimerSequence whose body is too slow has a backlog, one that catches up has none")
    func sequence() throws {
        func codes(_ work: String) throws -> [FindingCode] {
            try Bench.findings(
                """
                duration = "10s"
                \(Toml.timer("ticks", "async-timer", "100ms"))
                do = [{ work = "300ms", when = \(work) }]
                """
            ).map(\.code)
        }
        #expect(try codes("{ not = { fired = 0 } }").contains("TL0111"))
        #expect(try !codes("{ fired = \"< 10\" }").contains("TL0111"))
    }

    @Test("what a body awaits keeps the next tick of its sequence waiting, as its work does")
    func awaiting() throws {
        let text = """
            duration = "10s"
            \(Toml.timer("ticks", "async-timer", "1s"))
            tolerance = "0s"
            do = [{ work = "100ms" }, { sleep = "1s", awaits = true }, { work = "200ms" }]
            """
        let found = try Bench.findings(text)
        #expect(found.map(\.code) == ["TL0101"])
        #expect(try Bench.messages("TL0101", text).first?.hasSuffix("its own callback takes up to 1.3 s") == true)
        let story = try Bench.explain(text, "ticks#3")
        #expect(
            story.wishes.map(\.wish) == [
                "a shorter await in its own callback", "less work, or on another thread or queue (line 7)",
            ])
    }

    @Test(
        "blocks that wait for a queue that does something else are told, those that follow each other by their length are not",
        arguments: [("1ms", "2s", true), ("1ms", "50ms", false), ("100ms", "1us", false)])
    func line(work: String, held: String, isTold: Bool) throws {
        let text = """
            duration = "10s"
            \(Toml.timer("hop", "gcd", "100ms", repeats: true))
            do = [{ async = "main", name = "label", do = [{ work = "\(work)" }] }]
            \(Toml.event("3s", #"{ work = "\#(held)" }"#))
            """
        let message = "label had to wait: none began from 2.901 s to 5 s, then 21 one right after the other"
        #expect(try Bench.messages("TL0111", text) == (isTold ? [message] : []))
    }

    @Test(
        "answers that come in another order than their questions are told",
        arguments: [("2500ms", true), ("900ms", false)])
    func overtaken(longest: String, isTold: Bool) throws {
        let found = try Bench.messages(
            "TL0502",
            """
            duration = "60s"
            \(Toml.timer("ask", "nstimer", "1s", repeats: true))
            do = [{ async_after = { p0 = "100ms", p100 = "\(longest)" }, queue = "main", do = [{ log = "{n}" }] }]
            """)
        #expect(found.isEmpty != isTold && found.allSatisfy { $0.contains("after one of a later firing") })
    }

    @Test(
        "what a step does to a timer is told at that step",
        arguments: [
            ("TL0203", "gcd", #"{ release = "tick" }"#), ("TL0204", "gcd", #"{ suspend = "tick" }"#),
            ("TL0106", "nstimer", "{ background = true }"),
            ("TL0503", "nstimer", #"{ sync = "main", do = [{ work = "1ms" }] }"#),
        ])
    func atItsStep(code: FindingCode, kind: String, step: String) throws {
        let scenario = """
            duration = "60s"
            \(Toml.timer("tick", kind, "1s", repeats: true))
            \(code == "TL0203" ? "held_by = \"static\"" : "")
            \(Toml.event("2.5s", step))
            \(Toml.event("40s", "{ foreground = true }"))
            """
        let finding = try #require(try Bench.findings(scenario).first { $0.code == code })
        #expect(String(decoding: Array(scenario.utf8)[finding.place], as: UTF8.self) == step)
    }

    @Test(
        "what lasts through a system sleep, or shows nothing in it, is not told to choose another clock",
        arguments: [("displaylink", true), ("task-sleep", true), ("nstimer", false), ("gcd", false)])
    func asleep(kind: String, hasOwnAdvice: Bool) throws {
        let found = try Bench.findings(
            "duration = \"60s\"\n[[timer]]\nid = \"tick\"\nkind = \"\(kind)\"\n"
                + (kind == "displaylink" ? "" : "interval = \"10s\"\nrepeats = true\n")
                + "[[event]]\nat = \"15s\"\ndo = [{ system_sleep = \"20s\" }]")
        let advice = try #require(found.first { $0.code == "TL0105" }?.remedy)
        #expect(advice.hasPrefix("choose the clock") != hasOwnAdvice)
    }

    @Test(
        "a mode of the program's own is not among the common modes, in which the others are",
        arguments: [
            ("private", "default", false), ("private", "common", false), ("tracking", "default", true),
            ("tracking", "modal", true), ("modal", "default", true),
        ])
    func common(run: String, added: String, isCommon: Bool) throws {
        let timer = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\nmodes = [\"default\", \"\(added)\"]\n"
        let text =
            "duration = \"9s\"\n[device]\nplatform = \"macos\"\n" + timer
            + "interval = \"1s\"\nrepeats = true\n[[event]]\nat = \"2.5s\"\ndo = [{ mode = \"\(run)\", for = \"3s\" }]"
        let advice = try #require(try Bench.findings(text).first { $0.code == "TL0103" }?.remedy)
        #expect(advice == (isCommon ? "add it to the common modes" : "add it to that mode by its name as well"))
    }

    @Test("a block that waits for its time keeps what it captures, and says so")
    func keptByBlock() throws {
        let report = try Bench.run(
            """
            duration = "9s"
            \(Toml.object("controller", by: "navigation"))
            [[event]]
            at = "4s"
            do = [{ async_after = "60s", queue = "main", strong = "controller", name = "fade", do = [{ log = "fade" }] }]
            \(Toml.event("8s", #"{ pop = "controller" }"#))
            """)
        let way = "queue main → block fade → capture controller, until it has run at 64 s"
        #expect(report.messages() == ["controller is kept since 8 s by \(way)"])
        #expect(report.analysis.findings.first?.remedy.hasPrefix("capture weakly in its block") == true)
    }

    @Test("what a cancelled thread keeps until it looks is no leak")
    func cancelledThread() throws {
        let report = try Bench.run(
            """
            duration = "9s"
            \(Toml.object("screen", by: "navigation"))
            strong = ["worker"]
            [[thread]]
            id = "worker"
            target = "screen"
            do = [
              { create = "tick" },
              { repeat = 9, until = { cancelled = "worker" }, do = [{ run_loop = { for = "1s" } }] },
            ]
            \(Toml.timer("tick", "nstimer", "300ms", repeats: true))
            thread = "worker"
            \(Toml.event("5.5s", #"{ cancel = "worker" }, { pop = "screen" }"#))
            """)
        let cycle = try #require(report.analysis.findings.first { $0.code == "TL0302" })
        #expect(cycle.severity == .warning)
        #expect(
            report.messages("TL0302").first
                == "screen outlives its last owner, which left at 5.5 s, until 6 s: cancelled at 5.5 s, thread worker "
                + "keeps it until it looks")
    }

    @Test(
        "what goes by itself comes after what stays",
        arguments: [
            (
                "nstimer", "", ["TL0301", "TL0304"],
                "screen is kept since 8 s by run loop main → timer tick → capture screen"
            ),
            (
                "gcd", "strong = [\"tick\"]", ["TL0302", "TL0304"],
                "screen → tick tick → capture screen is a cycle: it outlives its last owner, which left at 8 s"
            ),
        ] as [(String, String, [FindingCode], String)])
    func passing(kind: String, owned: String, codes: [FindingCode], message: String) throws {
        let report = try Bench.run(
            """
            duration = "9.5s"
            \(Toml.object("screen", by: "navigation"))
            \(owned)
            \(Toml.timer("tick", kind, "1s", repeats: true))
            strong = "screen"
            [[event]]
            at = "4s"
            do = [{ async_after = "60s", queue = "main", strong = "screen", name = "fade", do = [] }]
            \(Toml.event("8s", #"{ pop = "screen" }"#))
            """)
        #expect(report.analysis.findings.map(\.code) == codes)
        #expect(report.messages().first == message)
    }

    @Test(
        "a pause and an end that were asked for are no faults, and what fires at nobody is one",
        arguments: [
            ("gcd", #"{ suspend = "tick" }, { resume = "tick" }"#, 6, []),
            ("gcd", #"{ suspend = "tick" }"#, 6, ["TL0204"]),
            ("gcd", #"{ suspend = "tick" }"#, 3, ["TL0204"]),
            ("gcd", #"{ pop = "screen" }"#, 6, []), ("gcd", #"{ pop = "screen" }"#, 0, ["TL0203"]),
            ("nstimer", #"{ pop = "screen" }"#, 6, ["TL0304"]),
        ] as [(String, String, Int, [FindingCode])])
    func asked(kind: String, steps: String, second: Int, codes: [FindingCode]) throws {
        let found = try Bench.findings(
            """
            duration = "20s"
            \(Toml.object("screen", by: "navigation"))
            strong = { timer = "tick" }
            [[object]]
            id = "proxy"
            proxy = "null-forwarding"
            forwards_to = "screen"
            \(Toml.timer("tick", kind, "1s", repeats: true))
            \(kind == "nstimer" ? "target = \"proxy\"" : "queue = \"main\"")
            \(Toml.event("\(second).5s", String(steps.split(separator: ", ")[0])))
            \(Toml.event("9.2s", steps.split(separator: ", ").dropFirst().joined()))
            """)
        #expect(found.map(\.code) == codes)
    }

    @Test("a run that spins without letting time pass is told at its step")
    func spinning() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "spin.toml",
            """
            duration = "1s"
            [[thread]]
            id = "worker"
            do = [{ repeat = 10_000_000, do = [{ run_loop = { before = "1s" } }] }]
            """)
        let outcome = try Bench.workbench.run(path, changes: ScenarioChanges(budget: 10_000))
        guard case .diagnostics(let diagnostics, _, _)? = outcome.problems.first?.kind else {
            Issue.record("no diagnostics")
            return
        }
        #expect(diagnostics.map(\.code) == ["TL0209"] && diagnostics.first?.span.isEmpty == false)
        #expect(diagnostics.first?.message.hasPrefix("stopped at 0 s of 1 s") == true)
    }
}
