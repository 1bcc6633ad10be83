import LabAnalysis
import LabRecording
import LabTraceBuilding
import Testing

@Suite struct LifetimeTests {
    /// A popped controller whose repeating timer has it as target; with a strong property when asked for.
    private func leak(strongProperty: Bool, passedWeakly: Bool = true) -> (Trace, controller: EntityID, tick: EntityID)
    {
        var builder = TraceBuilder(duration: 10 * s)
        let controller = builder.part(.object, "controller")
        let tick = builder.timer("tick", every: 1 * s)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.record(.created, at: 0, controller)
        builder.retain(controller, as: "navigation", at: 0)
        builder.record(.created, at: 0, tick)
        builder.grid(tick, first: 1 * s, every: 1 * s)
        builder.record(.added, at: 0, tick, value: Int64(builder.defaultMode.index))
        builder.retain(tick, by: builder.main, as: "timer", at: 0)
        builder.retain(controller, by: tick, as: "target", at: 0)
        if passedWeakly { builder.record(.weakTargetRetained, at: 0, tick, value: Int64(controller.index)) }
        if strongProperty { builder.retain(tick, by: controller, as: "timer", at: 0) }
        for start in 1...9 { builder.fire(tick, at: Int64(start) * s) }
        builder.release(controller, as: "navigation", at: 3500 * ms)
        return (builder.finished, controller, tick)
    }

