import ExactTime
import ScenarioModel

/// One executable step: an action whose payload is plain integers, so that running it retains nothing.
struct Instruction {
    var op: Op
    /// Index of the step among all steps of the scenario.
    var step: Int32
    /// Index of the condition under which it runs; -1: always.
    var condition: Int32
}

enum Op {
    case work(Int64)
    case loop(turns: Int64)
    case drawnWork(table: Int32)
    case log(template: Int32)
    case sleep(Int64)
    case repeating(count: Int64, list: Int32, until: Int32)
    case create(PartReference)
    case add(PartReference, modes: ModeSet, thread: Int32)
    case invalidate(PartReference)
    case fire(timer: Int32)
    case setFireDate(timer: Int32, FireDate)
    case suspend(PartReference)
    case resume(PartReference)
    case activate(PartReference)
    case cancel(PartReference)
    case pause(timer: Int32)
    case reschedule(timer: Int32, start: FireDate, interval: Rational?, leeway: Int64)
    case run(RunOp)
    case stopLoop(thread: Int32)
    case wakeLoop(thread: Int32)
    case performBlock(block: Int32, modes: ModeSet, thread: Int32, wakes: Bool)
    case dumpLoop(thread: Int32, template: Int32)
    case addCommonMode(Int8, thread: Int32)
    case signal(source: Int32)
    case performAfter(request: Int32)
    case performOnThread(block: Int32, modes: ModeSet, thread: Int32, waits: Bool)
    case performDirectly(block: Int32)
    case cancelPerform(target: Int32, selector: Int32)
    case async(queue: Int32, block: Int32)
    case asyncAfter(delay: Int64, queue: Int32, clock: TimerClock, block: Int32)
    case assign(owner: Int32, property: Int32, part: PartReference?, isWeak: Bool)
    case release(PartReference)
    case overRelease(object: Int32)
    case push(object: Int32)
    case pop(object: Int32)
    case isKindOf(object: Int32, className: Int32)
    case respondsTo(object: Int32, selector: Int32)
    case message(receiver: PartReference, selector: Int32, list: Int32)
    case start(thread: Int32)
    case exit
    case systemSleep(Int64)
    case background
    case foreground
    case setWallClock(by: Int64)

    /// Whether the system does it, and no thread of the app.
    var isSystem: Bool {
        switch self {
        case .systemSleep, .background, .foreground, .setWallClock: true
        default: false
        }
    }
}

/// A call of a run method.
struct RunOp {
    var kind: RunFrame.Kind
    var mode: Int8
    /// The mode asked for was the common modes, which are no mode.
    var isCommon: Bool
    /// nil: `duration` counts from the call.
    var until: FireDate?
    var duration: Int64
    var returnsAfterSource: Bool
}

/// A block that a step hands to a run loop or queue, or a selector that it has performed.
struct BlockPlan {
    var list: Int32
    var entity: Int32
    var captures: [CapturePlan]
    /// The receiver of a perform; -1: none.
    var target: Int32
    var selector: Int32
    var step: Int32
    /// Whether its steps mean the timer in whose callback it is made.
    var speaksOfTimer = false
}

/// A `performSelector:withObject:afterDelay:` that a step asks for.
struct PerformRequest {
    var block: Int32
    var delay: Int64
    var modes: ModeSet
}

/// A condition with its parts flattened.
enum CompiledCondition {
    /// `timer` -1: the callback's own.
    case fired(timer: Int32, Comparison)
    case cancelled(PartReference)
    case gone(PartReference)
    case valid(timer: Int32)
    case not(Int32)
}
