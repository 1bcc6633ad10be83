import LabCatalogue
import LabExactTime

/// Anything that fires: an NSTimer, a display link, a dispatch source, a delayed perform, a waiting loop …
public struct TimerPlan: Sendable, Equatable {
    public var id: String
    public var place: Place
    public var kind: TimerKind
    public var creation = TimerCreation.scheduled
    /// The date of `initWithFireDate:…`, ns after creation.
    public var fireDate: Int64?
    /// In ns; nil for a one-shot without one. Each mechanism has its own rule for zero and negative ones.
    public var interval: Rational?
    /// The interval's place in the file or on the command line; empty if it is not written.
    public var intervalPlace: Place = 0..<0
    /// From creation (or start) to the first firing, in ns; nil: the interval.
    public var delay: Rational?
    public var repeats = false
    /// Tolerance of a run loop timer, leeway of a dispatch source, in ns.
    public var tolerance: Int64 = 0
    /// The place of its key; empty when it is not written.
    public var tolerancePlace: Place = 0..<0
    public var modes: [ModeName] = [.default]
    public var thread = 0
    /// The target queue of a dispatch source or delayed block.
    public var queue: Int?
    public var clock = TimerClock.uptime
    public var isStrict = false
    /// True if a task sleeps until deadlines, not for durations: `Task.sleep(until:)`.
    public var isAbsolute = false
    /// True if a cancelled sleep does not leave the loop of its task: `try? await Task.sleep(…)`.
    public var swallowsCancellation = false
    public var callback = CallbackPlan()
    /// The holders besides its run loop; may be empty.
    public var heldBy: [Holder] = []
    /// False: a dispatch source is made inactive, a display link paused.
    public var startsActive = true
    public var frameRate = FrameRatePlan()
    /// The steps of the callback.
    public var steps: [Step] = []
    /// The steps of a dispatch source's cancel handler.
    public var cancelSteps: [Step] = []
    /// The number of equal timers; nil: a single one without a number.
    public var copies: Int?
    /// The step by which the interval of each further copy grows, ns.
    public var copyStep = Rational.zero
    /// The code that this timer models; nil when the scenario names none.
    package var code: CodeMark?

    public init(id: String = "", kind: TimerKind, place: Place = 0..<0) {
        (self.id, self.kind, self.place) = (id, kind, place)
    }

    /// True if the scenario sets its tolerance; otherwise a sleep has the default leeway.
    public var isToleranceSet: Bool { !tolerancePlace.isEmpty || tolerance > 0 }

    /// True if it is armed again after each callback, and not for points of a grid.
    package var isRelative: Bool { kind.row.isRelative && !isAbsolute }

    /// The objects to which its cancel handler sends messages; some are captured weakly, as by the callback.
    package var cancelCaptures: [CapturePlan] {
        if cancelSteps.isEmpty { return [] }
        let objects = cancelSteps.all.filter { $0.verb == .message }.compactMap(\.part).filter { part in
            if case .object = part { !callback.captures.contains { $0.part == part } } else { false }
        }
        return objects.unique.map { CapturePlan(part: $0, isWeak: false) }
    }

    /// True if its first wait is not its interval: a loop of a task then works before it sleeps.
    package var isLate: Bool { interval != nil && ![nil, interval].contains(delay) }

    /// True if a cancellation brings one more call, since `try?` hides it; a loop that works first asks for it before.
    package var isCalledOnceMore: Bool { swallowsCancellation && !(repeats && isLate) }

    /// True if its callback does nothing but write the seconds to an instant.
    package var showsSeconds: Bool { !steps.isEmpty && steps.allSatisfy(\.showsSeconds) }

    /// True if its callback does nothing but log the same line, or act where it finds a change.
    package var changesNothing: Bool {
        !steps.isEmpty
            && steps.allSatisfy { $0.condition?.looksForChange ?? ($0.verb == .log && $0.text?.fields.isEmpty ?? true) }
    }

    /// True if its log lines show the number of its calls, and none counts down.
    package var countsUp: Bool {
        countdown == nil && fields.contains { if case .firing = $0 { true } else { false } }
    }

    /// True if its steps show the number of its calls in a log line, also nested ones, or if it has no steps.
    package var mayCount: Bool {
        steps.isEmpty
            || steps.all.compactMap(\.text).flatMap(\.fields).contains {
                if case .firing = $0 { true } else if case .countdown = $0 { true } else { false }
            }
    }

    /// The number from which its log lines count down by its calls; nil: none.
    package var countdown: Int64? {
        fields.lazy.compactMap { if case .countdown(let start, _) = $0 { start } else { nil } }.first
    }

    /// The fields of its log lines, and of those of the method that it calls.
    private var fields: [LogField] {
        (steps + steps.filter { $0.verb == .message }.flatMap(\.steps)).compactMap(\.text).flatMap(\.fields)
    }
}

/// The creation API of a run loop timer.
public enum TimerCreation: String, Sendable, CaseIterable { case scheduled, timer, `init` }

/// The form of a timer's callback, which decides what it retains.
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
    /// The code passes a `__weak` variable; the callee still retains the object.
    public var passedWeakly = false
    /// The target is not retained (`unsafe_unretained`, a CF context without retain callbacks).
    public var isUnretained = false
    public var place: Place

    public init(object: Int, place: Place = 0..<0) { (self.object, self.place) = (object, place) }
}

/// A variable that a block captures.
///
/// The block retains a strong capture. A weak one retains nothing and is used in a `message` step, which does nothing
/// once the captured part is gone.
public struct CapturePlan: Sendable, Equatable {
    public var part: PartReference
    public var isWeak: Bool

    public init(part: PartReference, isWeak: Bool) { (self.part, self.isWeak) = (part, isWeak) }
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
