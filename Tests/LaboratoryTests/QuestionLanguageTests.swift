import LabAnalysis
import LabReports
import LabTestBench
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

    @Test("holds what it expects", arguments: counts + owners + system + waiting)
    func holds(story: Story) throws {
        let verdicts = try Bench.run(story.text).verdicts
        #expect(verdicts.filter { !$0.passed }.map { "\($0.expected), but \($0.actual)" } == [])
    }

    /// Counts and conditions, what is drawn, and what an observer or a step says of its timer.
    static let counts = [
        Story(
            "every n-th firing, from an instant on, and what another part has counted",
            """
            duration = "7s"
            \(Toml.tick)
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
            \(Toml.tick)
            do = [{ async_after = { p0 = "100ms", p100 = "900ms" }, queue = "main", do = [{ fire = "answer" }] }]
            \(Toml.timer("answer", "nstimer", "1h", repeats: true))
            [[expect]]
            timer = "answer"
            fired = "58 … 59"
            interval = { min = "0.2s … 0.8s", max = "1.2s … 1.8s" }
            """),
        Story(
            "an observer says what it was called for",
            """
            duration = "1.5s"
            \(Toml.tick)
            [[observer]]
            id = "monitor"
            activities = ["before-sources", "before-waiting", "after-waiting"]
            do = [{ log = "{activity}", when = { since = "1s" } }]
            [[expect]]
            whole_log = ["after-waiting", "before-sources", "before-waiting"]
            """),
        Story(
            "a tolerance that is set while the timer waits is used from the next wait on",
            """
            duration = "6s"
            [device]
            wake_in_window = "latest"
            \(Toml.tick)
            \(Toml.event("2.5s", #"{ set_tolerance = "tick", to = "100ms" }"#))
            \(Toml.event("4.5s", #"{ set_tolerance = "tick", to = "0s" }"#))
            [[expect]]
            timer = "tick"
            firings = ["1s", "2s", "3s", "4.1s", "5.1s"]
            finding = "TL0104"
            """),
    ]

    @Test("an event comes at an instant that each run draws")
    func drawnInstant() throws {
        var instants: Set<String> = []
        for seed in 1...5 {
            let report = try Bench.run(
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
}
