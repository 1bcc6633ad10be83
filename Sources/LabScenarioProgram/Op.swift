import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

/// One executable step: an action whose payload is plain integers, so that running it retains nothing.
public struct Instruction: Sendable {
    public var op: Op
    /// Index of the step among all steps of the scenario.
    public var step: Int32
    /// Under which it runs; none: always.
    public var condition: ConditionID
}

/// What a step does, in either runtime.
public enum Op: Sendable {
    case work(OpTime)
    case log(template: TemplateID)
    case sleep(OpTime)
    /// The task goes on with a list after it.
    case taskSleep(OpTime, rest: ListID)
    case repeating(count: Int64, list: ListID, until: ConditionID)
    case count(counter: Int, Int64, sets: Bool)
    case create(PartReference)
    case add(PartReference, modes: ModeSet, thread: ThreadID)
    case invalidate(PartReference)
    case fire(timer: Int)
    case setFireDate(timer: Int, FireDate)
    case suspend(PartReference)
    case resume(PartReference)
    case activate(PartReference)
    case cancel(PartReference)
    case pause(timer: Int)
    case setRate(timer: Int, FrameRatePlan)
    case setTolerance(timer: Int, Int64)
    case reschedule(timer: Int, start: FireDate, interval: Rational?, leeway: Int64)
    case run(RunOp)
    case stopLoop(thread: ThreadID)
    case wakeLoop(thread: ThreadID)
    case performBlock(block: BlockID, modes: ModeSet, thread: ThreadID, wakes: Bool)
    case dumpLoop(thread: ThreadID, template: TemplateID)
    case addCommonMode(ModeID, thread: ThreadID)
    case signal(source: SourceID)
    case performAfter(request: RequestID)
    case performOnThread(block: BlockID, modes: ModeSet, thread: ThreadID, waits: Bool)
    case performDirectly(block: BlockID)
    case cancelPerform(target: ObjectID, selector: NameID)
    case sync(queue: QueueID, block: BlockID)
    case waitFor(counter: Int)
    case async(queue: QueueID, block: BlockID)
    case asyncAfter(delay: OpTime, queue: QueueID, clock: TimerClock, block: BlockID)
    case assign(owner: ObjectID, property: NameID, part: PartReference?, isWeak: Bool)
    case release(PartReference)
    case overRelease(object: ObjectID)
    case push(object: ObjectID)
    case pop(object: ObjectID)
    case isKindOf(object: ObjectID, className: NameID)
    case respondsTo(object: ObjectID, selector: NameID)
    case message(receiver: PartReference, selector: NameID, list: ListID)
    case start(thread: ThreadID)
    case exit
    case beginBackgroundTask(counter: Int, expiration: BlockID)
    case endBackgroundTask(counter: Int)
    case system(SystemOp)

    /// Whether the system does it, and no thread of the app.
    public var isSystem: Bool { if case .system = self { true } else { false } }
}

/// A time, ns, or the table that it is drawn from anew each time.
public enum OpTime: Sendable {
    case fixed(Int64)
    case drawn(QuantileID)
}

/// What the system does to the whole app.
public enum SystemOp: Sendable {
    case sleep(Int64)
    case background
    case foreground
    case setWallClock(by: Int64)
    case setRefresh(Rational)
}

/// Which run method is called.
public enum RunMethod: Sendable {
    /// The app's own `CFRunLoopRun`, or a thread that cannot do anything else.
    case app
    /// `run`: activations until one reports that the mode has nothing in it.
    case forever
    /// `run(until:)`.
    case until
    /// `run(mode:before:)`.
    case once
    /// `CFRunLoopRunInMode`.
    case inMode
    /// A drag, a modal panel.
    case nested
}

/// A call of a run method.
public struct RunOp: Sendable {
    public var method: RunMethod
    public var mode: ModeID
    /// The mode asked for was the common modes, which are no mode.
    public var isCommon: Bool
    /// nil: `duration` counts from the call.
    public var until: FireDate?
    public var duration: Int64
    public var returnsAfterSource: Bool
}

/// A block that a step hands to a run loop or queue, or a selector that it has performed.
public struct BlockPlan: Sendable {
    public var list: ListID
    public var entity: EntityID
    public var captures: [CapturePlan]
    /// The receiver of a perform; none: a block.
    public var target: ObjectID
    public var selector: NameID
    public var step: Int32
}

/// A `performSelector:withObject:afterDelay:` that a step asks for.
public struct PerformRequest: Sendable {
    public var block: BlockID
    public var delay: Int64
    public var modes: ModeSet
}
