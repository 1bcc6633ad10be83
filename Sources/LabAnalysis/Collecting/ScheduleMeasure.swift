import LabExactTime
import LabRecording

/// Lag, drift, steps and episodes of one timer, from its firings along the requested schedule.
struct ScheduleMeasure {
    private var collector: DriftCollector?
    private var episodes: EpisodeFinder?
    private var lag: Int64?
    private let isChain: Bool
    private let clock: TraceHeader.Clock
    /// The schedules, by series of the collector.
    private var schedules: [Grid] = []
    /// Calls that may be late because the system slept.
    private var suspect: Call?
    private var previous: Int64?
    private var sleepSteps: [LagStep] = []
    private var taken: Int64 = 0
    private var lost: Int64 = 0

    /// Calls that are alike, on the schedule as the mechanism continues it: an account is too large to keep one a firing.
    private typealias Call = (point: LagPoint, count: Int64, last: Int64?)

    init(_ requested: Rational?, isChain: Bool, _ header: TraceHeader) {
        (self.isChain, clock) = (isChain, header.clock)
        guard let requested, requested > .zero else { return }
        let regime: DriftRegime = isChain ? .chain : clock.regimeOfGrids
        collector = DriftCollector(interval: requested, resolution: header.resolution, regime: regime)
        // The silences of a log are found in its lines, since its accounts show no cause.
        episodes = clock.isUnknown ? nil : EpisodeFinder(interval: requested)
    }

    mutating func begin(_ grid: Grid) {
        if let suspect { measure(suspect) }
        (suspect, previous) = (nil, nil)
        beginSeries(grid)
        episodes?.begin(grid)
    }

    mutating func fold(_ account: Account) {
        episodes?.fold(account)
        lost = lost.adding(saturating: account.lostCount)
        guard account.call != nil else { return }
        lag = account.lag
        let late = suspect
        suspect = nil
        let call: Call = (account.onSchedule, account.repeats, account.lastCall)
        // The sleep has moved the late call only if its grid is later from here on.
        if account.shifted > 0 { breakForSleep(account.shifted) }
        if let late { measure(late) }
        if account.slept > 0, !isChain {
            suspect = call
            return
        }
        if isChain, account.slept > 0 { breakForSleep(account.slept) }
        measure(call)
    }

    /// A known step is no part of the slope, even if few calls show it.
    private mutating func breakForSleep(_ size: Int64) {
        guard let previous else { return }
        sleepSteps.append(LagStep(at: previous, size: size))
        if let schedule = schedules.last { beginSeries(schedule) }
    }

    private mutating func beginSeries(_ schedule: Grid) {
        if !schedules.isEmpty { collector?.beginSegment() }
        schedules.append(schedule)
    }

    private mutating func measure(_ call: Call) {
        taken = taken.adding(saturating: call.count)
        collector?.append(index: call.point.index, lag: call.point.lag, count: call.count)
        previous = call.last
    }

    /// The drift; lag, steps and episodes are added to those of other copies.
    mutating func finish(into summary: inout TimerSummary) -> DriftEstimate? {
        if let suspect { measure(suspect) }
        if let lag { summary.raise(lag: lag) }
        if let found = episodes?.result() {
            summary.episodes = Array((summary.episodes + found.listed).prefix(EpisodeFinder.mostListed))
            summary.episodeCount = summary.episodeCount.adding(saturating: found.count)
        }
        guard var drift = collector?.result() else { return nil }
        if !isChain, !clock.isUnknown {
            // A grid is never ahead of its points: a callback that comes less late than before is back on them.
            drift.steps.removeAll { $0.size < 0 }
            drift.notBack = drift.notBack.flatMap { $0.size < 0 ? nil : $0 }
        }
        let steps = drift.steps.compactMap { step in instant(step).map { LagStep(at: $0, size: step.size) } }
        summary.steps += (sleepSteps + steps).sorted { $0.at < $1.at }
        if let last = drift.notBack, let at = instant(last), let interval = summary.requested?.scaled(1),
            last.size.magnitude >= interval.magnitude / 10
        {
            summary.notBack = LagStep(at: at, size: last.size)
        }
        // The points of a grid do not drift. A delay may shift its callbacks for a while, and the few others say
        // nothing.
        let isFew = taken < 8 && lost > taken
        if !isChain, drift.verdict == .value, clock.isExact || isFew || drift.exact != nil {
            (drift.partsPerBillion, drift.halfWidth, drift.exact) = (nil, nil, nil)
        }
        return drift
    }

    private func instant(_ departure: DriftEstimate.Departure) -> Int64? {
        schedules[departure.series].point(departure.index)
    }
}

/// The drift of several copies together: their mean, each weighted with its firings.
struct DriftMean {
    private var only: DriftEstimate?
    private var weights: Double = 0
    private var sum: Double = 0
    private var squares: Double = 0
    private var areEqual = true
    private var hasDrift = false

    mutating func absorb(_ drift: DriftEstimate, weight: Int64) {
        areEqual = areEqual && only.map { $0.exact != nil && $0.exact == drift.exact } ?? true
        only = only ?? drift
        hasDrift = hasDrift || drift.verdict == .value
        guard let value = drift.partsPerBillion, let halfWidth = drift.halfWidth else { return }
        let weight = Double(weight)
        weights += weight
        sum += weight * Double(value)
        squares += weight * weight * Double(halfWidth) * Double(halfWidth)
    }

    var result: DriftEstimate? {
        guard var drift = only, !areEqual, weights > 0 else { return only }
        drift.partsPerBillion = Int64(nearest: sum / weights)
        drift.halfWidth = Int64(nearest: squares.squareRoot() / weights)
        drift.exact = nil
        // The mean of many copies without drift has an interval that is narrower than the noise of each allows.
        if !hasDrift, drift.verdict == .value { (drift.partsPerBillion, drift.halfWidth) = (nil, nil) }
        return drift
    }
}

extension TimerTraits {
    /// True if it is armed again, one interval after each callback.
    package var isChain: Bool { isRelative && interval.map { $0 > .zero } == true }
}

extension TimerSummary {
    mutating func raise(lag other: Int64) { lag = max(lag ?? .min, other) }

    /// Includes the extremes of another timer's periods; the mean over all is computed at the end.
    mutating func widenJitter(to peakToPeak: Int64) {
        jitter = Jitter(rms: 0, peakToPeak: max(peakToPeak, jitter?.peakToPeak ?? 0))
    }
}
