import LabCatalogue
import LabExactTime
import LabScenarioModel

/// The reason why a timer cannot be replaced.
enum ReplacementFault: Error, Hashable {
    /// Each such loop needs a thread of its own.
    case copies(mechanism: String)
    /// There is no interval to keep.
    case oneShot
    /// A step has a verb that only its own mechanism has.
    case verb(String, place: Place)
}

extension ScenarioPlan {
    /// The scenario with one timer made by another mechanism. Everything else stays, also its name and with it every
    /// random draw.
    ///
    /// The work stays in the callback and so moves with it. The expectations are about the original timer, so they are
    /// left out.
    func replacing(timer index: Int, by mechanism: Mechanism) throws(ReplacementFault) -> ScenarioPlan {
        let old = timers[index]
        guard old.repeats else { throw .oneShot }
        if old.copies != nil, mechanism.kind.places == [.worker] { throw .copies(mechanism: mechanism.name) }
        if old.kind != mechanism.kind {
            // The verbs that end a timer apply to any mechanism; the others belong to the original one.
            var fault: ReplacementFault?
            eachStep { step in
                guard fault == nil, step.part == .timer(index), ScenarioPlan.ownVerbs.contains(step.verb) else {
                    return
                }
                fault = .verb(step.verb.rawValue, place: step.place)
            }
            if let fault { throw fault }
        }
        let row = mechanism.kind.row
        var plan = self
        var new = TimerPlan(id: old.id, kind: mechanism.kind, place: old.place)
        new.interval = old.interval ?? interval(ofDisplayLink: old)
        new.delay = mechanism.kind == .displayLink ? nil : old.delay
        new.repeats = true
        new.tolerance = row.keys.isDisjoint(with: ["tolerance", "leeway"]) ? 0 : old.tolerance
        new.modes = [mechanism.mode]
        new.clock = row.clock
        new.callback = old.callback
        new.steps = old.steps
        new.cancelSteps = row.keys.contains("on_cancel") ? old.cancelSteps : []
        new.copies = old.copies
        new.isMadeByStep = old.isMadeByStep
        new.startsActive = old.startsActive || !row.keys.contains("active")
        // A dispatch source that nothing holds is disposed of; a run loop holds its timers itself.
        new.heldBy = old.heldBy.filter { $0 != .local && $0 != .staticVariable }
        if row.needsHolder, !isOwned(timer: index) { new.heldBy.append(.staticVariable) }
        plan.settle(&new, at: mechanism.place)
        plan.timers[index] = new
        plan.expectations = []
        plan.guards = []
        plan.compare = nil
        return plan
    }

    /// Verbs that only some mechanisms have.
    private static let ownVerbs: [Verb] = [
        .fire, .setFireDate, .pause, .reschedule, .add, .suspend, .resume, .activate,
    ]

    /// Makes the thread or queue for the timer.
    private mutating func settle(_ timer: inout TimerPlan, at place: Mechanism.Place) {
        switch place {
        case .main: timer.queue = timer.kind.hasModes ? nil : 0
        case .queue, .global:
            timer.queue = queues.count
            queues.append(
                QueuePlan(id: "\(timer.id).queue", kind: place == .global ? .global : .serial, place: timer.place))
        case .worker:
            // A loop is its thread's whole body; any other timer needs a run loop that serves it.
            let body = timer.kind.hasModes ? [Step(.runLoop) { $0.call = .forever }] : []
            var thread = ThreadPlan(id: "\(timer.id).thread", place: timer.place, starts: 0, body: body)
            thread.isDetached = true
            timer.thread = threads.count
            threads.append(thread)
        }
    }
}
