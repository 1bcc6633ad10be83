import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// What holds a display link at 60 frames a second, which of several dates counts, and what a cancel handler keeps.
@Suite("Frame caps, dates and cancel handlers")
struct FrameCapTests {
    private func headline(_ report: RunReport) throws -> String {
        TimerSentence(try #require(report.shownTimers.first), in: report).text
    }

    private static func link(_ device: String, _ keys: String) -> String {
        """
        duration = "1s"
        [device]
        profile = "iphone-120hz"
        \(device)
        \(Toml.timer("link", "displaylink"))
        \(keys)
        """
    }

    @Test(
        "a link that is held at 60 frames a second says by what",
        arguments: [
            ("", "fps_range = { min = 30, max = 60, preferred = 60 }", 59, "its fps_range, which ends at 60"),
            ("", "fps_range = { min = 30, max = 120, preferred = 60 }", 59, "its fps_range, which prefers 60"),
            ("", "fps = 60", 59, "its fps of 60"), ("", "frame_interval = 2", 59, "its frame_interval of 2"),
            ("frame_cap = \"low-power\"", "", 59, "Low Power Mode"),
            (
                "frame_cap = \"no-promotion-key\"", "fps_range = { min = 80, max = 120, preferred = 120 }", 59,
                "the Info.plist, which lacks CADisableMinimumFrameDurationOnPhone"
            ),
            ("", "", 119, ""), ("frame_cap = \"low-power\"", "fps = 30", 29, "its fps of 30"),
        ])
    func held(device: String, keys: String, fired: Int64, by: String) throws {
        let report = try Bench.run(Self.link(device, keys))
        let timer = try #require(report.shownTimers.first)
        #expect(timer.fired == fired)
        #expect(try headline(report).contains("held there by \(by)") == !by.isEmpty)
        let told = report.messages("TL0107")
        #expect(told.count == (device.isEmpty || keys == "fps = 30" ? 0 : 1))
        #expect(told.allSatisfy { $0.hasSuffix("the display does 60, held there by \(by)") })
    }

    @Test("a display that was set to 60 Hz has no faster rate of its list")
    func setRate() throws {
        let text = Self.link("", "fps_range = { min = 80, max = 120, preferred = 120 }")
        let event = "\n[[event]]\nat = \"0.5s\"\ndo = [{ set_refresh = \"60Hz\" }]"
        #expect(try #require(Bench.run(text + event).shownTimers.first).fired == 89)
    }

    @Test("of two dates the last one counts, and the headline says so", arguments: [1, 2, 3])
    func dates(count: Int) throws {
        let steps = (1...count).map { "{ set_fire_date = \"t\", after = \"\($0)s\" }" }.joined(separator: ", ")
        let report = try Bench.run(
            """
            duration = "10s"
            \(Toml.timer("t", "nstimer", "5s"))
            \(Toml.event("1s", steps))
            """)
        let times = count == 3 ? " 2 times" : ""
        #expect(
            try headline(report) == "t fires once, at \(count + 1) s, on time"
                + (count == 1 ? "" : "; its date was set again\(times) before it was due: the last one counts"))
    }

    @Test("a one-shot that is ended and made again was made more than once, and no date of it was set")
    func madeAgain() throws {
        let report = try Bench.run(
            """
            duration = "30s"
            \(Toml.timer("t", "nstimer", "10s"))
            \(Toml.event("0s", #"{ invalidate = "t" }, { create = "t" }"#))
            every = "4s"
            until = "9s"
            """)
        #expect(try headline(report).contains("it was made 3 times: one that is ended before it is due"))
    }

    private static func job(_ jump: String) -> String {
        """
        duration = "3h"
        [log]
        epoch = 2026-01-01T09:20:00+02:00
        \(Toml.timer("job", "nstimer", "1h", repeats: true))
        do = [{ set_fire_date = "job", next = "1h" }]
        \(Toml.event("0s", #"{ set_fire_date = "job", next = "1h" }"#))
        \(Toml.event("10min", #"{ set_wall_clock = "\#(jump)" }"#))
        """
    }

