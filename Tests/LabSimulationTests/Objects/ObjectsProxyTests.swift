import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Rows 0.23–0.25, 0.28, 0.35, 0.36, 2.12–2.14, 3.8, 3.9, 3.12: proxies, messages, and how they end.
@Suite("Objects: proxies and messages")
struct ObjectsProxyTests {
    /// A controller whose timer's target is a proxy that nobody but the timer holds.
    private func builder(_ proxy: ObjectPlan.Forwarding, invalidates: Bool) -> PlanBuilder {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(strong: [.timer(0)], invalidates: invalidates)
        builder.object("proxy", class: "LJProxy", proxy: proxy, for: 0)
        builder.tick(target: 1)
        builder.event(at: 2500, .pop(0))
        return builder
    }

    @Test(
        "with a weak proxy the controller goes at the pop, then the proxy, then the timer",
        arguments: [ObjectPlan.Forwarding.object, .nsproxy, .nullForwarding])
    func order(proxy: ObjectPlan.Forwarding) throws {
        let trace = try builder(proxy, invalidates: true).record()
        #expect(trace.log() == ["1000 timerRun", "2000 timerRun", "2500 dealloc"])
        #expect(
            trace.lives() == [
                "2500 controller begins dealloc", "2500 tick is invalidated", "2500 proxy begins dealloc",
                "2500 proxy is gone", "2500 tick begins dealloc", "2500 tick is gone", "2500 controller is gone",
            ])
    }

    @Test("the stages of a message through each kind of proxy")
    func stages() throws {
        let lookup = "lookup resolveInstanceMethod:"
        #expect(
            try builder(.object, invalidates: true).record().ways(of: "timerRun") == [
                "proxy: \(lookup) forwardingTargetForSelector: → target controller", "controller: lookup → method",
            ])
        #expect(
            try builder(.nsproxy, invalidates: true).record().ways(of: "timerRun") == [
                "proxy: \(lookup) methodSignatureForSelector: forwardInvocation: → invocation controller",
                "controller: lookup → method",
            ])
        #expect(
            try builder(.nullForwarding, invalidates: true).record().ways(of: "timerRun").first
                == "proxy: \(lookup) forwardingTargetForSelector: → target controller")
    }

    @Test("with the target gone and the timer running an NSObject proxy does not recognise the selector")
    func deadTargetOfObject() throws {
        let trace = try builder(.object, invalidates: false).record()
        #expect(trace.crash()?.hasPrefix("3000 *** Terminating app") == true)
        #expect(trace.crash()?.contains("'-[LJProxy timerRun]: unrecognized selector sent to instance 0x6") == true)
        #expect(trace.records.last?.kind == .crashed)
        #expect(trace.log().last == "2500 dealloc")
    }

    @Test("an NSProxy with a nil signature raises doesNotRecognizeSelector:")
    func deadTargetOfProxy() throws {
        let trace = try builder(.nsproxy, invalidates: false).record()
        #expect(trace.crash()?.contains("*** -[NSProxy doesNotRecognizeSelector:timerRun] called!") == true)
    }

    @Test("a null-forwarding proxy swallows the message and the timer goes on for ever")
    func nullForwarding() throws {
        let trace = try builder(.nullForwarding, invalidates: false).record()
        #expect(trace.crash() == nil)
        #expect(trace.firings("tick") == [1000, 2000, 3000, 4000, 5000])
        #expect(trace.log() == ["1000 timerRun", "2000 timerRun", "2500 dealloc"])
        #expect(trace.ways(of: "timerRun").last?.hasSuffix("forwardInvocation: → swallowed") == true)
    }

    @Test("an intermediate target invalidates its timer at the first firing after the dealloc, then goes itself")
    func selfInvalidating() throws {
        let trace = try builder(.selfInvalidating, invalidates: false).record()
        #expect(trace.firings("tick") == [1000, 2000, 3000])
        #expect(
            trace.lives() == [
                "2500 controller begins dealloc", "2500 controller is gone", "3000 tick is invalidated",
                "3000 proxy begins dealloc", "3000 proxy is gone", "3000 tick begins dealloc", "3000 tick is gone",
            ])
    }

    @Test("isKindOfClass: is answered by the object behind an NSProxy and by an NSObject proxy itself")
    func kinds() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.object("vc", class: "ViewController", heldBy: [.staticVariable])
        builder.object("p1", class: "MJProxy", proxy: .nsproxy, for: 0, heldBy: [.staticVariable])
        builder.object("p2", class: "MJProxy1", proxy: .object, for: 0, heldBy: [.staticVariable])
        builder.tick(target: 0, selector: "timerTest")
        let answer = Action.log(LogTextPlan(pieces: [.field(.answer)]))
        builder.event(
            at: 0, .isKindOf(object: 1, className: "ViewController"), answer,
            .isKindOf(object: 2, className: "ViewController"), answer, .isKindOf(object: 2, className: "MJProxy1"),
            answer,
            .respondsTo(object: 1, selector: "timerTest"), answer, .respondsTo(object: 2, selector: "timerTest"),
            answer,
            .respondsTo(object: 0, selector: "other"), answer)
        #expect(try builder.record().log() == ["0 1", "0 0", "0 1", "0 1", "0 0", "0 0"])
    }

    @Test("an over-released target goes at once, and the next firing uses freed memory")
    func overReleased() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("test", class: "TimerAction", heldBy: [.local], dealloc: [.log("dealloc")])
        builder.tick(target: 0, selector: "test")
        builder.event(at: 1500, .overRelease(0), .release(.object(0)))
        let trace = try builder.record()
        #expect(trace.log() == ["1000 timerRun", "1500 dealloc"])
        #expect(trace.crash()?.hasPrefix("2000 EXC_BAD_ACCESS: test on TimerAction 0x6") == true)
    }

    @Test("a target that was not retained is used after its death")
    func unretained() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("target", heldBy: [.local])
        builder.tick(target: 0)
        builder.plan.timers[0].callback.target?.isUnretained = true
        builder.event(at: 1500, .release(.object(0)))
        let trace = try builder.record()
        #expect(trace.deallocation(of: "target") == 1500)
        #expect(trace.crash()?.hasPrefix("2000 EXC_BAD_ACCESS") == true)
    }

    @Test("a target without the method crashes with its own class's name")
    func unrecognised() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("target", class: "Model", selectors: ["refresh"])
        builder.tick(target: 0, selector: "refresh:")
        #expect(
            try builder.record().crash()?.contains("-[Model refresh:]: unrecognized selector sent to instance") == true
        )
    }

    @Test("the class as its own target is never deallocated; the controller is, and the block runs on in userInfo")
    func classTarget() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.controller(strong: [.timer(0)], invalidates: false)
        builder.object("NSTimer", class: "NSTimer", proxy: .classObject)
        builder.object("block", class: "__NSMallocBlock__", weak: [.object(0)])
        builder.tick(target: 1, do: [.message(0, "timerFired", .log("fired"))])
        builder.plan.timers[0].callback.userInfo = [2]
        builder.event(at: 1500, .pop(0))
        let trace = try builder.record()
        #expect(trace.log() == ["1000 fired", "1500 dealloc"])
        #expect(trace.firings("tick") == [1000, 2000, 3000])
        #expect(trace.holders(of: "block") == ["tick.userInfo"])
    }

    @Test("SFWeakTimer's block factory sends the NSTimer what an array would understand")
    func blockFactory() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("SFWeakTimer", proxy: .classObject)
        builder.object("block", class: "__NSMallocBlock__")
        builder.object("info", class: "NSString")
        builder.tick(
            target: 0,
            do: [.message(MessagePlan(receiver: .timer(0), selector: "firstObject")), .log("never")])
        builder.plan.timers[0].callback.userInfo = [1, 2]
        let trace = try builder.record()
        #expect(trace.log().isEmpty)
        #expect(trace.crash()?.contains("'-[__NSCFTimer firstObject]: unrecognized selector sent to instance") == true)
    }

    @Test("an array of a block and a nil userInfo cannot be made")
    func nilUserInfo() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("SFWeakTimer", proxy: .classObject)
        builder.object("block", class: "__NSMallocBlock__")
        builder.object("info", class: "NSString", byStep: true)
        builder.tick(target: 0)
        builder.plan.timers[0].callback.userInfo = [1, 2]
        #expect(try builder.record().crash()?.contains("attempt to insert nil object from objects[1]") == true)
    }

    @Test("proxies that forward to each other end in a crash, not in a hang")
    func endless() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.object("a", proxy: .object, for: 1, heldBy: [.staticVariable])
        builder.object("b", proxy: .nsproxy, for: 0, heldBy: [.staticVariable])
        builder.tick(target: 0)
        #expect(try builder.record().crash()?.contains("for ever") == true)
    }
}
