import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The observers and input sources of all run loops. An item knows its loops and modes, a loop the order of its items.
struct Members {
    var sources: Table<SourcePlan, SourceState>
    var observers: Table<ObserverPlan, ObserverState>

    init(_ plan: borrowing ScenarioPlan, _ program: borrowing Program) {
        observers = Table(
            program.observers.ids.map {
                ObserverState(entity: program.entities.observers[$0], modes: program.observers[$0].modes)
            })
        sources = Table(
            program.sources.ids.map {
                let planned = plan.sources[$0.index]
                return SourceState(
                    entity: program.entities.sources[$0], isPort: planned.kind == .source1, order: planned.order)
            })
    }
}

struct SourceState {
    var entity: EntityID
    /// Its run loops and modes, in the order of adding (CFRunLoop.c: CFRunLoopAddSource allows several loops).
    private(set) var placements: [(loop: LoopID, modes: ModeSet)] = []
    /// The number of waiting messages; 1 for a signalled source0.
    private(set) var pending: Int32 = 0
    private(set) var since = Arrival.never
    /// The places of a port in the lists of its sets.
    var places = PortPlaces()
    var isValid = true
    /// A source1: a message on its port wakes the loop.
    var isPort: Bool
    /// Its order among the sources of a loop; the least is served first.
    var order: Int64 = 0
    /// The display link that owns the port; none: the scenario's source.
    var link = DisplayLinkID.none

    var isSignalled: Bool { pending > 0 && isValid }

    /// True if a run loop that waits for it wakes up.
    var hasMessage: Bool { isSignalled && isPort }

    /// Receives a message for a port, or a signal; several signals are one. True if none waited.
    mutating func receive(_ arrival: Arrival, limit: Int32 = .max) -> Bool {
        let isFirst = pending == 0
        if isFirst { since = arrival }
        if pending < limit { pending += 1 }
        return isFirst
    }

    /// Its modes in a run loop, in which it may not be.
    func modes(in loop: LoopID) -> ModeSet { placements.first { $0.loop == loop }?.modes ?? .none }

    /// Adds it to more modes of a run loop; true if it was in none before.
    mutating func place(in modes: ModeSet, of loop: LoopID) -> Bool {
        guard let place = placements.firstIndex(where: { $0.loop == loop }) else {
            placements.append((loop, modes))
            return true
        }
        placements[place].modes.formUnion(modes)
        return false
    }

    mutating func leave(_ loop: LoopID) { placements.removeAll { $0.loop == loop } }

    /// The place of the port in a mode's list; in a mode that it joined later, from its first message on.
    func since(in mode: ModeID, of loop: LoopID) -> Arrival { places.since(in: mode, of: loop) ?? since }

    mutating func serve(in mode: ModeID, of loop: LoopID, _ arrival: Arrival) {
        pending -= 1
        since = arrival
        places.serve(in: mode, of: loop, hasMore: pending > 0, arrival)
    }

    mutating func clear() { pending = 0 }
}

struct ObserverState {
    var entity: EntityID
    var modes: ModeSet
    var loop: LoopID = .none
    var isFiring = false
    var isValid = true
    /// The instant from which on other modes kept its calls from it.
    var missedSince: Int64?
}

/// The places of a port in the lists of its sets. Each mode of each run loop has a set, whose list has the ports with a
/// message, first come, first served.
///
/// A port keeps its place in a list until a look at that set serves it, or finds it without a message. If another mode
/// served the message, the port keeps its place, so its next message is early there (xnu, waitq.c:
/// do_waitq_select_n_locked_sets, waitq_set_first_prepost; measured).
struct PortPlaces {
    private var places: [(mode: ModeID, loop: LoopID, since: Arrival)] = []

    /// Its place in a mode's list; nil if it is not there.
    @inline(__always) func since(in mode: ModeID, of loop: LoopID) -> Arrival? {
        places.isEmpty ? nil : places.first { $0.mode == mode && $0.loop == loop }?.since
    }

    /// A message has come: the port goes to the tail of each list that it is not in.
    ///
    /// - Returns: the modes of those lists.
    @discardableResult mutating func list(in modes: ModeSet, of loop: LoopID, _ arrival: Arrival) -> ModeSet {
        var listed = ModeSet.none
        for mode in modes where since(in: mode, of: loop) == nil {
            places.append((mode, loop, arrival))
            listed.formUnion(ModeSet(mode: mode))
        }
        return listed
    }

    /// A look at a mode's set has served it; with more messages it moves to the tail of that list.
    mutating func serve(in mode: ModeID, of loop: LoopID, hasMore: Bool, _ arrival: Arrival) {
        leave(mode, of: loop)
        if hasMore { places.append((mode, loop, arrival)) }
    }

    /// A look at a mode's set reached the places before `end`, and the port has no message.
    @inline(__always) mutating func look(in mode: ModeID, of loop: LoopID, before end: Arrival) {
        if let place = since(in: mode, of: loop), place < end { leave(mode, of: loop) }
    }

    mutating func leave(_ mode: ModeID, of loop: LoopID) {
        if let place = places.firstIndex(where: { $0.mode == mode && $0.loop == loop }) { places.remove(at: place) }
    }
}

/// The ports of a run loop's input sources: for each mode the ports with a message, by their places.
///
/// An entry counts while its source has a message and the same place, so removing a message needs no search.
struct SourcePorts {
    typealias Entry = (source: SourceID, since: Arrival)

    /// By mode: the entries, and the number of the latest look at its set.
    private var lists: [(entries: Queue<Entry>, lastLook: Int64)]
    private var looks: Int64 = 0

    init(modes: ModeSet) { lists = Array(repeating: (Queue(), 0), count: modes.bits.nonzeroBitCount) }

    /// Lists a source with a message in a mode, by its place there.
    mutating func list(_ source: SourceID, in mode: ModeID, _ members: Members, of loop: LoopID) {
        // A mode without a look would keep entries that no longer count.
        if lists[mode.index].entries.count > 2 * members.sources.count + 64 {
            lists[mode.index].entries.removeAll { members.sources[$0.source].since(in: mode, of: loop) != $0.since }
        }
        let since = members.sources[source].since(in: mode, of: loop)
        lists[mode.index].entries.insert((source, since)) { !(since < $0.since) }
    }

    func first(in mode: ModeID, _ members: Members, of loop: LoopID) -> Entry? {
        lists[mode.index].entries.waiting.first {
            members.sources[$0.source].hasMessage && members.sources[$0.source].since(in: mode, of: loop) == $0.since
        }
    }

    /// A look at a mode's set reached the places before `end`; ports without a message there leave the list.
    mutating func look(in mode: ModeID, before end: Arrival, _ members: inout Members, of loop: LoopID) {
        looks += 1
        lists[mode.index].lastLook = looks
        while let first = lists[mode.index].entries.first, first.since < end {
            lists[mode.index].entries.removeFirst()
            members.sources[first.source].places.look(in: mode, of: loop, before: end)
        }
    }

    /// The number of the latest look at the set of one of these modes.
    func lastLook(in modes: ModeSet) -> Int64 {
        lists.indices.reduce(0) { modes.contains(ModeID($1)) ? max($0, lists[$1].lastLook) : $0 }
    }
}
