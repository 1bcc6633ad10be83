import LabCatalogue
import LabExactTime
import LabScenarioModel

/// What code has of a timer, whatever its language: the names in it, and what its scenario says around it.
struct TimerCode {
    /// How many steps end a timer: in its owner's dealloc, when the owner's screen goes, and anywhere else.
    struct Ends {
        var inDealloc = 0
        var withScreen = 0
        var elsewhere = 0

        var isAny: Bool { inDealloc + withScreen + elsewhere > 0 }
    }

    private let index: Int
    /// The scenario that the code is of, and the one before the change, which gives the names.
    private let plan, old: ScenarioPlan
    /// The object whose class the code stands in.
    private let ownerIndex: Int?
    let timer: TimerPlan
    let ends: Ends
    /// Whether something adds it to a run loop.
    let isAdded: Bool
    /// The thread whose run loop it is added to.
    let loopThread: Int

    init(_ index: Int, of plan: ScenarioPlan, from old: ScenarioPlan, owner: Int?) {
        (self.index, self.plan, self.old, ownerIndex) = (index, plan, old, owner)
        var timer = plan.timers[index]
        let added = plan.adding(ofTimer: index)
        timer.modes = added?.modes ?? timer.modes
        isAdded = timer.creation == .scheduled || added != nil
        self.timer = timer
        loopThread = added?.thread ?? timer.thread
        ends = plan.ends(ofTimer: index, owner: owner)
    }

    /// As it is before the change.
    var original: TimerPlan { old.timers[index] }
    var owner: ObjectPlan? { ownerIndex.map { plan.objects[$0] } }

    // MARK: When

    private var asked: Rational? { plan.interval(ofTimer: index) ?? timer.firstWait }
    /// From one due point to the next, ns.
    private var interval: Int64 { asked?.scaled(1) ?? 1_000_000_000 }
    /// Seconds from one due point to the next, and to the first one.
    var seconds: String {
        let rate = asked?.reciprocal?.scaled(1_000_000_000) ?? 60
        let isRate = original.kind == .displayLink || asked?.denominator ?? 1 > 1
        let step = timer.copies.flatMap { $0.intervalStep.scaled(1) } ?? 0
        return isRate
            ? "1.0 / \(rate)" : Self.decimal(interval) + (step == 0 ? "" : " + Double(n) * " + Self.decimal(step))
    }
    var first: String { timer.firstWait.flatMap { $0.scaled(1) }.map(Self.decimal) ?? seconds }
    /// Whether its first point is at once.
    var startsAtOnce: Bool { timer.firstWait?.scaled(1) == 0 }
    /// What is said behind a call that Dispatch has no deadline for.
    var clockNote: String { timer.clock == .continuous ? "  // Dispatch has no deadline on a continuous clock" : "" }
    /// How often a display link wants to be called in a second; nil: for each refresh.
    var rate: Int64? {
        timer.frameRate.preferred ?? timer.frameRate.frameInterval.map { plan.device.fastestRefresh / max(1, $0) }
    }

    /// The range of rates that it asks for; nil where it names one at most.
    var rateRange: (minimum: Int64, maximum: Int64, preferred: Int64)? {
        guard let minimum = timer.frameRate.minimum, let maximum = timer.frameRate.maximum else { return nil }
        return (minimum, maximum, timer.frameRate.preferred ?? maximum)
    }

    // MARK: Where

    /// Whether one call makes it and adds it to the run loop of the thread that the code runs on.
    var isScheduledAtOnce: Bool {
        timer.creation == .scheduled && !isCommon && !timer.hasOwnDelay && !isSentToMain
    }
    var isCommon: Bool { timer.modes == [.common] }
    /// Whether the change gives it a queue, or a thread, that was not there.
    var isOnNewQueue: Bool { original.kind.row.home != .queue || timer.queue ?? 0 >= old.queues.count }
    /// Whether that queue is one of its own.
    var makesQueue: Bool { isOnNewQueue && (queueKind == .serial || queueKind == .concurrent) }
    /// Whether a thread that is not main makes it for main.
    var isSentToMain: Bool { timer.thread == 0 && original.thread > 0 }
    /// Whether its queue is main's, and whether a task stays on the main actor.
    var isOnMainQueue: Bool { timer.queue == 0 }
    var isOnMainActor: Bool { timer.queue ?? 0 == 0 }
    var queueLabel: String { timer.queue.map { plan.queues[$0].id } ?? timer.id }
    var queueKind: QueuePlan.Kind { timer.queue.map { plan.queues[$0].kind } ?? .serial }

