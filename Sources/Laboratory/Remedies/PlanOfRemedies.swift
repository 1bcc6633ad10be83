import LabExactTime
import LabScenarioModel

// Questions of remedies about the parts of a scenario.

extension TimerPlan {
    /// The timer that corresponds to a delayed perform.
    init(_ perform: Step, id: String) {
        self.init(id: id, kind: .perform)
        if case .fixed(let delay)? = perform.delay { (self.delay, modes) = (Rational(whole: delay), perform.modes) }
        (callback.target, callback.selector) = (perform.part.map { TargetPlan(object: $0.index) }, perform.word ?? "")
    }

    /// The objects that its callback retains.
    var objects: [Int] { reached + callback.userInfo }

    /// Its target, and the captures of its block.
    var reached: [Int] {
        var objects = callback.target.map { [$0.object] } ?? []
        for capture in callback.captures { if case .object(let object) = capture.part { objects.append(object) } }
        return objects
    }

    var isServedByLoop: Bool { kind.row.home == .runLoop }

    /// True if its callback does not run on a main thread.
    var isOffMain: Bool {
        switch kind.row.home {
        case .runLoop: thread != 0
        case .queue: queue != 0
        case .mainActor: queue ?? 0 != 0
        case .ownThread: true
        }
    }

    /// True if its first wait differs from its interval, or if it is made with a date.
    var hasOwnDelay: Bool {
        if case .fireDate = creation { return true }
        return delay != nil && interval != nil && delay != interval
    }
}

extension ScenarioPlan {
    /// The object that has a variable for a timer.
    func owner(of timer: Int) -> Int? {
        objects.firstIndex { ($0.strong + $0.weak).contains { $0.part == .timer(timer) } }
    }

    /// The modes and the thread of the last step that adds a timer to a run loop.
    func adding(ofTimer index: Int) -> (modes: [ModeName], thread: Int?)? {
        steps { $0.adds(index) }.last.map { step in
            (step.modes, step.thread ?? threads.firstIndex { $0.body?.holds(step) == true })
        }
    }

    /// The numbers of steps that end a timer: in its owner's dealloc, when the owner's screen disappears, and elsewhere.
    struct Ends {
        var inDealloc = 0
        var withScreen = 0
        var elsewhere = 0

        var isAny: Bool { inDealloc + withScreen + elsewhere > 0 }
    }

    /// The steps that end a timer.
    func ends(ofTimer index: Int, owner: Int?) -> Ends {
        func isEnding(_ step: Step) -> Bool {
            step.ends(index)
                || timers[index].kind == .perform && owner.map { step.does(.cancelPerform, .object($0)) } == true
        }
        let object = owner.map { objects[$0] }
        let inDealloc = (object?.dealloc ?? []).count(where: isEnding)
        let withScreen = (object?.viewWillDisappear ?? []).count(where: isEnding)
        let all = steps { isEnding($0) && !$0.asks(whetherGone: owner) }.count
        return Ends(
            inDealloc: inDealloc, withScreen: withScreen,
            elsewhere: all - inDealloc - withScreen - endsBeforeRemaking(timer: index).count)
    }

    /// The steps that end a timer just before it is made again.
    func endsBeforeRemaking(timer index: Int) -> [Step] {
        stepLists.flatMap { zip($0, $0.dropFirst()) }.compactMap { step, next in
            step.ends(index) && next.does(.create, .timer(index)) ? step : nil
        }
    }
}

extension [Step] {
    /// True if a step is one of them, or inside one of them.
    func holds(_ step: Step) -> Bool {
        var isThere = false
        each { if $0.place == step.place { isThere = true } }
        return isThere
    }
}

extension Step {
    /// True if it gives a block to a queue without waiting.
    var isPosted: Bool { verb == .async || verb == .asyncAfter }

    /// True if it takes time in its callback.
    var isLong: Bool { [.work, .loop, .repeating].contains(verb) || verb == .sleep && !flag }

    var isDelayedPerform: Bool { verb == .perform && delay != nil }

    func ends(_ timer: Int) -> Bool { does(.invalidate, .timer(timer)) || does(.cancel, .timer(timer)) }

    /// True if it adds a timer to a run loop.
    func adds(_ timer: Int) -> Bool { does(.add, .timer(timer)) }

    /// True if its condition is that an object is gone.
    func asks(whetherGone object: Int?) -> Bool {
        object.map { condition == .gone(.object($0)) } ?? false
    }
}
