// The pieces of a wait, each with its reason.

extension CauseFinder {
    /// Replaces pieces by those of the wait for one instant, without gaps and in the same memory.
    ///
    /// - Parameters: - asleep: the time for which the timer's clock may have been stopped, ns. - isRearming: true if it
    ///   is armed only at the end, so that no tolerance applies yet.
    func find(
        _ pieces: inout [Piece], from due: Int64, to end: Int64, sleeping asleep: Int64 = 0, isRearming: Bool = false
    ) {
        pieces.removeAll(keepingCapacity: true)
        split(from: due, to: end, clockStops ? asleep : 0, isRearming: isRearming) { reason, from, to, delay in
            if reason.cause == .tolerance {
                // The wake-up has not come yet: earlier activities of the thread in the same window delayed nothing.
                pieces = pieces.relabelled { $0.cause.isOfThread || $0.cause == .wakeUp ? reason : $0 }
            }
            // Until the instant for which it was armed only its clock kept it waiting.
            let armed = delay > 0 ? min(to, max(from, due.adding(saturating: delay))) : from
            if from < armed { pieces.append(from: from, to: armed, slept(before: from)) }
            pieces.append(from: armed, to: to, reason)
        }
        // Time of its thread in its callback without work also counts as the callback's.
        if isRearming { pieces = pieces.relabelled { $0 == .wakeUp ? Reason(.ownCallback, timer) : $0 } }
    }

    func pieces(from due: Int64, to end: Int64, sleeping asleep: Int64 = 0, isRearming: Bool = false) -> [Piece] {
        var pieces: [Piece] = []
        find(&pieces, from: due, to: end, sleeping: asleep, isRearming: isRearming)
        return pieces
    }

    /// The reasons for which skipped points wait until the next call, the longest first.
    func times(of points: LostPoints, sleeping asleep: Int64) -> [ReasonTime] {
        var sums = ReasonTimes()
        split(from: points.from, to: points.until, clockStops ? asleep : 0, points) { reason, from, to, delay in
            let waited = points.time(from: from, to: to)
            let due =
                delay > 0
                ? points.time(from: from.subtracting(saturating: delay), to: to.subtracting(saturating: delay)) : waited
            if due > 0 || delay == 0 { sums.add(reason, due) }
            if due < waited { sums.add(slept(before: from), waited - due) }
        }
        var times = sums.rows
        if times.allSatisfy({ $0.time == 0 || $0.reason == .wakeUp }) {
            // The point was given up at its due instant; the cause is the activity that ended then.
            let before = cause(
                at: points.from.adding(saturating: -1), toleratedUntil: .min, endingAt: points.until
            ).reason
            times = [ReasonTime(reason: before, time: times.reduce(0) { $0 + $1.time })]
        } else if let place = times.firstIndex(where: { $0.reason == .wakeUp }) {
            // A point that still waits when the thread is free was skipped before, for the cause of its wait then.
            let latency = times.remove(at: place).time
            let loser = times.longest?.reason
            for place in times.indices where times[place].reason == loser { times[place].time += latency }
        }
        if times.count > 1 { times.sort { ($1.time, $0.reason) < ($0.time, $1.reason) } }
        return times
    }

    /// Beyond so many pieces the rest of a wait has its first reason.
    private static let mostPieces = 4096
    /// Beyond so many pieces of one point's wait the rest is a sum for each reason, if there are sums.
    private static let mostPlaced = 64

    /// Calls `body` for each piece of a wait with its reason, and with the delay of points that are armed for it.
    ///
    /// - Parameter points: the waiting points; nil for one point.
    private func split(
        from due: Int64, to end: Int64, _ still: Int64, _ points: LostPoints? = nil, isRearming: Bool = false,
        _ body: (Reason, _ from: Int64, _ to: Int64, _ delay: Int64) -> Void
    ) {
        // A tolerance counts from the deadline, which is later by the time for which the clock was stopped.
        let late = still > 0 ? still.adding(saturating: circumstances.sleeps.asleep(from: due, to: end)) : 0
        let isOnePoint = points.map { $0.indices.count == 1 } ?? true
        let isTolerant = isOnePoint && !isRearming && tolerance > 0
        let allowed = isTolerant ? due.adding(saturating: tolerance.adding(saturating: late)) : due
        var (start, left, summed) = (due, Self.mostPieces, allowed)
        let placed = points == nil ? Self.mostPieces - Self.mostPlaced : .max
        while start < end {
            if left <= placed, still == 0, start >= summed {
                // Between two due points the number of waiting points is constant.
                let next = points.flatMap { $0.grid.point($0.grid.firstIndex(after: start)) } ?? .max
                let found = sums(from: start, to: min(next, end), isRearming ? nil : end)
                for part in found.parts {
                    body(part.reason, start, start + part.time, 0)
                    (start, left) = (start + part.time, left - 1)
                }
                summed = found.until
                if start == end { return }
            }
            let (reason, until) = cause(at: start, toleratedUntil: allowed, endingAt: isRearming ? nil : end)
            let (delay, reach) = reason.cause == .systemSlept ? (0, .max) : self.delay(by: still, at: start)
            left -= 1
            let stop = left > 0 ? min(until, reach, end) : end
            body(reason, start, stop, delay)
            start = stop
        }
    }

    /// The reasons for as long as nothing but its thread matters, and the end of that; none if that is not worth it.
    private func sums(
        from start: Int64, to limit: Int64, _ end: Int64?
    ) -> (parts: [(reason: Reason, time: Int64)], until: Int64) {
        guard let sums, sums.areWorthIt(from: start, to: limit) else { return ([], limit) }
        var until = limit
        let isStopped = stop(halts, at: start, &until) != nil || stop(stops, at: start, &until) != nil
        let background = circumstances.backgrounds.span(at: start)
        let own = areCallbacksInSums ? (nil, .max) : callbacks.span(at: start)
        guard !isStopped, background.span == nil, own.span == nil else { return ([], start) }
        until = min(until, background.until, own.until)
        guard sums.areWorthIt(from: start, to: until) else { return ([], until) }
        let parts = sums.parts(from: start, to: until).map { part in
            let reason = cause(at: part.instant, toleratedUntil: start, endingAt: end).reason
            let isNamed = part.owner != ThreadSums.several || reason.cause != .otherWork
            return (isNamed ? reason : Reason(.otherWork), part.time)
        }
        return (parts, until)
    }

    private func slept(before instant: Int64) -> Reason {
        let sleeps = circumstances.sleeps
        return Reason(.systemSlept, step: sleeps[..<sleeps.boundary { $0.to > instant }].last?.step ?? -1)
    }

    /// The delay, ns, of points armed for an instant, if the clock that stops in system sleep had so much left after
    /// each; and the instant until which this holds.
    private func delay(by still: Int64, at instant: Int64) -> (delay: Int64, until: Int64) {
        guard still > 0 else { return (0, .max) }
        let sleeps = circumstances.sleeps
        var (rest, time) = (still, instant)
        for sleep in sleeps[..<sleeps.boundary { $0.to > instant }].reversed() {
            guard time - sleep.to < rest else { break }
            rest -= time - sleep.to
            time = sleep.from
        }
        let until = time < instant ? instant.adding(saturating: rest) : .max
        return (instant.subtracting(saturating: time.subtracting(saturating: rest)), until)
    }
}
