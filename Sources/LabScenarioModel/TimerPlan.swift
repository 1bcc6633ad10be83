import LabCatalogue
import LabExactTime

/// Anything that fires: an NSTimer, a display link, a dispatch source, a delayed perform, a waiting loop …
public struct TimerPlan: Sendable, Equatable {
    public var id: String
    public var place: Place
    public var kind: TimerKind
    public var creation = TimerCreation.scheduled
    /// In ns; nil for a one-shot without interval. May be zero or negative: each mechanism has its own rule for that.
    public var interval: Rational?
    /// Where the interval stands, in the file or on the command line; empty when it is not written.
    public var intervalPlace: Place = 0..<0
    /// From creation (or start) to the first firing, in ns; nil: the interval.
    public var delay: Rational?
    public var repeats = false
    /// Tolerance of a run loop timer, leeway of a dispatch source, in ns.
    public var tolerance: Int64 = 0
    /// True if the scenario sets it; otherwise a sleep has the default leeway.
    public var isToleranceSet = false
    public var modes: [ModeName] = [.default]
    public var thread = 0
    /// The target queue of a dispatch source or delayed block.
    public var queue: Int?
    public var clock = TimerClock.uptime
    public var isStrict = false
    /// A task sleeps until deadlines, not for durations: `Task.sleep(until:)`.
    public var isAbsolute = false
    /// A sleep that is cancelled does not leave the loop of its task: `try? await Task.sleep(…)`.
    public var swallowsCancellation = false
    public var callback = CallbackPlan()
    /// The holders besides its run loop; may be empty.
    public var heldBy: [Holder] = []
    /// True if a dispatch source is resumed, or a display link unpaused, when made.
    public var startsActive = true
    public var frameRate = FrameRatePlan()
    /// The steps of the callback.
    public var steps: [Step] = []
    /// The steps of a dispatch source's cancel handler.
    public var cancelSteps: [Step] = []
    public var copies: CopiesPlan?
    /// The code that this timer models; nil when the scenario names none.
    package var code: CodeMark?
    /// Made by a `create` step and not at its thread's start.
    public var isMadeByStep = false

    public init(id: String, kind: TimerKind, place: Place = 0..<0) {
        (self.id, self.kind, self.place) = (id, kind, place)
    }
}

/// The creation API of a run loop timer.
public enum TimerCreation: Sendable, Equatable {
    /// `scheduledTimer…`: adds itself to the current run loop.
    case scheduled
    /// `timerWith…`: counts from creation, adds itself to nothing.
    case timer
    /// `initWithFireDate:…`, the date given as ns after creation; adds itself to nothing.
    case fireDate(Int64)
}

/// How a timer calls back and what that keeps alive.
public struct CallbackPlan: Sendable, Equatable {
    package var style = CallbackStyle.block
    public var target: TargetPlan?
    /// The selector that is sent to the target.
    public var selector = "timerFired:"
    /// Objects in `userInfo`, retained until the timer is invalidated; several are the elements of one array.
    public var userInfo: [Int] = []
    public var captures: [CapturePlan] = []
}

/// The target of a timer, display link or perform.
public struct TargetPlan: Sendable, Equatable {
    public var object: Int
    /// The source code passes a `__weak` variable; the callee retains the object all the same.
    public var passedWeakly = false
    /// The target is not retained (`unsafe_unretained`, a CF context without retain callbacks).
    public var isUnretained = false
    public var place: Place

    public init(object: Int, place: Place = 0..<0) {
        self.object = object
        self.place = place
    }
}

/// A variable that a block captures.
///
/// A strong capture is retained by the block. A weak one keeps nothing; what the block does through it is a `message` step,
/// which does nothing once the captured part is gone.
public struct CapturePlan: Sendable, Equatable {
    public var part: PartReference
    public var isWeak: Bool
    public var place: Place

    public init(part: PartReference, isWeak: Bool, place: Place = 0..<0) {
        (self.part, self.isWeak, self.place) = (part, isWeak, place)
    }
}

/// The frame rate that a display link asks for.
public struct FrameRatePlan: Sendable, Equatable {
    /// Every n-th refresh; nil: not set.
    public var frameInterval: Int64?
    /// 0 or nil: the display's own rate.
    public var preferred: Int64?
    public var minimum: Int64?
    public var maximum: Int64?

    public init() {}
}

/// Many timers described once.
public struct CopiesPlan: Sendable, Equatable {
    public var count: Int
    /// Added to the interval of each further copy, in ns.
    public var intervalStep: Rational

    public init(count: Int, intervalStep: Rational) {
        self.count = count
        self.intervalStep = intervalStep
    }
}
