import LabCatalogue
import LabExactTime
import LabRecording

/// All statistics about one timer, or about all copies of one together; in ns unless stated.
package struct TimerSummary: Hashable {
    package var entity: EntityID
    package var name: String
    /// `nstimer`, `gcd` … as the scenario names it.
    package var mechanism: String
    /// The mechanism; nil in a log, which does not name it.
    package var kind: TimerKind? { TimerKind(rawValue: mechanism) }
    /// The number of timers in this summary: 1, or for a group the number of copies.
    package var copies = 1
    /// The requested interval; for a display link the period of its rounded rate. nil for a one-shot.
    package var requested: Rational?
    /// True if it is armed again after each callback, so that its lateness adds up.
    package var isChain = false
    /// True if the grid is a display's vsync, so that firings are frames.
    package var followsDisplay = false

    /// The shortest and the longest interval of its schedules; nil if they have one, or none.
    var asked: ClosedRange<Rational>?
    /// The number of its schedules with calls; a new date, interval or rate of the display begins another one.
    package var schedules: Int64 = 0
    /// Fire dates of an `NSTimer` that another one replaced before they were due.
    package var replacedDates: Int64 = 0
    /// Callbacks begun, manual ones included.
    package var fired: Int64 = 0
    /// Callbacks begun because a `fire` was called.
    package var firedManually: Int64 = 0
    /// True if its due points are known: false for a log's timer without an interval.
    package var hasSchedule = true
    /// The reason why its log does not support some figures; nil if it supports all.
    package var lack: String?
    /// Points of the requested schedule before the end of the recording.
    package var due: Int64 = 0
    /// Due points with a callback.
    package var served: Int64 = 0
    /// Skipped due points.
    package var skipped: Int64 = 0
    /// Skipped points that were merged into a firing: a late one, or a dispatch source's `data`.
    package var coalesced: Int64 = 0
    /// Instants of the first and last firing.
    package var first: Int64?
    package var last: Int64?

    /// The waiting of each due point for the next callback; nil for a chain.
    package var waiting: Spread?
    /// Points without a later callback: they wait at least as long as is counted.
    package var openPoints: Int64 = 0
    /// True if the longest waiting time is that of one of these.
    package var isLongestOpen = false
    /// The lateness, from the instant for which a callback was armed (on a grid its due point) to its start.
    package var lateness: Spread?
    /// The periods from callback start to callback start.
    package var interval: Spread?
    /// The periods from log line to log line of its callback.
    package var logInterval: Spread?
    /// The distance of each log line from the nearest point of the grid that its interval spans from the first line;
    /// nil without a grid.
    package var logOffset: Spread?
    /// The number of a display link's frames that were shown for two of its periods or more, and for three or more.
    package var longFrames: Int64?
    package var longerFrames: Int64?
    /// The number of callbacks in each frame of the first display link; nil without one.
    package var ticksPerFrame: Spread?
    /// The time from the latest callback of that link.
    package var phase: Spread?
    package var jitter: Jitter?
    /// Its lag behind the requested schedule at its last firing, ns; of several copies the largest.
    package var lag: Int64?
    package var drift: DriftEstimate?
    /// Departures from the schedule that stayed, in the order of time.
    package var steps: [LagStep] = []
    /// The departure that had not ended at the end of the recording.
    package var notBack: LagStep?
    /// The longest episodes, in the order of time.
    package var episodes: [Episode] = []
    /// The number of all episodes.
    package var episodeCount: Int64 = 0
    /// The lengths of callbacks, empty ones included.
    package var callback: Spread?
    /// The length of all callbacks together; nil if it is unknown, as in a log.
    package var busy: Int64?
    /// Firings after the last owner had released it; nil if nothing owned it or its target.
    package var firedAfterOwner: Int64?
    /// The wake-ups of an idle thread for it; nil if they were not counted.
    package var wakeUps: WakeUps?

    package init(entity: EntityID, name: String, mechanism: String) {
        (self.entity, self.name, self.mechanism) = (entity, name, mechanism)
    }

    /// True if its schedules had different intervals.
    package var isMixed: Bool { asked != nil }

    /// The mean interval, ns; noise below a thousandth of the requested interval is not shown.
    package var every: Int64? {
        if isMixed { return nil }
        guard let mean = interval?.mean, let asked = requested?.scaled(1) else { return interval?.mean }
        return (mean &- asked).magnitude <= asked.magnitude / 1000 ? asked : mean
    }
}

/// A departure from the requested schedule that stayed.
package struct LagStep: Hashable {
    /// The instant of the step, between two firings, ns.
    package var at: Int64
    /// ns; negative when it was ahead from then on.
    package var size: Int64
    /// The copy with the step; `EntityID.none` for a timer without copies.
    package var timer = EntityID.none
    package var reason: Reason?
}
