import LabRecording

extension Trace {
    func text(at index: Int64) -> String { texts[at: index] ?? "" }

    /// The first entity of that name.
    package func entity(_ kind: Entity.Kind, named name: String) -> EntityID? {
        entities.firstIndex { $0.kind == kind && $0.name == name }.map { EntityID($0) }
    }

    /// The place of a step, or else of an entity.
    package func place(ofStep step: Int64, orOf entity: EntityID) -> Range<Int> {
        if let place = steps[at: step], !place.isEmpty { return place }
        return place(entity)
    }

    /// The place of a reason. In a callback without work, sleep or a run loop, that is the place of its wait.
    package func place(of reason: Reason) -> Range<Int> {
        if reason.cause == .tolerance, let key = tolerances[group(of: reason.culprit)] { return key }
        let isWait = reason.step < 0 && [.otherWork, .ownCallback, .awaiting].contains(reason.cause)
        let step = isWait ? entity(reason.culprit)?.wait?.step ?? reason.step : reason.step
        return place(ofStep: step, orOf: reason.culprit)
    }

    func targetPlace(of timer: EntityID) -> Range<Int> {
        let target = entity(timer)?.timer?.targetPlace ?? 0..<0
        return target.isEmpty ? place(timer) : target
    }

    /// The place of an entity; empty if it has none.
    func place(_ entity: EntityID) -> Range<Int> { self.entity(entity)?.place ?? 0..<0 }

    /// The wait of a timer's callback, its thread or other work there. It is for a signal, or for the turn of a queue or
    /// thread that the culprit keeps busy, which the words say.
    func wait(
        of timer: EntityID, for culprit: EntityID, inMode mode: EntityID?
    ) -> (waiter: EntityID, step: Int64, awaited: Statement)? {
        let (home, busy) = (server(ofHomeOf: timer), server(ofHomeOf: culprit))
        let isKnown = culprit != timer && entity(culprit) != nil
        let waiter =
            [timer, home].first { entity($0)?.wait != nil }
            ?? (busy.exists ? entities.indices : 0..<0).lazy.map { EntityID($0) }.first {
                // An event has no home.
                entities[$0]?.wait.map { server($0.on) } == busy && [home, .none].contains(server(ofHomeOf: $0))
            }
        guard culprit != home, let waiter, let wait = entity(waiter)?.wait else { return nil }
        guard entity(wait.on) != nil else {
            guard culprit == waiter || wait.signallers.contains(culprit) else { return nil }
            return (waiter, wait.step, culprit == waiter ? "a signal" : "a signal from \(kind: culprit)")
        }
        let awaited: Statement = (wait.block.exists ? "" : "a signal from ") + "\(kind: wait.on)"
        if culprit == waiter { return (waiter, wait.step, awaited) }
        if culprit == wait.on { return (waiter, wait.step, awaited + ", which is suspended") }
        if let mode { return (waiter, wait.step, awaited + ", while \(kind: culprit) runs the \(mode) mode") }
        return (waiter, wait.step, awaited + ", which " + (isKnown ? "\(kind: culprit)" : "other work") + " keeps busy")
    }

    /// The thread or queue of a timer or a block; the main thread represents the queue that it serves.
    package func server(ofHomeOf entity: EntityID) -> EntityID { server(home(of: entity)) }

    func home(of entity: EntityID) -> EntityID { entities[entity]?.home ?? .none }

    /// The thread that serves the main queue; any other place itself.
    func server(_ place: EntityID) -> EntityID {
        entity(place)?.isMainQueue ?? false ? entities.mainThread : place
    }
}
