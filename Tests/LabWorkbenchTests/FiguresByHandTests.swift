import LabAnalysis
import LabCatalogue
import LabExpectations
import LabScenarioModel
import LabTestBench
import Testing

@testable import LabWorkbench

/// A scenario and the figures that pencil and paper give for it: counts, milliseconds, ppm; `–` where there is none.
struct HandCalculation: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var scenario: String
    /// `tick fired 10 due 10`, one timer each.
    var figures: [String]

    init(_ name: String, _ duration: String, device: String = "", _ parts: String..., figures: String...) {
        testDescription = name
        scenario = "duration = \"\(duration)\"\n[device]\n\(device)\n" + parts.joined(separator: "\n")
        self.figures = figures
    }

    /// The same with a line that each callback writes first.
    var logging: String {
        scenario.replacing("do = [{ sleep", with: "do = [{ log = \"tick\" }, { sleep")
    }

    static func timer(
        _ kind: String = "nstimer", every interval: String = "1s", id: String = "tick", _ more: String = "",
        work: String = "0s"
    ) -> String {
        let repeats = ["nstimer", "gcd", "perform", "after", "mach-wait"].contains(kind) ? "repeats = true\n" : ""
        let every =
            kind == "displaylink" ? "" : "interval = \(interval.hasPrefix("{") ? interval : "\"\(interval)\"")\n"
        return
            "[[timer]]\nid = \"\(id)\"\nkind = \"\(kind)\"\n\(every)\(repeats)do = [{ sleep = \"\(work)\" }]\n\(more)\n"
    }

    static func event(_ at: String, _ step: String) -> String { "[[event]]\nat = \"\(at)\"\ndo = [\(step)]\n" }

    static func drag(_ at: String, _ length: String) -> String {
        event(at, "{ mode = \"tracking\", for = \"\(length)\" }")
    }

    private static let exact = "tolerance = \"0s\""
    private static let worker = "[[thread]]\nid = \"worker\"\ndo = [{ create = \"tick\" }]\n"
    private static let latest = "wake_in_window = \"latest\""
    private static let lateLatency = "wake_up = { p0 = \"50us\", p100 = \"50us\" }"
    private static let link = "refresh = \"100Hz\""

    static let all: [HandCalculation] = [
        HandCalculation(
            "a timer that nothing delays", "10.5s", timer(),
            figures: "tick fired 10 due 10 skipped 0 waiting.max 0 drift 0 lag.last 0 wake_ups 10 wake_ups.alone 10"),
        HandCalculation(
            "a run that ends on a point, on a queue whose first call takes up a thread", "10s", timer("gcd"),
            figures: "tick fired 9 due 9 skipped 0 waiting.max 0 wake_ups 9 wake_ups.alone 9"),
        HandCalculation(
            "a task that sleeps 1 s after 100 ms of work", "60s", timer("task-sleep", exact, work: "100ms"),
            figures:
                "tick fired 54 due 59 skipped 5 lag.last 5300 drift 100000 waiting.max – lateness.max 0 busy 5400"),
        HandCalculation(
            "a thread that sleeps, in a short run", "4s", timer("thread-sleep", work: "100ms"),
            figures:
                "tick fired 3 due 3 skipped 0 lag.last 200 drift 100000 lateness.max 0 interval.p50 1100"),
        HandCalculation(
            "a perform that asks for itself after its work", "60s", timer("perform", work: "250ms"),
            figures: "tick fired 48 due 59 skipped 11 lag.last 11750 drift 250000"),
        HandCalculation(
            "a perform that a drag holds up", "20.5s", timer("perform"), drag("5.4s", "1.2s"),
            figures: "tick fired 19 due 20 skipped 1 lag.last 600 drift 0 steps 1 lateness.max 600"),
        HandCalculation(
            "dispatch_after that asks for itself, served at once", "20.5s", device: "wake_in_window = \"earliest\"",
            timer("after", work: "50ms"), figures: "tick fired 19 due 20 skipped 1 lag.last 900 drift 50000"),
        HandCalculation(
            "a run loop timer whose callback outlasts its interval", "20.5s", timer(work: "2.3s"),
            figures:
                "tick fired 7 due 20 skipped 13 waiting.max 2000 interval.p50 3000 drift 0 lateness.max 0 steps 0"),
        HandCalculation(
            "a dispatch source whose handler outlasts its interval", "20.5s", timer("gcd", work: "2.3s"),
            figures: "tick fired 9 due 20 skipped 11 served 9 waiting.max 2200 last 19400 steps 0"),
        HandCalculation(
            "a waiting thread whose work outlasts its interval", "2.05s",
            timer("mach-wait", every: "100ms", work: "130ms"),
            figures: "tick fired 15 due 20 drift – steps 0"),
        HandCalculation(
            "a drag that one point waits for", "14.05s", timer(), drag("5.4s", "1.2s"),
            figures: "tick fired 14 due 14 skipped 0 waiting.max 600 episodes 1 steps 0 drift 0"),
        HandCalculation(
            "a drag that costs a point", "14.05s", timer(), drag("5.4s", "2.2s"),
            figures: "tick fired 13 due 14 skipped 1 waiting.max 1600 lateness.max 1600 episodes 1 drift 0"),
        HandCalculation(
            "a drag that the run ends in", "14.05s", timer(), drag("12.4s", "5s"),
            figures: "tick fired 12 due 14 skipped 2 waiting.max 1050 lateness.max 0"),
        HandCalculation(
            "two drags, the run ends in the second", "14.05s", timer(), drag("5.4s", "1.2s"), drag("12.4s", "5s"),
            figures: "tick fired 12 due 14 skipped 2 waiting.max 1050 lateness.max 600"),
        HandCalculation(
            "a Combine publisher in a drag", "10.05s", timer("combine"), drag("4.9s", "400ms"),
            figures: "tick fired 10 due 10 skipped 0 waiting.max 300 episodes 1 drift 0"),
        HandCalculation(
            "a tolerance whose window is open at the end", "10.05s", device: latest,
            timer("nstimer", "tolerance = \"100ms\""),
            figures: "tick fired 9 due 10 served 9 skipped 0 waiting.max 100 waiting.min 50 lateness.min 100 drift 0"),
        HandCalculation(
            "a tolerance whose only window is open at the end", "1.05s", device: latest,
            timer("nstimer", "tolerance = \"100ms\""), figures: "tick fired 0 due 1 skipped 0 waiting.max 50"),
        HandCalculation(
            "a leeway whose window closes before the end", "10.2s", device: latest, timer("gcd", "leeway = \"100ms\""),
            figures: "tick fired 10 due 10 skipped 0 waiting.max 100 waiting.min 100 drift 0"),
        HandCalculation(
            "a leeway of a source that is suspended", "10.05s", device: latest, timer("gcd", "leeway = \"100ms\""),
            event("8.5s", "{ suspend = \"tick\" }"), figures: "tick fired 8 due 10 skipped 1 waiting.max 1050"),
        HandCalculation(
            "a last point that would be served within the usual latency", "10.00001s", device: lateLatency, timer(),
            figures: "tick fired 9 due 10 skipped 0 waiting.max 0.05 waiting.min 0.01"),
        HandCalculation(
            "a worker that never runs its loop", "5s", worker, timer(every: "2s", "thread = \"worker\""),
            figures: "tick fired 0 due 2 skipped 2 waiting.max 3000 wake_ups 0"),
        HandCalculation(
            "a point 1 µs before the end that no loop serves", "2.000001s", worker,
            timer(every: "2s", "thread = \"worker\""),
            figures: "tick fired 0 due 1 skipped 1"),
        HandCalculation(
            "a one-shot", "5s", "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ndelay = \"3s\"",
            figures: "tick fired 1 due 1 skipped 0 waiting.max 0 drift – requested – interval.p50 –"),
        HandCalculation(
            "a fire date that is set anew", "12.05s", timer(),
            event("3.5s", "{ set_fire_date = \"tick\", after = \"5s\" }"),
            figures: "tick fired 7 due 7 skipped 0 waiting.max 0 interval.max 5500 drift 0"),
        HandCalculation(
            "a dispatch source that is rescheduled", "6.25s", timer("gcd"),
            event("3.5s", "{ reschedule = \"tick\", after = \"0s\", interval = \"500ms\" }"),
            figures: "tick fired 9 due 9 skipped 0 waiting.max 0 interval.p50 500"),
        HandCalculation(
            "a dispatch source that is suspended and resumed", "10.05s", timer("gcd"),
            event("3.5s", "{ suspend = \"tick\" }"), event("6.2s", "{ resume = \"tick\" }"),
            figures: "tick fired 8 due 10 skipped 2 waiting.max 2200 lag.last 0"),
        HandCalculation(
            "a display link that is paused and resumed", "2s", timer("displaylink", id: "link"),
            event("505ms", "{ pause = \"link\" }"), event("1.005s", "{ resume = \"link\" }"),
            figures: "link fired 89 due 89 skipped 0 waiting.max 0 frames 89"),
        HandCalculation(
            "a link that is called at once after each overrun", "1.001s",
            device: link + "\ndisplay_overrun = \"at-once\"",
            timer("displaylink", work: "15ms"),
            figures: "tick fired 67 due 100 skipped 33 waiting.max 10 drift 0 steps 0"),
        HandCalculation(
            "a link that waits for the next refresh after each overrun", "1.001s", device: link,
            timer("displaylink", work: "15ms"),
            figures: "tick fired 50 due 100 skipped 50 waiting.max 10 drift 0 interval.p50 20"),
        HandCalculation(
            "a system sleep on the clock that stands still", "30.05s", timer(),
            event("5.05s", "{ system_sleep = \"15s\" }"),
            figures: "tick fired 15 due 30 skipped 15 lag.last 0 steps 1 drift 0 waiting.max 15000"),
        HandCalculation(
            "a system sleep on the wall clock", "30.05s", timer("gcd", "clock = \"wall\""),
            event("5.05s", "{ system_sleep = \"15s\" }"),
            figures: "tick fired 16 due 30 skipped 14 lag.last 0 steps 0 waiting.max 14050"),
        HandCalculation(
            "a wall clock that is set forward past three points", "20.05s", timer("gcd", "clock = \"wall\""),
            event("5.5s", "{ set_wall_clock = \"3s\" }"),
            figures: "tick fired 21 due 23 skipped 2 waiting.min 0 waiting.max 0 drift 0"),
        HandCalculation(
            "a wall clock that is set forward past one point", "20.05s", timer("gcd", "clock = \"wall\""),
            event("5.5s", "{ set_wall_clock = \"1s\" }"),
            figures: "tick fired 21 due 21 skipped 0 waiting.min 0 waiting.max 0 drift 0"),
        HandCalculation(
            "a wall clock that is set back and forward", "20.05s", timer("gcd", "clock = \"wall\""),
            event("5.5s", "{ set_wall_clock = \"-4s\" }"), event("12.5s", "{ set_wall_clock = \"3s\" }"),
            figures: "tick fired 17 due 19 skipped 2 waiting.min 0 waiting.max 0"),
        HandCalculation(
            "a wall clock that is set forward while the queue is busy", "20.05s",
            timer("gcd", "clock = \"wall\"\nqueue = \"main\""),
            event("5.5s", "{ set_wall_clock = \"3s\" }, { work = \"1.2s\" }"),
            figures: "tick fired 20 due 23 skipped 3 waiting.min 0 waiting.max 1200"),
        HandCalculation(
            "a wall clock that is set forward while the source is suspended", "20.05s",
            timer("gcd", "clock = \"wall\""),
            event("5.2s", "{ suspend = \"tick\" }"), event("5.5s", "{ set_wall_clock = \"3s\" }"),
            event("6.7s", "{ resume = \"tick\" }"), figures: "tick fired 20 due 23 skipped 3 waiting.max 1200"),
        HandCalculation(
            "a loop of sleeps that the system sleeps in", "30.05s", timer("thread-sleep"),
            event("5.05s", "{ system_sleep = \"15s\" }"),
            figures: "tick fired 15 due 30 skipped 15 lag.last 15000 steps 1 drift 0"),
        HandCalculation(
            "ticks that queue up and come at once", "10.05s", timer("async-timer", exact),
            event("2.5s", "{ work = \"3.3s\" }"),
            figures: "tick fired 10 due 10 skipped 0 waiting.max 2800 interval.min 0 lag.last 0 drift 0"),
        HandCalculation(
            "a backlog that only grows", "10.05s", timer("async-timer", exact, work: "1.5s"),
            figures: "tick fired 7 due 10 skipped 3 lag.last 3000 waiting.max 3000 drift –"),
        HandCalculation(
            "five copies at one instant", "10.05s", timer("nstimer", "copies = 5"),
            figures: "tick fired 50 due 50 skipped 0 wake_ups 10 wake_ups.alone 10 wake_ups.shared 0",
            "tick[0] fired 10 wake_ups 10 wake_ups.alone 0 wake_ups.shared 10", "tick[4] wake_ups 10 wake_ups.alone 0"),
        HandCalculation(
            "copies at several instants", "6.65s", timer(every: "{ from = \"1s\", step = \"100ms\" }", "copies = 3"),
            figures: "tick fired 17 due 17 wake_ups 16 wake_ups.alone 16", "tick[0] wake_ups.alone 5 wake_ups.shared 1",
            "tick[1] wake_ups.alone 6 wake_ups.shared 0"),
        HandCalculation(
            "copies beside another timer", "10.05s", timer("nstimer", "copies = 2"), timer(every: "2s", id: "other"),
            figures: "tick wake_ups 10 wake_ups.alone 5 wake_ups.shared 5",
            "other wake_ups 5 wake_ups.alone 0 wake_ups.shared 5"),
        HandCalculation(
            "two timers that never meet", "10.05s", timer(), timer(id: "tock", "delay = \"500ms\""),
            figures: "tick wake_ups 10 wake_ups.shared 0", "tock fired 10 wake_ups 10 wake_ups.alone 10"),
        HandCalculation(
            "a tolerance that saves wake-ups", "10.05s", timer("nstimer", "tolerance = \"600ms\""),
            timer(id: "tock", "delay = \"500ms\""),
            figures: "tick fired 9 due 10 skipped 0 wake_ups.alone 0 wake_ups.shared 9 waiting.max 500 drift 0",
            "tock fired 10 wake_ups.shared 9 wake_ups.alone 1"),
        HandCalculation(
            "a timer made once more while it is valid", "10.05s", timer(), event("0.5s", "{ create = \"tick\" }"),
            event("3.7s", "{ create = \"tick\" }"),
            figures: "tick fired 15 due 15 skipped 0 waiting.max 0 drift 0 wake_ups 15"),
        HandCalculation(
            "a timer made once more at its own instants", "10.05s", timer(), event("0.5s", "{ create = \"tick\" }"),
            event("3.5s", "{ create = \"tick\" }"),
            figures: "tick fired 15 due 15 skipped 0 waiting.max 0 drift 0 wake_ups 9"),
        HandCalculation(
            "an invalidation in its own callback", "10.05s",
            "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true",
            "do = [{ work = \"10ms\" }, { invalidate = \"tick\", when = { fired = 3 } }]",
            figures: "tick fired 3 due 3 skipped 0 last 3000 busy 30"),
        HandCalculation(
            "a callback that fire calls", "10.05s", timer(), event("2.5s", "{ fire = \"tick\" }"),
            figures: "tick fired 11 due 10 served 10 skipped 0 waiting.max 0"),
        HandCalculation(
            "other work on the main thread", "10.05s", timer(), event("3.9s", "{ work = \"3.2s\" }"),
            figures: "tick fired 7 due 10 skipped 3 waiting.max 3100 lateness.max 3100 episodes 1"),
        HandCalculation(
            "other work that leaves another thread alone", "10.05s",
            "[[thread]]\nid = \"worker\"\ndo = [{ create = \"tick\" }, { run_loop = \"forever\" }]",
            timer("nstimer", "thread = \"worker\""), event("3.9s", "{ work = \"3.2s\" }"),
            figures: "tick fired 10 due 10 skipped 0 waiting.max 0 wake_ups.alone 10"),
        HandCalculation(
            "a request that an event makes each time", "10.05s",
            "[[timer]]\nid = \"tick\"\nkind = \"perform\"\ndelay = \"100ms\"",
            "[[event]]\nat = \"1s\"\nevery = \"1s\"\ndo = [{ create = \"tick\" }]",
            figures: "tick fired 9 due 9 skipped 0 waiting.max 0"),
    ]
}

@Suite("Figures that pencil and paper give")
struct FiguresByHandTests {
    @Test("a run has the figures that were worked out for it", arguments: HandCalculation.all)
    func figures(of calculation: HandCalculation) throws {
        let report = try Bench.run(calculation.scenario)
        for line in calculation.figures {
            let words = line.split(separator: " ").map(String.init)
            let timer = try #require(report.analysis.timers.first { $0.name == words[0] }, "\(words[0])")
            for place in stride(from: 1, to: words.count, by: 2) {
                let (key, wanted) = (words[place], words[place + 1])
                let figure = try #require(Figure.all.first { $0.text == key }, "\(key)")
                let unit: Double =
                    switch figure.unit {
                    case .count: 1
                    case .time: 1e6
                    case .rate: 1e3
                    }
                #expect(
                    timer.value(of: figure) == Double(wanted).map { Int64(($0 * unit).rounded()) }, "\(words[0]) \(key)"
                )
            }
            #expect(timer.isChain || timer.drift.map { $0.verdict != .value } ?? true)
        }
    }
}
