import Laboratory
import Reports
import Testing

@Suite("The gate on drift numbers")
struct CheckTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws { folder = try ScratchFolder() }

    private static let tick = """
        duration = "9.5s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true
        do = [{ work = "WORK" }]

        """

    private func tick(work: String = "100ms", _ rest: String = "") -> String {
        CheckTests.tick.replacing("WORK", with: work) + rest
    }

    private static let slow = "[[event]]\nat = \"2.95s\"\ndo = [{ work = \"DELAY\" }]\n"

    private func late(_ delay: String, _ rest: String = "") -> String {
        tick(CheckTests.slow.replacing("DELAY", with: delay) + rest)
    }

    private func tick(_ rest: String) -> String { tick(work: "100ms", rest) }

    private func check(
        _ paths: [String]? = nil, _ change: (inout CheckRequest) -> Void = { _ in }
    ) -> CheckOutcome {
        var request = CheckRequest(paths: paths ?? [folder.path])
        change(&request)
        return workbench.check(request)
    }

    private func update(_ paths: [String]? = nil, seeds: Int? = nil) -> CheckOutcome {
        check(paths) {
            $0.updates = true
            $0.seeds = seeds
        }
    }

    private func text(_ outcome: CheckOutcome) -> String {
        ByteStream.text { PageText(width: 400).write(outcome.report.page, to: $0) }.replacing(
            folder.path + "/", with: ""
        )
        .replacing(folder.path, with: "FOLDER")
    }

    // MARK: Status

    @Test("without a baseline the status is 2, with the one just written 0")
    func missing() throws {
        try folder.write("a.toml", tick())
        #expect(check().status == .moved)
        #expect(update().status == .success)
        #expect(folder.names == ["a.toml", "timerlab.baseline"])
        #expect(check().status == .success)
    }

    @Test("an unguarded number that moves is 2, in either direction", arguments: ["200ms", "50ms"])
    func moved(delay: String) throws {
        try folder.write("a.toml", late("100ms"))
        _ = update()
        try folder.write("a.toml", late(delay))
        #expect(check().status == .moved)
    }

    @Test(
        "a guarded number fails (1) beyond its tolerance, and only there",
        arguments: [("200ms", Laboratory.ExitStatus.failed), ("110ms", .moved), ("100ms", .success), ("60ms", .moved)])
    func guarded(delay: String, status: Laboratory.ExitStatus) throws {
        let guarding = "[guard]\n\"tick.lateness.max\" = \"+20ms\"\n"
        try folder.write("a.toml", late("100ms", guarding))
        _ = update()
        try folder.write("a.toml", late(delay, guarding))
        #expect(check().status == status)
    }

    @Test("a failed expectation is 1, whatever the baseline says")
    func expectation() throws {
        try folder.write("a.toml", tick("[[expect]]\ntimer = \"tick\"\nfired = 8\n"))
        #expect(update().status == .failed)
        #expect(check().status == .failed)
    }

    @Test("a crash is 1 unless it was promised")
    func crash() throws {
        let scenario = """
            duration = "5s"
            [[object]]
            id = "test"
            class = "TimerAction"
            held_by = "local"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            target = "test"
            [[event]]
            at = "1.5s"
            do = [{ over_release = "test" }, { release = "test" }]

            """
        try folder.write("a.toml", scenario)
        let outcome = update()
        #expect(outcome.status == .failed)
        #expect(text(outcome).contains("✗ no crash, but it crashed: EXC_BAD_ACCESS"))
        try folder.write("a.toml", scenario + "[[expect]]\ncrash = true\n")
        #expect(update().status == .success)
    }

    @Test("a figure that fails is told with old, new, difference and guard, behind what was changed in the scenario")
    func story() throws {
        let guarding = "[guard]\n\"tick.lateness.max\" = \"+10%\"\n"
        try folder.write("a.toml", late("100ms", guarding))
        _ = update()
        try folder.write("a.toml", late("200ms", guarding))
        let story = text(check()).split(separator: "\n").prefix(3).map { $0.trimmingPrefix { $0 == " " } }
        #expect(
            story == [
                "✗ a.toml   worse", "because event.0.do.0.work: 100ms → 200ms (line 10)",
                "tick  lateness max  50 ms → 150 ms  +100 ms (+200 %)  worse  guard +10 %  2 more (2 worse)",
            ])
    }

    @Test("a guard on a number that does not exist fails instead of passing")
    func emptyGuard() throws {
        try folder.write("a.toml", tick("[guard]\n\"tick.fired_after_owner\" = \"+0\"\n"))
        _ = update()
        #expect(check().status == .failed)
    }

    @Test("a broken scenario is 65 and does not keep the others from being checked")
    func broken() throws {
        try folder.write("a.toml", "duration = 5\n")
        try folder.write("b.toml", tick("[[expect]]\ntimer = \"tick\"\nfired = 8\n"))
        try folder.write("c.toml", tick())
        let outcome = check()
        #expect(outcome.status == .wrongData)
        #expect(outcome.problems.count == 1)
        #expect(outcome.report.scenarios.map(\.outcome) == [.faulty, .failed, .passed])
    }

    @Test("what is not there, and a folder without scenarios, is 66")
    func noInput() {
        #expect(check([folder.path + "/none.toml"]).status == .noInput)
        #expect(check().status == .noInput)
    }

    // MARK: The baseline

    @Test("numbers of a scenario that is gone make a folder's baseline stale (2), until it is updated")
    func stale() throws {
        try folder.write("a.toml", tick())
        let gone = try folder.write("b.toml", tick())
        _ = update()
        try folder.remove("b.toml")
        #expect(!folder.names.contains("b.toml"))
        #expect(check().status == .moved)
        #expect(text(check()).contains("b.toml"))
        _ = update()
        #expect(check().status == .success)
        #expect(check([gone]).status == .noInput)
    }

    @Test("a single file is held against the baseline beside it, and its update leaves the others' numbers")
    func single() throws {
        let (a, _) = (try folder.write("a.toml", tick()), try folder.write("b.toml", tick()))
        _ = update()
        #expect(check([a]).status == .success)
        try folder.write("a.toml", tick(work: "200ms"))
        try folder.write("b.toml", tick(work: "200ms"))
        #expect(update([a]).status == .success)
        #expect(check([a]).status == .success)
        #expect(check().report.scenarios.map(\.outcome) == [.passed, .moved])
    }

    @Test("an update keeps the numbers of what could not be run")
    func brokenUpdate() throws {
        try folder.write("a.toml", tick())
        _ = update()
        let before = try folder.read("timerlab.baseline")
        try folder.write("a.toml", "duration = 5\n")
        #expect(update().status == .wrongData)
        #expect(try folder.read("timerlab.baseline") == before)
    }

    @Test("a file that is no baseline is wrong data (65) and never overwritten")
    func noBaseline() throws {
        try folder.write("a.toml", tick())
        try folder.write("timerlab.baseline", "precious\n")
        #expect(check().status == .wrongData)
        #expect(update().status == .wrongData)
        #expect(try folder.read("timerlab.baseline") == "precious\n")
    }

    @Test("a baseline that cannot be written is 73")
    func unwritable() throws {
        try folder.write("a.toml", tick())
        let outcome = check {
            $0.updates = true
            $0.baseline = folder.path + "/none/base"
        }
        #expect(outcome.status == .cannotWrite)
    }

    @Test("one baseline can serve several folders, unless two scenarios share a name")
    func shared() throws {
        try folder.write("one/a.toml", tick())
        try folder.write("two/b.toml", tick())
        let paths = [folder.path + "/one", folder.path + "/two"]
        let shared = { (request: inout CheckRequest) in request.baseline = folder.path + "/base" }
        _ = check(paths) {
            shared(&$0)
            $0.updates = true
        }
        #expect(check(paths, shared).status == .success)
        try folder.write("two/a.toml", tick())
        #expect(check(paths, shared).status == .usage)
        #expect(check(paths).status == .moved)
    }

    @Test("a merge conflict in a baseline is named as one (65), and the file left alone")
    func conflict() throws {
        try folder.write("a.toml", tick())
        _ = update()
        let merged = try folder.read("timerlab.baseline") + "<<<<<<< HEAD\n=======\n>>>>>>> other\n"
        try folder.write("timerlab.baseline", merged)
        for outcome in [check(), update()] {
            #expect(outcome.status == .wrongData)
            guard case .plain(let message, let help) = outcome.problems[0].kind else { continue }
            #expect(message.hasSuffix("an unresolved merge conflict"))
            #expect(help?.hasPrefix("take either side of the conflict") == true)
        }
        #expect(try folder.read("timerlab.baseline") == merged)
    }

    // MARK: Seeds

    @Test("an expectation is judged over all seeds, and says in how many it held")
    func expectationOverSeeds() throws {
        let promise = "[[expect]]\ntimer = \"tick\"\nlateness = { max = \"< 19.7ms\" }\n"
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick(promise))
        #expect(update().status == .success)
        let outcome = update(seeds: 20)
        #expect(outcome.status == .failed)
        let message = try #require(outcome.report.suites[0].points.first { $0.rule == .expectation }).message
        #expect(message.contains("; held in ") && message.hasSuffix(" of 20 seeds"))
    }

    @Test("random scenarios are compared in pairs of seeds, the others exactly, and the output says so")
    func seeds() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        try folder.write("b.toml", tick())
        _ = update(seeds: 8)
        let outcome = check { $0.seeds = 8 }
        #expect(outcome.status == .success)
        #expect(text(outcome).contains("1 scenario 8 seeds in pairs, guards only"))
    }

    @Test("a shift of all draws is found in pairs, and fails a guard")
    func shifted() throws {
        let device = "device.wake_up = { p0 = \"0s\", p50 = \"10ms\", p100 = \"20ms\" }\n"
        let guarding = "[guard]\n\"tick.lateness.p50\" = \"+1ms\"\n"
        try folder.write("a.toml", device + tick(guarding))
        _ = update(seeds: 8)
        try folder.write(
            "a.toml",
            device.replacing("0s", with: "30ms").replacing("10ms", with: "40ms")
                .replacing("20ms", with: "50ms") + tick(guarding))
        let outcome = check { $0.seeds = 8 }
        #expect(outcome.status == .failed)
        #expect(text(outcome).contains("beyond in 8 of 8 seeds"))
    }

    @Test("a baseline without samples is not up to a check with seeds (2)")
    func noSamples() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update()
        #expect(check().status == .success)
        #expect(check { $0.seeds = 8 }.status == .moved)
    }

    @Test("an update without --seeds keeps as many as the baseline has")
    func keptSeeds() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update(seeds: 7)
        let before = try folder.read("timerlab.baseline")
        _ = update()
        #expect(try folder.read("timerlab.baseline") == before)
        #expect(before.contains("over seeds"))
    }

    @Test("a scenario that is random no longer is compared exactly")
    func noLongerRandom() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update(seeds: 7)
        try folder.write("a.toml", tick())
        let outcome = check { $0.seeds = 7 }
        #expect(outcome.status == .moved)
        #expect(outcome.report.scenarios[0].comparison?.kind == .exact)
    }

    @Test("a guard may watch one copy of a timer, whose numbers the baseline leaves out otherwise")
    func copies() throws {
        let crowd = CheckTests.tick.replacing("WORK", with: "10ms").replacing("repeats", with: "copies = 3\nrepeats")
        try folder.write("a.toml", crowd + "[guard]\n\"tick[2].lateness.max\" = \"+1ms\"\n")
        _ = update()
        let baseline = try folder.read("timerlab.baseline")
        #expect(baseline.contains("tick.waiting.max = ") && !baseline.contains("tick.lateness.max = "))
        let figures = baseline.split(separator: "\n").filter { !$0.contains(" @") }
        #expect(figures.filter { $0.contains("[") } == ["a.toml tick[2].lateness.max = 20 ms"])
        try folder.write(
            "a.toml", crowd.replacing("10ms", with: "11ms") + "[guard]\n\"tick[2].lateness.max\" = \"+1ms\"\n")
        #expect(check().status == .failed)
    }

    @Test("a baseline of a chain is what the same scenario gives again")
    func chain() throws {
        try folder.write(
            "a.toml",
            "duration = \"9s\"\n[[timer]]\nid = \"loop\"\nkind = \"thread-sleep\"\ninterval = \"1s\"\ndo = [{ work = \"100ms\" }]\n"
        )
        _ = update()
        #expect(try folder.read("timerlab.baseline").contains("a.toml loop.lag.last = 700 ms"))
        #expect(check().status == .success)
    }

    @Test("everything gives the same bytes twice")
    func determinism() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update()
        let outcome = check { $0.checksDeterminism = true }
        #expect(outcome.status == .success)
        #expect(outcome.report.suites[0].points.contains { $0.rule == .determinism && $0.outcome == .passed })
    }

    @Test("the output is the same however many scenarios are run at a time", arguments: [1, 2, 3, 16])
    func jobs(count: Int) throws {
        for index in 0..<12 {
            try folder.write("\(index).toml", index == 5 ? "x" : tick(work: "\(index)ms", "[[expect]]\nfired = 9\n"))
        }
        _ = update()
        for index in 0..<12 where index != 5 {
            try folder.write("\(index).toml", tick(work: "\(index + index % 3)ms", "[[expect]]\nfired = 9\n"))
        }
        let one = check { $0.jobs = 1 }
        let many = check { $0.jobs = count }
        #expect(text(many) == text(one))
        #expect(many.status == one.status)
        #expect(many.problems.map(\.status) == one.problems.map(\.status))
    }
}
