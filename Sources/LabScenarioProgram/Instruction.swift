import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

/// An executable step: a verb and its operands as plain numbers, so that running it retains nothing.
public struct Instruction: Sendable {
    public var verb: Verb
    /// The verb's variant: it awaits, wakes, waits, sets, or refers weakly.
    public var flag = false
    public var clock = TimerClock.uptime
    /// Index of the step among all steps of the scenario.
    public var step: Int32
    /// The condition under which it runs; none: always.
    public var condition = ConditionID.none
    public var part: PartReference?
    /// The new value of a variable.
    public var value: PartReference?
    public var thread = ThreadID.none
    public var queue = QueueID.none
    /// The steps inside it, or those after a sleep that is awaited.
    public var list = ListID.none
    public var block = BlockID.none
    /// The condition that ends a loop.
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

/// A time, ns, or a table to draw it from each time.
public enum OpTime: Sendable {
    case fixed(Int64)
    case drawn(QuantileID)
}

/// The run method of a call.
public enum RunMethod: Sendable {
    /// The app's own `CFRunLoopRun`, or a thread that cannot do anything else.
    case app
    /// `run`: activations until one finds nothing in the mode.
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
    /// True if the mode was the common modes, which are not a mode.
    public var isCommon: Bool
    /// nil: `duration` counts from the call.
    public var until: FireDate?
    public var duration: Int64
    public var returnsAfterSource: Bool
}

/// A block that a step gives to a run loop or queue, or a selector that it has performed.
public struct BlockPlan: Sendable {
    public var list: ListID
    public var entity: EntityID
    public var captures: [CapturePlan]
    /// The receiver of a perform; none for a block.
    public var target: ObjectID
    public var selector: NameID
    public var step: Int32
}
