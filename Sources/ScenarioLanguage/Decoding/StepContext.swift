import ScenarioModel

/// Where a list of steps runs, as far as the file tells.
struct StepContext: Sendable {
    enum Site: Sendable {
        case body, callback, cancelHandler, event, observer, source, dealloc, disappearing, block
    }

    /// Whose turn it is while the steps run.
    enum Stage: Sendable, Equatable {
        /// A thread by its index.
        case thread(Int)
        case mainQueue
        /// A pool thread, whose run loop nobody runs.
        case workerQueue
        /// Whoever happens to let go of the last reference.
        case anyThread
    }

    var site: Site
    var stage: Stage
    /// The part whose steps these are; nil for the process itself.
    var owner: PartReference?
    var isInRepeat = false
    /// Whether an earlier or surrounding condition may leave the steps out.
    var isConditional = false
    /// Whether the steps run before their surroundings go on, and not some time later.
    var isImmediate = true

    /// The timer whose callback surrounds the steps.
    var timer: Int? {
        guard case .timer(let index)? = owner else { return nil }
        return index
    }

    /// Whether the steps are done whenever their list is, at the very instant at which it begins.
    var isCertain: Bool { isImmediate && !isConditional }

    /// For a message: `the handler of a worker queue`.
    var title: String {
        switch (site, stage) {
        case (.dealloc, _): "a dealloc"
        case (.disappearing, _): "a view_will_disappear"
        case (.cancelHandler, .workerQueue): "a cancel handler on a worker queue"
        case (.cancelHandler, _): "a cancel handler"
        case (_, .workerQueue): "a block on a worker queue"
        case (.body, .thread(0)): "the main thread"
        case (.body, _): "a thread's body"
        case (.callback, _): "a callback"
        case (.event, _): "an event"
        case (.observer, _): "an observer"
        case (.source, _): "a source's callback"
        case (.block, _): "a block"
        }
    }

    /// The same list, later, on a queue or a thread.
    func later(on stage: Stage) -> StepContext {
        var result = self
        result.site = .block
        result.stage = stage
        result.isImmediate = false
        result.isInRepeat = false
        return result
    }
}
