import LabAnalysis
import LabCatalogue
import LabExpectations
import LabRecording
import LabScenarioModel
import LabTraceBuilding
import Testing

/// A drag of a default-mode timer beside a common-modes one, with everything that a scenario can promise about it.
private struct Drag {
    var plan = ScenarioPlan()
    let trace: Trace

    init() {
        var builder = TraceBuilder(duration: 6 * s)
        let plain = builder.timer("plain", every: 500 * ms)
        let common = builder.timer("common", every: 500 * ms, modes: [builder.defaultMode, builder.trackingMode])
        let unborn = builder.timer("never", every: 500 * ms)
        let controller = builder.part(.object, "controller")
        let touch = builder.part(.event, "touch")
        builder.record(.created, at: 0, unborn)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.callout(touch, from: 1700 * ms, to: 3700 * ms)
        builder.activation(mode: builder.trackingMode, from: 1700 * ms, to: 3700 * ms, step: builder.step())
        for timer in [plain, common] { builder.grid(timer, first: 500 * ms, every: 500 * ms) }
        for start in 1...11 { builder.fire(common, at: Int64(start) * 500 * ms) }
        for start in [500, 1000, 1500, 4000, 4500, 5000, 5500] { builder.fire(plain, at: Int64(start) * ms) }
        builder.fire(plain, at: 3700 * ms, due: 2000 * ms, data: 4)
        builder.retain(controller, as: "navigation", at: 0)
        builder.retain(plain, by: builder.main, as: "timer", at: 0)
        builder.retain(controller, by: plain, as: "target", at: 0)
        builder.release(controller, as: "navigation", at: 5 * s)
        builder.log("start", at: 0, plain)
        builder.log("end", at: 5 * s, common)
        for value in [1, 0, 3] { builder.record(.runReturned, at: 5500 * ms, builder.main, value: Int64(value)) }
        trace = builder.finished
        plan.timers = ["plain", "common", "never"].map { TimerPlan(id: $0, kind: .nstimer) }
        plan.objects = ["controller", "ghost"].map { ObjectPlan(id: $0, className: "NSObject") }
    }

    func verdict(_ subject: ExpectationPlan.Subject, _ promise: ExpectedOutcome) -> Verdict {
        var plan = plan
        plan.expectations = [
            ExpectationPlan(subject: subject, checks: [.init(promise, place: 0..<0)])
        ]
        let checker = ExpectationChecker(plan: plan, trace: trace, analysis: RunAnalysis(of: trace))
        return checker.verdicts()[0]
    }
}

private let lane = "-----•----•----•----|----×----×----×-!--•----•----•----•----"

@Suite struct ExpectationTests {
    private let drag = Drag()

    @Test("an exact time that was meant as a bound is told apart from one that is exceeded")
    func exactBound() {
        let meant = drag.verdict(.timer(0), .figure(Figure(.lateness, .max), .equal(2 * s)))
        #expect(meant.details == ["2 s is compared exactly; did you mean \"< 2 s\"?"])
        #expect(drag.verdict(.timer(0), .figure(Figure(.lateness, .max), .equal(ms))).details == [])
    }

    @Test(
        "promises that hold",
        arguments: [
            (ExpectationPlan.Subject.timer(0), ExpectedOutcome.figure(Figure(.fired), .equal(8))),
            (.timer(0), .figure(Figure(.skipped), .equal(3))),
            (.timer(0), .figure(Figure(.lateness, .max), .equal(1700 * ms))),
            (.timer(0), .figure(Figure(.lateness), .between(0, 1700 * ms))),
            (.timer(1), .figure(Figure(.lateness), .equal(0))),
            (.timer(1), .figure(Figure(.drift), .equal(0))),
            (.timer(1), .figure(Figure(.jitter), .less(1))),
            (.timer(0), .figure(Figure(.firedAfterOwner), .equal(1))),
            (.run, .figure(Figure(.fired), .equal(19))),
            (.thread(0), .figure(Figure(.busy), .equal(0))),
            (.timer(0), .timeline(step: 100 * ms, lane: lane)),
            (.timer(0), .timeline(step: 100 * ms, lane: "-----•")),
            (.timer(0), .firings([500 * ms, 1000 * ms], isComplete: false)),
            (.timer(0), .findings(["TL0103", "TL0301"])),
            (.object(0), .findings(["TL0301"])),
            (.timer(1), .noFindings(["TL0103"])),
            (.object(0), .deallocated(false)),
            (.object(0), .keptBy("run loop main → timer plain → target controller")),
            (.object(0), .keptBy("run loop main -> timer plain  -> target controller")),
            (.run, .noCrash),
            (.run, .log(["start", "end"], isComplete: true)),
            (.run, .log(["end"], isComplete: false)),
            (.timer(1), .log(["end"], isComplete: true)),
            (.timer(1), .noLog(["start"])),
            (.thread(0), .returns(["true", "returned", "timed_out"])),
            (.run, .fingerprint("0000000000000000")),
            (.timer(0), .sameFirings(as: 0)),
        ])
    func holds(subject: ExpectationPlan.Subject, promise: ExpectedOutcome) {
        let verdict = drag.verdict(subject, promise)
        #expect(verdict.passed, "\(verdict.expected): \(verdict.actual) \(verdict.details)")
    }

