import LabExactTime
import LabRecording

extension FindingDetector {
    static let mainBusy = FindingDetector(.mainBusy, detect: { evidence in evidence.mainBusy.map { [$0] } ?? [] })
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
        let late = (delays(by: .ownCallback) + delays(by: .otherWork)).map(\.timer)
        func busy(_ timer: EntityID) -> Int64 { circumstances.callbackTimes(of: timer).sum }
        let sum = group.reduce(Int64(0)) { $0.adding(saturating: busy($1)) }
        guard sum >= time / 5, Set(group).isDisjoint(with: late), let most = group.max(by: { busy($0) < busy($1) })
        else { return nil }
        let others = group.count { $0 != most && busy($0) > 0 }
        return Sighting(
            subject: most, count: history(of: most).firedCount,
            message: name(most) + (others > 0 ? " and \(Plural.of(others, "other timer")) keep" : " keeps")
                + " the main thread busy for \(Int128(sum) * 100 / Int128(time)) % of the time")
    }
}
