import LabAnalysis
import LabExactTime
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// What drift has to say of runs whose drift is known.
@Suite("Drift of whole runs")
struct DriftAcceptanceTests {
    /// Nothing, a phone, a phone with a long tail.
    private static let devices = [
        "", "[device]\nwake_up = { p0 = \"5us\", p50 = \"60us\", p95 = \"130us\", p99 = \"900us\", p100 = \"2ms\" }\n",
        "[device]\nwake_up = { p0 = \"1us\", p50 = \"20us\", p95 = \"3ms\", p100 = \"20ms\" }\n",
    ]

    private func report(
        _ kind: String = "nstimer", every interval: String = "1s", work: String = "0s", lasting duration: String,
        on device: String = "", event: String = ""
    ) throws -> RunReport {
        let repeats = ["task-sleep", "thread-sleep", "combine", "async-timer"].contains(kind) ? "" : "repeats = true\n"
        let text = """
            duration = "\(duration)"
            seed = 3
            \(device)
            \(Toml.timer("tick", kind, "\(interval)"))
            \(repeats)do = [{ work = "\(work)" }]
            \(event.isEmpty ? "" : "[[event]]\n\(event)\n")
            """
        return try Bench.run(text)
    }

    private func timer(of report: RunReport) throws -> TimerSummary { try #require(report.analysis.timers.first) }

    private func isNone(_ drift: DriftEstimate?) -> Bool {
        if case .none? = drift?.verdict { true } else { false }
    }

    @Test(
        "a drag of 1.2 s is an episode, whenever it comes, and no drift", arguments: devices,
        ["0.4s", "2.4s", "5.4s", "7.4s", "10.4s", "12.4s"])
    func drag(device: String, at: String) throws {
        let event = "at = \"\(at)\"\ndo = [{ mode = \"tracking\", for = \"1.2s\" }]"
        let tick = try timer(of: report(lasting: "14s", on: device, event: event))
        #expect(isNone(tick.drift), "\(tick.drift?.text() ?? "nil")")
        #expect(tick.steps.isEmpty)
        if device.isEmpty {
            #expect(tick.drift?.exact == .zero)
            #expect(tick.episodes.count == 1 && tick.episodes.first?.reason?.cause == .modeNotRun)
        }
    }

    @Test(
        "a hang of 2.5 s in ten minutes is no drift, wherever it is", arguments: devices,
        ["0.2s", "3.3s", "150.7s", "301.2s", "595.9s", "598.3s"])
    func hang(device: String, at: String) throws {
        let tick = try timer(
            of: report(lasting: "600s", on: device, event: "at = \"\(at)\"\ndo = [{ work = \"2.5s\" }]"))
        #expect(isNone(tick.drift), "\(tick.drift?.text() ?? "nil")")
        #expect(tick.steps.isEmpty && (!device.isEmpty || tick.drift?.exact == .zero))
        // A last callback that is merely late is nothing that has not come back.
        #expect(at == "598.3s" || (tick.drift?.notBack?.size ?? 0) < 100_000_000)
    }

    @Test(
        "a system sleep is a step apart and leaves the drift as it is",
        arguments: [("nstimer", "0s"), ("nstimer", "20ms"), ("thread-sleep", "100ms"), ("mach-wait", "0s")])
    func sleepExactly(kind: String, work: String) throws {
        let calm = try timer(of: report(kind, work: work, lasting: "60s")).drift
        #expect(calm?.exact != nil)
        for at in ["5.05s", "20.05s", "40.05s", "44.95s"] {
            let event = "at = \"\(at)\"\ndo = [{ system_sleep = \"15s\" }]"
            let tick = try timer(of: report(kind, work: work, lasting: "60s", event: event))
            #expect(tick.drift?.exact == calm?.exact, "\(tick.drift?.text() ?? "nil") with a sleep at \(at)")
            if ["5.05s", "20.05s"].contains(at) {
                #expect(tick.steps.map { $0.reason?.cause } == [.systemSlept], "at \(at)")
                #expect(tick.steps.map(\.size) == [15_000_000_000], "at \(at)")
            } else if at == "40.05s" {
                #expect(tick.steps.count == 1 || tick.drift?.notBack?.size == 15_000_000_000)
            }
        }
    }

    @Test(
        "a departure that fewer than eight firings follow is listed as not back at the end", arguments: ["0s", "20ms"])
    func notBack(work: String) throws {
        let event = "at = \"55.05s\"\ndo = [{ work = \"3s\" }]"
        var report = try report("perform", work: work, lasting: "60s", event: event)
        report.isDetailed = true
        let text = Bench.text(report.page(), width: 400)
        #expect(text.contains("not back at the end"))
    }

    @Test(
        "with noise the drift of sleeps at several instants is the same within each other's interval",
        arguments: devices.dropFirst(), [("nstimer", "0s"), ("thread-sleep", "10ms")])
    func sleepNoisily(device: String, timer kind: (String, String)) throws {
        let drifts = try ["5.03s", "20.03s", "40.03s", "44.93s"].map { at in
            let event = "at = \"\(at)\"\ndo = [{ system_sleep = \"15s\" }]"
            let tick = try timer(
                of: report(kind.0, every: "100ms", work: kind.1, lasting: "60s", on: device, event: event))
            #expect(tick.steps.count == 1 || tick.drift?.notBack != nil || at == "44.93s", "no step at \(at)")
            return try #require(tick.drift)
        }
        for one in drifts {
            for other in drifts {
                let (low, high, value) = try (
                    #require(one.low), #require(one.high), #require(other.partsPerBillion)
                )
                #expect(low...high ~= value, "\(other.text()) is outside of \(one.text())")
            }
            if kind.0 == "nstimer" { #expect(isNone(one), "\(one.text())") }
        }
    }

    @Test(
        "1 s and 100 ms of work is +10 % exactly, however long it runs", arguments: ["task-sleep", "thread-sleep"],
        ["4s", "60s", "3000s"])
    func chain(kind: String, duration: String) throws {
        let tick = try timer(of: report(kind, work: "100ms", lasting: duration))
        #expect(tick.drift?.exact == Rational(1, over: 10) && tick.drift?.text() == "+10 %")
        #expect(tick.waiting == nil && tick.lateness?.max == 0 && tick.steps.isEmpty)
    }

    @Test(
        "a grid has no drift, however long its callback and whatever it is due to",
        arguments: ["nstimer", "gcd", "mach-wait", "combine", "async-timer"],
        ["20ms", "104ms", "105ms", "133ms", "271ms"])
    func grid(kind: String, work: String) throws {
        for device in Self.devices {
            let event = "at = \"3s\"\ndo = [{ work = \"450ms\" }]"
            let tick = try timer(
                of: report(kind, every: "100ms", work: work, lasting: "12s", on: device, event: event))
            #expect(tick.drift?.verdict != .value, "\(tick.drift?.text() ?? "")")
            #expect(tick.steps.allSatisfy { $0.size > 0 } && tick.notBack.map { $0.size > 0 } ?? true)
        }
    }

    @Test(
        "a display link has no drift, whatever becomes of an overrun", arguments: ["at-once", "next-vsync"],
        ["60Hz", "90Hz", "120Hz"])
    func link(overrun: String, rate: String) throws {
        for work in [
            "{ work = \"3ms\" }", "{ sleep = \"8.4166ms\" }", "{ work = \"1/120s\" }, { sleep = \"5ms\" }", varied,
        ] {
            for device in Self.devices {
                let display = "refresh = \"\(rate)\"\ndisplay_overrun = \"\(overrun)\""
                let head = device.isEmpty ? "[device]\n" : device
                let text =
                    "duration = \"2s\"\n\(head)\(display)\n[[timer]]\nid = \"a\"\nkind = \"displaylink\"\ndo = [\(work)]\n"
                let drift = try timer(of: Bench.run(text)).drift
                #expect(drift?.verdict != .value, "\(drift?.text() ?? "") with \(work)")
            }
        }
    }

    private let varied =
        "{ work = { p0 = \"0ms\", p100 = \"20ms\" } }, { sleep = \"9ms\", when = { fired = \"> 200\" } }"

    @Test("after 60 requested seconds it is 6 s behind, all of it for its own callback")
    func lag() throws {
        let report = try report("thread-sleep", work: "100ms", lasting: "67.05s")
        let tick = try timer(of: report)
        #expect(tick.fired == 61 && tick.lag == 6_000_000_000)
        #expect([tick.due, tick.served, tick.skipped] == [67, 61, 6])
        let shares = try #require(report.analysis.attributions.first).shares
        #expect(shares.map(\.cause) == [.ownCallback] && shares.map(\.nanoseconds) == [6_000_000_000])
    }

    @Test("a chain is not headlined as punctual: each second takes 1.1 s")
    func headline() throws {
        let report = try report("task-sleep", work: "100ms", lasting: "60s")
        let text = Bench.text(report.page())
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("each second takes 1.1 s (+10 %)"))
        let answer = text.split(separator: "\nAnswer\n").last ?? ""
        #expect(answer.contains("tick") && !answer.contains("on time"))
    }

    @Test(
        "every shipped grid has no drift, every chain the drift that its steps add up to",
        arguments: Shipped.listings.map(\.path))
    func shipped(path: String) throws {
        for timer in try Shipped.run(path).report.analysis.timers {
            guard let drift = timer.drift, let value = drift.partsPerBillion else { continue }
            if !timer.isChain {
                #expect(isNone(drift), "\(timer.name): \(drift.text())")
                continue
            }
            guard timer.copies == 1, let interval = timer.requested?.scaled(1), let first = timer.first,
                let last = timer.last, timer.fired > 2
            else { continue }
            let requested = Double((timer.fired - 1) * interval)
            let steps = timer.steps.reduce(0) { $0 + $1.size } + (drift.notBack?.size ?? 0)
            let gained = (Double(last - first - steps) - requested) / requested * 1e9
            let room = Double(drift.halfWidth ?? 0) + 0.02 * abs(gained) + 1
            #expect(abs(gained - Double(value)) <= room, "\(timer.name): \(drift.text()), gained \(gained) ppb")
        }
    }
}
