import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Run loops of threads (claims 0.4 – 0.7, 3.5, 4.4, 4.8).
@Suite("Threads and their run loops")
struct ThreadLoopTests {
    @Test("a timer on a thread that sleeps and does not run its loop never fires")
    func sleeping() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("worker", .sleep(ms(1000)))
        builder.timer("t", every: 100, thread: 1)
        #expect(try builder.record().firings("t").isEmpty)
    }

    @Test("run(until:) with a repeating timer returns at its date, with a one-shot when that has fired")
    func until() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("repeating", .run(until: 1000), .log("repeating"))
        builder.thread("once", .run(until: 1000), .log("once"))
        builder.timer("t", every: 300, thread: 1)
        builder.timer("one", every: 300, repeats: false, thread: 2)
        let trace = try builder.record()
        #expect(trace.firings("t") == [300, 600, 900])
        #expect(trace.log() == ["300 once", "1000 repeating"])
    }

    @Test("run before the timer is added has returned when it is added")
    func runTooEarly() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("worker", .runLoop(.forever), .log("returned"), .create(.timer(0)))
        builder.timer("t", every: 100, thread: 1, byStep: true)
        let trace = try builder.record()
        #expect(trace.log() == ["0 returned"])
        #expect(trace.firings("t").isEmpty)
    }

    @Test("what comes after run is not reached as long as the loop has a timer")
    func neverReached() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("worker", .runLoop(.forever), .log("after run"))
        builder.timer("t", every: 100, thread: 1)
        let trace = try builder.record()
        #expect(trace.log().isEmpty)
        #expect(trace.firings("t").count == 19)
    }

    @Test("a timer invalidated from another thread leaves the loop asleep, although it is empty now")
    func invalidatedFromOutside() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("worker", .runLoop(.forever), .log("returned"))
        builder.timer("t", every: 100, thread: 1)
        builder.event(at: 350, .invalidate(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("t") == [100, 200, 300])
        #expect(trace.log().isEmpty)
        #expect(trace.threadEnd("worker") == nil)
        #expect(trace.remarks() == [.invalidatedOnOtherThread, .keptByRunCall])
    }

    @Test("a wake-up after it lets that loop see that it is empty")
    func invalidatedAndWoken() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.thread("worker", .runLoop(.forever), .log("returned"))
        builder.timer("t", every: 100, thread: 1)
        builder.event(at: 350, .invalidate(.timer(0)), .wakeLoop(thread: 1))
        #expect(try builder.record().log() == ["350 returned"])
    }

    @Test("a timer that another thread adds fires on the thread of the loop, without a wake-up")
    func addedFromOutside() throws {
        var builder = PlanBuilder(duration: 500)
        builder.thread("worker", .run(450))
        builder.timer("far", every: 5000, thread: 1)
        builder.timer("t", every: 100, creation: .timer)
        builder.observer("awake", [.afterWaiting], thread: 1)
        builder.event(at: 250, .add(.timer(1), modes: [.default], thread: 1))
        let trace = try builder.record()
        #expect(trace.firings("t") == [250, 300, 400])
        #expect(trace.log() == ["250 awake", "300 awake", "400 awake", "450 awake"])
        #expect(
            trace.records.filter { $0.kind == .fired }.allSatisfy { trace.name(EntityID(Int($0.thread))) == "worker" })
    }

    @Test("a timer offered to a second loop stays in the first")
    func secondLoop() throws {
        var builder = PlanBuilder(duration: 350)
        builder.thread("worker", .run(300))
        builder.timer("far", every: 5000, thread: 1)
        builder.timer("t", every: 100)
        builder.event(at: 150, .add(.timer(1), modes: [.default], thread: 1))
        let trace = try builder.record()
        #expect(trace.firings("t") == [100, 200, 300])
        #expect(
            trace.records.filter { $0.kind == .fired }.allSatisfy { trace.name(EntityID(Int($0.thread))) == "main" })
        #expect(trace.remarks() == [.addedToSecondLoop])
    }

    @Test("an observer offered to a second loop stays in the first, in the modes that it has; a source is in both")
    func secondLoopForOthers() throws {
        var builder = PlanBuilder(duration: 350)
        builder.thread("worker", .run(200), .run(50, in: .private))
        builder.timer("far", every: 5000, modes: [.default, .private], thread: 1)
        builder.input("port", .source1, at: [100, 220], thread: 1)
        builder.observer("exit", [.exit], thread: 1)
        builder.event(
            at: 50, .add(.source(0), modes: [.private], thread: 0), .add(.observer(0), modes: [.private], thread: 0))
        let trace = try builder.record()
        #expect(trace.log() == ["100 port", "200 exit"])
        #expect(trace.remarks() == [.addedToSecondLoop])
    }

    @Test("a busy main thread does not disturb a worker's timer")
    func busyMain() throws {
        var builder = PlanBuilder(duration: 650)
        builder.thread("worker", .runLoop(.forever))
        builder.timer("t", every: 100, thread: 1)
        builder.event(at: 150, .work(400))
        #expect(try builder.record().firings("t") == [100, 200, 300, 400, 500, 600])
    }

    @Test("threads that are due at one instant run in the order in which they began to wait")
    func oneInstant() throws {
        var builder = PlanBuilder(duration: 300)
        for name in ["b", "a", "c"] {
            let thread = builder.thread(name, .run(200))
            builder.timer("timer \(name)", every: 100, repeats: false, thread: thread, do: [.log(name)])
        }
        builder.timer("main", every: 100, repeats: false, do: [.log("main")])
        #expect(try builder.record().log() == ["100 main", "100 b", "100 a", "100 c"])
    }

    @Test("exit in a callback ends the thread there; its timers stay valid and silent")
    func exit() throws {
        var builder = PlanBuilder(duration: 600)
        builder.thread("worker", .runLoop(.forever), .log("never"))
        let timer = builder.timer("t", every: 100, thread: 1, do: [.firing(2, .exit), .log("fired")])
        builder.plan.timers[timer].heldBy = [.staticVariable]
        builder.event(at: 500, .logField(.isValid(timer: 0)))
        let trace = try builder.record()
        #expect(trace.log() == ["100 fired", "500 1"])
        #expect(trace.threadEnd("worker") == 200)
    }

    @Test("a source of a thread that has ended takes messages without effect")
    func sourceOfEndedThread() throws {
        var builder = PlanBuilder(duration: 300)
        builder.thread("worker", .run(50))
        builder.input("port", .source1, at: [20, 100], thread: 1)
        #expect(try builder.record().log() == ["20 port"])
    }

    @Test("a main thread with a body of its own runs its loop only as far as it says")
    func mainBody() throws {
        var builder = PlanBuilder(duration: 900)
        builder.main(.log("begin"), .run(until: 250), .log("busy"), .work(200), .run(until: 600), .log("end"))
        builder.timer("t", every: 100)
        builder.event(at: 300, .log("event"))
        let trace = try builder.record()
        #expect(trace.log() == ["0 begin", "250 busy", "450 event", "600 end"])
        #expect(trace.firings("t") == [100, 200, 450, 500, 600])
    }

    @Test("a main-queue block of a main thread that never runs its loop does not run")
    func noMainLoop() throws {
        var builder = PlanBuilder(duration: 900)
        builder.main(.async(.log("never")), .sleep(ms(500)))
        #expect(try builder.record().log().isEmpty)
    }

    // MARK: Dumps

    @Test("a run loop exists once it has been used; asking for one's own makes it")
    func lazily() throws {
        var builder = PlanBuilder(duration: 300)
        builder.thread("worker", .sleep(ms(100)), .dumpLoop(thread: nil))
        builder.event(at: 50, .dumpLoop(thread: 1))
        builder.event(at: 50, .dumpLoop(thread: 0))
        #expect(try builder.record().dumps.map(\.exists) == [false, true, true])
    }

    @Test("a dump shows the current mode, timers by fire date, sources, observers, blocks and the common items")
    func dump() throws {
        var builder = PlanBuilder(duration: 300)
        builder.timer("later", every: 200, tolerance: 10)
        builder.timer("sooner", every: 120, modes: [.common])
        builder.input("signal", .source0)
        builder.input("port", .source1, modes: [.private])
        builder.observer("idle", [.beforeWaiting], modes: [.common], do: [])
        builder.event(at: 50, .block(.work(1), modes: [.private]), .runLoop(.nested(.tracking, for: ms(40))))
        builder.event(at: 60, .dumpLoop(thread: 0))
        let trace = try builder.record()
        let dump = try #require(trace.dumps.first)
        func names(_ entities: [EntityID]) -> [String] { entities.map { trace.name($0) } }
        #expect(trace.name(dump.currentMode) == "tracking")
        #expect(names(dump.commonModes) == ["default", "tracking"])
        #expect(names(dump.commonItems) == ["sooner", "idle"])
        #expect(dump.blockCount == 1)
        #expect(names(dump.modes.map(\.name)) == ["default", "tracking", "private"])
        let inDefault = try #require(dump.modes.first)
        #expect(names(inDefault.timers.map(\.entity)) == ["sooner", "later"])
        #expect(inDefault.timers.map(\.nextFireDate) == [ms(120), ms(200)])
        #expect(inDefault.timers.map(\.tolerance) == [0, ms(10)])
        #expect(names(inDefault.sources0) == ["signal"])
        #expect(names(inDefault.observers) == ["idle"])
        #expect(dump.modes.map { names($0.sources1) } == [[], [], ["port"]])
        #expect(dump.modes.map { names($0.timers.map(\.entity)) } == [["sooner", "later"], ["sooner"], []])
    }

    @Test("a firing timer stands in the dump with the date that it fires for")
    func dumpOfFiring() throws {
        var builder = PlanBuilder(duration: 300)
        builder.timer("t", every: 100, do: [.first(.work(50)), .first(.dumpLoop(thread: nil))])
        let timer = try #require(builder.record().dumps.first?.modes.first?.timers.first)
        #expect(timer.isFiring)
        #expect(timer.nextFireDate == ms(100))
    }
}
