import Recording

/// From when to when something lasted, ns.
struct Span: Hashable, Sendable {
    var from: Int64
    var to: Int64
}

extension Trace {
    /// When each callback returned, in the order of the `fired` records: its start for one that took no time.
    ///
    /// A `returned` record closes the latest firing of its timer; of a firing by hand inside the timer's own callback
    /// the next one closes the callback around it.
    func returnTimes() -> [Int64] {
        var times: [Int64] = []
        var latest = [Int](repeating: -1, count: entities.count)
        var around: [Int: Int] = [:]
        var byHand: Set<Int> = []
        for record in records {
            let timer = Int(record.entity.index)
            guard latest.indices.contains(timer) else {
                if record.kind == .fired { times.append(record.time) }
                continue
            }
            switch record.kind {
            case .firedByHand:
                byHand.insert(timer)
            case .fired:
                if byHand.remove(timer) != nil, latest[timer] >= 0 {
                    around[timer] = latest[timer]
                } else if !around.isEmpty {
                    around[timer] = nil
                }
                latest[timer] = times.count
                times.append(record.time)
            case .returned where latest[timer] >= 0:
                times[latest[timer]] = record.time
                latest[timer] = around.removeValue(forKey: timer) ?? -1
            default:
                continue
            }
        }
        return times
    }
}
