import LabExactTime
import LabRecording

extension FindingDetector {
    static let wakesOften = FindingDetector(
        .wakesOften,
        detect: { evidence in
            guard evidence.trace.header.clock != .imported else { return [] }
            let told = evidence.timers.compactMap { evidence.changesSeldom($0) ?? evidence.wakesOften($0) }
            let together = told + evidence.wakeTogether(besides: Set(told.map(\.subject)))
            return together + evidence.wakeWithoutTolerance(besides: Set(together.map(\.subject)))
        })
}

extension Evidence {
    /// The limits: at least 10 unshared wake-ups a second for two seconds, with callbacks that take less than 5 % of that
    /// time. Below 25 a second or above 2 % it is a note, from ten seconds on; so are two a second for a minute.
    fileprivate func wakesOften(_ timer: EntityID) -> Sighting? {
        let second: Int64 = 1_000_000_000
        let alone = wakeUps.counts(of: timer).alone
        guard alone >= 20, mechanism(of: timer) != .displayLink,
            let first = history(of: timer).firstRun?.start, let last = history(of: timer).lastRun?.last,
            last - first >= 2 * second
        else { return nil }
        let (time, rate) = (last - first, Int128(alone) * Int128(second) / Int128(last - first))
        let busy = circumstances.callbackTimes(of: timer).sum
        let isClear = rate >= 25 && busy <= time / 50
        let isNote = rate >= 10 && time >= 10 * second || rate >= 2 && time >= 59 * second
        guard isClear || isNote && busy < time / 20 else { return nil }
        let share = Int128(busy) * 1000 / Int128(time)
        return Sighting(
            subject: timer, count: alone, harm: isClear ? nil : .asked,
            message: "\(timer) wakes its idle thread \(rate) times a second, and its callbacks take "
                + (share == 0 ? "next to none" : "\(share / 10).\(share % 10) %") + " of that time")
    }

    /// Ten calls a second and more that change nothing but the seconds of a label, or calls of a display link that change
    /// nothing.
    fileprivate func changesSeldom(_ timer: EntityID) -> Sighting? {
        let second: Int64 = 1_000_000_000
        let isIdle = mechanism(of: timer) == .displayLink && traits(of: timer)?.changesNothing ?? false
        guard isIdle || traits(of: timer)?.showsSeconds ?? false, let first = history(of: timer).firstRun?.start,
            let last = history(of: timer).lastRun?.last, last - first >= 2 * second
        else { return nil }
        let count = history(of: timer).firedCount
        let rate = Int128(count) * Int128(second) / Int128(last - first)
        guard rate >= 10, circumstances.callbackTimes(of: timer).sum <= (last - first) / 50 else { return nil }
        var found = wakesOften(timer) ?? Sighting(subject: timer, count: count, harm: .asked, message: "")
        found.message =
            "\(timer) is called \(rate) times a second, but "
            + (isIdle ? "its callback seldom changes anything" : "the seconds that it shows change once")
        return found
    }

    /// Coarse timers of one thread, which a tolerance would let share their wake-ups.
    fileprivate func wakeWithoutTolerance(besides told: Set<EntityID>) -> [Sighting] {
        let minute: Int64 = 60_000_000_000
        let time = trace.header.duration
        guard time >= minute else { return [] }
        let candidates = timers.filter {
            !told.contains($0) && trace.entity($0)?.isCoarse == true && wakeUps.counts(of: $0).alone > 0
        }
        return onOneThread(candidates).map { group, alone in
            Sighting(
                subject: group[0], count: alone, harm: .asked,
                message:
                    "\(group[0]) and \(group.count - 1, "other timer") without a tolerance wake their "
                    + "idle thread \(Int128(alone) * Int128(minute) / Int128(time)) times a minute")
        }
    }

    /// Timers of one thread that are below the limit each but above it together.
    fileprivate func wakeTogether(besides told: Set<EntityID>) -> [Sighting] {
        let second: Int64 = 1_000_000_000
        let time = trace.header.duration
        guard time >= 2 * second else { return [] }
        let candidates = timers.filter {
            !told.contains($0) && mechanism(of: $0) != .displayLink && wakeUps.counts(of: $0).alone > 0
        }
        return onOneThread(candidates).compactMap { group, alone in
            let rate = Int128(alone) * Int128(second) / Int128(time)
            let busy = group.reduce(Int64(0)) { $0.adding(saturating: circumstances.callbackTimes(of: $1).sum) }
            guard rate >= 25, busy <= time / 50,
                let most = group.max(by: { wakeUps.counts(of: $0).alone < wakeUps.counts(of: $1).alone })
            else { return nil }
            return Sighting(
                subject: most, count: alone,
                message: "\(most) and \(group.count - 1, "other timer") wake their idle thread "
                    + "\(rate) times a second together")
        }
    }

    /// Each two or more of some timers that one thread calls, with their unshared wake-ups.
    private func onOneThread(_ timers: [EntityID]) -> [(timers: [EntityID], alone: Int64)] {
        let threads = Dictionary(grouping: timers) { trace.entity($0)?.home ?? .none }
        return threads.filter { $0.key != .none && $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
            ($0.value, $0.value.reduce(0) { $0 + wakeUps.counts(of: $1).alone })
        }
    }
}

extension Entity {
    /// True for a repeating NSTimer of a second and more without a tolerance.
    package var isCoarse: Bool {
        guard mechanism == .nstimer, let timer, timer.repeats, timer.tolerance == 0 else { return false }
        return timer.interval?.scaled(1) ?? 0 >= 1_000_000_000
    }
}
