import LabCatalogue
import LabGate
import LabReports
import LabScenarioModel
import Testing

/// Checks written by hand, with names and texts that no format likes.
enum SampleChecks {
    static let nasty = "a,b:c=\"d\" <e> & 'f' | `g` # 100% \\ \u{1}\u{7F} ü定 ]]> ::error::x"

    /// The same as every format shows it that has no way of its own to write controls.
    static let nastyShown = nasty.replacing("\u{1}\u{7F}", with: #"\u{1}\u{7f}"#)

    static func report() throws -> CheckReport {
        var report = CheckReport(suites: [try heavy(), broken, try fine(), try sampled(), baseline])
        report.notes = ["If this change is intended, run: timerlab check --update Scenarios"]
        report.status = 65
        return report
    }

    /// A check in which nothing is wrong.
    static func good() throws -> CheckReport { CheckReport(suites: [try fine()]) }

    /// More failures than anybody shows.
    static func flood(_ count: Int) -> CheckReport {
        let points = (1...count).map { number in
            CheckPoint(.expectation, .failed, name: "tick: fired = \(number)", message: "but fired = 0", line: number)
        }
        return CheckReport(suites: [CheckSuite(.scenario, file: "flood.toml", points: points)])
    }

    private static func name(_ text: String) throws -> FigureName { try #require(FigureName(text)) }

    private static func heavy() throws -> CheckSuite {
        let old = DriftNumbers(exact: [
            try name("tick.lateness.p99"): 5_015_213_007, try name("tick.fired"): 7, try name("tick.drift"): -3_250,
            try name("tick.skipped"): 35,
        ])
        let new = DriftNumbers(exact: [
            try name("tick.lateness.p99"): 5_402_000_000, try name("tick.fired"): 6, try name("tick.drift"): 0,
            try name("tick.jitter.rms"): 12,
        ])
        let guards = [GuardPlan(try name("tick.lateness.p99"), .relative(partsPerMillion: 50_000))]
        var comparison = DriftComparison(old: old, new: new, guards: guards)
        comparison.changes = ScenarioOutline(leaves: [(path: "event.0.do.0.for", value: nasty, line: 12)])
            .changes(since: "for=2s")
        return CheckSuite(
            .scenario, file: "Scenarios/heavy work.toml", title: nasty, comparison: comparison,
            points: [
                CheckPoint(.expectation, .passed, name: "tick: skipped = 35", line: 24),
                CheckPoint(
                    .expectation, .failed, name: "tick: fired = 7", message: "but fired = 6",
                    details: ["expected  x-x", "found     x--", nasty], line: 23,
                    command: "timerlab run 'Scenarios/heavy work.toml'"),
                CheckPoint(
                    .guard, .failed, name: "tick.lateness.p99", message: comparison.failures[0].message,
                    details: [comparison.failures[0].facts], line: 31,
                    command: "timerlab run -q 'Scenarios/heavy work.toml'"),
                CheckPoint(
                    .numbers, .moved, name: "figures and facts", message: "worse", details: comparison.lines(),
                    line: 12),
            ])
    }

    private static let broken = CheckSuite(
        .scenario, file: "Scenarios/broken.toml",
        points: [CheckPoint(.scenario, .faulty, name: "", message: "error[TL1202]: " + nasty, line: 1)])

    private static func fine() throws -> CheckSuite {
        let numbers = DriftNumbers(exact: [try name("tick.fired"): 9])
        return CheckSuite(
            .scenario, file: "Scenarios/fine.toml", title: "Fine",
            comparison: DriftComparison(old: numbers, new: numbers, guards: []),
            points: [CheckPoint(.numbers, .passed, name: "figures and facts", message: "1 as before")])
    }

    /// Seeds in pairs, all for the better.
    private static func sampled() throws -> CheckSuite {
        let p99 = try name("tick.lateness.p99")
        let samples = { (shift: Int64) in
            DriftNumbers(exact: [p99: shift], samples: [p99: (1...12).map { $0 * 1_000_000 + shift }])
        }
        let comparison = DriftComparison(old: samples(20_000_000), new: samples(0), guards: [], isPaired: true)
        return CheckSuite(
            .scenario, file: "Scenarios/random.toml", title: "Random", comparison: comparison,
            points: [
                CheckPoint(
                    .numbers, .better, name: "figures and facts", message: "better",
                    details: comparison.lines())
            ])
    }

    private static let baseline = CheckSuite(
        .baseline, file: "Scenarios/timerlab.baseline",
        points: [
            CheckPoint(
                .baseline, .moved, name: "stale", message: "it has numbers of scenarios that are not there",
                details: ["gone.toml"])
        ])
}
