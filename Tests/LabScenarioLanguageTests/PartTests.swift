import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabSteps
import Testing

@testable import LabScenarioLanguage

@Suite("Parts")
struct PartTests {
    private func timer(_ lines: String, more: String = "") throws -> TimerPlan {
        let text = "duration = \"60s\"\n\(more)[[timer]]\nid = \"t\"\n\(lines)\n"
        return try #require(try plan(text).timers.first)
    }

    @Test("what no file says is as the design has it")
    func defaults() throws {
        let plan = try plan("duration = \"1s\"\n")
        var wanted = ScenarioPlan()
        wanted.duration = 1_000_000_000
        wanted.durationPlace = 11..<15
        #expect(plan == wanted)
        #expect(plan.device.profile == "ideal")
        #expect(plan.log.process == "timerlab" && plan.log.pid == 1)
        #expect(CivilTime(unixNanoseconds: plan.log.epoch, offset: plan.log.utcOffset).year == 2001)
        #expect(plan.threads[0].body == nil)
    }

    @Test(
        "a timer that only one thread's body schedules is that thread's, if that adds it to its loop",
        arguments: [
            ("", "", 1), ("create = \"timer\"", "", 0), ("", "[[event]]\nat = \"1s\"\ndo = [{ create = \"t\" }]\n", 0),
        ])
    func maker(lines: String, more: String, thread: Int) throws {
        let body = "[[thread]]\nid = \"worker\"\ndo = [{ create = \"t\" }]\n"
        #expect(try timer("kind = \"nstimer\"\ninterval = \"1s\"\n\(lines)", more: body + more).thread == thread)
    }

    @Test("a dispatch source without a queue has a serial one of its own, and a static variable holds it")
    func ownQueue() throws {
        let plan = try plan("duration = \"1s\"\n[[timer]]\nid = \"beat\"\nkind = \"gcd\"\ninterval = \"1s\"\n")
        #expect(plan.queues.map(\.id) == ["main", "beat.queue"])
        #expect(plan.queues[1].kind == .serial)
        #expect(plan.timers[0].queue == 1)
        #expect(plan.timers[0].heldBy == [.staticVariable])
    }

    @Test("a waiting loop without a thread has one of its own")
    func ownThread() throws {
        let plan = try plan("duration = \"1s\"\n[[timer]]\nid = \"beat\"\nkind = \"mach-wait\"\ninterval = \"1s\"\n")
        #expect(plan.threads.map(\.id) == ["main", "beat.thread"])
        #expect(plan.timers[0].thread == 1)
        #expect(plan.timers[0].repeats)
    }

    @Test("loops and streams repeat, everything else only when told to", arguments: TimerKind.allCases)
    func repeats(kind: TimerKind) throws {
        let interval = kind == .displayLink ? "" : "interval = \"1s\""
        let timer = try timer("kind = \"\(kind.rawValue)\"\n\(interval)")
        #expect(timer.repeats == ![.nstimer, .gcd, .perform, .after].contains(timer.kind))
    }

    @Test("a queue or a thread can be named main")
    func main() throws {
        #expect(try timer("kind = \"gcd\"\ninterval = \"1s\"\nqueue = \"main\"").queue == 0)
        #expect(try timer("kind = \"nstimer\"\ninterval = \"1s\"\nthread = \"main\"").thread == 0)
    }

    @Test(
        "an id has letters of any script, digits, '-', '_', '.' and single spaces between them",
        arguments: [
            ("tick", nil), ("fire button 2", nil), ("a-b_c.d", nil), ("控制器", nil), ("हिन्दी", nil), ("naïve", nil),
            ("٣", nil),
            ("a  b", 1), (" a", 0), ("a ", 1), ("tick[0]", 4), ("a,b", 1), ("a/b", 1), ("a:b", 1), ("a=b", 1),
            ("<a>", 0),
            ("a\u{202E}b", 1), ("a\u{200B}b", 1), ("a\u{A0}b", 1), ("a\u{9B}", 1), ("🕐", 0), ("a|b", 1), ("@a", 0),
            ("a\u{FE0F}", 1),
        ] as [(String, Int?)])
    func ids(id: String, wrong: Int?) {
        let text = "duration = \"1s\"\n[[object]]\nid = \"\(id)\"\n"
        let malformed = ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.filter { $0.code == "TL1305" }
        let start = text.utf8.count - 2 - id.utf8.count
        #expect(malformed.map { $0.span.lowerBound - start } == (wrong.map { [$0] } ?? []))
    }