    // MARK: Who holds whom

    /// Whether it is in a property rather than in a local variable.
    var isHeld: Bool {
        plan.isOwned(timer: index)
            || timer.heldBy.contains { $0 != .local && $0 != .autoreleasePool && $0 != .part(.timer(index)) }
    }
    /// Whether it is a subscription that its owner keeps in a set.
    var isInSet: Bool { kind == .combine && plan.isInSet(timer: index) }
    /// Whether a step lets go of it.
    var isReleased: Bool { plan.stepLists.joined().contains { $0.action == .release(.timer(index)) } }
    /// Whether it is ended in front of a step that makes it.
    var isRemade: Bool { !plan.endsBeforeRemaking(timer: index).isEmpty }
    /// Whether a message to a target makes the call, and not a block.
    var isMessage: Bool { timer.callback.style != .block || !timer.callback.userInfo.isEmpty }
    /// What kind of object stands in for its target.
    var target: ObjectPlan.Forwarding { timer.callback.target.map { plan.objects[$0.object].forwarding } ?? .none }
    /// Its `userInfo`.
    var info: [String] {
        timer.callback.userInfo.map { $0 == ownerIndex ? "self" : Self.identifier(plan.objects[$0].id) }
    }
    /// Whether its block reaches its owner weakly.
    var isWeak: Bool {
        // All that it is given to retains it: where a scenario says nothing else it captures weakly.
        timer.callback.captures.filter { $0.part == ownerIndex.map(PartReference.object) }.allSatisfy(\.isWeak)
    }
    /// What else its block captures: itself, and other objects weakly.
    var capturesItself: CapturePlan? { timer.callback.captures.first { $0.part == .timer(index) } }
    var weakObjects: [String] {
        timer.callback.captures.compactMap { capture in
            guard case .object(let object) = capture.part, object != ownerIndex, capture.isWeak else { return nil }
            return Self.identifier(plan.objects[object].id)
        }
    }
    /// Whether its block ends it once its owner is gone.
    var endsWithoutOwner: Bool {
        timer.steps.first.map { $0.ends(index) && $0.asks(whetherGone: ownerIndex) } ?? false
    }

    // MARK: Names

    var kind: TimerKind { timer.kind }
    /// The name of what it fires.
    var method: String {
        if !hasSelector, case .message(let message)? = original.steps.first?.action, original.steps.count == 1 {
            return Self.identifier(message.selector.prefix { $0 != ":" })
        }
        return hasSelector ? Self.identifier(selector.prefix { $0 != ":" }) : Self.identifier(timer.id) + "Fired"
    }
    /// Whether what it fires takes the timer, and is passed it.
    var takesTimer: Bool { hasArgument && !losesArgument }
    /// Whether that is to take none any more, since no other mechanism passes one.
    var losesArgument: Bool { hasArgument && kind != original.kind && kind != .nstimer && kind != .displayLink }
    private var hasArgument: Bool { hasSelector && selector.hasSuffix(":") }
    private var hasSelector: Bool {
        original.callback.target != nil || selector != TimerPlan(id: "", kind: kind).callback.selector
    }
    private var selector: String { original.callback.selector }

    private var base: String { property ?? Self.identifier(timer.id) }
    /// The instance variable that the scenario names.
    private var property: String? {
        let all = plan.objects.flatMap { $0.strong + $0.weak }
        return all.first { $0.part == .timer(index) }.map { Self.identifier($0.name) }
    }
    /// The variable of a timer; no keyword ends so.
    var timerName: String { named("Timer") }
    /// The variable that it is in: the one that it was in, or one that says what it is now.
    var variable: String {
        if kind == original.kind || kind.row.home == .ownThread && original.kind.row.home == .ownThread, let property {
            return property
        }
        return switch kind {
        case .gcd: base.lowercased().hasSuffix("source") ? base : timerName + "Source"
        case .displayLink: named("Link")
        case .combine: named("Subscription")
        case .taskSleep, .asyncTimer: named("Task")
        case .after: named("WorkItem")
        case .machWait, .threadSleep: named("Thread")
        case .nstimer, .perform: timerName
        }
    }
    /// The thread of its own that it has, or gets.
    var thread: String { kind.row.home == .ownThread ? variable : named("Thread") }
    /// The queue that its block is given to.
    var queueName: String { Self.named(queueLabel, "Queue") }

