import LabCatalogue
import LabScenarioModel
import Testing

@testable import LabScenarioLanguage

@Suite("Expectations")
struct ExpectationTests {
    private static let parts = """
        duration = "60s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true
        copies = 10
        [[object]]
        id = "o"
        [[thread]]
        id = "w"

        """

    private func promises(_ subject: String, _ line: String) throws -> [ExpectedOutcome] {
        let plan = try plan(ExpectationTests.parts + "[[expect]]\n\(subject)\n\(line)\n")
        return try #require(plan.expectations.first).checks.map(\.expectation)
    }

    @Test(
        "a comparison is read exactly",
        arguments: [
            ("\"< 1ms\"", Comparison.less(1_000_000)), ("\"<= 1ms\"", .atMost(1_000_000)),
            ("\"≥ 1.5us\"", .atLeast(1_500)), ("\">1ns\"", .greater(1)), ("\"= 2s\"", .equal(2_000_000_000)),
            ("\"2s\"", .equal(2_000_000_000)), ("\"6s ± 20ms\"", .between(5_980_000_000, 6_020_000_000)),
            ("\"6s +- 20ms\"", .between(5_980_000_000, 6_020_000_000)),
            ("\"5.98s … 6.01s\"", .between(5_980_000_000, 6_010_000_000)),
            ("\"5.98s..6.01s\"", .between(5_980_000_000, 6_010_000_000)),
            ("\"-0.112ms ... 1.028ms\"", .between(-112_000, 1_028_000)),
        ])
    func comparisons(text: String, wanted: Comparison) throws {
        #expect(
            try promises("timer = \"tick\"", "interval = { p50 = \(text) }") == [
                .figure(Figure(.interval, .p50), wanted)
            ])
    }

    @Test("a comparison without a statistic is about the figure as a whole")
    func plain() throws {
        let tick = "timer = \"tick\""
        #expect(try promises(tick, "lateness = \"< 1ms\"") == [.figure(Figure(.lateness), .less(1_000_000))])
        #expect(
            try promises(tick, "interval = \"1s … 2s\"") == [
                .figure(Figure(.interval), .between(1_000_000_000, 2_000_000_000))
            ])
        #expect(try promises(tick, "jitter = \"< 1us\"") == [.figure(Figure(.jitter), .less(1_000))])
        #expect(try promises(tick, "drift = \"-1.5ppm … 200ppb\"") == [.figure(Figure(.drift), .between(-1_500, 200))])
        #expect(try promises(tick, "fired = \"3 … 5\"") == [.figure(Figure(.fired), .between(3, 5))])
    }

    @Test("the other promises")
    func others() throws {
        let tick = "timer = \"tick\""
        #expect(
            try promises(tick, "firings = [\"1s\", \"2s\"]") == [
                .firings([1_000_000_000, 2_000_000_000], isComplete: true)
            ])
        #expect(try promises(tick, "first_firings = [\"1s\"]") == [.firings([1_000_000_000], isComplete: false)])
        #expect(try promises(tick, "same_firings_as = \"tick\"") == [.sameFirings(as: 0)])
        #expect(try promises("object = \"o\"", "deallocated = true") == [.deallocated(true)])
        #expect(try promises("object = \"o\"", "deallocated = \"< 3s\"") == [.deallocatedAt(.less(3_000_000_000))])
        #expect(try promises("object = \"o\"", "kept_by = \"x\"") == [.keptBy("x")])
        #expect(try promises("thread = \"w\"", "returns = [\"true\", \"false\"]") == [.returns(["true", "false"])])
        #expect(try promises("thread = \"w\"", "returns = []") == [.returns([])])
        #expect(try promises("", "crash = true") == [.crash(nil)])
        #expect(try promises("", "crash = false") == [.noCrash])
        #expect(try promises("", "crash = \"selector\"") == [.crash("selector")])
        #expect(try promises("", "log = \"a\"") == [.log(["a"], isComplete: false)])
        #expect(try promises("", "whole_log = [\"a\", \"b\"]") == [.log(["a", "b"], isComplete: true)])
        #expect(try promises("", "no_log = [\"a\"]") == [.noLog(["a"])])
        #expect(
            try promises("", "finding = \"TL0101\"\nno_finding = [\"TL0102\"]") == [
                .findings(["TL0101"]), .noFindings(["TL0102"]),
            ])
        #expect(try promises("", "fingerprint = \"0123456789abcdef\"") == [.fingerprint("0123456789abcdef")])
    }

    @Test("one copy of many can be meant, and a promise stands at its key")
    func subjects() throws {
        let text = ExpectationTests.parts + "[[expect]]\ntimer = \"tick[3]\"\nfired = 7\n"
        let expectation = try #require(try plan(text).expectations.first)
        #expect(expectation.subject == .copy(timer: 0, index: 3))
        let place = try #require(expectation.checks.first).place
        #expect(String(decoding: Array(text.utf8)[place], as: UTF8.self) == "fired = 7")
    }

    @Test("guards and a comparison of mechanisms")
    func guards() throws {
        let text =
            ExpectationTests.parts + """
                [compare]
                timer = "tick"
                workload = "idle"
                order = 3
                [guard]
                "tick.lateness.p99" = "+5%"
                "tick[2].interval.max" = "+1ms"
                "tick.skipped" = "+2"
                "tick.drift" = "+0.5ppm"

                """
        let plan = try plan(text)
        #expect(plan.compare?.timer == 0 && plan.compare?.workload == "idle" && plan.compare?.order == 3)
        #expect(
            plan.guards.map(\.allowance) == [
                .relative(partsPerMillion: 50_000), .absolute(1_000_000), .absolute(2), .absolute(500),
            ])
        #expect(plan.guards[0].name.text == "tick.lateness.p99")
    }

    @Test("a copy that no guard can mean is refused")
    func guardedCopy() {
        let text = ExpectationTests.parts + "[guard]\n\"tick[10].skipped\" = \"+2\"\n"
        #expect(Stage.mistakes(text).map { $0.prefix(6) } == ["TL1306"])
    }
}