    @Test("the main thread can have a body")
    func mainBody() throws {
        let plan = try plan(
            "duration = \"1s\"\n[[thread]]\nid = \"main\"\ndo = [{ work = \"1ms\" }, { run_loop = \"forever\" }]\n")
        #expect(plan.threads.count == 1)
        #expect(plan.threads[0].body?.map(\.action) == [.work(.duration(1_000_000)), .runLoop(.forever)])
    }

    @Test("intervals are exact fractions")
    func fractions() throws {
        #expect(try timer("kind = \"gcd\"\ninterval = \"1/60s\"").interval == Rational(1_000_000_000, over: 60))
        #expect(try timer("kind = \"gcd\"\ninterval = \"5.4ns\"").interval == Rational(54, over: 10))
    }

    @Test("copies have their own intervals")
    func copies() throws {
        let timer = try timer("kind = \"gcd\"\ncopies = 1000\ninterval = { from = \"1s\", step = \"1ms\" }")
        #expect(timer.interval == Rational(whole: 1_000_000_000))
        #expect(timer.copies == 1000 && timer.copyStep == Rational(whole: 1_000_000))
    }

    @Test("how the target is passed, what it gets and what is kept besides")
    func targets() throws {
        let object = "[[object]]\nid = \"o\"\n"
        let plain = try timer(
            "kind = \"nstimer\"\ninterval = \"1s\"\ntarget = \"o\"\nselector = \"go:\"\nuser_info = \"o\"", more: object
        )
        #expect(plain.callback.style == .target)
        #expect(plain.callback.selector == "go:")
        #expect(plain.callback.userInfo == [0])
        let weak = try timer("kind = \"displaylink\"\ntarget = { weak = \"o\" }", more: object)
        #expect(weak.callback.target?.passedWeakly == true && weak.callback.target?.isUnretained == false)
        let raw = try timer(
            "kind = \"nstimer\"\ninterval = \"1s\"\ntarget = { unretained = \"o\" }\nstyle = \"invocation\"",
            more: object)
        #expect(raw.callback.target?.isUnretained == true)
        #expect(raw.callback.style == .invocation)
        let block = try timer(
            "kind = \"nstimer\"\ninterval = \"1s\"\nstrong = \"o\"\nweak = [\"o\", \"t\"]", more: object)
        #expect(block.callback.captures.map(\.isWeak) == [false, true, true])
    }

    @Test("creation APIs")
    func creation() throws {
        let base = "kind = \"nstimer\"\ninterval = \"2s\"\n"
        #expect(try timer(base).creation == .scheduled)
        #expect(try timer(base + "create = \"timer\"").creation == .timer)
        #expect(try timer(base + "create = \"timer\"").heldBy == [.local])
        #expect(try timer(base + "create = \"init\"").fireDate == 2_000_000_000)
        #expect(try timer(base + "create = \"init\"\nfire_date = \"-1s\"").fireDate == -1_000_000_000)
        #expect(try timer(base + "held_by = [\"static\", \"local\"]").heldBy == [.staticVariable, .local])
        #expect(try timer(base + "create = \"timer\"\nheld_by = []").heldBy == [])
    }

    @Test("a display link's rates")
    func rates() throws {
        #expect(try timer("kind = \"displaylink\"\nfps = 30").frameRate.preferred == 30)
        #expect(try timer("kind = \"displaylink\"\nframe_interval = 2").frameRate.frameInterval == 2)
        let range = try timer("kind = \"displaylink\"\nfps_range = { min = 30, max = 120 }").frameRate
        #expect(range.minimum == 30 && range.maximum == 120 && range.preferred == nil)
    }

