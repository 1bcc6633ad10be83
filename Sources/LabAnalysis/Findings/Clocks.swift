import LabCatalogue
import LabRecording

/// Timers whose clock stopped or was set.
extension Evidence {
    var systemSlept: [Sighting] {
        guard !circumstances.sleeps.isEmpty else { return [] }
        let told = timers.compactMap(slept)
        let known = Set(told.map(\.subject))
        // Reported once, by the other detector, for a clock that stopped.
        let late = delays(by: .systemSlept).filter { !known.contains($0.timer) }
        return told + late.map { sighting(of: $0, harm: .asked, situation: clock(of: $0.timer)) }
    }

    private func clock(of timer: EntityID) -> Situation? {
        traits(of: timer)?.countsInSleep == true ? .runningClock : nil
    }

    /// A timer on a clock that stops in system sleep is not late after a sleep, but its period is longer.
    private func slept(_ timer: EntityID) -> Sighting? {
        let interval = interval(of: timer) ?? .max
        var (count, most, due) = (Int64(0), Int64(0), Int64.max)
        statistics.walk(of: Int(timer.index), nil) { event in
            switch event {
            case .schedule(let grid, _): due = grid.anchor
            case .account(let account):
                guard let call = account.call, let last = account.lastCall, account.occasion != .manual else { return }
                if call > due, account.slept > 0 || account.shifted > 0 {
                    count += 1
                    most = max(most, call.subtracting(saturating: due))
                }
                due = (account.armed &+ last &- call).adding(saturating: interval)
            case .ended: break
            }
        }
        let asleep = circumstances.sleeps.asleep(from: .min, to: .max)
        let isMoved =
            !hasFired(timer) && due < trace.duration && due > trace.duration.subtracting(saturating: asleep)
            && traits(of: timer)?.countsInSleep == false
        guard count > 0 || isMoved else { return nil }
        let longest = circumstances.sleeps.max { $0.length < $1.length }
        // A single call is for an instant; the calls of one that repeats may be for the time awake.
        let isLongAfter = traits(of: timer)?.repeats == false && most >= delay(of: timer) ?? .max
        let isBehind = circumstances.sleeps.contains { circumstances.backgrounds.span(at: $0.from).span != nil }
        // On a clock that runs in a sleep no timer can be called earlier.
        let isAtWakeUp = clock(of: timer) != nil
        let place = isBehind ? ", with the app in the background" : isAtWakeUp ? ", in which nothing is called" : ""
        let late = isBehind || isAtWakeUp ? "late" : "later than without that"
        return Sighting(
            subject: timer, step: longest?.step ?? -1, count: max(1, count),
            harm: isLongAfter && !isAtWakeUp ? .impaired : nil, situation: clock(of: timer),
            message: count > 0
                ? "the system slept\(place): \(timer) fired up to \(ns: most) \(late)"
                : "the system slept: \(timer) is not called before the end")
    }

    var wallClockSet: [Sighting] {
        if stories.wallJumps.isEmpty { return [] }
        return timers.compactMap { timer in
            guard let turn = stories.turn(of: timer) else { return nil }
            // An `NSTimer` does not follow the clock, but its date may be one of the clock.
            if !turn.dated.isEmpty { return movedDate(of: timer, turn.dated) }
            let jumps = turn.wallJumps.filter { $0.by != 0 }
            guard let last = jumps.last else { return nil }
            let told = jumps.prefix(3).map { jump -> Statement in
                "\(jump.by < 0 ? "back" : "forward") by \(ns: Int64(clamping: jump.by.magnitude))"
            }
            let rest = jumps.count - told.count
            let isBack = Set(jumps.map { $0.by < 0 })
            let effect: Statement =
                isBack == [true]
                ? " and fires later by that time"
                : isBack == [false]
                    ? " and skips that time"
                    : ", fires later after each step back, and skips each step forward"
            return Sighting(
                subject: timer, step: last.step,
                // A single call at a time of day is to follow the clock.
                harm: traits(of: timer)?.repeats == false ? .asked : nil,
                message: "the wall clock was set " + Statement(told, separator: ", then ")
                    + (rest > 0 ? ", and \(rest, "more time")" : "") + ": \(timer) follows it" + effect)
        }
    }

    /// A call at a date that was reckoned by the wall clock before it was set.
    private func movedDate(of timer: EntityID, _ dates: [Int64]) -> Sighting? {
        let history = history(of: timer)
        for (date, next) in zip(dates, dates.dropFirst() + [.max]) {
            guard let first = history.firstCall(after: date) else { return nil }
            // All calls of the last date follow it.
            let isGrid = next == .max && traits(of: timer)?.repeats == true
            let call = isGrid ? history.runs.last?.last ?? first : first
            let jumps = stories.wallJumps.filter { date < $0.at && $0.at <= call }
            let moved = jumps.sum(\.by)
            // The last date counts, also one that is reckoned as the clock is set, and past by then.
            guard next >= call, moved != 0, let last = jumps.last, last.at != next,
                // A whole number of intervals keeps the rhythm.
                last.at <= first || moved % max(1, interval(of: timer) ?? 1) != 0
            else { continue }
            let isEarly = moved < 0
            let (by, jump) = (Int64(clamping: moved.magnitude), Int64(clamping: last.by.magnitude))
            // Early, its callback finds the same date ahead.
            let again = history.firstCall(after: call).map { isEarly && $0.adding(saturating: moved) <= call }
            return Sighting(
                subject: timer, step: last.step,
                message:
                    "\(timer) is called \(ns: by) too \(isEarly ? "early" : "late") by the wall clock, which was set "
                    + "\(last.by < 0 ? "back" : "forward") by \(ns: jump) after its date was reckoned"
                    + (again == true ? ", and again when the clock shows that date" : ""))
        }
        return nil
    }
}
