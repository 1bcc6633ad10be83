import LabExactTime
import LabScenarioModel
import LabSteps
import Testing

@testable import LabScenarioLanguage

@Suite("Steps")
struct StepTests {
    /// Threads: 0 main, 1 worker. Queues: 0 main, 1 work, then the timers' own. Timers: 0 tick, 1 beat, 2 link.
    private static let parts = """
        duration = "60s"
        [[thread]]
        id = "worker"
        [[queue]]
        id = "work"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        modes = ["common"]
        [[timer]]
        id = "beat"
        kind = "gcd"
        interval = "1s"
        [[timer]]
        id = "link"
        kind = "displaylink"
        [[object]]
        id = "controller"
        [[source]]
        id = "port"

        """

    @Test(
        "what code calls a verb leads to it",
        arguments: [("print", "log"), ("NSLog", "log"), ("asyncAfter", "async_after")])
    func pasted(name: String, verb: String) {
        let text = StepTests.parts + "[[event]]\nat = \"1s\"\ndo = [{ \(name) = \"a\" }]\n"
        let told = ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.filter { $0.code == "TL1401" }
        #expect(told.map(\.help) == ["did you mean '\(verb)'?"])
    }

    private func action(_ step: String) throws -> Action {
        let plan = try plan(StepTests.parts + "[[event]]\nat = \"1s\"\ndo = [\(step)]\n")
        return try #require(plan.events.first?.steps.first?.action)
    }