    @Test("who an object's variable holds is held by no local besides")
    func owned() throws {
        let text = """
            duration = "1s"
            [[object]]
            id = "a"
            strong = { child = "b", timer = "beat" }
            weak = "c"
            [[object]]
            id = "b"
            [[object]]
            id = "c"
            [[object]]
            id = "k"
            proxy = "class"
            [[timer]]
            id = "beat"
            kind = "gcd"
            interval = "1s"

            """
        let plan = try plan(text)
        #expect(plan.objects.map(\.heldBy) == [[.local], [], [.local], []])
        #expect(plan.objects[0].strong.map(\.name) == ["child", "timer"])
        #expect(plan.objects[0].weak.map(\.part) == [.object(2)])
        #expect(plan.timers[0].heldBy == [])
    }

    @Test("events, observers and sources")
    func others() throws {
        let text = """
            duration = "9s"
            [[event]]
            at = "1s"
            every = "1/2s"
            until = "5s"
            do = [{ background = true }]
            [[observer]]
            activities = ["entry", "before-waiting"]
            order = -5
            repeats = false
            [[source]]
            id = "port"
            kind = "source0"
            at = ["1s", "2s"]
            order = 3

            """
        let plan = try plan(text)
        #expect(plan.events[0].id == "event 1")
        #expect(plan.events[0].every == Rational(whole: 500_000_000))
        #expect(plan.events[0].until == 5_000_000_000)
        #expect(plan.observers[0].activities == [.entry, .beforeWaiting])
        #expect(plan.observers[0].order == -5 && !plan.observers[0].repeats)
        #expect(plan.sources[0].kind == .source0)
        #expect(plan.sources[0].at == [1_000_000_000, 2_000_000_000])
    }

    @Test("a device: a profile, and values over it")
    func device() throws {
        let text = """
            duration = "1s"
            [device]
            profile = "iphone6"
            loop_cost = "6.1ns"
            refresh = "1/120s"
            refresh_rates = [120, 60]
            wake_in_window = "latest"
            simultaneous_sources = "shuffled"
            common_modes = ["tracking", "modal"]
            kept_alive = true

            """
        let device = try plan(text).device
        #expect(device.profile == "iphone6")
        #expect(device.loopCost == Rational(61, over: 10))
        #expect(device.refresh == Rational(whole: 120))
        #expect(device.refreshRates == [120, 60])
        #expect(device.choices.wakeInWindow == .latest)
        #expect(device.choices.simultaneousSources == .shuffled)
        #expect(device.commonModes == [.tracking, ModeName("modal")])
        #expect(device.backgroundTime == .max)
        #expect(device.wakeUp == DeviceProfiles.builtIn("iphone6")?.wakeUp)
    }

    @Test(
        "a part of a window is a number or a fraction from 0 to 1",
        arguments: [
            ("2/3", Rational(2, over: 3)), ("0.25", Rational(1, over: 4)), ("1", .one), ("3/2", nil), ("1/0", nil),
        ])
    func partOfWindow(text: String, part: Rational?) throws {
        let reading = ScenarioReader.read(
            bytes: Array("duration = \"1s\"\n[device]\nwake_in_window = \"\(text)\"\n".utf8))
        #expect(reading.plan?.device.choices.wakeInWindow == part.map { .part($0) })
    }

    @Test("a part of a window without quotes is answered with how it is written")
    func numberOfWindow() {
        let reading = ScenarioReader.read(bytes: Array("duration = \"1s\"\n[device]\nwake_in_window = 0.9\n".utf8))
        let asked = "or a string with a part from 0 to 1, such as \"2/3\", found the number 0.9"
        #expect(reading.diagnostics.map { $0.message.hasSuffix(asked) } == [true])
    }

    @Test("a replayed log is asked for, and used once it is handed in")
    func replay() throws {
        let text = "duration = \"1s\"\n[device]\nwake_up = { replay = \"device.log\", interval = \"2s\" }\n"
        let first = ScenarioReader.read(bytes: Array(text.utf8))
        #expect(first.replayRequest?.path == "device.log")
        #expect(first.replayRequest?.interval == 2_000_000_000)
        #expect(first.plan?.device.wakeUp == WakeUpLatency.none)
        let second = ScenarioReader.read(bytes: Array(text.utf8), replayed: [5, 7])
        #expect(second.plan?.device.wakeUp == .replayed([5, 7]))
    }
}
