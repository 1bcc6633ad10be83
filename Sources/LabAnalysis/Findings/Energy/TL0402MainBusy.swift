import LabExactTime
import LabRecording

extension Detectors {
    static let mainBusy: Detector = { evidence in evidence.mainBusy.map { [$0] } ?? [] }
}

extension Evidence {
    /// The timers whose callbacks take a fifth of the main thread's time, of two seconds and more, and are not late for it.
    fileprivate var mainBusy: Sighting? {
        let (time, main) = (trace.header.duration, trace.entities.mainThread)
        guard trace.header.clock != .imported, time >= 2_000_000_000 else { return nil }
        let group = timers.filter { timer in
            guard let home = trace.entity(timer)?.home, traits(of: timer)?.repeats ?? false else { return false }
            return hasFired(timer) && (home == main || trace.entity(home)?.isMainQueue ?? false)
        }
        let late = [.ownCallback, .otherWork, .awaiting].flatMap(delays).map(\.timer)
        let waits = waits(on: main)
        func busy(_ timer: EntityID) -> Int64 { circumstances.callbackTimes(of: timer).sum - waits[timer, default: 0] }
        let sum = group.reduce(Int64(0)) { $0.adding(saturating: busy($1)) }
        guard sum >= time / 5, Set(group).isDisjoint(with: late), let most = group.max(by: { busy($0) < busy($1) })
        else { return nil }
        let others = group.count { $0 != most && busy($0) > 0 }
        return Sighting(
            subject: most, count: history(of: most).firedCount,
            message: "\(most)" + (others > 0 ? " and \(others, "other timer") keep" : " keeps")
                + " the main thread busy for \(Int128(sum) * 100 / Int128(time)) % of the time")
    }

    /// By the owner of a callback, the time that it waited on a thread, ns: without a step, or in a run loop of its own.
    private func waits(on thread: EntityID) -> [EntityID: Int64] {
        let spans = circumstances.activity(of: thread)
        return zip(spans.activities, spans.timesByActivity).reduce(into: [:]) { waits, activity in
            let (span, time) = activity
            guard span.step < 0 else { return }
            waits[span.owner == .none ? span.caller : span.owner, default: 0] += time
        }
    }
}
