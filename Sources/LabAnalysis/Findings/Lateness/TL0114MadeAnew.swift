import LabExactTime
import LabRecording

extension Detectors {
    static let madeAnew: Detector = { evidence in
        evidence.timers.compactMap { timer in
            guard evidence.lifetimes.made[Int(timer.index)] > 1 || !evidence.statistics.copies(of: timer).isEmpty,
                let traits = evidence.traits(of: timer), !traits.followsDisplay,
                let interval = traits.repeats ? traits.interval?.scaled(1) : evidence.delay(of: timer),
                case (let count, let unfired) = evidence.remakesTooEarly(timer, interval), count > 0,
                case let fired = evidence.statistics.summary(of: timer)?.fired ?? 0,
                traits.repeats && count > 1 || fired == 0
            else { return nil }
            // If each was called before the next was made, a new beginning may be intended; so is a debounce, which
            // puts off its call.
            return Sighting(
                subject: timer, count: count,
                harm: !traits.repeats ? .asked : fired == 0 ? .neverRuns : unfired > 0 ? .impaired : .asked,
                message: "\(timer) was made again \(count, "time"), each time before its "
                    + "\(ns: interval) was over")
        }
    }
}

extension Evidence {
    /// The delay of a timer that is called once, from its creation, ns.
    fileprivate func delay(of timer: EntityID) -> Int64? {
        history(of: statistics.copies(of: timer).first ?? timer).grids.first.map {
            $0.anchor.subtracting(saturating: $0.since)
        }
    }

    /// The number of times that a timer was ended and made again at one instant, and of those before its first call. Each
    /// made its call later by a tenth of the interval or more.
    fileprivate func remakesTooEarly(_ timer: EntityID, _ interval: Int64) -> (count: Int64, unfired: Int64) {
        let copies = statistics.copies(of: timer)
        // Copies that are made together do not replace one another.
        let made = copies.prefix(2).map { history(of: $0).grids.first?.since }
        if made.count == 2, made[0] == made[1] { return (0, 0) }
        var (count, unfired): (Int64, Int64) = (0, 0)
        var last: (grid: Grid, end: Int64, hasFired: Bool)?
        for copy in copies.isEmpty ? [timer] : copies {
            let history = history(of: copy)
            for (index, span) in zip(history.grids.indices, history.grids) {
                if let last, last.end == span.since, span.since < .max,
                    let next = last.grid.point(last.grid.points(before: last.end)),
                    span.anchor.subtracting(saturating: next) >= interval / 10
                {
                    count += 1
                    unfired += last.hasFired ? 0 : 1
                }
                let fired = history.grids[(index + 1)...].first?.firingsBefore ?? history.firedCount
                last = (history.grid(span), span.end, fired > span.firingsBefore)
            }
        }
        return (count, unfired)
    }
}
