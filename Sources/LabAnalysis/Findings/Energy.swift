import LabCatalogue
import LabExactTime
import LabRecording

/// Timers that wake idle threads or keep the main thread busy.
extension Evidence {
    var wakesOften: [Sighting] {
        guard trace.header.clock != .imported else { return [] }
        // By timer, the time of the blocks that its callbacks hand over.
        lazy var handedOver = circumstances.threads.reduce(into: [EntityID: Int64]()) { times, thread in
            let own = self.times(thread.spans) { overlaps[$0.owner]?.origin.timer ?? .none }
            times.merge(own) { $0.adding(saturating: $1) }
        }
        let told = timers.compactMap { timer in
            let blocks = { handedOver[timer] ?? 0 }
            return withoutInterval(timer) ?? changesSeldom(timer, blocks) ?? wakesOften(timer, blocks)
        }
        return told + wakeTogether(besides: told)
    }

    /// The limits: at least 10 unshared wake-ups a second for two seconds, with callbacks that take less than 5 % of that
    /// time. Below 25 a second or above 2 % it is a note, from ten seconds on; so are two a second for a minute. False for
    /// a note, nil for less.
    private func isOften(_ rate: Int64, _ busy: Int64, in time: Int64) -> Bool? {
        if rate >= 25, busy <= time / 50 { return true }
        let isNote = rate >= 10 && time >= 10 * second || rate >= 2 && time >= 59 * second
        return isNote && busy < time / 20 ? false : nil
    }

    /// - Parameter handedOver: the time of the blocks that its callbacks hand over, ns.
    private func wakesOften(_ timer: EntityID, _ handedOver: () -> Int64 = { 0 }) -> Sighting? {
        let alone = wakeUps.counts(of: timer).alone
        guard alone >= 20, mechanism(of: timer) != .displayLink, let time = calledTime(of: timer) else { return nil }
        let busy = circumstances.callbackTimes(of: timer).sum.adding(saturating: handedOver())
        let rate = rate(of: alone, in: time)
        guard let isClear = isOften(rate, busy, in: time) else { return nil }
        let share = Int128(busy) * 1000 / Int128(time)
        return Sighting(
            subject: timer, count: alone, harm: isClear ? nil : .asked,
            message: "\(timer) wakes its idle thread \(rate) times a second, and its callbacks take "
                + "\(share == 0 ? "next to none" : "\(share / 10).\(share % 10) %") of that time")
    }

    /// True for a timer that repeats as fast as its mechanism allows, since its interval is 0.
    func isWithoutInterval(_ timer: EntityID) -> Bool {
        trace.entities[Int(timer.index)].timer?.interval == .zero && traits(of: timer)?.repeats == true
    }

    /// A thousand calls and more (choice) with an interval of 0, which is the cause of all that they delay.
    private func withoutInterval(_ timer: EntityID) -> Sighting? {
        guard isWithoutInterval(timer), case let history = history(of: timer), history.servedCount >= 1000,
            let time = history.calledTime
        else { return nil }
        let taken: Statement = history.lastGrid?.interval?.scaled(1).map { ", taken as \(ns: $0)" } ?? ""
        return Sighting(
            subject: timer, count: history.servedCount, situation: .withoutInterval,
            message: "\(timer) has an interval of 0\(taken): it is called "
                + "\(rate(of: history.servedCount - 1, in: time)) times a second")
    }

    /// Ten calls a second and more that change nothing but the seconds of a label, or calls of a display link that change
    /// nothing.
    private func changesSeldom(_ timer: EntityID, _ handedOver: () -> Int64) -> Sighting? {
        guard let traits = traits(of: timer),
            case let isIdle = traits.changesNothing && mechanism(of: timer) == .displayLink,
            isIdle || traits.showsSeconds, let time = calledTime(of: timer)
        else { return nil }
        let (count, busy) = (history(of: timer).firedCount, circumstances.callbackTimes(of: timer).sum)
        guard rate(of: count, in: time) >= 10, busy <= time / 50, !isIdle || handedOver() == 0 else { return nil }
        var found = wakesOften(timer) ?? Sighting(subject: timer, count: count, harm: .asked, message: "")
        found.message =
            "\(timer) is called \(rate(of: count, in: time)) times a second, but "
            + (isIdle ? "its callback seldom changes anything" : "the seconds that it shows change once")
        return found
    }

