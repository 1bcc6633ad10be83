import Analysis
import Reports
import Testing

@testable import Laboratory

/// What scenarios of questions have to be able to say, each as a small scenario with expectations of its own.
@Suite("What a question's scenario can say")
struct QuestionLanguageTests {
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String

        init(_ name: String, _ text: String) {
            testDescription = name
            self.text = text
        }
    }

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func report(_ text: String) throws -> (report: RunReport, text: String) {
        let path = try folder.write("story.toml", text)
        let report = try Workbench(finder: ScenarioFinder(roots: [])).run(path).report
        return (report, ByteStream.text { PageText().write(report.page(isQuiet: true), to: $0) })
    }

    static let tick = """
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true

        """

    static let stories = [
        Story(
            "every n-th firing, from an instant on, and what another part has counted",
            """
            duration = "7s"
            \(tick)
            do = [
              { log = "third {n}", when = { every = 3 } },
              { log = "late {n}", when = { since = "6s" } },
              { log = "tapped {count:taps}", when = { count = "taps", is = 2 } },
              { count = "taps", to = 9, when = { count = "taps", is = 2 } },
              { log = "untapped", when = { not = { count = "taps" } } },
            ]
            [[event]]
            at = "1.5s"
            every = "2s"
            until = "4s"
            do = [{ count = "taps" }]
            [[expect]]
            whole_log = ["untapped", "third 3", "tapped 2", "third 6", "late 6"]
            """),
        Story(
            "a condition on what a question was answered",
            """
            duration = "1s"
            [[object]]
            id = "target"
            selectors = ["refresh"]
            [[event]]
            at = "0.5s"
            do = [
              { responds_to = "target", selector = "refresh" },
              { log = "asks", when = { answer = 1 } },
              { responds_to = "target", selector = "reload" },
              { log = "asks again", when = { answer = 1 } },
            ]
            [[expect]]
            whole_log = ["asks"]
            """),
        Story(
            "a subscription that is assigned to nothing goes at once",
            """
            duration = "4s"
            [[timer]]
            id = "tick"
            kind = "combine"
            interval = "1s"
            held_by = []
            [[expect]]
            timer = "tick"
            fired = 0
            finding = "TL0203"
            """),
        Story(
            "a subscription that is released is cancelled, and one that is kept goes on",
            """
            duration = "4s"
            [[object]]
            id = "view"
            held_by = "navigation"
            strong = { cancellable = "first" }
            [[timer]]
            id = "first"
            kind = "combine"
            interval = "1s"
            [[timer]]
            id = "second"
            kind = "combine"
            interval = "1s"
            [[event]]
            at = "2.5s"
            do = [{ pop = "view" }]
            [[expect]]
            timer = "first"
            fired = 2
            fired_after_owner = 0
            no_finding = ["TL0203", "TL0304"]
            [[expect]]
            timer = "second"
            fired = 3
            """),
        Story(
            "a subscription whose block keeps its owner is a cycle",
            """
            duration = "4s"
            [[object]]
            id = "view"
            held_by = "navigation"
            strong = { cancellable = "tick" }
            [[timer]]
            id = "tick"
            kind = "combine"
            interval = "1s"
            strong = "view"
            [[event]]
            at = "2.5s"
            do = [{ pop = "view" }]
            [[expect]]
            finding = "TL0302"
            [[expect]]
            object = "view"
            deallocated = false
            """),
        Story(
            "an app that is kept alive for a while, and then suspended",
            """
            duration = "60s"
            [device]
            kept_alive = "30s"
            \(tick)
            [[event]]
            at = "10.5s"
            do = [{ background = true }]
            [[event]]
            at = "50.5s"
            do = [{ foreground = true }]
            [[expect]]
            timer = "tick"
            interval = { max = "10.5s" }
            skipped = 9
            finding = "TL0106"
            """),
        Story(
            "wake-ups that are held back in the background, and no more in the foreground",
            """
            duration = "40s"
            [device]
            kept_alive = true
            throttled = { p0 = "2.1s", p100 = "3.9s" }
            \(tick)
            [[event]]
            at = "10.5s"
            do = [{ background = true }]
            [[event]]
            at = "30.5s"
            do = [{ foreground = true }]
            [[expect]]
            timer = "tick"
            fired = "20 … 28"
            interval = { max = "3s … 5s" }
            finding = "TL0106"
            """),
        Story(
            "a display that goes over to another rate",
            """
            duration = "2s"
            [device]
            refresh = "120Hz"
            [[timer]]
            id = "link"
            kind = "displaylink"
            do = [{ log = "{timestamp} {target_timestamp}", when = { fired = "118 … 122" } }]
            [[event]]
            at = "1.001s"
            do = [{ set_refresh = "60Hz" }]
            [[expect]]
            timer = "link"
            fired = "177 … 180"
            skipped = "0 … 1"
            interval = { min = "8.333ms ± 1us", max = "16.667ms ± 1us" }
            finding = "TL0113"
            """),
        Story(
            "a display link that asks for another rate while it runs, and keeps it when the display changes its own",
            """
            duration = "3s"
            [[timer]]
            id = "link"
            kind = "displaylink"
            [[event]]
            at = "1.001s"
            do = [{ set_fps = "link", fps = 30 }]
            [[event]]
            at = "2.001s"
            do = [{ set_refresh = "120Hz" }]
            [[expect]]
            timer = "link"
            fired = "119 … 121"
            interval = { min = "16.667ms ± 1us", max = "33.334ms ± 1us" }
            """),
        Story(
            "a sleep of a length that is drawn",
            """
            duration = "9s"
            [[thread]]
            id = "worker"
            do = [{ sleep = { p0 = "1s", p100 = "2s" } }, { log = "awake" }, { sleep = "1s" }, { log = "done" }]
            [[expect]]
            whole_log = ["awake", "done"]
            """),
        Story(
            "a delay of a length that is drawn anew each time",
            """
            duration = "60s"
            \(tick)
            do = [{ async_after = { p0 = "100ms", p100 = "900ms" }, queue = "main", do = [{ fire = "answer" }] }]
            [[timer]]
            id = "answer"
            kind = "nstimer"
            interval = "1h"
            repeats = true
            [[expect]]
            timer = "answer"
            fired = "58 … 59"
            interval = { min = "0.2s … 0.8s", max = "1.2s … 1.8s" }
            """),
        Story(
            "sync runs on the current thread where the queue is free, and waits where it is not",
            """
            duration = "3s"
            [[queue]]
            id = "db"
            [[event]]
            at = "1s"
            do = [
              { sync = "db", do = [{ log = "free {now}" }] },
              { async = "db", do = [{ sleep = "0.5s" }, { log = "first {now}" }] },
              { sync = "db", do = [{ log = "second {now}" }] },
              { log = "on {now}" },
            ]
            [[expect]]
            whole_log = ["free 1.000000", "first 1.500000", "second 1.500000", "on 1.500000"]
            no_finding = "TL0503"
            """),
        Story(
            "sync on the thread's own queue crashes",
            """
            duration = "3s"
            [[event]]
            at = "1s"
            do = [{ sync = "main", do = [{ log = "never" }] }]
            [[expect]]
            crash = "already owned by current thread"
            no_log = "never"
            """),
        Story(
            "two queues that wait for one another never go on, and the timer with them",
            """
            duration = "5s"
            [[queue]]
            id = "db"
            \(tick)
            [[event]]
            at = "1.5s"
            do = [{ async = "db", do = [{ sleep = "0.1s" }, { sync = "main", do = [] }] }, { sync = "db", do = [] }]
            [[expect]]
            timer = "tick"
            fired = 1
            [[expect]]
            finding = "TL0503"
            """),
        Story(
            "a semaphore that only the waiting thread could signal, and a lock that is given back",
            """
            duration = "5s"
            [[queue]]
            id = "network"
            \(tick)
            [[thread]]
            id = "worker"
            do = [{ count = "lock" }, { wait_for = "lock" }, { sleep = "1s" }, { count = "lock" }]
            [[event]]
            at = "0.5s"
            do = [{ wait_for = "lock" }, { log = "locked {now}" }]
            [[event]]
            at = "2.5s"
            do = [
              { async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] },
              { wait_for = "answer" },
              { log = "never" },
            ]
            [[expect]]
            whole_log = ["locked 1.000000"]
            finding = "TL0503"
            [[expect]]
            timer = "tick"
            fired = 2
            """),
        Story(
            "a task that swallows its cancellation goes through its body once more, one that throws does not",
            """
            duration = "5s"
            [[timer]]
            id = "poll"
            kind = "task-sleep"
            interval = "1s"
            tolerance = "0s"
            swallows_cancel = true
            do = [{ log = "poll {n} {now}" }]
            [[timer]]
            id = "other"
            kind = "task-sleep"
            interval = "1s"
            tolerance = "0s"
            do = [{ log = "other {n}" }]
            [[event]]
            at = "1.6s"
            do = [{ cancel = "poll" }, { cancel = "other" }]
            [[expect]]
            whole_log = ["poll 1 1.000000", "other 1", "poll 2 1.600000"]
            [[expect]]
            timer = "poll"
            skipped = 0
            """),
        Story(
            "a background task keeps the app going for half a minute, and its expiration handler ends it",
            """
            duration = "60s"
            \(tick)
            [[event]]
            at = "5s"
            do = [
              { begin_background_task = "upload", do = [{ log = "expired {now}" }, { end_background_task = "upload" }] },
              { begin_background_task = "short" },
            ]
            [[event]]
            at = "10.5s"
            do = [{ background = true }]
            [[event]]
            at = "12s"
            do = [{ log = "{count:upload} and {count:short}" }, { end_background_task = "short" }]
            [[event]]
            at = "50.5s"
            do = [{ foreground = true }]
            [[expect]]
            timer = "tick"
            fired = "50 … 51"
            skipped = "9 … 10"
            [[expect]]
            whole_log = ["1 and 1", "expired 40.500000"]
            """),
        Story(
            "a background task begun by the steps that have entered the background, after some work, keeps the app going",
            """
            duration = "60s"
            \(tick)
            [[event]]
            at = "10.5s"
            do = [
              { background = true }, { work = "100ms" },
              { begin_background_task = "save", do = [{ end_background_task = "save" }] },
            ]
            [[event]]
            at = "50.5s"
            do = [{ foreground = true }]
            [[expect]]
            timer = "tick"
            fired = "50 … 51"
            skipped = "9 … 10"
            """),
        Story(
            "a background task that its expiration handler does not end ends the app, one that ends early suspends it",
            """
            duration = "60s"
            \(tick)
            [[event]]
            at = "5s"
            do = [{ begin_background_task = "forgotten" }, { begin_background_task = "other" }]
            [[event]]
            at = "10.5s"
            do = [{ background = true }]
            [[event]]
            at = "12.5s"
            do = [{ end_background_task = "other" }]
            [[expect]]
            timer = "tick"
            fired = 45
            [[expect]]
            crash = "0x8badf00d"
            """),
        Story(
            "an observer says what it was called for",
            """
            duration = "1.5s"
            \(tick)
            [[observer]]
            id = "monitor"
            activities = ["before-sources", "before-waiting", "after-waiting"]
            do = [{ log = "{activity}", when = { since = "1s" } }]
            [[expect]]
            whole_log = ["after-waiting", "before-sources", "before-waiting"]
            """),
        Story(
            "a task that sleeps in its body lets the main thread go meanwhile, and its next round counts from the end",
            """
            duration = "6s"
            [[timer]]
            id = "poll"
            kind = "task-sleep"
            interval = "1s"
            tolerance = "0s"
            do = [
              { log = "asks {n} {now}" },
              { sleep = "0.5s", awaits = true },
              { log = "looks {n} {now}" },
              { sleep = "0.5s", awaits = true },
              { log = "done {n} {now}" },
            ]
            \(tick)
            do = [{ log = "tick {now}", when = { fired = 1 } }]
            [[timer]]
            id = "between"
            kind = "nstimer"
            delay = "1.2s"
            do = [{ log = "between {now}" }]
            [[event]]
            at = "3.7s"
            do = [{ cancel = "poll" }]
            [[expect]]
            whole_log = [
              "tick 1.000000", "asks 1 1.000000", "between 1.200000", "looks 1 1.500000", "done 1 2.000000",
              "asks 2 3.000000", "looks 2 3.500000",
            ]
            [[expect]]
            timer = "tick"
            waiting = { max = "0s" }
            """),
        Story(
            "a tolerance that is set while the timer runs is used from then on",
            """
            duration = "6s"
            [device]
            wake_in_window = "latest"
            \(tick)
            [[event]]
            at = "2.5s"
            do = [{ set_tolerance = "tick", to = "100ms" }]
            [[event]]
            at = "4.5s"
            do = [{ set_tolerance = "tick", to = "0s" }]
            [[expect]]
            timer = "tick"
            firings = ["1s", "2s", "3.1s", "4.1s", "5s"]
            finding = "TL0104"
            """),
        Story(
            "frames that are shown longer, ticks in a frame, and where in it a timer fires",
            """
            duration = "1s"
            [[timer]]
            id = "link"
            kind = "displaylink"
            do = [{ work = "20ms", when = { fired = 10 } }, { work = "40ms", when = { fired = 20 } }]
            [[timer]]
            id = "pump"
            kind = "gcd"
            interval = "8ms"
            repeats = true
            [[expect]]
            timer = "link"
            long_frames = { value = 2, longer = 1 }
            [[expect]]
            timer = "pump"
            ticks_per_frame = { min = 2, max = 6 }
            phase = { min = "< 1ms", max = "> 40ms" }
            """),
        Story(
            "a one-shot that is made again and not added is in no run loop",
            """
            duration = "5s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            create = "timer"
            held_by = "static"
            [[event]]
            at = "0s"
            do = [{ create = "tick" }, { add = "tick" }]
            [[event]]
            at = "2s"
            do = [{ create = "tick" }]
            [[expect]]
            finding = "TL0202"
            """),
        Story(
            "the timers of a thread that exits inside its run loop stand still, and that is said",
            """
            duration = "10s"
            [[thread]]
            id = "worker"
            do = [{ run_loop = "forever" }]
            \(tick)
            thread = "worker"
            do = [{ exit = true, when = { fired = 3 } }]
            [[expect]]
            timer = "tick"
            skipped = 6
            [[expect]]
            finding = "TL0207"
            """),
        Story(
            "what retains an object in its own dealloc",
            """
            duration = "3s"
            [[object]]
            id = "view"
            held_by = "navigation"
            dealloc = [{ create = "link" }, { invalidate = "link" }]
            [[timer]]
            id = "link"
            kind = "displaylink"
            target = "view"
            [[event]]
            at = "1s"
            do = [{ pop = "view" }]
            [[expect]]
            finding = "TL0315"
            """),
    ]

    @Test("holds what it expects", arguments: stories)
    func holds(story: Story) throws {
        let verdicts = try report(story.text).report.verdicts
        #expect(verdicts.filter { !$0.passed }.map { "\($0.expected), but \($0.actual)" } == [])
    }

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

    @Test("an event comes at an instant that each run draws")
    func drawnInstant() throws {
        var instants: Set<String> = []
        for seed in 1...5 {
            let (report, _) = try report(
                """
                duration = "3s"
                seed = \(seed)
                [[event]]
                at = { p0 = "1s", p100 = "2s" }
                every = "500ms"
                until = "2.9s"
                do = [{ log = "{now}" }]
                """)
            let times = report.analysis.deliveries.map(\.from)
            #expect(times.count >= 2 && (1_000_000_000...2_000_000_000).contains(times.first ?? 0))
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 500_000_000 })
            instants.insert("\(times)")
        }
        #expect(instants.count == 5)
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
