import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabSteps
import Testing

@testable import LabScenarioLanguage

@Suite("Values from the command line")
struct OverrideTests {
    @Test("a key of a part with an id")
    func id() throws {
        let plan = try plan(Examples.heavyWork, overrides: ["timer.tick.interval=2s"])
        #expect(plan.timers[0].interval == Rational(whole: 2_000_000_000))
    }

    @Test("a key of the top level, of a single table, and of a table that the file does not have")
    func tables() throws {
        let plan = try plan(
            Examples.drag, overrides: ["duration=7s", "device.profile=simulator", "log.pid=7", "seed=42"])
        #expect(plan.duration == 7_000_000_000)
        #expect(plan.device.profile == "simulator")
        #expect(plan.log.pid == 7)
        #expect(plan.seed == 42)
    }

    @Test("an index where there is no id, and a value inside of a value")
    func index() throws {
        let plan = try plan(
            Examples.heavyWork,
            overrides: ["expect.0.fired=8", "expect.0.interval.p50=< 7s", "timer.0.do.0.loop=5", "title=\"Other\""])
        #expect(plan.title == "Other")
        #expect(plan.timers[0].steps[0].action == .work(.turns(5)))
        #expect(plan.expectations[0].checks[0].expectation == .figure(Figure(.fired), .equal(8)))
        #expect(plan.expectations[0].checks[2].expectation == .figure(Figure(.interval, .p50), .less(7_000_000_000)))
    }

    @Test("a key that the file leaves out")
    func added() throws {
        let plan = try plan(
            Examples.heavyWork,
            overrides: [
                "timer.tick.tolerance=100ms", "device.wake_up.p0=1us", "device.wake_up.p99.9=2us",
                "device.wake_up.p100=5us",
            ])
        #expect(plan.timers[0].tolerance == 100_000_000)
        let table = try #require(
            QuantileTable(points: [
                .init(probability: 0, value: 1_000), .init(probability: 999_000, value: 2_000),
                .init(probability: 1_000_000, value: 5_000),
            ]))
        #expect(plan.device.wakeUp == .drawn(table))
    }

    @Test("the last one wins: a whole value over what was set inside of it, and what is set inside over the whole")
    func order() throws {
        let twice = try plan(Examples.drag, overrides: ["timer.plain.interval=2s", "timer.plain.interval=3s"])
        #expect(twice.timers[0].interval == Rational(whole: 3_000_000_000))
        let whole = try plan(
            Examples.heavyWork, overrides: ["timer.tick.do.0.loop=5", "timer.tick.do=[{ work = \"1ms\" }]"])
        #expect(whole.timers[0].steps.map(\.action) == [.work(.duration(1_000_000))])
        let inside = try plan(
            Examples.heavyWork, overrides: ["timer.tick.do=[{ work = \"1ms\" }]", "timer.tick.do.0.work=2ms"])
        #expect(inside.timers[0].steps.map(\.action) == [.work(.duration(2_000_000))])
    }

    @Test("a verb replaces the verb of a step, with what belongs to it")
    func verb() throws {
        let plan = try plan(Examples.heavyWork, overrides: ["timer.tick.do.0.work=5ms"])
        #expect(plan.timers[0].steps[0].action == .work(.duration(5_000_000)))
        #expect(plan.timers[0].steps.count == 2)
    }

    @Test("the longest id that fits a path with dots is taken")
    func dots() throws {
        let text = Examples.drag.replacing("\"plain\"", with: "\"plain.one\"")
        let plan = try plan(text, overrides: ["timer.plain.one.interval=2s"])
        #expect(plan.timers[0].interval == Rational(whole: 2_000_000_000))
    }

    @Test(
        "paths that lead nowhere are wrong usage",
        arguments: [
            "timer.tock.interval=1s", "timer.tick.intervall=1s", "timer.9.interval=1s", "tmier.tick.interval=1s",
            "device.profil=ideal", "device=1", "timer.tick=1", "duration", "=1", "timer..interval=1s", "timer=3",
            "timer.tick.interval.from.more.and.more=1", "seed.inside=1", "timer.tick.repeats.x=true",
            "timer.tick.do.9.work=3s", "timer.tick.do.-1.work=3s", "timer.tick.do.x.work=3s",
            "timer.tick.do.9999999999.work=3s", "timer.tick.do.0.loop.p50=1", "expect.0.fired.least=1",
        ])
    func wrong(argument: String) {
        let reading = ScenarioReader.read(
            bytes: Array(Examples.heavyWork.utf8), overrides: [ScenarioOverride(argument)])
        #expect(reading.overrideFaults.map(\.override.argument) == [argument])
        #expect(reading.plan == nil)
    }

    @Test("a wrong value is shown on the command line")
    func place() throws {
        let reading = ScenarioReader.read(
            bytes: Array(Examples.heavyWork.utf8), overrides: [ScenarioOverride("timer.tick.interval=2 sec")])
        let diagnostic = try #require(reading.diagnostics.first)
        #expect(diagnostic.code == "TL1205")
        let told = DiagnosticRenderer(path: "x.toml").text(diagnostic, in: reading.sources)
        #expect(told.hasPrefix("--set timer.tick.interval=2 sec: error[TL1205]:"))
        #expect(told.contains("   |                       ^^^\n"))
    }
}
