import ExactTime
import Recording

/// Everything that statistics say about one timer, or about all copies of one together.
public struct TimerSummary: Hashable, Sendable {
    public var entity: EntityID
    public var name: String
    /// `nstimer`, `gcd` … as the scenario names it.
    public var mechanism: String
    /// How many timers this stands for: 1, or the number of copies when it is their group.
    public var copies = 1
    /// The interval that was asked for, ns; nil for a one-shot.
    public var interval: Rational?

    /// Callbacks begun, those called by hand included.
    public var fired: Int64 = 0
    /// Callbacks begun because a `fire` was called.
    public var firedByHand: Int64 = 0
    /// Grid points before the end of the recording.
    public var due: Int64 = 0
    /// Firings that served a grid point.
    public var served: Int64 = 0
    /// Grid points that no firing served as its own.
    public var skipped: Int64 = 0
    /// Skipped points that were merged into a firing: a late one, or a dispatch source's `data`.
    public var coalesced: Int64 = 0
    /// Instants of the first and last firing, ns.
    public var first: Int64?
    public var last: Int64?

    /// From due to callback start, over the firings that served a point.
    public var lateness: Spread?
    /// The same with one value more for every skipped point: how long it would have had to wait for the next firing.
    public var correctedLateness: Spread?
    /// From callback start to callback start.
    public var period: Spread?
    /// From log line to log line of its callback.
    public var logInterval: Spread?
    /// Of each log line, from the nearest point of the grid that its interval spans from the first line; no grid, no
    /// offsets.
    public var logOffset: Spread?
    public var jitter: Jitter?
    public var drift: Drift?
    /// How long the callbacks took, those of no length included.
    public var callback: Spread?
    /// The length of all callbacks together, ns.
    public var busy: Int64 = 0
    /// Firings after the last owner had let go; nil when nobody owned it or its target.
    public var firedAfterOwner: Int64?
    /// Whether the grid is a display's vsync, so that firings are frames.
    public var followsDisplay = false

    public init(entity: EntityID, name: String, mechanism: String) {
        self.entity = entity
        self.name = name
        self.mechanism = mechanism
    }
}
