import LabCatalogue
import LabExactTime

/// One thing that runs, where it stands, and when it is left out.
public struct Step: Sendable, Equatable {
    public var action: Action
    public var place: Place
    /// The step is skipped unless this holds.
    public var condition: Condition?
    /// What the block that it makes is called; nil: what every block of its verb is called.
    public var name: String?

    public init(_ action: Action, place: Place = 0..<0, when condition: Condition? = nil, name: String? = nil) {
        (self.action, self.place, self.condition, self.name) = (action, place, condition, name)
    }
}

/// What a step does; the cases follow the verbs of the scenario language.
public indirect enum Action: Sendable, Equatable {
    // Work
    case work(WorkAmount)
    case log(LogTextPlan)
    case sleep(Int64)
    /// A sleep of a length that is drawn anew each time, ns.
    case drawnSleep(QuantileTable)
    /// A `Task.sleep` in the body of a task, which lets its thread go meanwhile.
    case taskSleep(TimeAmount)
    case repeating(count: Int64, steps: [Step], until: Condition?)
    /// Adds to a counter, or sets it.
    case count(counter: Int, Int64, sets: Bool)
    // Making and timers
    case create(PartReference)
    case add(PartReference, modes: [ModeName], thread: Int?)
    case invalidate(PartReference)
    case fire(Int)
    case setFireDate(timer: Int, FireDate)
    case suspend(PartReference)
    case resume(PartReference)
    case activate(PartReference)
    case cancel(PartReference)
    case pause(Int)
    /// A display link asks for another rate.
    case setRate(timer: Int, FrameRatePlan)
    /// An NSTimer's `tolerance`, ns.
    case setTolerance(timer: Int, Int64)
    case reschedule(timer: Int, start: FireDate, interval: Rational?, leeway: Int64)
    // Run loop
    case runLoop(RunCall)
    case stopLoop(thread: Int?)
    case wakeLoop(thread: Int?)
    case performBlock(modes: [ModeName], thread: Int?, wakes: Bool, steps: [Step])
    case dumpLoop(thread: Int?)
    case addCommonMode(ModeName, thread: Int?)
    case signal(source: Int)
    // Later
    case perform(PerformPlan)
    case cancelPerform(target: Int?, selector: String?)
    case async(queue: Int, steps: [Step], captures: [CapturePlan])
    /// `dispatch_sync`.
    case sync(queue: Int, steps: [Step])
    /// Waits until a counter is above zero, and takes one away: a semaphore.
    case waitFor(counter: Int)
    case asyncAfter(delay: TimeAmount, queue: Int, clock: TimerClock, steps: [Step], captures: [CapturePlan])
    // Objects
    case assign(owner: Int, property: String, part: PartReference?, isWeak: Bool)
    case release(PartReference)
    case overRelease(Int)
    case push(Int)
    case pop(Int)
    case isKindOf(object: Int, className: String)
    case respondsTo(object: Int, selector: String)
    case message(MessagePlan)
    // Threads
    case start(thread: Int)
    case exit
    // System
    case systemSleep(Int64)
    case background
    case foreground
    /// A counter stands for the task; the steps are its expiration handler.
    case beginBackgroundTask(counter: Int, expiration: [Step])
    case endBackgroundTask(counter: Int)
    case setWallClock(by: Int64)
    /// The display goes over to this rate, frames a second.
    case setRefresh(Rational)
}

/// How much work a step is.
public enum WorkAmount: Sendable, Equatable {
    /// ns, before the device's work factor.
    case duration(Int64)
    /// Turns of a counting loop, each at the device's loop cost.
    case turns(Int64)
    /// Drawn anew each time, ns.
    case drawn(QuantileTable)
}

/// A time that is waited for.
public enum TimeAmount: Sendable, Equatable {
    /// ns.
    case fixed(Int64)
    /// Drawn anew each time, ns.
    case drawn(QuantileTable)
}

/// A date that a timer is told.
public enum FireDate: Sendable, Equatable {
    /// ns after the scenario's start.
    case at(Int64)
    /// ns after now.
    case after(Int64)
    case distantFuture
    case distantPast
}