    @Test(
        "an hourly job is early by a clock that was set back, and comes twice",
        arguments: [
            (
                "-3s", [2400, 2403, 6003, 9603],
                "job is called 3 s too early by the wall clock, which was set back by 3 s after its date was reckoned, "
                    + "and again when the clock shows that date"
            ),
            (
                "3s", [2400, 5997, 9597],
                "job is called 3 s too late by the wall clock, which was set forward by 3 s after its date was reckoned"
            ), ("0s", [2400, 6000, 9600], nil),
        ] as [(String, [Int64], String?)])
    func hourly(jump: String, seconds: [Int64], message: String?) throws {
        let report = try Bench.run(Self.job(jump))
        let job = try #require(report.shownTimers.first)
        #expect(job.fired == Int64(seconds.count) && job.first == 2_400_000_000_000)
        #expect(job.last == (seconds.last ?? 0) * 1_000_000_000)
        #expect(report.messages("TL0110") == (message.map { [$0] } ?? []))
    }

    /// A timer that gets its date once.
    private static func dated(_ date: String, jump: String, repeats: Bool) -> String {
        """
        duration = "3h"
        [log]
        epoch = 2026-01-01T09:20:00+02:00
        \(Toml.timer("job", "nstimer", "1h", repeats: repeats))
        \(Toml.event("0s", "{ set_fire_date = \"job\", at_date = \(date) }"))
        \(Toml.event("10min", "{ set_wall_clock = \"\(jump)\" }"))
        """
    }

    @Test(
        "a literal date is one of the wall clock, in its own time zone",
        arguments: [
            ("2026-01-01T10:00:00+02:00", 2400), ("2026-01-01T10:00:00+01:00", 6000), ("2026-01-01 08:00:00Z", 2400),
            ("2025-12-31T10:00:00+02:00", 0),
        ] as [(String, Int64)])
    func literal(date: String, seconds: Int64) throws {
        let text = Self.dated(date, jump: "0s", repeats: true)
        let job = try #require(Bench.run(text).shownTimers.first)
        #expect(job.first == seconds * 1_000_000_000 && job.fired == (seconds == 0 ? 3 : 3 - seconds / 3600))
    }

    @Test("a date that is set once is early by a clock that is set back, and comes once")
    func literalMoved() throws {
        let text = Self.dated("2026-01-01T10:00:00+02:00", jump: "-3s", repeats: false)
        let told = try Bench.run(text).messages("TL0110")
        #expect(
            told == [
                "job is called 3 s too early by the wall clock, which was set back by 3 s after its date was reckoned"
            ])
    }

    @Test("a date of the day counts from midnight where the log is")
    func daily() throws {
        let text = Self.job("0s").replacing("next = \"1h\"", with: "next = \"24h\", past = \"10h\"")
        let job = try #require(Bench.run(text).shownTimers.first)
        #expect(job.fired == 1 && job.first == 2_400_000_000_000)
    }

    @Test(
        "a cancel handler keeps the object to which it sends a message, unless weakly",
        arguments: [("", true), ("weak = [\"screen\"]", false)])
    func cancelHandler(keys: String, isKept: Bool) throws {
        let report = try Bench.run(
            """
            duration = "5s"
            \(Toml.object("screen", by: "navigation"))
            strong = ["beat"]
            \(Toml.timer("beat", "gcd", "1s", repeats: true))
            \(keys)
            on_cancel = [{ message = "screen", selector = "ended" }]
            \(Toml.event("2.5s", #"{ pop = "screen" }"#))
            """)
        #expect(report.messages("TL0302").isEmpty != isKept)
    }

    @Test("a cancel handler lets go when it has returned")
    func cancelled() throws {
        let report = try Bench.run(
            """
            duration = "5s"
            \(Toml.object("screen", by: "navigation"))
            strong = ["beat"]
            dealloc = [{ log = "gone" }]
            \(Toml.timer("beat", "gcd"))
            queue = "main"
            interval = "1s"
            repeats = true
            on_cancel = [{ message = "screen", selector = "ended", do = [{ log = "ended" }] }]
            \(Toml.event("2.5s", #"{ cancel = "beat" }, { pop = "screen" }"#))
            [[expect]]
            whole_log = ["ended", "gone"]
            """)
        #expect(report.verdicts.map(\.passed) == [true])
        #expect(report.analysis.findings.isEmpty)
    }
}
