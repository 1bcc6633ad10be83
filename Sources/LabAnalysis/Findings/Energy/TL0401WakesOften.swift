import LabExactTime
import LabRecording

extension FindingRule {
    static let wakesOften = FindingRule(
        "TL0401", .impaired, "wakes an idle thread often for little work",
        meaning: """
            The timer, or the timers of one thread together, wake it 25 times a second or more when it is idle, for two \
            seconds at least, and the callbacks take no more than 2 % of that time.
            """,
        rule: """
            A processor that is woken cannot sleep deeply, and that costs more energy than a short callback. Timers with a \
            tolerance share wake-ups; an event, a source or a notification needs none before there is something to do.
            """,
        source: "Apple, Energy Efficiency Guide, \"Minimize Timer Use\"; Technical Note TN2169",
        example: ticking(every: "20ms", #"do = [{ work = "10us" }]"#),
        remedy: "wait for an event instead of polling, or ask for a longer interval and a tolerance",
        advice: "What follows the display belongs to a display link.",
        detect: { evidence in
            guard evidence.trace.header.clock != .imported else { return [] }
            let told = evidence.timers.compactMap { evidence.wakesOften($0) }
            return told + evidence.wakeTogether(besides: Set(told.map(\.subject)))
        })
}

extension Evidence {
    /// At least 25 wake-ups a second of its own for two seconds, with callbacks that take no more than 2 % of that time.
    fileprivate func wakesOften(_ timer: EntityID) -> Sighting? {
        let second: Int64 = 1_000_000_000
        let alone = wakeUps.counts(of: timer).alone
        guard alone >= 50, mechanism(of: timer) != "displaylink",
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

    /// Timers of one thread that are each below the limit and together above it.
    fileprivate func wakeTogether(besides told: Set<EntityID>) -> [Sighting] {
        let second: Int64 = 1_000_000_000
        let time = trace.header.duration
        guard time >= 2 * second else { return [] }
        let candidates = timers.filter {
            !told.contains($0) && mechanism(of: $0) != "displaylink" && wakeUps.counts(of: $0).alone > 0
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
