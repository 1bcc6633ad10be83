import ScenarioProgram

/// Where a port stands in the lists of the sets that it is in: each mode of each run loop has a set, whose list holds the
/// ports that have got a message, first come, first served.
///
/// A port keeps its place in a list until a look at that very set takes it, or comes to it and finds it without a message:
/// a message that has gone by way of another mode leaves it where it was, and so the next one comes early there (xnu,
/// waitq.c: do_waitq_select_n_locked_sets, waitq_set_first_prepost; measured).
struct PortPlaces {
    private struct Place {
        var mode: ModeID
        var loop: LoopID
        var since: Arrival
    }

    private var places: [Place] = []

    /// Its place in a mode's list; nil: it is not there.
    func since(in mode: ModeID, of loop: LoopID) -> Arrival? {
        places.first { $0.mode == mode && $0.loop == loop }?.since
    }

    /// A message has come: the port goes to the tail of the lists in which it does not stand.
    mutating func list(in modes: ModeSet, of loop: LoopID, _ arrival: Arrival) {
        for mode in modes.modes where since(in: mode, of: loop) == nil {
            places.append(Place(mode: mode, loop: loop, since: arrival))
        }
    }

    /// A look at a mode's set has taken it: with more messages it goes to the tail of that list.
    mutating func take(in mode: ModeID, of loop: LoopID, hasMore: Bool, _ arrival: Arrival) {
        leave(mode, of: loop)
        if hasMore { places.append(Place(mode: mode, loop: loop, since: arrival)) }
    }

    /// A look at a mode's set has come to it, and found no message.
    mutating func leave(_ mode: ModeID, of loop: LoopID) { places.removeAll { $0.mode == mode && $0.loop == loop } }
}
