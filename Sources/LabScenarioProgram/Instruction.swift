import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

/// One executable step: a verb and its operands as plain numbers, so that running it retains nothing.
public struct Instruction: Sendable {
    public var verb: Verb
    /// What the verb does otherwise than usual: awaits, wakes, waits, sets, or refers weakly.
    public var flag = false
    public var clock = TimerClock.uptime
    /// Index of the step among all steps of the scenario.
    public var step: Int32
    /// Under which it runs; none: always.
    public var condition = ConditionID.none
    public var part: PartReference?
    /// The part that a variable gets.
    public var value: PartReference?
    public var thread = ThreadID.none
    public var queue = QueueID.none
    /// The steps inside it, or those after a sleep that is awaited.
    public var list = ListID.none
    public var block = BlockID.none
    /// Ends a loop.
    public var until = ConditionID.none
    public var template = TemplateID.none
    public var name = NameID.none
    public var mode = ModeID.none
    public var modes = ModeSet.none
    public var time: OpTime?
    public var counter = 0
    public var number: Int64 = 0
    public var details = DetailsID.none

    /// The object, or the source, that the verb acts on.
    public var object: ObjectID { ObjectID(optional: part?.index) }
    public var source: SourceID { SourceID(optional: part?.index) }

    /// True if it keeps the thread busy.
    public var isWork: Bool { verb == .work || verb == .loop }

    /// A time that is never drawn, ns.
    public var fixedTime: Int64 { if case .fixed(let time)? = time { time } else { 0 } }
}

/// Operands that few steps have.
public struct InstructionDetails: Sendable {
    public init(
        date: FireDate? = nil, interval: Rational? = nil, refresh: Rational? = nil, frames: FrameRatePlan? = nil,
        run: RunOp? = nil
    ) { (self.date, self.interval, self.refresh, self.frames, self.run) = (date, interval, refresh, frames, run) }

    public var date: FireDate?
    /// ns
    public var interval: Rational?
    /// Frames a second.
    public var refresh: Rational?
    public var frames: FrameRatePlan?
    public var run: RunOp?
}

/// A time, ns, or the table that it is drawn from anew each time.
public enum OpTime: Sendable {
    case fixed(Int64)
    case drawn(QuantileID)
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
