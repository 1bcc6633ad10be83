import LabAnalysis
import LabExactTime
import LabReports
import LabScenarioModel
import LabSteps
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

@Suite("Comparing")
struct ComparingTests {
    let folder: ScratchFolder
    let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    static let tick = """
        duration = "10.05s"
        seed = 7
        [device]
        wake_up = { p0 = "5us", p50 = "90us", p100 = "2ms" }
        \(Toml.tick)
        modes = ["common"]
        do = [{ work = "20ms" }]
        \(Toml.event("3.5s", #"{ work = "2.2s" }"#))

        """

    private func plan(_ text: String = tick) throws -> ScenarioPlan {
        let file = try workbench.read(folder.write("a.toml", text))
        return try workbench.plan(file, changes: ScenarioChanges())
    }

    func compare(
        _ names: [String], _ text: String = tick, seed: UInt64? = nil
    ) throws -> [ComparisonReport.Cell] {
        let path = try folder.write("a.toml", text)
        let outcome = try workbench.compare(
            names.map { try Mechanism(parsing: $0) }, scenarios: [path], changes: ScenarioChanges(seed: seed), seeds: 1)
        #expect(outcome.status == .success)
        return outcome.report.rows[0].cells.compactMap { $0 }
    }

    @Test("the runs with all seeds share the budget of the scenario", arguments: [(150, true), (20_000_000, false)])
    func sharedBudget(budget: Int, isShort: Bool) throws {
        let path = try folder.write("a.toml", "budget = \(budget)\n" + Self.tick)
        let outcome = try workbench.compare([try Mechanism(parsing: "nstimer")], scenarios: [path], seeds: 12)
        let cell = try #require(outcome.report.rows[0].cells[0])
        #expect((cell.samples.count < 12) == isShort && cell.samples.count > 0)
    }

    // MARK: Replacing

    private func replaced(_ mechanism: Mechanism, _ text: String = tick, sets: [String] = []) throws -> ScenarioPlan {
        let path = try folder.write("a.toml", text)
        return try workbench.replacing(
            try workbench.workload(path, ScenarioChanges(sets: sets)), by: mechanism
        ).plan
    }

    private func replaced(_ name: String, _ text: String = tick, sets: [String] = []) throws -> ScenarioPlan {
        try replaced(Mechanism(parsing: name), text, sets: sets)
    }

    @Test("a replaced timer keeps its name, its interval and its work, and all else stays")
    func kept() throws {
        let old = try plan()
        for mechanism in Mechanism.all {
            let new = try replaced(mechanism)
            #expect(new.timers[0].kind == mechanism.kind)
            #expect(new.timers[0].id == "tick")
            #expect(mechanism.kind == .displayLink || new.timers[0].interval == old.timers[0].interval)
            #expect(new.timers[0].steps.map(\.busy) == old.timers[0].steps.map(\.busy))
            #expect(new.events.map(\.at) == old.events.map(\.at))
            #expect(new.seed == old.seed)
            #expect(new.device == old.device)
            #expect(Array(new.threads.prefix(1)) == old.threads)
        }
    }

    @Test("a mechanism stands where its name says")
    func places() throws {
        #expect(try replaced("nstimer").timers[0].modes == [.default])
        #expect(try replaced("nstimer+common").timers[0].modes == [.common])
        let worker = try replaced("nstimer@worker")
        #expect(worker.timers[0].thread == 1)
        #expect(worker.threads[1].body?.map(\.call) == [.forever])
        #expect(try replaced("thread-sleep").threads[1].body == [])
        #expect(try replaced("gcd@main").timers[0].queue == 0)
        let (gcd, task) = (try replaced("gcd"), try replaced("task-sleep@global"))
        #expect(gcd.queues[gcd.timers[0].queue ?? 0].kind == .serial)
        #expect(task.queues[task.timers[0].queue ?? 0].kind == .global)
        #expect(gcd.timers[0].heldBy == [.staticVariable])
        #expect(try replaced("async-timer").timers[0].clock == .continuous)
    }

