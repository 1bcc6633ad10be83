import LabExactTime
import LabRecording

extension Detectors {
    static let wallClockSet: Detector = { evidence in
        if evidence.stories.wallJumps.isEmpty { return [] }
        return evidence.timers.compactMap { timer in
            guard let turn = evidence.stories.turn(of: timer) else { return nil }
            // An `NSTimer` does not follow the clock, but its date may be one of the clock.
            if !turn.dated.isEmpty { return evidence.movedDate(of: timer, turn.dated) }
            let jumps = turn.wallJumps.filter { $0.by != 0 }
            guard let last = jumps.last else { return nil }
            let told = jumps.prefix(mostJumps).map { jump -> Statement in
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
                subject: timer, place: evidence.trace.place(ofStep: last.step, orOf: timer),
                message: "the wall clock was set " + Statement(told, separator: ", then ")
                    + (rest > 0 ? ", and \(rest, "more time")" : "")
                    + ": \(timer) follows it" + effect)
        }
    }

    private static let mostJumps = 3
}

extension Evidence {
    /// A call at a date that was reckoned by the wall clock before it was set.
    fileprivate func movedDate(of timer: EntityID, _ dates: [Int64]) -> Sighting? {
        let history = history(of: timer)
        for (date, next) in zip(dates, dates.dropFirst() + [.max]) {
            guard let call = history.firstCall(after: date) else { return nil }
            // The last date counts.
            if next < call { continue }
            let jumps = stories.wallJumps.filter { date < $0.at && $0.at <= call }
            let moved = jumps.reduce(Int64(0)) { $0.adding(saturating: $1.by) }
            guard moved != 0, let last = jumps.last else { continue }
            let isEarly = moved < 0
            let (by, jump) = (Int64(clamping: moved.magnitude), Int64(clamping: last.by.magnitude))
            // Early, its callback finds the same date ahead.
            let again = history.firstCall(after: call).map { isEarly && $0.adding(saturating: moved) <= call }
            return Sighting(
                subject: timer, place: trace.place(ofStep: last.step, orOf: timer),
                message:
                    "\(timer) is called \(ns: by) too \(isEarly ? "early" : "late") by the wall clock, which was set "
                    + "\(last.by < 0 ? "back" : "forward") by \(ns: jump) after its date was reckoned"
                    + (again == true ? ", and again when the clock shows that date" : ""))
        }
        return nil
    }
}
