import Recording

/// Which weak variables refer to an object at an instant.
struct WeakReferences {
    private var table = ReferenceTable()

    /// In the order in which they were made.
    var all: [ReferenceTable.Key] { table.all }

    /// `instant`: ns; what happens at it is included.
    init(of trace: Trace, at instant: Int64) {
        let known = trace.entities.indices
        for record in trace.records where record.time <= instant && known.contains(Int(record.entity.index)) {
            let holder = Int(clamping: record.value)
            let key = ReferenceTable.Key(
                holder: known.contains(holder) ? EntityID(holder) : .none, held: record.entity, label: record.extra)
            switch record.kind {
            case .weaklyReferred: table.retain(key)
            case .weaklyReferredNoMore: _ = table.release(key)
            // All weak variables read nil from here on, and what dies takes its own along.
            case .deallocBegan: forget(table.held(record.entity) + table.holds(record.entity))
            default: continue
            }
        }
    }

    private mutating func forget(_ keys: [ReferenceTable.Key]) {
        for key in keys { while table.release(key) {} }
    }
}