    @Test("what --set changes is there, and does not undo the replacement")
    func replacedWithSets() throws {
        let sets = ["timer.tick.kind=Timer", "timer.tick.delay=3s", "device.refresh=120Hz", "event.0.at=4s"]
        let new = try replaced("gcd", sets: sets)
        #expect(new.timers[0].kind == .gcd && new.timers[0].delay == Rational(whole: 3_000_000_000))
        #expect(new.device.refresh == Rational(whole: 120) && new.events[0].at == 4_000_000_000)
    }

    @Test("a one-shot, copies on threads and steps of one mechanism cannot be replaced")
    func refused() throws {
        func refusal(_ name: String, _ old: String, _ new: String) throws -> String {
            let path = try folder.write("a.toml", Self.tick.replacing(old, with: new))
            let mechanism = try Mechanism(parsing: name)
            do throws(Problem) {
                _ = try workbench.replacing(try workbench.workload(path, ScenarioChanges()), by: mechanism)
                return ""
            } catch { return error.summary }
        }
        #expect(try refusal("gcd", "repeats = true", "repeats = false").contains("fires once"))
        let copies = "repeats = true\ncopies = 3"
        #expect(try refusal("mach-wait", "repeats = true", copies).contains("cannot become mach-wait"))
        #expect(try refusal("gcd", "{ work = \"2.2s\" }", "{ fire = \"tick\" }").contains("the step 'fire' in line 14"))
        #expect(try refusal("gcd", "{ work = \"2.2s\" }", "{ add = \"tick\" }").contains("the step 'add'"))
        #expect(try refusal("nstimer+common", "{ work = \"2.2s\" }", "{ fire = \"tick\" }") == "")
    }

    @Test("what ends a timer ends any mechanism")
    func ended() throws {
        let text = Self.tick.replacing("{ work = \"2.2s\" }", with: "{ invalidate = \"tick\" }")
        for cell in try compare(Mechanism.names, text) {
            #expect(cell.timer.fired == 3)
            #expect(cell.timer.skipped == 0)
        }
    }

    // MARK: Measuring

