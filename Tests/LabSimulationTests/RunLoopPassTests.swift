import LabRecording
import LabScenarioProgram
import Testing

@testable import LabSimulation

/// A pass as a machine of its own: what a loop looks like, and what is done about it in which order.
@Suite("A pass as a machine")
struct RunLoopPassTests {
    /// What a loop has to tell when it is asked.
    struct Loop {
        var isStopped = false
        var isQuiet = false
        var hasSources0 = false
        var isLastSkipped = false
        var isMainQueueReady = false
        var port = Ports.Port.wakeUp
        var isEmpty = false
        var now: Int64 = 0
    }

    private func pass(for time: Int64 = 100, returnsAfterSource: Bool = false) -> RunLoopPass {
        RunLoopPass(mode: ModeID(0), time: time, returnsAfterSource: returnsAfterSource, poolMark: 0)
    }

    /// The actions up to the end of a pass, or of the activation.
    private func actions(_ pass: inout RunLoopPass, _ loop: Loop) -> [RunLoopPass.Action] {
        var actions: [RunLoopPass.Action] = []
        while actions.count < 40 {
            let action = pass.next()
            actions.append(action)
            switch action {
            case .begin: pass.begin(servesMainQueue: true, isStopped: loop.isStopped, now: 0)
            case .beginPass: pass.beginPass(isQuiet: loop.isQuiet)
            case .runSources0: pass.ranSources0(any: loop.hasSources0)
            case .judgeSources0: pass.calledSources0(isLastSkipped: loop.isLastSkipped)
            case .pollMainQueue: _ = pass.pollMainQueue(isReady: loop.isMainQueueReady)
            case .wait: pass.woke(by: loop.port)
            case .handle(.source1): pass.handledSource()
            case .decide:
                pass.decide(now: loop.now, isStopped: loop.isStopped, isEmpty: loop.isEmpty)
                if pass.result == .running { return actions }
            case .end: return actions
            case .observe, .runBlocks, .drainPool, .handle: break
            }
        }
        return actions
    }

    private static let beforeSources: [RunLoopPass.Action] = [
        .beginPass, .observe(.beforeTimers), .observe(.beforeSources), .runBlocks, .runSources0(onlyFirst: false),
    ]
    private static let sleep: [RunLoopPass.Action] = [
        .pollMainQueue, .observe(.beforeWaiting), .drainPool(isAtExit: false), .wait(sleeps: true),
        .observe(.afterWaiting),
    ]

    @Test("goes from the observers to one port and its blocks")
    func order() {
        var pass = pass()
        #expect(
            actions(&pass, Loop(port: .timer))
                == [.observe(.entry), .begin] + RunLoopPassTests.beforeSources + RunLoopPassTests.sleep
                + [.handle(.timer), .runBlocks, .decide])
    }

    @Test(
        "looks at nothing before the wait when nothing is there, and does not sleep when it polls",
        arguments: [
            (100, RunLoopPassTests.sleep, []),
            (0, [.pollMainQueue, .wait(sleeps: false)], [.observe(.exit), .drainPool(isAtExit: true), .end]),
        ] as [(Int64, [RunLoopPass.Action], [RunLoopPass.Action])])
    func quiet(time: Int64, wait: [RunLoopPass.Action], rest: [RunLoopPass.Action]) {
        var pass = pass(for: time)
        #expect(
            actions(&pass, Loop(isQuiet: true, port: .none))
                == [.observe(.entry), .begin, .beginPass] + wait + [.handle(.none), .runBlocks, .decide] + rest)
    }

    @Test("counts the time of its call from behind the Entry observers")
    func time() {
        var pass = pass(for: 100)
        pass.begin(servesMainQueue: false, isStopped: false, now: 50)
        #expect(pass.deadline == 150)
        #expect(pass.limit == 150)
    }

    @Test(
        "does not sleep after a source0, unless the last one was not called",
        arguments: [
            (false, [.judgeSources0, .runBlocks, .pollMainQueue, .wait(sleeps: false)]),
            (true, [.judgeSources0] + RunLoopPassTests.sleep),
        ] as [(Bool, [RunLoopPass.Action])])
    func sources0(isLastSkipped: Bool, rest: [RunLoopPass.Action]) {
        var pass = pass()
        let loop = Loop(hasSources0: true, isLastSkipped: isLastSkipped, port: .none)
        let after = [.observe(.entry), .begin] + RunLoopPassTests.beforeSources + rest
        #expect(actions(&pass, loop) == after + [.handle(.none), .runBlocks, .decide])
    }

    @Test("serves the main queue without a wait in later passes, but not after a drain")
    func mainQueue() {
        var pass = pass()
        _ = actions(&pass, Loop(isQuiet: true, port: .timer))
        let ready = Loop(isQuiet: true, isMainQueueReady: true, port: .timer)
        #expect(actions(&pass, ready) == [.beginPass, .pollMainQueue, .handle(.mainQueue), .runBlocks, .decide])
        #expect(
            actions(&pass, ready)
                == [.beginPass] + RunLoopPassTests.sleep + [.handle(.timer), .runBlocks, .decide])
    }

    @Test(
        "looks at source, time, stop and emptiness in this order",
        arguments: [
            (true, .event, Loop(isStopped: true, isEmpty: true, now: 100), .handledSource),
            (true, .timer, Loop(isStopped: true, isEmpty: true, now: 100), .timedOut),
            (false, .event, Loop(isStopped: true, isEmpty: true, now: 100), .timedOut),
            (false, .timer, Loop(isStopped: true, isEmpty: true, now: 99), .stopped),
            (false, .timer, Loop(isEmpty: true, now: 99), .finished), (false, .timer, Loop(now: 99), .running),
        ] as [(Bool, Ports.Port, Loop, RunResult)])
    func decision(returnsAfterSource: Bool, port: Ports.Port, loop: Loop, result: RunResult) {
        var pass = pass(returnsAfterSource: returnsAfterSource)
        pass.begin(servesMainQueue: false, isStopped: false, now: 0)
        pass.beginPass(isQuiet: true)
        pass.woke(by: port)
        _ = pass.next()
        _ = pass.next()
        pass.decide(now: loop.now, isStopped: loop.isStopped, isEmpty: loop.isEmpty)
        #expect(pass.result == result)
    }

    @Test("that is stopped in the Entry observers leaves at once")
    func stoppedAtEntry() {
        var pass = pass()
        #expect(
            actions(&pass, Loop(isStopped: true))
                == [.observe(.entry), .begin, .observe(.exit), .drainPool(isAtExit: true), .end])
        #expect(pass.result == .stopped)
    }

    @Test("heeds wake-ups from its start to the end of its wait")
    func wakeUps() {
        var pass = pass()
        pass.begin(servesMainQueue: false, isStopped: false, now: 0)
        #expect(pass.heedsWakeUps)
        pass.beginPass(isQuiet: true)
        #expect(pass.heedsWakeUps)
        pass.woke(by: .timer)
        #expect(!pass.heedsWakeUps)
        pass.decide(now: 0, isStopped: false, isEmpty: false)
        #expect(pass.heedsWakeUps)
    }
}
