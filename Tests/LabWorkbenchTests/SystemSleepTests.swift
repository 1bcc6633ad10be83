import LabAnalysis
import LabRecording
import LabTestBench
import LabWorkbench
import Testing

@Suite("System sleep")
struct SystemSleepTests {
    private static func timer(_ kind: String, _ more: String = "", every interval: String = "10s") -> String {
        "[[timer]]\nid = \"tick\"\nkind = \"\(kind)\"\ninterval = \"\(interval)\"\nrepeats = true\n\(more)\n"
    }

    private static func event(_ at: String, _ step: String) -> String {
        "[[event]]\nat = \"\(at)\"\ndo = [{ \(step) }]\n"
    }
    private static let night = event("22s", "system_sleep = \"30s\"")

    static let sleeps: [String] = [
        night, event("25s", "system_sleep = \"4.25s\""), event("22s", "system_sleep = \"28.5s\""),
        event("20s", "system_sleep = \"40s\""), night + event("53s", "system_sleep = \"23s\""),
        night + event("110s", "work = \"25s\""),
        event("22s", "system_sleep = \"32.5s\"") + event("81s", "work = \"25s\""),
        event("22s", "system_sleep = \"29s\"") + event("58s", "work = \"3s\""),
        night + event("141s", "system_sleep = \"7s\"") + event("165s", "mode = \"tracking\", for = \"17s\""),
    ]

    @Test(
        "after it every due point is told once, by what served it, as the summary and the lanes have it",
        arguments: [
            timer("nstimer"), timer("gcd", "queue = \"main\""), timer("gcd", "queue = \"main\"\nclock = \"wall\""),
        ],
        sleeps)
    func points(timer: String, sleep: String) throws {
        let report = try Bench.run("duration = \"200s\"\n" + timer + sleep, keeping: .all)
        let summary = try #require(report.analysis.timers.first)
        let accounts = report.analysis.accounts(of: summary.entity)
        let second: Int64 = 1_000_000_000
        for account in accounts where account.call != nil {
            #expect(account.due == (account.point + 1) * 10 * second)
            #expect(account.waiting == account.call.map { $0 - account.due })
        }
        let served = accounts.filter { $0.call != nil }.map(\.due)
        let points = (served + accounts.flatMap(\.lostInstants)).sorted()
        #expect(points == (1...summary.due).map { $0 * 10 * second })
        #expect(accounts.compactMap(\.waiting).max() == summary.waiting?.max)
        #expect(accounts.reduce(0) { $0 + $1.lostCount } == summary.skipped)
        let lane = report.analysis.lane(of: summary.entity, step: 10 * second, count: 20)
        for (place, sign) in lane.enumerated() where served.contains(Int64(place) * 10 * second) {
            #expect(!"-×".contains(sign), "\(lane)")
        }
        for account in accounts where account.call != nil {
            #expect(account.pieces.reduce(0) { $0 + $1.length } == account.waiting)
        }
    }

    @Test("a source on uptime is told as a run loop timer is, since both are called at the same instants")
    func sameAsRunLoopTimer() throws {
        for sleep in Self.sleeps {
            func rows(_ timer: String) throws -> [[Int64?]] {
                let report = try Bench.run("duration = \"105s\"\n" + timer + sleep, keeping: .all)
                return report.analysis.accounts(of: report.analysis.timers[0].entity).map {
                    [$0.point, $0.due, $0.call, $0.waiting, $0.lag, $0.lostCount]
                }
            }
            #expect(try rows(Self.timer("gcd", "queue = \"main\"")) == rows(Self.timer("nstimer")))
        }
    }

    private static let awake = "a system that is awake"
    private static let clock = "a clock that runs while the system sleeps"