/// One call of a run method of the current thread's run loop.
public enum RunCall: Sendable, Equatable {
    /// `run`.
    case forever
    /// `run(until:)`.
    case until(FireDate)
    /// `run(mode:before:)`: one activation that returns after a source was handled.
    case once(mode: ModeName, before: FireDate)
    /// `CFRunLoopRunInMode`, the time in ns.
    case inMode(ModeName, for: Int64, returnAfterSourceHandled: Bool)
    /// What a drag or a modal panel does: runs the loop in this mode until the time, in ns, has passed.
    case nested(ModeName, for: Int64)
}

/// A `performSelector…` request.
public struct PerformPlan: Sendable, Equatable {
    public enum Delivery: Sendable, Equatable {
        /// `afterDelay:` — a timer of the current run loop, ns.
        case after(Int64, modes: [ModeName])
        /// `onThread:withObject:waitUntilDone:` — a source0 of that thread's run loop.
        case onThread(Int, modes: [ModeName], waits: Bool)
        /// `performSelector:withObject:` — a call.
        case direct
    }

    public var selector: String
    /// The receiver, kept until it is done or cancelled.
    public var target: Int?
    public var delivery: Delivery
    public var steps: [Step]

    public init(selector: String, target: Int?, delivery: Delivery, steps: [Step]) {
        (self.selector, self.target, self.delivery, self.steps) = (selector, target, delivery, steps)
    }
}

/// A message that code sends to a variable: `[controller refresh]`.
///
/// The variable is the program's own, so it reads nil once the receiver is being deallocated, and a message to nil does
/// nothing: that is how a block says what it does through a weak capture. Only an object that was released too often leaves a
/// pointer behind that is not nil.
public struct MessagePlan: Sendable, Equatable {
    public var receiver: PartReference
    public var selector: String
    /// The body of the method.
    public var steps: [Step]

    public init(receiver: PartReference, selector: String, steps: [Step] = []) {
        (self.receiver, self.selector, self.steps) = (receiver, selector, steps)
    }
}

/// A log line with fields to be filled in.
public struct LogTextPlan: Sendable, Equatable {
    public enum Piece: Sendable, Equatable {
        case literal(String)
        case field(LogField)
    }

    public var pieces: [Piece]

    public init(pieces: [Piece]) { self.pieces = pieces }
}

/// What a `{field}` of a log line stands for.
public enum LogField: Sendable, Equatable {
    /// How often the timer of this callback has fired, this firing included, minus 1 when it counts from zero.
    case firing(fromZero: Bool)
    /// `start` minus the firings before this one, padded with zeros to a width.
    case countdown(from: Int64, width: Int64)
    /// How often the surrounding `repeat` has gone round, from zero.
    case turn
    /// `<NSThread: 0x…>{number = 1, name = main}`.
    case thread
    /// Grid points that this call of a dispatch source's handler stands for.
    case data
    /// Seconds: a display link's properties.
    case timestamp
    case targetTimestamp
    case frameDuration
    /// Another display link's; 0 before its first callback.
    case linkDuration(timer: Int)
    /// 1 or 0: whether the timer is valid.
    case isValid(timer: Int)
    /// Seconds since the scenario's start: the timer's next fire date.
    case fireDate(timer: Int)
    /// Seconds since the scenario's start.
    case now
    /// Whole seconds from now to this instant, ns, rounded up; 0 when it has passed.
    case remaining(until: Int64)
    /// What the latest `is_kind_of`, `responds_to` or run call on this thread answered: 1 or 0.
    case answer
    case counter(Int)
    /// `mach_absolute_time` in ticks of 125/3 ns.
    case ticks
    /// The mode that the current run loop runs in.
    case mode
    /// What the observer whose steps these are was called for.
    case activity
}

/// When a step is not skipped.
public enum Condition: Sendable, Equatable {
    /// The firings of a timer (nil: of the callback's own) so far, this one included.
    case fired(timer: Int?, Comparison)
    /// The firing, as above, is a multiple of this.
    case every(timer: Int?, Int64)
    /// This instant after the scenario's start has come, ns.
    case since(Int64)
    /// What the latest question on this thread was answered.
    case answered(Comparison)
    /// What stands on a counter.
    case counted(counter: Int, Comparison)
    case cancelled(PartReference)
    case gone(PartReference)
    case valid(timer: Int)
    indirect case not(Condition)
}
