import Recording
import ScenarioModel
import ScenarioProgram

/// What run loops serve beside timers; which loop each is in stands with the item, and in which order with the loop.
struct Members {
    var sources: Table<SourceTag, SourceState>
    var observers: Table<ObserverTag, ObserverState>

    init(_ plan: ScenarioPlan, _ program: Program) {
        observers = Table(
            program.observers.ids.map { index in
                ObserverState(
                    entity: program.entities.observers[index], modes: program.observers[index].modes,
                    list: program.observers[index].list)
            })
        sources = Table(
            program.sources.ids.map { index in
                let planned = plan.sources[index.index]
                return SourceState(
                    entity: program.entities.sources[index], modes: program.sources[index].modes,
                    list: program.sources[index].list, isPort: planned.kind == .source1, order: planned.order)
            })
    }
}

/// An input source of a run loop.
struct SourceState {
    var entity: EntityID
    var modes: ModeSet
    var list: ListID
    var loop: LoopID = .none
    /// Messages that wait, or 1 for a signalled source0.
    var pending: Int32 = 0
    var isValid = true
    /// A source1: a message on its port wakes the loop.
    var isPort: Bool
    /// Among the sources of a loop; the least is served first.
    var order: Int64 = 0
    /// The display link whose port it is; none: the scenario's own.
    var link = DisplayLinkID.none
}

/// A run loop observer.
struct ObserverState {
    var entity: EntityID
    var modes: ModeSet
    var list: ListID
    var loop: LoopID = .none
    var isFiring = false
    var isValid = true
}
