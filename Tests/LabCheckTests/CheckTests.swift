import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("The gate on drift numbers")
struct CheckTests: FolderCheck {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func late(_ delay: String, _ rest: String = "") -> String {
        tick("[[event]]\nat = \"2.95s\"\ndo = [{ work = \"\(delay)\" }]\n" + rest)
    }

    @Test("without a baseline the status is 1, with the one just written 0")
    func missing() throws {
        try folder.write("a.toml", tick())
        #expect(check().status == .failed)
        #expect(update().status == .success)
        #expect(folder.names == ["a.toml", "timerlab.baseline"])
        #expect(check().status == .success)
    }

    @Test("the file of a device beside scenarios is none of them, and a mistake where it is named")
    func profile() throws {
        try folder.write("a.toml", tick())
        let device = try folder.write("phone.toml", "[device]\nprofile = \"iphone6\"\n")
        #expect(update().status == .success)
        #expect(check().status == .success)
        #expect(check([device]).status == .wrongData)
    }

    @Test("of a changed scenario the expectations are held, and no baseline is asked for", arguments: [false, true])
    func changed(hasBaseline: Bool) throws {
        try folder.write("a.toml", tick("[[expect]]\ntimer = \"tick\"\nfired = 9\n[guard]\n\"tick.fired\" = \"+0\"\n"))
        if hasBaseline { _ = update() }
        #expect(check { $0.sets = ["duration=9.4s"] }.status == .success)
        let failed = check { $0.sets = ["timer.tick.interval=2s"] }
        #expect(failed.status == .failed)
        #expect(text(failed).contains("timerlab run --set 'timer.tick.interval=2s' --expect"))
        #expect(text(failed).contains("nothing compared with a baseline"))
        #expect(check { $0.sets = ["timer.tock.interval=2s"] }.status == .usage)
    }

    @Test(
        "an unguarded number that moves is 0 and told, in either direction; 2 with --strict",
        arguments: ["200ms", "50ms"])
    func moved(delay: String) throws {
        try folder.write("a.toml", late("100ms"))
        _ = update()
        try folder.write("a.toml", late(delay))
        #expect(check().status == .success)
        #expect(text(check()).contains("The baseline can be updated: timerlab check --update"))
        #expect(check { $0.isStrict = true }.status == .moved)
    }

    @Test(
        "a guarded number fails (1) beyond its tolerance, and only there",
        arguments: [
            ("200ms", LabWorkbench.ExitStatus.failed), ("110ms", .success), ("100ms", .success), ("60ms", .success),
        ])
    func guarded(delay: String, status: LabWorkbench.ExitStatus) throws {
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
            \(Toml.tick)
            target = "test"
            \(Toml.event("1.5s", #"{ over_release = "test" }, { release = "test" }"#))

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
        #expect(story[..<2] == ["✗ a.toml   worse", "because event.0.do.0.work: 100ms → 200ms (line 10)"])
        #expect(story[2].hasPrefix("tick lateness max · 50 ms → 150 ms · +100 ms (+200 %) · worse · guard +10 %"))
    }

    @Test("a guarded figure that is neither better nor worse fails as one that moved")
    func withoutDirection() throws {
        let guarding = "[guard]\n\"tick.due\" = \"+0\"\n"
        try folder.write("a.toml", tick(guarding))
        _ = update()
        try folder.write("a.toml", tick(guarding).replacing("interval = \"1s\"", with: "interval = \"500ms\""))
        let outcome = check()
        let point = outcome.report.suites.flatMap(\.points).first { $0.name == "tick.due" }
        #expect(outcome.status == .failed)
        #expect(point?.message == "moved beyond its guard")
    }

    @Test("a baseline that cannot be read is unusable, not out of date")
    func unusable() throws {
        try folder.write("a.toml", tick())
        try folder.write("timerlab.baseline", "no baseline\n")
        let outcome = check()
        #expect(outcome.status == .wrongData && text(outcome).contains("1 baseline unusable"))
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
