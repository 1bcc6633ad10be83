import ScenarioModel
import ScenarioProgram

/// Events: a source1 in the common modes. The main thread has it from the start, as UIKit's sources are there; another
/// thread has it for as long as an event waits, so that it does not keep its run loop alive.
extension LiveMachine {
    func scheduleEvent(_ index: Int, turn: Int64 = 0) {
        let planned = plan.events[index]
        guard let instant = planned.instant(ofTurn: turn, seed: plan.seed) else { return }
        stage.at(instant) {
            self.deliver(index)
            if planned.every != nil { self.scheduleEvent(index, turn: turn + 1) }
        }
    }

    private func deliver(_ index: Int) { inbox(of: plan.events[index].thread, receiving: index)?.signal() }

    func openMainInbox() {
        if plan.events.contains(where: { $0.thread == 0 }) { _ = inbox(of: 0, receiving: nil) }
    }

    /// The port of a thread's events, made if there is none, with one more event that waits.
    private func inbox(of thread: Int, receiving event: Int?) -> LiveInput? {
        guard let loop = threads.loop(of: thread) else { return nil }
        let (port, isNew) = members.receive(event, for: thread) {
            LiveInput(order: 0, takesMessages: true, hasPorts: kernel.host.hasPorts) { self.handleEvent(of: thread) }
        }
        if isNew { port.add(to: loop, mode: modeNames.native(.common)) }
        return port
    }

    private func handleEvent(of thread: Int) {
        guard let event = members.nextEvent(of: thread) else { return }
        callOut(program.entities.events[EventID(event)], program.events[EventID(event)], on: context)
    }
}