    /// Timers of one thread that are below the limit each but above it together. Else the coarse ones, which a tolerance
    /// would let share their wake-ups.
    private func wakeTogether(besides told: [Sighting]) -> [Sighting] {
        let known = Set(told.map(\.subject))
        // A hundred thousand copies have one home, which needs no table.
        let first = timers.first.map(trace.home) ?? .none
        let isOne = timers.allSatisfy { trace.home(of: $0) == first }
        let threads = isOne ? [first: timers] : Dictionary(grouping: timers, by: trace.home)
        return threads.filter(\.key.exists).sorted { $0.key < $1.key }.compactMap { thread, timers in
            let needed = wakeUps.countsByThread.first { $0.thread == thread }?.count ?? 0
            let all = timers.sum { wakeUps.counts(of: $0).all }
            /// The wake-ups that they share with no other timer.
            func alone(_ group: [EntityID]) -> Int64 {
                let own = group.map(wakeUps.counts(of:))
                return max(needed - all + own.sum(\.all), own.sum(\.alone))
            }
            let group = timers.filter {
                wakeUps.counts(of: $0).all > 0 && mechanism(of: $0) != .displayLink && !known.contains($0)
            }
            let (count, time) = (alone(group), trace.duration)
            // A timer fires at the end of each interval, but for the last.
            let rate = rate(of: count + 1, in: time)
            let isClear = isOften(rate, group.sum { circumstances.callbackTimes(of: $0).sum }, in: time)
            guard group.count > 1, time >= 2 * second else { return nil }
            let coarse = group.filter { wakeUps.counts(of: $0).alone > 0 && trace.entities[Int($0.index)].isCoarse }
            if let isClear, coarse.isEmpty || rate >= 10,
                let most = group.max(by: { wakeUps.counts(of: $0).alone < wakeUps.counts(of: $1).alone })
            {
                return Sighting(
                    subject: most, count: count, harm: isClear ? nil : .asked,
                    message: "\(most) and \(group.count - 1, "other timer") wake their idle thread "
                        + "\(rate) times a second together")
            }
            guard coarse.count > 1, time >= 60 * second else { return nil }
            return Sighting(
                subject: coarse[0], count: alone(coarse), harm: .asked,
                message: "\(coarse[0]) and \(coarse.count - 1, "other timer") without a tolerance wake their "
                    + "idle thread \(self.rate(of: alone(coarse), in: time, per: 60), "time") a minute")
        }
    }

    private var second: Int64 { 1_000_000_000 }

    /// The time from a timer's first call to its last one, ns, if that is two seconds or more.
    private func calledTime(of timer: EntityID) -> Int64? {
        history(of: timer).calledTime.flatMap { $0 >= 2 * second ? $0 : nil }
    }

    /// The number in so many seconds.
    private func rate(of count: Int64, in time: Int64, per seconds: Int64 = 1) -> Int64 {
        Int64(clamping: Int128(count) * Int128(seconds * second) / Int128(max(1, time)))
    }

    /// The timers whose callbacks take a fifth of the main thread's time, of two seconds and more, and are not late for it.
    /// Else the one with the longest callback, if that takes half a second and waits for nothing; else any other hang.
    var mainBusy: [Sighting] {
        let (time, main) = (trace.duration, trace.entities.mainThread)
        guard trace.header.clock != .imported, time >= 2 * second else { return [] }
        let group = timers.filter { timer in
            guard traits(of: timer)?.repeats ?? false, !isWithoutInterval(timer) else { return false }
            let home = trace.home(of: timer)
            return hasFired(timer) && (home == main || trace.entity(home)?.isMainQueue ?? false)
        }
        let late = [.ownCallback, .otherWork, .awaiting].flatMap(delays).map(\.timer)
        guard Set(group).isDisjoint(with: late) else { return [] }
        // By the owner of a callback, the time that it waited: without a step, or in a run loop of its own.
        let waits = times(circumstances.activity(of: main)) { span in
            span.step >= 0 ? .none : span.owner.exists ? span.owner : span.caller
        }
        func busy(_ timer: EntityID) -> Int64 { circumstances.callbackTimes(of: timer).sum - waits[timer, default: 0] }
        let sum = group.sum(busy)
        func longest(_ timer: EntityID) -> Int64 {
            let times = circumstances.callbackTimes(of: timer)
            // The longest of a task is with its awaits.
            return waits[timer] == nil ? min(times.longest, times.sum) : 0
        }
        guard let hang = group.max(by: { longest($0) < longest($1) }), let most = group.max(by: { busy($0) < busy($1) })
        else { return otherHang }
        if sum < time / 5 {
            if longest(hang) < second / 2 { return otherHang }
            let message: Statement = "\(hang) keeps the main thread busy for up to \(ns: longest(hang)) at a time"
            return [Sighting(subject: hang, count: history(of: hang).firedCount, message: message)]
        }
        let others = group.count { $0 != most && busy($0) > 0 }
        return [
            Sighting(
                subject: most, count: history(of: most).firedCount,
                message: "\(most)" + (others > 0 ? " and \(others, "other timer") keep" : " keeps")
                    + " the main thread busy for \(DurationText.percent(sum, of: time)) of the time")
        ]
    }

    /// The longest step of an event, a source or a block on main, from half a second on, unless a timer is late.
    private var otherHang: [Sighting] {
        let kinds: [Entity.Kind] = [.event, .observer, .source, .block]
        let long = circumstances.activity(of: trace.entities.mainThread).filter { span in
            span.step >= 0 && span.length >= second / 2
                && trace.entity(span.owner).map { kinds.contains($0.kind) } ?? false
        }
        guard let hang = long.max(by: { $0.length < $1.length }), causes.delays.allSatisfy(\.isEmpty) else { return [] }
        let message: Statement = "\(kind: hang.owner) keeps the main thread busy for \(ns: hang.length) at a time"
        return [Sighting(subject: hang.owner, step: hang.step, message: message)]
    }

    /// By an entity of each, the time of a thread's activities, ns.
    private func times(_ spans: ThreadSpans, of entity: (ThreadSpan) -> EntityID) -> [EntityID: Int64] {
        zip(spans.activities, spans.timesByActivity).reduce(into: [:]) { times, activity in
            let entity = entity(activity.0)
            times[entity] = times[entity, default: 0].adding(saturating: activity.1)
        }
    }
}

extension Entity {
    /// True for a repeating NSTimer of a second and more without a tolerance.
    package var isCoarse: Bool {
        detail == TimerKind.nstimer.rawValue && timer?.repeats == true && timer?.tolerance == 0
            && timer?.interval?.scaled(1) ?? 0 >= 1_000_000_000
    }
}
