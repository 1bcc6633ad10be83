import LabExactTime
import LabRecording

extension FindingDetector {
    static let wakesOften = FindingDetector(
        .wakesOften,
        detect: { evidence in
            guard evidence.trace.header.clock != .imported else { return [] }
            let told = evidence.timers.compactMap { evidence.wakesOften($0) }
            return told + evidence.wakeTogether(besides: Set(told.map(\.subject)))
        })
}

extension Evidence {
    /// The limits: at least 25 unshared wake-ups a second for two seconds, with callbacks that take at most 2 % of that
    /// time.
    fileprivate func wakesOften(_ timer: EntityID) -> Sighting? {
        let second: Int64 = 1_000_000_000
        let alone = wakeUps.counts(of: timer).alone
        guard alone >= 50, mechanism(of: timer) != .displayLink,
            let first = history(of: timer).firstRun?.start, let last = history(of: timer).lastRun?.last,
            last - first >= 2 * second
        else { return nil }
        let (time, rate) = (last - first, Int128(alone) * Int128(second) / Int128(last - first))
        let busy = circumstances.callbackTimes(of: timer).sum
        guard rate >= 25, busy <= time / 50 else { return nil }
        let share = Int128(busy) * 1000 / Int128(time)
        return Sighting(
            subject: timer, count: alone,
            message: "\(trace.name(timer)) wakes its idle thread \(rate) times a second, and its callbacks take "
                + (share == 0 ? "next to none" : "\(share / 10).\(share % 10) %") + " of that time")
    }

    /// Timers of one thread that are below the limit each but above it together.
    fileprivate func wakeTogether(besides told: Set<EntityID>) -> [Sighting] {
        let second: Int64 = 1_000_000_000
        let time = trace.header.duration
        guard time >= 2 * second else { return [] }
        let candidates = timers.filter {
            !told.contains($0) && mechanism(of: $0) != .displayLink && wakeUps.counts(of: $0).alone > 0
        }
        let threads = Dictionary(grouping: candidates) { trace.entity($0)?.home ?? .none }
        return threads.keys.filter { $0 != .none }.sorted().compactMap { thread in
            let group = threads[thread] ?? []
            let alone = group.reduce(0) { $0 + wakeUps.counts(of: $1).alone }
            let rate = Int128(alone) * Int128(second) / Int128(time)
            let busy = group.reduce(Int64(0)) { $0.adding(saturating: circumstances.callbackTimes(of: $1).sum) }
            guard group.count > 1, rate >= 25, busy <= time / 50,
                let most = group.max(by: { wakeUps.counts(of: $0).alone < wakeUps.counts(of: $1).alone })
            else { return nil }
            return Sighting(
                subject: most, count: alone,
                message: "\(name(most)) and \(Plural.of(group.count - 1, "other timer")) wake their idle thread "
                    + "\(rate) times a second together")
        }
    }
}