    @Test("a weak variable as the target: kept by the run loop, in a cycle with the strong property, six more ticks")
    func weakTarget() throws {
        let (trace, controller, tick) = leak(strongProperty: true)
        let analysis = RunAnalysis(of: trace)
        let life = try #require(analysis.lifetimes.first { $0.entity == controller })
        #expect(life.isKept && life.lastOwnerLeft == 3500 * ms && life.firedAfterOwner == 6)
        #expect(life.chains.map(\.text) == ["run loop main → timer tick → target controller"])
        #expect(life.cycle?.text == "controller → timer tick → target controller")
        #expect(analysis.summary(of: tick)?.firedAfterOwner == 6)
        #expect(
            analysis.findings.map(\.code) == [
                "TL0301", "TL0302", "TL0303", "TL0304",
            ])
        let targetPlace = trace.entity(tick)?.timer?.targetPlace
        #expect(analysis.findings.first?.place == targetPlace && analysis.findings[2].place == targetPlace)
    }

    @Test("without a property it is kept, but in no cycle")
    func oneWay() {
        let (trace, controller, _) = leak(strongProperty: false, passedWeakly: false)
        let analysis = RunAnalysis(of: trace)
        #expect(analysis.findings.map(\.code) == ["TL0301", "TL0304"])
        #expect(analysis.lifetimes.first { $0.entity == controller }?.cycle == nil)
    }

    @Test("deallocated with its last release: nothing to report")
    func deallocated() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let object = builder.part(.object, "object")
        builder.record(.created, at: 0, object)
        builder.retain(object, as: "navigation", at: 0)
        builder.release(object, as: "navigation", at: 2 * s)
        builder.record(.deallocBegan, at: 2 * s, object)
        builder.record(.deallocated, at: 2 * s, object)
        let analysis = RunAnalysis(of: builder.finished)
        let life = try #require(analysis.lifetimes.first)
        #expect(!life.isKept && life.deallocated == 2 * s && life.lastOwnerLeft == 2 * s && life.chains.isEmpty)
        #expect(analysis.findings.isEmpty)
    }

    @Test("two timers are two ways; what a kept object owns is kept with it")
    func twoWays() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let controller = builder.part(.object, "controller")
        let helper = builder.part(.object, "helper")
        let timers = ["one", "two"].map { builder.timer($0, every: 1 * s) }
        for object in [controller, helper] { builder.record(.created, at: 0, object) }
        builder.retain(controller, as: "navigation", at: 0)
        builder.retain(helper, by: controller, as: "helper", at: 0)
        for timer in timers {
            builder.retain(timer, by: builder.main, as: "timer", at: 0)
            builder.retain(controller, by: timer, as: "target", at: 0)
        }
        builder.release(controller, as: "navigation", at: 1 * s)
        let analysis = RunAnalysis(of: builder.finished)
        let lives = analysis.lifetimes
        #expect(lives.map(\.entity) == [controller, helper])
        #expect(
            lives[0].chains.map(\.text) == [
                "run loop main → timer one → target controller", "run loop main → timer two → target controller",
            ])
        #expect(lives[1].lastOwnerLeft == 1 * s)
        #expect(lives[1].chains.first?.text == "run loop main → timer one → target controller → helper helper")
        #expect(analysis.findings.map(\.code) == ["TL0301"])
    }

    @Test("an owner's owner counts: what a live object holds is owned")
    func ownedByOwned() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let (first, second) = (builder.part(.object, "first"), builder.part(.object, "second"))
        builder.retain(second, by: builder.main, as: "local", at: 0)
        builder.retain(first, as: "static", at: 0)
        builder.retain(second, by: first, as: "other", at: 1 * s)
        builder.retain(first, by: second, as: "back", at: 1 * s)
        builder.release(second, by: builder.main, as: "local", at: 2 * s)
        #expect(RunAnalysis(of: builder.finished).lifetimes.allSatisfy { $0.lastOwnerLeft == nil })
        builder.release(first, as: "static", at: 3 * s)
        let analysis = RunAnalysis(of: builder.finished)
        #expect(analysis.lifetimes.map(\.lastOwnerLeft) == [3 * s, 3 * s])
        #expect(analysis.lifetimes.allSatisfy { $0.isKept && $0.chains.isEmpty })
        #expect(analysis.findings.map(\.code) == ["TL0302", "TL0302"])
    }

    @Test("deallocated while a timer still refers to it: over-released")
    func overReleased() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let object = builder.part(.object, "object")
        let tick = builder.timer("tick", every: 1 * s)
        builder.retain(object, as: "navigation", at: 0)
        builder.retain(object, by: tick, as: "target", at: 0)
        builder.release(object, as: "navigation", at: 1 * s)
        builder.record(.deallocBegan, at: 1 * s, object)
        let finding = try #require(RunAnalysis(of: builder.finished).findings.first)
        #expect(finding.code == "TL0305" && finding.subject == object && finding.related == tick)
    }

    @Test("a block that refers to its owner weakly fires on, as what it talks to shows")
    func talksToNil() {
        var builder = TraceBuilder(duration: 5 * s)
        let object = builder.part(.object, "object")
        let tick = builder.timer("tick", every: 1 * s)
        builder.retain(object, as: "navigation", at: 0)
        builder.release(object, as: "navigation", at: 1500 * ms)
        builder.record(.deallocBegan, at: 1500 * ms, object)
        for start in 1...4 { builder.fire(tick, at: Int64(start) * s) }
        for start in 2...4 {
            builder.record(.remarked, at: Int64(start) * s, tick, value: Remark.messagedNil.rawValue)
        }
        let analysis = RunAnalysis(of: builder.finished)
        #expect(analysis.findings.map(\.code) == ["TL0312"])
        #expect(analysis.summary(of: tick)?.firedAfterOwner == 3)
    }

    @Test("a weak property of a living object can still end a timer that nothing owns: it does not fire for nothing")
    func weaklyReachable() {
        for isReachable in [true, false] {
            var builder = TraceBuilder(duration: 5 * s)
            let object = builder.part(.object, "object")
            let tick = builder.timer("tick", every: 1 * s)
            builder.retain(object, as: "navigation", at: 0)
            builder.retain(tick, as: "local", at: 0)
            if isReachable { builder.record(.weaklyReferred, at: 0, tick, value: Int64(object.index)) }
            builder.release(tick, as: "local", at: 500 * ms)
            for start in 1...4 { builder.fire(tick, at: Int64(start) * s) }
            #expect(RunAnalysis(of: builder.finished).findings.map(\.code) == (isReachable ? [] : ["TL0304"]))
        }
    }

    @Test("the graph at an instant has what was held then")
    func graph() {
        let (trace, controller, tick) = leak(strongProperty: true)
        let before = ReferenceGraph(of: trace, at: 3 * s)
        #expect(before.edges.count == 4)
        #expect(before.roots.contains(.none))
        let after = ReferenceGraph(of: trace, at: 3500 * ms)
        #expect(after.edges.map(\.label) == ["timer", "target", "timer"])
        #expect(after.nodes == [EntityID(1), controller, tick].sorted())
        #expect(after.roots == [EntityID(1)])
    }
}