    @Test(
        "what came late for it wants a system that is awake, and another clock only as far as its own stood still",
        arguments: [
            (timer("nstimer"), 3, [awake: 22, clock: 8]), (timer("gcd", "queue = \"main\""), 3, [awake: 22, clock: 8]),
            (timer("gcd", "clock = \"wall\""), 3, [awake: 22]), (timer("nstimer"), 4, [:]),
            (timer("task-sleep", "tolerance = \"0s\"", every: "50s"), 1, [awake: 2]),
            (timer("task-sleep", "clock = \"uptime\"", every: "50s"), 1, [awake: 2, clock: 28]),
            ("[[timer]]\nid = \"tick\"\nkind = \"after\"\ndelay = \"50s\"\n", 1, [awake: 2, clock: 28]),
        ])
    func wishes(timer: String, firing: Int, waits: [String: Int64]) throws {
        let text = "duration = \"100s\"\n" + timer + Self.night
        let story = try Bench.explain(text, "tick#\(firing)")
        #expect(Dictionary(uniqueKeysWithValues: story.wishes.map { ($0.wish, $0.time / 1_000_000_000) }) == waits)
        #expect(
            try Bench.run(text, keeping: .all).analysis.attributions.flatMap(\.shares).allSatisfy {
                $0.cause == .systemSlept || $0.nanoseconds == 0
            })
    }

    private static let wall = timer("gcd", "clock = \"wall\"\ndo = [{ work = \"2s\" }]").replacing("tick", with: "wall")

    /// Beside a timer that is due at 30 s, asleep, and armed for 60 s; and for how many seconds that keeps it waiting.
    static let company: [(rest: String, kind: String, more: String, seconds: Int64)] = [
        (event("55s", "work = \"4s\""), "nstimer", "", 0),
        (event("59s", "work = \"4s\""), "nstimer", "", 3),
        (event("55s", "work = \"4s\""), "nstimer", "tolerance = \"1s\"", 0),
        (event("55s", "mode = \"m\", for = \"4s\""), "nstimer", "", 0),
        (event("55s", "async = \"q\", do = [{ work = \"4s\" }]") + "[[queue]]\nid = \"q\"\n", "gcd", "", 0),
        (wall, "gcd", "", 0),
        (event("58s", "work = \"7s\""), "gcd", "queue = \"main\"", 5),
        (event("54s", "suspend = \"tick\"") + event("58s", "resume = \"tick\""), "gcd", "", 0),
        (event("54s", "suspend = \"tick\"") + event("62s", "resume = \"tick\""), "gcd", "", 2),
    ]

    @Test(
        "what else runs before the instant that it is armed for keeps it waiting no more than its clock does",
        arguments: company)
    func others(rest: String, kind: String, more: String, seconds: Int64) throws {
        let text = "duration = \"66s\"\n" + Self.timer(kind, more) + rest + Self.night
        let report = try Bench.run(text, keeping: .all)
        let tick = try #require(report.analysis.timers.first { $0.name == "tick" }).entity
        let shares = report.analysis.attributions.first { $0.timer == tick }?.shares ?? []
        let others = shares.filter { $0.cause != .systemSlept }.reduce(0) { $0 + $1.nanoseconds }
        #expect((others == 0) == (seconds == 0), "\(shares)")
        #expect(!report.analysis.findings.contains { $0.code == "TL0501" && $0.subject == tick })
        let accounts = report.analysis.accounts(of: tick)
        let number = try #require(accounts.filter { $0.call != nil }.firstIndex { $0.call ?? 0 > 52_000_000_000 })
        let story = try Bench.explain(text, "tick#\(number + 1)")
        let waits = story.wishes.filter { ![Self.awake, Self.clock].contains($0.wish) }
        #expect(waits.reduce(0) { $0 + $1.time } == seconds * 1_000_000_000, "\(waits)")
    }

    @Test(
        "a timer whose clock goes on is not told to choose a clock, neither such a one nor one that stops",
        arguments: [("clock = \"wall\"", false), ("clock = \"continuous\"", false), ("", true)])
    func remedy(clock: String, isToChoose: Bool) throws {
        let found = try Bench.findings("duration = \"100s\"\n" + Self.timer("gcd", clock) + Self.night)
        let finding = found.first { $0.code == "TL0105" }
        let sentence = try #require(finding?.remedy)
        #expect(sentence.hasPrefix("choose the clock") == isToChoose, "\(sentence)")
        #expect(sentence.contains("DispatchTime") == false && sentence.hasPrefix("leave it") != isToChoose)
    }

    @Test(
        "what a sleep costs counts from the date that was set last before it",
        arguments: [
            ("nstimer", "set_fire_date", "10min", "60s", "tick fired up to 1200 s later than without that"),
            ("gcd", "reschedule", "10min", "60s", "tick fired up to 1200 s later than without that"),
            ("nstimer", "set_fire_date", "50min", "60s", "tick is not called before the end"),
            // The work before the call makes it late, and the sleep was before the date.
            ("nstimer", "set_fire_date", "10min", "1s", nil),
        ] as [(String, String, String, String, String?)])
    func movedDate(kind: String, step: String, after: String, at instant: String, told: String?) throws {
        let (length, work) = instant == "1s" ? ("1s", Self.event("604s", "work = \"5s\"")) : ("20min", "")
        let text =
            "duration = \"1h\"\n" + Self.timer(kind, every: "30s") + work
            + Self.event("5s", "\(step) = \"tick\", after = \"\(after)\"")
            + Self.event(instant, "system_sleep = \"\(length)\"")
        #expect(try Bench.messages("TL0105", text) == [told].compactMap { $0.map { "the system slept: " + $0 } })
    }

    @Test("a text that reads a date follows a clock that is set, as Date does")
    func dates() throws {
        let report = try Bench.run(
            "duration = \"9s\"\n" + Self.timer("nstimer", "do = [{ log = \"{remaining:60s} {now}\" }]", every: "4s")
                + Self.event("5s", "set_wall_clock = \"1h\""), keeping: .all)
        let lines = report.trace.records.filter { $0.kind == .logged }.map { report.trace.message(of: $0) }
        #expect(lines == ["56 4.000000", "0 3608.000000"])
    }
}
