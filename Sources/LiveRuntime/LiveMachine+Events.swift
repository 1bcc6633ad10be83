import Recording
import ScenarioModel
import ScenarioProgram

/// The events that wait for one thread, first come first served, behind one port as those of a user interface are.
struct LiveInbox {
    var port: LiveInput
    var waiting: [Int]
}

/// Events: a source1 in the common modes, which is there for as long as one waits.
extension LiveMachine {
    /// Has an event arrive at its instants.
    func scheduleEvent(_ index: Int, turn: Int64 = 0) {
        let planned = plan.events[index]
        guard let instant = planned.instant(ofTurn: turn) else { return }
        stage(at: instant) {
            self.deliver(index)
            if planned.every != nil { self.scheduleEvent(index, turn: turn + 1) }
        }
    }

    private func deliver(_ index: Int) {
        let thread = plan.events[index].thread
        guard let loop = loop(of: thread) else { return }
        let (port, isNew) = guarded {
            let known = inboxes[thread]?.port
            let port =
                known
                ?? LiveInput(order: 0, takesMessages: true, hasPorts: host.hasPorts) { self.handleEvent(of: thread) }
            inboxes[thread, default: LiveInbox(port: port, waiting: [])].waiting.append(index)
            if known == nil { inputs.append(port) }
            return (port, known == nil)
        }
        if isNew { port.add(to: loop, mode: modeNames.native(.common)) }
        port.signal()
    }

    private func handleEvent(of thread: Int) {
        let (event, emptied): (Int?, LiveInput?) = guarded {
            guard var inbox = inboxes[thread], let event = inbox.waiting.first else { return (nil, nil) }
            inbox.waiting.removeFirst()
            inboxes[thread] = inbox.waiting.isEmpty ? nil : inbox
            return (event, inbox.waiting.isEmpty ? inbox.port : nil)
        }
        emptied?.invalidate()
        guard let event else { return }
        callOut(program.entities.events[EventID(event)], program.events[EventID(event)], on: context)
    }
}
