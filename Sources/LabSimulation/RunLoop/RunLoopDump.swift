import LabRecording
import LabScenarioProgram

/// The contents of a run loop for its description.
struct RunLoopDump {
    let id: LoopID
    let loop: RunLoop
    let members: Members
    let timers: TimerTable
    let program: Program

    /// The loop's timers, the next first.
    private var ownTimers: [TimerID] {
        timers.ids.filter { timers[$0].loop == id }
            .sorted { (timers[$0].due, timers[$0].rank) < (timers[$1].due, timers[$1].rank) }
    }

    func dump(thread: EntityID) -> LoopDump {
        let modes = program.entities.modes
        var dump = LoopDump(thread: thread)
        dump.exists = true
        dump.currentMode = loop.currentMode.map { modes[$0] } ?? .none
        dump.commonModes = loop.commonModes.modes.map { modes[$0] }
        dump.commonItems = commonItems
        dump.blockCount = loop.blocks.count
        dump.modes = presentModes.modes.map { self.dump(of: $0) }
        return dump
    }

    private var sources: [(modes: ModeSet, state: SourceState)] {
        loop.sources.map { (members.sources[$0].modes(in: id), members.sources[$0]) }
    }
    private var observers: [ObserverState] { loop.observers.map { members.observers[$0] } }

    private var presentModes: ModeSet {
        var present = loop.commonModes
        for group in loop.timers.groups where group.count > 0 { present.formUnion(group.modes) }
        for source in sources { present.formUnion(source.modes.resolved(common: loop.commonModes)) }
        for observer in observers { present.formUnion(observer.modes.resolved(common: loop.commonModes)) }
        return present
    }

    private var commonItems: [EntityID] {
        let ownCommon = ownTimers.filter { timers.details[$0].modes.isCommon }.map { timers[$0].entity }
        return ownCommon + sources.filter(\.modes.isCommon).map(\.state.entity)
            + observers.filter(\.modes.isCommon).map(\.entity)
    }

    private func dump(of mode: ModeID) -> LoopDump.Mode {
        let isIn = { [loop] (modes: ModeSet) in modes.resolved(common: loop.commonModes).contains(mode) }
        let inMode = sources.filter { isIn($0.modes) }
        let requests = loop.performs.filter { isIn($0.modes) }.map { program.blocks[$0.block.plan].entity }
        return LoopDump.Mode(
            name: program.entities.modes[mode], timers: ownTimers.filter { isIn(timers.details[$0].modes) }.map(dump),
            sources0: inMode.filter { !$0.state.isPort }.map(\.state.entity) + requests,
            sources1: inMode.filter(\.state.isPort).map(\.state.entity),
            observers: observers.filter { isIn($0.modes) }.map(\.entity))
    }

    private func dump(_ timer: TimerID) -> LoopDump.Timer {
        let state = timers[timer]
        return LoopDump.Timer(
            entity: state.entity, isValid: state.isValid, isFiring: state.isFiring,
            nextFireDate: state.due.adding(saturating: state.armedOffset), tolerance: timers.details[timer].tolerance)
    }
}
