import Recording
import ScenarioModel

/// A scenario as both runtimes execute it: its entities, its steps as flat lists of instructions, and the tables that
/// those name by number.
package struct Program: Sendable {
    /// What a thread does.
    package enum Body: Sendable {
        /// The main thread of an app: its run loop, for ever.
        case app
        /// None: nothing.
        case steps(ListID)
    }

    /// What is called for an observer or an input source, and in which modes it is.
    package struct Item: Sendable {
        package var list: ListID
        package var modes: ModeSet
    }

    /// The lists of a planned timer.
    package struct TimerLists: Sendable {
        package var callback: ListID
        package var cancel: ListID
        package var modes: ModeSet
        /// Whether a log line asks for its fire date.
        package var isFireDateLogged = false
    }

    /// The methods of an object that run by themselves.
    package struct ObjectLists: Sendable {
        package var dealloc: ListID
        package var disappear: ListID
    }

    package internal(set) var entities: Entities
    package internal(set) var modes: ModeNumbers
    /// The common set of every run loop from the start.
    package internal(set) var commonModes = ModeSet.none

    package internal(set) var lists = Table<ListTag, [Instruction]>()
    /// For each list the templates of its lines when it does nothing but log fixed lines, empty otherwise.
    package internal(set) var plainLogs = Table<ListTag, [TemplateID]>()
    package internal(set) var conditions = Table<ConditionTag, CompiledCondition>()
    package internal(set) var quantiles = Table<QuantileTag, QuantileTable>()
    package internal(set) var templates = Table<TemplateTag, LogTemplate>()
    /// The fields of each template, in order.
    package internal(set) var fields = Table<TemplateTag, [LogField]>()
    package internal(set) var blocks = Table<BlockTag, BlockPlan>()
    package internal(set) var performs = Table<RequestTag, PerformRequest>()
    package internal(set) var names = Table<NameTag, String>()
    /// Where each step stands in the scenario's file.
    package internal(set) var steps: [Range<Int>] = []

    package internal(set) var bodies: [Body] = []
    /// By the plan's index.
    package internal(set) var timers: [TimerLists] = []
    package internal(set) var objects = Table<ObjectTag, ObjectLists>()
    package internal(set) var events = Table<EventTag, ListID>()
    package internal(set) var observers = Table<ObserverTag, Item>()
    package internal(set) var sources = Table<SourceTag, Item>()

    /// The instances that a planned timer stands for.
    package func instances(of timer: Int) -> IDRange<TimerTag> {
        IDRange(entities.firstTimers[timer].index..<entities.firstTimers[timer + 1].index)
    }

    /// The first of them.
    package func instance(of timer: Int) -> TimerID { entities.firstTimers[timer] }
}
