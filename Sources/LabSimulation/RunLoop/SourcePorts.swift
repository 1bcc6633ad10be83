import LabScenarioProgram

/// The ports of a run loop's input sources: for each mode the ports with a message, by their places.
///
/// An entry counts while its source has a message and the same place, so removing a message needs no search.
struct SourcePorts {
    struct Entry {
        var source: SourceID
        var since: Arrival
    }

    private struct List {
        var entries = Queue<Entry>()
        /// The number of the latest look at this mode's set.
        var lastLook: Int64 = 0
    }

    private var lists: [List]
    private var looks: Int64 = 0

    init(modes: ModeSet) { lists = Array(repeating: List(), count: modes.bits.nonzeroBitCount) }

    /// Lists a source with a message in a mode, by its place there.
    mutating func list(_ source: SourceID, in mode: ModeID, _ members: Members, of loop: LoopID) {
        // A mode without a look would keep entries that no longer count.
        if lists[mode.index].entries.count > 2 * members.sources.count + 64 {
            lists[mode.index].entries.removeAll { members.sources[$0.source].since(in: mode, of: loop) != $0.since }
        }
        let since = members.sources[source].since(in: mode, of: loop)
        lists[mode.index].entries.insert(Entry(source: source, since: since)) { !(since < $0.since) }
    }

    /// The first port of a mode with a message.
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
            members.sources[first.source].leave(at: first.since, in: mode, of: loop)
        }
    }

    /// The number of the latest look at the set of one of these modes.
    func lastLook(in modes: ModeSet) -> Int64 {
        lists.indices.reduce(0) { modes.contains(ModeID($1)) ? max($0, lists[$1].lastLook) : $0 }
    }
}