    @Test(
        "promises that are broken, and what is said about them",
        arguments: [
            (ExpectationPlan.Subject.timer(0), ExpectedOutcome.figure(Figure(.fired), .equal(7)), "fired = 8"),
            (.timer(0), .figure(Figure(.lateness), .less(1 * s)), "lateness = 0 s … 1.7 s"),
            (.timer(2), .figure(Figure(.lateness, .p99), .less(1 * s)), "lateness.p99 has no value: it never fired"),
            (.timer(2), .figure(Figure(.drift), .less(1)), "drift has no value: it never fired"),
            (
                .timer(1), .figure(Figure(.waiting, .p99), .less(1 * s)),
                "waiting.p99 has no value: it needs 100 due points, this run has 11: use max"
            ),
            (
                .timer(0), .figure(Figure(.lateness, .p95), .less(1 * s)),
                "lateness.p95 has no value: it needs 20 callbacks, this run has 8: use max"
            ),
            (.timer(1), .figure(Figure(.frames), .equal(11)), "frames has no value: it does not follow a display"),
            (
                .timer(1), .figure(Figure(.firedAfterOwner), .equal(0)),
                "fired_after_owner has no value: nothing in the recording owned it or its target"
            ),
            (.timer(1), .findings(["TL0103"]), "finding = []"),
            (.timer(0), .noFindings(["TL0103"]), "finding = [TL0301, TL0304, TL0103]"),
            (.object(0), .deallocated(true), "deallocated = false"),
            (.object(0), .deallocatedAt(.equal(5 * s)), "deallocated = false"),
            (.object(0), .keptBy("nobody"), "kept_by = run loop main → timer plain → target controller"),
            (.object(1), .deallocated(false), "the recording knows no ghost"),
            (.run, .crash(nil), "crash = false"),
            (.run, .log(["end", "start"], isComplete: false), "2 log lines"),
            (.run, .noLog(["end"]), "2 log lines"),
            (.thread(0), .returns(["true"]), "returns = [finished, returned, timed_out]"),
            (.run, .fingerprint("0000000000000001"), "fingerprint = 0000000000000000"),
            (.timer(0), .sameFirings(as: 1), "other instants than common"),
        ] as [(ExpectationPlan.Subject, ExpectedOutcome, String)])
    func broken(subject: ExpectationPlan.Subject, promise: ExpectedOutcome, actual: String) {
        let verdict = drag.verdict(subject, promise)
        #expect(!verdict.passed)
        #expect(verdict.actual == actual)
    }

    @Test("a timeline that differs is drawn with carets below the steps that do")
    func carets() {
        let wrong = "-----•----•----•----•----•----×----×-!--•----•----•----•----"
        let verdict = drag.verdict(.timer(0), .timeline(step: 100 * ms, lane: wrong))
        #expect(!verdict.passed)
        #expect(verdict.actual == "timeline differs in 2 steps, first at 2 s: expected •, is |")
        #expect(
            verdict.details == [
                "expected " + wrong, "found    " + lane, "                             ^    ^",
            ])
    }

    @Test("firings that differ say which is the first")
    func firstDifference() {
        let verdict = drag.verdict(.timer(0), .firings([500 * ms, 900 * ms], isComplete: false))
        #expect(verdict.details == ["firing 2 was expected at 900 ms, it came at 1 s"])
        let complete = drag.verdict(.timer(1), .firings([500 * ms], isComplete: true))
        #expect(complete.details == ["firing 2 was expected not to come, it came at 1 s"])
    }

    @Test("a promise is quoted as the scenario has it, a statistic with its figure")
    func quotes() {
        let source = "fired   = 8\ninterval = { p50 = \"6s ± 20ms\" }"
        var plan = drag.plan
        plan.expectations = [
            ExpectationPlan(
                subject: .timer(0),
                checks: [
                    .init(.figure(Figure(.fired), .equal(8)), place: 0..<11),
                    .init(.figure(Figure(.interval, .p50), .between(5980 * ms, 6020 * ms)), place: 25..<43),
                    .init(.figure(Figure(.drift), .equal(0)), place: 31..<43),
                ])
        ]
        let checker = ExpectationChecker(
            plan: plan, source: Array(source.utf8), trace: drag.trace, analysis: RunAnalysis(of: drag.trace))
        #expect(
            checker.verdicts().map(\.expected) == [
                "fired = 8", "interval.p50 = \"6s ± 20ms\"", "drift = \"6s ± 20ms\"",
            ])
    }

    @Test("a crash is promised by a part of its reason, or by any")
    func crashes() {
        var builder = TraceBuilder(duration: 1 * s)
        let reason = "unrecognized selector sent to instance"
        builder.record(.crashed, at: 500 * ms, builder.process, value: builder.text(reason), extra: -1)
        let trace = builder.finished
        func checker(_ promises: [ExpectedOutcome]) -> ExpectationChecker {
            var plan = ScenarioPlan()
            plan.expectations = [
                ExpectationPlan(subject: .run, checks: promises.map { .init($0, place: 0..<0) })
            ]
            return ExpectationChecker(plan: plan, trace: trace, analysis: RunAnalysis(of: trace))
        }
        #expect(
            checker([.crash("selector"), .crash(nil), .crash("other"), .noCrash]).verdicts().map(\.passed)
                == [true, true, false, false])
    }
}
