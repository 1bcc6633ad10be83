import LabExactTime

/// Anything that fires: an NSTimer, a display link, a dispatch source, a delayed perform, a waiting loop …
package struct TimerPlan: Sendable, Equatable {
    package var id: String
    package var place: Place
    package var kind: TimerKind
    package var creation = TimerCreation.scheduled
    /// In ns; nil for a one-shot without interval. May be zero or negative: each mechanism has its own rule for that.
    package var interval: Rational?
    /// Where the interval stands, in the file or on the command line; empty when it is not written.
    package var intervalPlace: Place = 0..<0
    /// From creation (or start) to the first firing, in ns; nil: the interval.
    package var delay: Rational?
    package var repeats = false
    /// Tolerance of a run loop timer, leeway of a dispatch source, in ns.
    package var tolerance: Int64 = 0
    /// Whether the scenario says it; otherwise what sleeps has the default leeway.
    package var isToleranceSet = false
    package var modes: [ModeName] = [.default]
    package var thread = 0
    /// The target queue of a dispatch source or delayed block.
    package var queue: Int?
    package var clock = TimerClock.uptime
    package var isStrict = false
    /// A task sleeps until deadlines, not for durations: `Task.sleep(until:)`.
    package var isAbsolute = false
    /// A sleep that is cancelled does not leave the loop of its task: `try? await Task.sleep(…)`.
    package var swallowsCancellation = false
    package var callback = CallbackPlan()
    /// What holds it besides its run loop; nothing when empty.
    package var heldBy: [Holder] = []
    /// Whether a dispatch source is resumed, or a display link unpaused, when made.
    package var startsActive = true
    package var frameRate = FrameRatePlan()
    /// What the callback does.
    package var steps: [Step] = []
    /// What a dispatch source's cancel handler does.
    package var cancelSteps: [Step] = []
    package var copies: CopiesPlan?
    /// The code that this timer models; nil when the scenario names none.
    package var code: CodeMark?
    /// Made by a `create` step and not at its thread's start.
    package var isMadeByStep = false

    package init(id: String, kind: TimerKind, place: Place = 0..<0) {
        (self.id, self.kind, self.place) = (id, kind, place)
    }
}

/// The mechanisms, under the names that users type; `row` says what each is.
package enum TimerKind: String, Sendable, CaseIterable {
    case nstimer
    case displayLink = "displaylink"
    case gcd, perform, after
    case machWait = "mach-wait"
    case threadSleep = "thread-sleep"
    case taskSleep = "task-sleep"
    case asyncTimer = "async-timer"
    case combine
}

/// Which creation API made a run loop timer.
package enum TimerCreation: Sendable, Equatable {
    /// `scheduledTimer…`: adds itself to the current run loop.
    case scheduled
    /// `timerWith…`: counts from creation, adds itself to nothing.
    case timer
    /// `initWithFireDate:…`, the date given as ns after creation; adds itself to nothing.
    case fireDate(Int64)
}

/// Which clock a deadline stands on.
package enum TimerClock: String, Sendable, Worded {
    case uptime, continuous, wall

    package var doc: String {
        switch self {
        case .uptime: "mach_absolute_time: stops while the system sleeps"
        case .continuous:
            "mach_continuous_time: goes on while the system sleeps; Swift's ContinuousClock, not in Dispatch's public API"
        case .wall: "the wall clock: goes on while the system sleeps and jumps when it is set"
        }
    }
}

/// How a timer calls back and what that keeps alive.
package struct CallbackPlan: Sendable, Equatable {
    package enum Style: String, Sendable, Worded {
        case target, block, invocation, function

        package var doc: String {
            switch self {
            case .target: "a message to the target, which the timer retains"
            case .block: "a block, which keeps its strong captures"
            case .invocation: "an NSInvocation that retains its arguments, and so the target"
            case .function: "a C function, which captures nothing (`dispatch_source_set_event_handler_f`)"
            }
        }
    }

    package var style = Style.block
    package var target: TargetPlan?
    /// The selector that is sent to the target.
    package var selector = "timerFired:"
    /// Objects in `userInfo`, retained until the timer is invalidated; several are the elements of one array.
    package var userInfo: [Int] = []
    package var captures: [CapturePlan] = []
}

/// The target of a timer, display link or perform.
package struct TargetPlan: Sendable, Equatable {
    package var object: Int
    /// The source code passes a `__weak` variable; the callee retains the object all the same.
    package var passedWeakly = false
    /// The target is not retained (`unsafe_unretained`, a CF context without retain callbacks).
    package var isUnretained = false
    package var place: Place

    package init(object: Int, place: Place = 0..<0) {
        self.object = object
        self.place = place
    }
}

/// A variable that a block captures.
///
/// A strong capture is retained by the block. A weak one keeps nothing; what the block does through it is a `message` step,
/// which does nothing once the captured part is gone.
package struct CapturePlan: Sendable, Equatable {
    package var part: PartReference
    package var isWeak: Bool
    package var place: Place

    package init(part: PartReference, isWeak: Bool, place: Place = 0..<0) {
        (self.part, self.isWeak, self.place) = (part, isWeak, place)
    }
}

/// The frame rate that a display link asks for.
package struct FrameRatePlan: Sendable, Equatable {
    /// Every n-th refresh; nil: not set.
    package var frameInterval: Int64?
    /// 0 or nil: the display's own rate.
    package var preferred: Int64?
    package var minimum: Int64?
    package var maximum: Int64?

    package init() {}
}

/// Many timers described once.
package struct CopiesPlan: Sendable, Equatable {
    package var count: Int
    /// Added to the interval of each further copy, in ns.
    package var intervalStep: Rational

    package init(count: Int, intervalStep: Rational) {
        self.count = count
        self.intervalStep = intervalStep
    }
}