    private func named(_ suffix: String) -> String { TimerCode.named(base, suffix) }

    /// The name of a part in code, which says what it is.
    static func named(_ id: String, _ suffix: String) -> String {
        let name = identifier(id)
        return name.lowercased().hasSuffix(suffix.lowercased()) ? name : name + suffix
    }

    static func identifier(_ text: some StringProtocol) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.enumerated().map { $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : $1.capitalizedFirst }
            .joined()
        return name.isEmpty || name.first?.isNumber == true ? "item" + name.capitalizedFirst : name
    }

    /// Seconds as code has them.
    static func decimal(_ nanoseconds: Int64) -> String {
        let text = "\(Double(nanoseconds) / 1e9)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension StringProtocol {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ScenarioPlan {
    /// How the last step that adds a timer to a run loop does that.
    fileprivate func adding(ofTimer index: Int) -> (modes: [ModeName], thread: Int?)? {
        var added: ([ModeName], Int?)?
        eachStep { step in
            guard step.adds(index), case .add(_, let modes, let thread) = step.action else { return }
            added = (modes, thread ?? threads.firstIndex { $0.body?.holds(step) == true })
        }
        return added
    }

    /// The thread in whose run loop a timer is, if in any.
    func thread(whoseLoopHas index: Int) -> Int { adding(ofTimer: index)?.thread ?? timers[index].thread }

    /// How a timer is ended.
    func ends(ofTimer index: Int, owner: Int?) -> TimerCode.Ends {
        func isEnding(_ step: Step) -> Bool {
            step.ends(index) || timers[index].kind == .perform && step.cancelsPerforms(of: owner)
        }
        var ends = ends(owner: owner, isEnding)
        ends.elsewhere -= endsBeforeRemaking(timer: index).count
        return ends
    }

    /// The steps that end a timer just before it is made anew.
    func endsBeforeRemaking(timer index: Int) -> [Step] {
        stepLists.flatMap { zip($0, $0.dropFirst()) }.compactMap { step, next in
            step.ends(index) && next.action == .create(.timer(index)) ? step : nil
        }
    }

    private func ends(owner: Int?, _ isEnding: (Step) -> Bool) -> TimerCode.Ends {
        let object = owner.map { objects[$0] }
        var count = 0
        eachStep { if isEnding($0), !$0.asks(whetherGone: owner) { count += 1 } }
        let inDealloc = (object?.dealloc ?? []).count(where: isEnding)
        let withScreen = (object?.viewWillDisappear ?? []).count(where: isEnding)
        return TimerCode.Ends(
            inDealloc: inDealloc, withScreen: withScreen, elsewhere: count - inDealloc - withScreen)
    }
}

extension Step {
    func ends(_ timer: Int) -> Bool { action == .invalidate(.timer(timer)) || action == .cancel(.timer(timer)) }

    /// Whether it adds a timer to a run loop.
    func adds(_ timer: Int) -> Bool {
        if case .add(.timer(timer), _, _) = action { true } else { false }
    }

    fileprivate func cancelsPerforms(of owner: Int?) -> Bool {
        if case .cancelPerform(let target?, _) = action { target == owner } else { false }
    }

    /// Whether it stands under the condition that an object is gone.
    fileprivate func asks(whetherGone object: Int?) -> Bool {
        object.map { condition == .gone(.object($0)) } ?? false
    }
}

extension TimerPlan {
    /// From its making to its first point, where that is another time than between others.
    var firstWait: Rational? {
        if case .fireDate(let date) = creation { Rational(whole: date) } else { delay }
    }

    /// Whether it waits another time before its first firing than between others, or is made with a date.
    var hasOwnDelay: Bool {
        if case .fireDate = creation { return true }
        return delay != nil && interval != nil && delay != interval
    }
}
