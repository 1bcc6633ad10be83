import ScenarioModel
import ScenarioProgram

/// Events: a source1 in the common modes, which is there for as long as one waits.
extension LiveMachine {
    /// Has an event arrive at its instants.
    func scheduleEvent(_ index: Int, turn: Int64 = 0) {
        let planned = plan.events[index]
        guard let instant = planned.instant(ofTurn: turn) else { return }
        stage.at(instant) {
            self.deliver(index)
            if planned.every != nil { self.scheduleEvent(index, turn: turn + 1) }
        }
    }

    private func deliver(_ index: Int) {
        let thread = plan.events[index].thread
        guard let loop = threads.loop(of: thread) else { return }
        let (port, isNew) = members.receive(index, for: thread) {
            LiveInput(order: 0, takesMessages: true, hasPorts: kernel.host.hasPorts) { self.handleEvent(of: thread) }
        }
        if isNew { port.add(to: loop, mode: modeNames.native(.common)) }
        port.signal()
    }

    private func handleEvent(of thread: Int) {
        guard let event = members.nextEvent(of: thread) else { return }
        callOut(program.entities.events[EventID(event)], program.events[EventID(event)], on: context)
    }
}
