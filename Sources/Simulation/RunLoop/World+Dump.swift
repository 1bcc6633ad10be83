import Recording
import ScenarioModel

extension World {
    /// Records what a run loop looks like, as its description prints it.
    mutating func dumpLoop(of thread: Int, template: Int32, on caller: Int) {
        let number = Int64(recorder.dumps.count)
        recorder.dumps.append(dump(of: thread))
        recorder.append(
            record(.dumped, entity: threads[thread].entity, on: caller, value: number))
        recorder.append(
            record(
                .logged, entity: threads[thread].entity, on: caller, value: Int64(template),
                extra: Int64(recorder.arguments.count)))
        recorder.arguments.append(number)
    }

    private func dump(of thread: Int) -> LoopDump {
        let number = Int(threads[thread].loop)
        guard number >= 0 else {
            return LoopDump(
                thread: threads[thread].entity, exists: false, currentMode: .none, commonModes: [], commonItems: [],
                blockCount: 0, modes: [])
        }
        let loop = loops[number]
        let members = timers.indices.filter { timers[$0].loop == Int32(number) }
            .sorted { (timers[$0].due, timers[$0].sequence) < (timers[$1].due, timers[$1].sequence) }
        var present = loop.commonModes
        for group in loop.groups where group.count > 0 { present.formUnion(group.modes) }
        for source in loop.sources { present.formUnion(sources[Int(source)].modes.resolved(common: loop.commonModes)) }
        for observer in loop.observers {
            present.formUnion(observers[Int(observer)].modes.resolved(common: loop.commonModes))
        }
        let commonItems =
            members.filter { details[$0].modes.isCommon }.map { timers[$0].entity }
            + loop.sources.map { sources[Int($0)] }.filter { $0.modes.isCommon }.map(\.entity)
            + loop.observers.map { observers[Int($0)] }.filter { $0.modes.isCommon }.map(\.entity)
        return LoopDump(
            thread: threads[thread].entity, exists: true,
            currentMode: loop.modeStack.last.map { modeEntities[Int($0)] } ?? .none,
            commonModes: loop.commonModes.modes.map { modeEntities[Int($0)] }, commonItems: commonItems,
            blockCount: loop.blocks.count,
            modes: present.modes.map { dump(of: $0, in: loop, members: members) })
    }

    private func dump(of mode: Int8, in loop: LoopState, members: [Int]) -> LoopDump.Mode {
        let common = loop.commonModes
        let inMode = loop.sources.map { sources[Int($0)] }
            .filter { $0.modes.resolved(common: common).contains(mode) }
        return LoopDump.Mode(
            name: modeEntities[Int(mode)],
            timers: members.filter { details[$0].modes.resolved(common: common).contains(mode) }.map(dumpTimer),
            sources0: inMode.filter { !$0.isPort }.map(\.entity)
                + loop.performs.filter { $0.modes.resolved(common: common).contains(mode) }
                .map { EntityID(Int(program.blocks[Int($0.block)].entity)) },
            sources1: inMode.filter(\.isPort).map(\.entity),
            observers: loop.observers.map { observers[Int($0)] }
                .filter { $0.modes.resolved(common: common).contains(mode) }.map(\.entity))
    }

    private func dumpTimer(_ timer: Int) -> LoopDump.Timer {
        LoopDump.Timer(
            entity: timers[timer].entity, isValid: timers[timer].isValid, isFiring: timers[timer].isFiring,
            nextFireDate: sum(timers[timer].due, timers[timer].armedOffset), tolerance: details[timer].tolerance)
    }
}
