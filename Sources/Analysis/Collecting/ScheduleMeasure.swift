import ExactTime
import Recording

/// What drift has to know of the clock that times were read from.
struct DriftClock: Hashable, Sendable {
    /// What a time is a multiple of, ns: 1 for runs.
    let resolution: Int64
    /// Whether nothing tells how the timer is armed: the log of a device.
    let isUnknown: Bool

    init(of header: TraceHeader) {
        isUnknown = header.clock == .imported
        resolution = header.resolution
    }
}

/// Lag, drift, steps and episodes of one timer, from its firings along the requested schedule.
struct ScheduleMeasure {
    private var collector: DriftCollector?
    private var episodes: EpisodeFinder?
    private var lag: Lag?
    private let isChain: Bool
    private var schedules: [Grid] = []
    /// By series of the collector, the schedule.
    private var series: [Int] = []
    /// A callback that may have come later since the system slept.
    private var suspect: WalkedFirings?
    private var previous: Int64?
    private var sleepSteps: [LagStep] = []
    private var taken: Int64 = 0
    private var lost: Int64 = 0

    init(_ requested: Rational?, isChain: Bool, clock: DriftClock) {
        self.isChain = isChain
        guard let requested, requested > .zero else { return }
        let regime: DriftRegime = isChain ? .chain : clock.isUnknown ? .unknown : .grid
        collector = DriftCollector(interval: requested, resolution: clock.resolution, regime: regime)
        episodes = EpisodeFinder(interval: requested)
    }

    mutating func take(_ event: WalkedEvent) {
        switch event {
        case .schedule(let grid):
            if let suspect { take(suspect) }
            (suspect, previous) = (nil, nil)
            if !schedules.isEmpty { collector?.beginSegment() }
            schedules.append(grid)
            series.append(schedules.count - 1)
            episodes?.begin(grid)
        case .firings(let firings, let points):
            add(firings)
            episodes?.take(firings, points)
            lost = saturatingSum(lost, points.map { saturatingProduct($0.lost, $0.repeats) } ?? 0)
        case .unserved(let points):
            episodes?.take(points)
            lost = saturatingSum(lost, points.count)
        case .ended: break
        }
    }

    private mutating func add(_ firings: WalkedFirings) {
        if let suspect {
            self.suspect = nil
            // Only if its grid stands later from here on has the sleep moved it for good.
            if firings.shifted > 0 { breakForSleep(firings.shifted) }
            take(suspect)
        } else if firings.shifted > 0 {
            breakForSleep(firings.shifted)
        }
        if firings.slept > 0, firings.count == 1, !isChain {
            suspect = firings
        } else {
            if isChain, firings.slept > 0 { breakForSleep(firings.slept) }
            take(firings)
        }
    }

    /// What is known to stay is no part of the slope, however few firings tell of it.
    private mutating func breakForSleep(_ size: Int64) {
        guard let previous else { return }
        sleepSteps.append(LagStep(at: previous, size: size))
        collector?.beginSegment()
        series.append(series.last ?? 0)
    }

    private mutating func take(_ firings: WalkedFirings) {
        taken = saturatingSum(taken, firings.count)
        collector?.addRun(
            index: firings.index, lag: firings.lag, indexStep: firings.indexStep, lagStep: firings.lagStep,
            count: firings.count)
        previous = firings.last
        let last = saturatingSum(firings.lag, saturatingProduct(firings.lagStep, firings.count - 1))
        lag = Lag(last: last, max: max(lag?.max ?? .min, firings.lag, last))
    }

    /// The drift, and lag, steps and episodes put down beside those of other copies.
    mutating func finish(into summary: inout TimerSummary) -> DriftEstimate? {
        if let suspect { take(suspect) }
        if let lag {
            summary.lag = Lag(
                last: max(summary.lag?.last ?? .min, lag.last), max: max(summary.lag?.max ?? .min, lag.max))
        }
        if let found = episodes?.result() {
            summary.episodes = Array((summary.episodes + found.listed).prefix(EpisodeFinder.mostListed))
            summary.episodeCount = saturatingSum(summary.episodeCount, found.count)
        }
        guard var drift = collector?.result() else { return nil }
        let steps =
            sleepSteps
            + drift.steps.compactMap { step in
                instant(step).map { LagStep(at: $0, size: step.size) }
            }
        summary.steps += steps.sorted { $0.at < $1.at }
        if let last = drift.notBack, let at = instant(last), let interval = summary.requested?.scaled(1),
            last.size.magnitude >= interval.magnitude / 10
        {
            summary.notBack = LagStep(at: at, size: last.size)
        }
        // The points of a grid do not drift: what stands on another line by chance, or is left of a few, says nothing.
        let isFew = drift.verdict == .value && taken < 8 && lost > taken
        if !isChain, drift.exact.map({ $0 != .zero }) ?? isFew {
            (drift.partsPerBillion, drift.halfWidth, drift.exact) = (nil, nil, nil)
        }
        return drift
    }

    /// The requested point at which a departure began.
    private func instant(_ departure: DriftEstimate.Departure) -> Int64? {
        guard series.indices.contains(departure.series) else { return nil }
        return schedules[series[departure.series]].point(departure.index)
    }
}

/// The drift of several copies together: the mean of theirs, each weighted with its firings.
struct DriftMean {
    private var only: DriftEstimate?
    private var weights: Double = 0
    private var sum: Double = 0
    private var squares: Double = 0
    private var residuals: Double = 0
    private var areEqual = true

    mutating func add(_ drift: DriftEstimate, weight: Int64) {
        areEqual = areEqual && (only.map { $0.exact != nil && $0.exact == drift.exact } ?? true)
        only = only ?? drift
        guard let value = drift.partsPerBillion, let halfWidth = drift.halfWidth else { return }
        let weight = Double(weight)
        weights += weight
        sum += weight * Double(value)
        squares += weight * weight * Double(halfWidth) * Double(halfWidth)
        residuals += weight * Double(drift.residual) * Double(drift.residual)
    }

    var result: DriftEstimate? {
        guard var drift = only, !areEqual, weights > 0 else { return only }
        drift.partsPerBillion = Int64(nearest: sum / weights)
        drift.halfWidth = Int64(nearest: squares.squareRoot() / weights)
        drift.residual = Int64(nearest: (residuals / weights).squareRoot())
        drift.exact = nil
        return drift
    }
}

extension TimerTraits {
    /// Whether it is armed anew, one interval after each callback.
    var isChain: Bool { isRelative && interval.map { $0 > .zero } == true }
}
