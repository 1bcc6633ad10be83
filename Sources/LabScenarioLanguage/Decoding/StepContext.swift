import LabScenarioModel

/// The needs of a step that its place in the scenario has to meet.
enum StepNeeds {
    case nothing
    /// The run loop of the current thread, if the predicate holds for the step.
    case runLoop(@Sendable (DecodedTable) -> Bool)
    /// The same, to run it.
    case runningTheLoop
    /// A thread that the scenario may end.
    case ownThread
}

/// The place where a list of steps runs, as far as the file determines it.
struct StepContext {
    /// The kind of the list, in words.
    enum Site: String {
        case body = "a thread's body"
        case callback = "a callback"
        case cancelHandler = "a cancel handler"
        case event = "an event"
        case observer = "an observer"
        case source = "a source's callback"
        case dealloc = "a dealloc"
        case disappearing = "a view_will_disappear"
        case block = "a block"
    }

    /// The part that executes the steps.
    enum Stage: Equatable {
        case thread(Int)
        case mainQueue
        /// A pool thread, whose run loop is never run.
        case workerQueue
        /// The thread that happens to release the last reference.
        case anyThread

        /// The threads of a queue's blocks; the main queue is the first.
        init(queue: Int) { self = queue == 0 ? .mainQueue : .workerQueue }
    }

    var site: Site
    var stage: Stage
    /// The part whose steps these are; nil for the process itself.
    var owner: PartReference?
    var isInRepeat = false
    /// True if they are inside another step.
    var isNested = false
    /// True if an earlier or surrounding condition may leave the steps out.
    var isConditional = false
    /// True if the steps run before their surroundings continue, and not some time later.
    var isImmediate = true

    var timer: Int? { if case .timer(let index)? = owner { index } else { nil } }

    /// True if the steps always run when their list does, at the very instant at which it begins.
    var isCertain: Bool { isImmediate && !isConditional }

    /// For a message: `the handler of a worker queue`.
    var title: String {
        switch (site, stage) {
        case (.dealloc, _), (.disappearing, _): site.rawValue
        case (.cancelHandler, .workerQueue): "a cancel handler on a worker queue"
        case (_, .workerQueue): "a block on a worker queue"
        case (.body, .thread(0)): "the main thread"
        case (_, _): site.rawValue
        }
    }

    /// The same list, later, on a queue or a thread.
    func later(on stage: Stage) -> StepContext {
        StepContext(
            site: .block, stage: stage, owner: owner, isNested: isNested, isConditional: isConditional,
            isImmediate: false)
    }

    /// The reason why a step with these needs cannot run here; nil if it can.
    func obstacle(to needs: StepNeeds, _ fields: DecodedTable) -> String? {
        switch (needs, site, stage) {
        case (.runLoop(let isNeeded), _, _) where !isNeeded(fields): nil
        case (.runLoop, _, .workerQueue): "the run loop of a worker queue's thread is never run"
        case (.runningTheLoop, _, .workerQueue):
            "describe the block as a [[thread]], whose `do` makes the timer and runs the loop; { start = … } starts it"
        case (.runningTheLoop, .dealloc, _): "a run loop cannot be run while an object is being deallocated"
        case (.runningTheLoop, .disappearing, _): "a pop or a push completes without running the run loop"
        case (.ownThread, _, .thread(0)), (.ownThread, _, .mainQueue): "the main thread cannot exit"
        case (.ownThread, _, .workerQueue): "the system ends the threads of worker queues"
        case (.ownThread, _, .anyThread): "the thread is that of the last release, whichever it is"
        case (.nothing, _, _), (.runLoop, _, _), (.runningTheLoop, _, _), (.ownThread, _, .thread): nil
        }
    }
}

/// A part whose keys are read; its steps are read when all parts are known.
struct PendingPart {
    /// Steps of the part, and where they go.
    typealias StepList = (node: Node, context: StepContext, put: (inout ScenarioPlan, [Step]) -> Void)

    let reference: PartReference
    let fields: DecodedTable
    private(set) var lists: [StepList] = []

    init(_ reference: PartReference, _ fields: DecodedTable) { (self.reference, self.fields) = (reference, fields) }

    /// The part with the steps of a key, if the file has it; those of an event are the process's own.
    func steps(
        _ key: String, _ site: StepContext.Site, _ stage: StepContext.Stage,
        put: @escaping (inout ScenarioPlan, [Step]) -> Void
    ) -> PendingPart {
        guard let node: Node = fields[key] else { return self }
        let context = StepContext(site: site, stage: stage, owner: site == .event ? nil : reference)
        var part = self
        part.lists.append((node, context, put))
        return part
    }
}