    @Test("a run that is stopped keeps no rhythm: its reason takes the place of its figures (65)")
    func stopped() throws {
        // The run loop leaves out the points that it is late for; a queue's asyncAfter works them off one by one.
        let text = Self.tick.replacing("duration", with: "budget = 60\nduration")
            .replacing("interval = \"1s\"", with: "interval = \"100ms\"").replacing("20ms", with: "180ms")
        let path = try folder.write("a.toml", text)
        let mechanisms = try ["nstimer", "mach-wait"].map { try Mechanism(parsing: $0) }
        var told: [String] = []
        for budget in stride(from: 40, through: 400, by: 20) where told.isEmpty {
            let changes = ScenarioChanges(budget: Int64(budget))
            guard let outcome = try? workbench.compare(mechanisms, scenarios: [path], changes: changes, seeds: 1) else {
                continue
            }
            let row = outcome.report.rows[0]
            #expect(outcome.status == (row.refusals.isEmpty ? .success : .wrongData))
            for (index, reason) in row.refusals {
                #expect(row.cells[index] == nil && reason.hasPrefix("stopped at "), "\(reason)")
                told.append(reason)
            }
        }
        #expect(!told.isEmpty)
        let alone = workbench
        #expect(throws: Problem.self) {
            try alone.compare(mechanisms, scenarios: [path], changes: ScenarioChanges(budget: 10), seeds: 1)
        }
    }

    @Test("every mechanism gets the same random draws")
    func draws() throws {
        let text = Self.tick.replacing("2.2s", with: "0s").replacing("do = [{ work = \"20ms\" }]", with: "")
        let cells = try compare(["nstimer", "gcd", "gcd@main", "nstimer@worker", "mach-wait", "combine"], text)
        for cell in cells { #expect(cell.timer.waiting == cells[0].timer.waiting) }
        #expect((cells[0].timer.waiting?.max ?? 0) > 0)
        #expect(try compare(["nstimer", "gcd"], text, seed: 8)[0].timer.waiting != cells[0].timer.waiting)
    }

    @Test("work on main delays what is called there, and nobody else")
    func busyMain() throws {
        let cells = try compare(["nstimer", "gcd", "gcd@main", "nstimer@worker"])
        #expect(cells.map(\.timer.skipped) == [1, 0, 1, 0])
        #expect(cells.map(\.cause) == [.otherWork, .wakeUp, .otherWork, .wakeUp])
        #expect((cells[0].timer.waiting?.max ?? 0) > 1_000_000_000)
        #expect((cells[1].timer.waiting?.max ?? .max) <= 2_000_000)
    }

    @Test("a chain of delays is held against the grid that was asked for")
    func relative() throws {
        let text = """
            duration = "20s"
            \(Toml.tick)
            do = [{ work = "100ms" }]
            """
        let cells = try compare(["nstimer", "thread-sleep", "task-sleep"], text)
        #expect(cells[0].timer.waiting?.max == 0)
        for cell in cells.dropFirst() {
            // Called at 1 s, 2.1 s, 3.2 s … 19.7 s; of the points from 1 s to 19 s one has had no callback.
            #expect(cell.timer.fired == 18)
            #expect(cell.timer.skipped == 1)
            #expect(cell.timer.waiting == nil)
            #expect(cell.timer.drift?.exact == Rational(1, over: 10))
        }
    }

    @Test("a device and changed values go for every mechanism")
    func changed() throws {
        let path = try folder.write("a.toml", Self.tick)
        let profile = try folder.write("slow.toml", "[device]\nwake_up = { p0 = \"7ms\", p100 = \"7ms\" }\n")
        let mechanisms = [try Mechanism(parsing: "nstimer"), try Mechanism(parsing: "gcd")]
        func waits(_ changes: ScenarioChanges) throws -> [Int64?] {
            try workbench.compare(mechanisms, scenarios: [path], changes: changes, seeds: 1).report.rows[0].cells.map {
                $0?.timer.waiting?.p50
            }
        }
        #expect(try waits(ScenarioChanges(device: "ideal")) == [0, 0])
        #expect(try waits(ScenarioChanges(device: profile)) == [7_000_000, 7_000_000])
        #expect(
            try waits(ScenarioChanges(sets: ["device.wake_up={ p0 = \"3ms\", p100 = \"3ms\" }"])) == [
                3_000_000, 3_000_000,
            ])
        for changes in [ScenarioChanges(device: "iphone7"), ScenarioChanges(sets: ["timer.tock.interval=1s"])] {
            #expect { try waits(changes) } throws: { ($0 as? Problem)?.status == .usage }
        }
    }

    @Test("twelve seeds spread what is random, and one run is enough where nothing is")
    func seeds() throws {
        let path = try folder.write("a.toml", Self.tick)
        let gcd = [try Mechanism(parsing: "gcd"), try Mechanism(parsing: "after")]
        let random = try workbench.compare(gcd, scenarios: [path]).report.rows[0].cells
        #expect(random.map { $0?.samples.count } == [12, 12])
        #expect(Set(random[1]?.samples.map(\.drift) ?? []).count > 1)
        let exact = try workbench.compare(gcd, scenarios: [path], changes: ScenarioChanges(device: "ideal")).report
            .rows[0]
        #expect(exact.cells.map { $0?.samples.count } == [1, 1])
    }

    // MARK: Shipped workloads

    @Test("the shipped workloads are the eight kinds of trouble, in order")
    func shipped() throws {
        let report = try Shipped.workbench.compare(Mechanism.all, seeds: 2).report
        #expect(
            report.rows.map(\.name) == [
                "idle", "light work", "heavy callback", "busy main", "drag", "system sleep", "background",
                "burst of blocks",
            ])
        for row in report.rows { #expect(!row.cells.contains(nil)) }
        for cell in report.rows[0].cells { #expect(cell?.timer.fired == 599) }
        let gcd = try #require(report.subjects.firstIndex { $0.name == "gcd" })
        let nstimer = try #require(report.subjects.firstIndex { $0.name == "nstimer" })
        for row in report.rows where ["busy main", "drag", "burst of blocks"].contains(row.name) {
            #expect(row.best.contains(gcd))
            #expect(!row.best.contains(nstimer))
        }
    }
}
