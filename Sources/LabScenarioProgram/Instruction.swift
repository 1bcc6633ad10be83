import LabCatalogue
import LabRecording
import LabScenarioModel

/// An executable step: a verb and its operands as plain numbers, so that running it retains nothing. The program has the
/// operands that few steps have, under the number of the step.
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
    /// The mode of a run call; the default mode for the common modes, which are not a mode.
    public var mode = ModeID.none
    public var modes = ModeSet.none
    public var time: OpTime?
    public var counter = 0
    public var number: Int64 = 0

    /// The object, or the source, that the verb acts on.
    public var object: ObjectID { ObjectID(optional: part?.index) }
    public var source: SourceID { SourceID(optional: part?.index) }

    /// A time that is never drawn, ns.
    public var fixedTime: Int64 { if case .fixed(let time)? = time { time } else { 0 } }
}

/// A time, ns, or a table to draw it from each time.
public enum OpTime: Sendable {
    case fixed(Int64)
    case drawn(QuantileID)
}

/// A block that a step gives to a run loop or queue, or a selector that it has performed.
public struct BlockPlan: Sendable {
    public var list: ListID
    public var entity: EntityID
    public var captures: [CapturePlan]
    /// The receiver of a perform; none for a block.
    public var target: ObjectID
    public var selector: NameID
    /// The first block that is the same request: of the same message to the same receiver.
    public var request: BlockID
    public var step: Int32
}
