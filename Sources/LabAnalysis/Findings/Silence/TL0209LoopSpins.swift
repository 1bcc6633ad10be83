import LabExactTime
import LabRecording

extension Detectors {
    static let loopSpins: Detector = remark(.ranEmptyMode) { evidence, event in
        let second: Int64 = 1_000_000_000
        let time = event.last.subtracting(saturating: event.first)
        guard evidence.spins(event) else { return nil }
        let busy = evidence.busy(event.entity, from: event.first, to: event.last)
        let share = time > 0 ? Int(Int128(busy) * 100 / Int128(time)) : 100
        let pace =
            time > 0
            ? "\(Int128(event.count) * Int128(second) / Int128(time)) times a second"
            : "without any time passing"
        return "a run call of thread \(event.entity) returns at once, \(pace), with nothing in its "
            + "mode: \(share) % of a processor"
    }
}

extension Evidence {
    /// True for run calls that return at once, one after the other; slower calls just poll.
    func spins(_ event: RecordedEvents.Event) -> Bool {
        event.count >= 1000 && event.last.subtracting(saturating: event.first) <= event.count * 1_000_000
    }

    /// The time that a thread worked between two instants, ns.
    fileprivate func busy(_ thread: EntityID, from start: Int64, to end: Int64) -> Int64 {
        circumstances.activity(of: thread).reduce(0) { total, span in
            guard span.owner != EntityID.none, span.to > start, span.from < end else { return total }
            return total.adding(saturating: min(span.to, end) - max(span.from, start))
        }
    }
}