    @Test(
        "a step becomes its action",
        arguments: [
            (#"{ work = "5ms" }"#, Action.work(.duration(5_000_000))),
            (#"{ loop = 1_000 }"#, .work(.turns(1_000))),
            (#"{ sleep = "2s" }"#, .sleep(2_000_000_000)),
            (#"{ create = "tick" }"#, .create(.timer(0))),
            (#"{ add = "tick" }"#, .add(.timer(0), modes: [.common], thread: nil)),
            (#"{ add = "tick", modes = "a", thread = "worker" }"#, .add(.timer(0), modes: [ModeName("a")], thread: 1)),
            (#"{ add = "port", thread = "main" }"#, .add(.source(0), modes: [.default], thread: 0)),
            (#"{ invalidate = "link" }"#, .invalidate(.timer(2))),
            (#"{ fire = "tick" }"#, .fire(0)),
            (#"{ set_fire_date = "tick", at = "3s" }"#, .setFireDate(timer: 0, .at(3_000_000_000))),
            (#"{ set_fire_date = "tick", after = "-1s" }"#, .setFireDate(timer: 0, .after(-1_000_000_000))),
            (#"{ run_loop = { until = "distant-future" } }"#, .runLoop(.until(.distantFuture))),
            (#"{ set_fire_date = "tick", at = "distant-future" }"#, .setFireDate(timer: 0, .distantFuture)),
            (#"{ suspend = "beat" }"#, .suspend(.timer(1))), (#"{ suspend = "work" }"#, .suspend(.queue(1))),
            (#"{ resume = "link" }"#, .resume(.timer(2))), (#"{ activate = "beat" }"#, .activate(.timer(1))),
            (#"{ cancel = "beat" }"#, .cancel(.timer(1))), (#"{ cancel = "worker" }"#, .cancel(.thread(1))),
            (#"{ pause = "link" }"#, .pause(2)),
            (
                #"{ reschedule = "beat", after = "0s", interval = "1/3s", leeway = "1ms" }"#,
                .reschedule(
                    timer: 1, start: .after(0), interval: Rational(1_000_000_000, over: 3), leeway: 1_000_000)
            ),
            (#"{ run_loop = "forever" }"#, .runLoop(.forever)),
            (#"{ run_loop = { until = "3s" } }"#, .runLoop(.until(.at(3_000_000_000)))),
            (#"{ run_loop = { for = "3s" } }"#, .runLoop(.until(.after(3_000_000_000)))),
            (#"{ run_loop = { before = "3s" } }"#, .runLoop(.once(mode: .default, before: .at(3_000_000_000)))),
            (
                #"{ run_loop = { before = "distant-future", mode = "common" } }"#,
                .runLoop(.once(mode: .common, before: .distantFuture))
            ),
            (
                #"{ run_loop = { in_mode = "m", for = "0s", return_after_source = true } }"#,
                .runLoop(.inMode(ModeName("m"), for: 0, returnAfterSourceHandled: true))
            ),
            (
                #"{ run_loop = { mode = "tracking", for = "2s" } }"#,
                Step(.runLoop) { $0.call = .nested(.tracking, for: 2_000_000_000) }
            ),
            (#"{ mode = "tracking", for = "2s" }"#, .runLoop(.nested(.tracking, for: 2_000_000_000))),
            (#"{ stop_loop = true }"#, .stopLoop(thread: nil)), (#"{ stop_loop = "worker" }"#, .stopLoop(thread: 1)),
            (#"{ wake_loop = "main" }"#, .wakeLoop(thread: 0)), (#"{ dump_loop = true }"#, .dumpLoop(thread: nil)),
            (
                #"{ perform_block = [{ exit = true }], thread = "worker", wakes = true }"#,
                .performBlock(modes: [.default], thread: 1, wakes: true, steps: [.exit])
            ),
            (#"{ add_common_mode = "modal" }"#, .addCommonMode(ModeName("modal"), thread: nil)),
            (#"{ signal = "port" }"#, .signal(source: 0)),
            (#"{ cancel_perform = true }"#, .cancelPerform(target: nil, selector: nil)),
            (
                #"{ cancel_perform = "controller", selector = "late:" }"#,
                .cancelPerform(target: 0, selector: "late:")
            ),
            (
                #"{ perform = "late:", target = "controller", after = "2s", in_modes = ["common"] }"#,
                .perform(
                    PerformPlan(
                        selector: "late:", target: 0, delivery: .after(2_000_000_000, modes: [.common]), steps: []))
            ),
            (
                #"{ perform = "now:", on_thread = "worker", wait = true }"#,
                .perform(
                    PerformPlan(
                        selector: "now:", target: nil, delivery: .onThread(1, modes: [.common], waits: true), steps: [])
                )
            ),
            (
                #"{ perform = "now:" }"#,
                .perform(PerformPlan(selector: "now:", target: nil, delivery: .direct, steps: []))
            ),
            (#"{ async = "main", do = [] }"#, .async(queue: 0, steps: [], captures: [])),
            (
                #"{ async_after = "2s", queue = "work", do = [], clock = "wall" }"#,
                .asyncAfter(delay: .fixed(2_000_000_000), queue: 1, clock: .wall, steps: [], captures: [])
            ),
            (
                #"{ assign = "controller", weak = "tick" }"#,
                .assign(owner: 0, property: "tick", part: .timer(0), isWeak: true)
            ),
            (
                #"{ assign = "controller", nothing = true, property = "timer" }"#,
                .assign(owner: 0, property: "timer", part: nil, isWeak: false)
            ),
            (#"{ release = "beat" }"#, .release(.timer(1))), (#"{ over_release = "controller" }"#, .overRelease(0)),
            (#"{ push = "controller" }"#, .push(0)), (#"{ pop = "controller" }"#, .pop(0)),
            (#"{ is_kind_of = "controller", class = "C" }"#, .isKindOf(object: 0, className: "C")),
            (#"{ responds_to = "controller", selector = "s" }"#, .respondsTo(object: 0, selector: "s")),
            (
                #"{ message = "controller", selector = "s" }"#,
                .message(MessagePlan(receiver: .object(0), selector: "s"))
            ),
            (#"{ start = "worker" }"#, .start(thread: 1)),
            (#"{ system_sleep = "30s" }"#, .systemSleep(30_000_000_000)), (#"{ background = true }"#, .background),
            (#"{ foreground = true }"#, .foreground),
            (#"{ set_wall_clock = "-1h" }"#, .setWallClock(by: -3_600_000_000_000)),
        ])
    func becomes(step: String, wanted: Action) throws {
        var found = try action(step)
        // Steps inside a step have their places.
        found.steps = found.steps.map(\.action)
        #expect(found == wanted)
    }

    @Test("work can be drawn from percentiles")
    func drawn() throws {
        let table = try #require(
            QuantileTable(points: [
                .init(probability: 0, value: 5_000_000_000), .init(probability: 1_000_000, value: 6_000_000_000),
            ]))
        #expect(try action(#"{ work = { p100 = "6s", p0 = "5s" } }"#) == .work(.drawn(table)))
    }

    @Test("a log line's fields are taken apart")
    func logFields() throws {
        let text = #"{{{n}|{n0}|{countdown:60:2}|{valid:beat}|{fire_date:tick}|{thread}|{mode}|{now}}}"#
        let plan = try plan(
            StepTests.parts
                + "[[timer]]\nid = \"t\"\nkind = \"gcd\"\ninterval = \"1s\"\ndo = [{ log = '\(text)' }, { log = '{data}' }]\n"
        )
        let bar = LogTextPlan.Piece.literal("|")
        #expect(
            plan.timers[3].steps[0].action
                == .log(
                    LogTextPlan(pieces: [
                        .literal("{"), .field(.firing(fromZero: false)), bar, .field(.firing(fromZero: true)), bar,
                        .field(.countdown(from: 60, width: 2)), bar, .field(.isValid(timer: 1)), bar,
                        .field(.fireDate(timer: 0)), bar, .field(.thread), bar, .field(.mode), bar, .field(.now),
                        .literal("}"),
                    ])))
        #expect(plan.timers[3].steps[1].action == .log(LogTextPlan(pieces: [.field(.data)])))
    }

    @Test("any step takes a condition")
    func conditions() throws {
        let text = """
            [[timer]]
            id = "t"
            kind = "gcd"
            interval = "1s"
            do = [
              { cancel = "t", when = { fired = 60 } },
              { background = true, when = { fired = ">= 2", timer = "tick" } },
              { background = true, when = { cancelled = "worker" } },
              { background = true, when = { gone = "controller" } },
              { background = true, when = { not = { valid = "tick" } } },
              { repeat = 9999, do = [{ log = "{turn}" }], until = { cancelled = "worker" } },
            ]

            """
        let plan = try plan(StepTests.parts + text)
        #expect(
            plan.timers[3].steps.map(\.condition) == [
                .fired(timer: nil, .equal(60)), .fired(timer: 0, .atLeast(2)), .cancelled(.thread(1)),
                .gone(.object(0)),
                .not(.valid(timer: 0)), nil,
            ])
        let repetition = plan.timers[3].steps[5]
        #expect(repetition.verb == .repeating && repetition.number == 9999)
        #expect(repetition.until == .cancelled(.thread(1)))
        #expect(repetition.steps.map(\.action) == [.log(LogTextPlan(pieces: [.field(.turn)]))])
    }

    @Test("a block keeps what it captures, and its steps may speak of the surrounding timer")
    func blocks() throws {
        let text = """
            [[timer]]
            id = "t"
            kind = "gcd"
            interval = "1s"
            do = [{ async = "main", strong = "controller", weak = ["t"], do = [{ log = "{n}" }, { mode = "m", for = "1s" }] }]

            """
        let plan = try plan(StepTests.parts + text)
        let block = try #require(plan.timers[3].steps.first)
        #expect(block.verb == .async && block.queue == 0)
        #expect(block.captures.map(\.part) == [.object(0), .timer(3)])
        #expect(block.captures.map(\.isWeak) == [false, true])
        #expect(block.steps.count == 2)
    }

    @Test("a part that a step makes is not made at the start, nor is a thread that a step starts started")
    func making() throws {
        let plan = try plan(
            StepTests.parts + "[[event]]\nat = \"1s\"\ndo = [{ create = \"tick\" }, { start = \"worker\" }]\n")
        #expect(plan.madeBySteps == [.timer(0)])
        #expect(plan.creationOrder == [.timer(1), .timer(2), .object(0), .source(0)])
        #expect(plan.threads.map(\.starts) == [0, nil])
    }

    @Test("each step knows its place in the file")
    func places() throws {
        let text = StepTests.parts + "[[event]]\nat = \"1s\"\ndo = [{ background = true }]\n"
        let place = try #require(try plan(text).events.first?.steps.first?.place)
        #expect(String(decoding: Array(text.utf8)[place], as: UTF8.self) == "{ background = true }")
    }
}
