import LabCatalogue
import LabExactTime
import LabRecording

/// Everything that statistics say about one timer, or about all copies of one together; ns unless said.
package struct TimerSummary: Hashable, Sendable {
    package var entity: EntityID
    package var name: String
    /// `nstimer`, `gcd` … as the scenario names it.
    package var mechanism: String
    /// The mechanism; nil in a log, which does not name it.
    package var kind: TimerKind? { TimerKind(rawValue: mechanism) }
    /// How many timers this stands for: 1, or how many were made when it is the group of copies.
    package var copies = 1
    /// The interval that was asked for; a display link's is its period after its rate was rounded. nil for a one-shot.
    package var requested: Rational?
    /// True if it is armed again after each callback, so that its lateness adds up.
    package var isChain = false
    /// True if the grid is a display's vsync, so that firings are frames.
    package var followsDisplay = false

    /// The shortest and the longest interval of its schedules; nil where they have one, or none.
    var asked: ClosedRange<Rational>?
    /// How many schedules it was called on; a new date, interval or rate of the display begins another one.
    package var schedules: Int64 = 0
    /// Callbacks begun, manual ones included.
    package var fired: Int64 = 0
    /// Callbacks begun because a `fire` was called.
    package var firedManually: Int64 = 0
    /// True if its due points are known: false for a log's timer without an interval.
    package var hasSchedule = true
    /// Why the log that it was read from does not bear some of its figures; nil when it bears all.
    package var lack: String?
    /// Points of the requested schedule before the end of the recording.
    package var due: Int64 = 0
    /// Due points that a callback was made for.
    package var served: Int64 = 0
    /// Due points that are lost.
    package var skipped: Int64 = 0
    /// Lost points that were merged into a firing: a late one, or a dispatch source's `data`.
    package var coalesced: Int64 = 0
    /// Instants of the first and last firing.
    package var first: Int64?
    package var last: Int64?

    /// How long each due point waits for the next callback; nil for a chain.
    package var waiting: Spread?
    /// Points that nothing followed: they wait at least as long as is counted.
    package var openPoints: Int64 = 0
    /// True if the longest waiting time is that of one of these.
    package var isLongestOpen = false
    /// From the instant that a callback was armed for, of a grid the due point served, to its start.
    package var lateness: Spread?
    /// From callback start to callback start.
    package var interval: Spread?
    /// From log line to log line of its callback.
    package var logInterval: Spread?
    /// The distance of each log line from the nearest point of the grid that its interval spans from the first line;
    /// nil without a grid.
    package var logOffset: Spread?
    /// The number of a display link's frames that were shown for two of its periods or more, and for three or more.
    package var longFrames: Int64?
    package var longerFrames: Int64?
    /// How many callbacks began in each frame of the first display link; nil without one.
    package var ticksPerFrame: Spread?
    /// From the latest callback of that link.
    package var phase: Spread?
    package var jitter: Jitter?
    /// How far it is behind its requested schedule at its last firing, ns; of several copies the farthest.
    package var lag: Int64?
    package var drift: DriftEstimate?
    /// Departures from the schedule that stayed, in the order of time.
    package var steps: [LagStep] = []
    /// The departure that had not come back when the recording ended.
    package var notBack: LagStep?
    /// The longest stretches in which it did not keep its rhythm, in the order of time.
    package var episodes: [Episode] = []
    /// How many there are in all.
    package var episodeCount: Int64 = 0
    /// How long the callbacks took, those of no length included.
    package var callback: Spread?
    /// The length of all callbacks together; nil where nothing tells it, as in a log.
    package var busy: Int64?
    /// Firings after the last owner had let go; nil when nothing owned it or its target.
    package var firedAfterOwner: Int64?
    /// How often an idle thread was woken for it; nil where they were not counted.
    package var wakeUps: WakeUps?

    package init(entity: EntityID, name: String, mechanism: String) {
        self.entity = entity
        self.name = name
        self.mechanism = mechanism
    }

    /// True if its schedules had different intervals, so that none is its own.
    package var isMixed: Bool { asked != nil }

    /// The mean interval, ns; noise below a thousandth of what was asked for is not shown.
    package var every: Int64? {
        if isMixed { return nil }
        guard let mean = interval?.mean, let asked = requested?.scaled(1) else { return interval?.mean }
        return (mean &- asked).magnitude <= asked.magnitude / 1000 ? asked : mean
    }
}

/// A departure from the requested schedule that stayed.
package struct LagStep: Hashable, Sendable {
    /// When it happened: between two firings, ns.
    package var at: Int64
    /// ns; negative when it was ahead from then on.
    package var size: Int64
    /// The copy whose it is; `EntityID.none` for a timer without copies.
    package var timer = EntityID.none
    package var cause: Cause?
    package var culprit = EntityID.none
    /// Byte range of the step or, failing that, of the culprit in the scenario; empty when unknown.
    package var place = 0..<0
}
