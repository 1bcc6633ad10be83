import LabExactTime
import LabScenarioModel

// What remedies ask of the parts of a scenario.

extension TimerPlan {
    /// What a delayed perform would be as a timer.
    init(_ perform: PerformPlan, id: String) {
        self.init(id: id, kind: .perform)
        if case .after(let delay, let modes) = perform.delivery {
            (self.delay, self.modes) = (Rational(whole: delay), modes)
        }
        (callback.target, callback.selector) = (perform.target.map { TargetPlan(object: $0) }, perform.selector)
    }

    /// The objects that its callback keeps.
    var objects: [Int] { reached + callback.userInfo }

    /// Its target, and what its block captures.
    var reached: [Int] {
        var objects = callback.target.map { [$0.object] } ?? []
        for capture in callback.captures { if case .object(let object) = capture.part { objects.append(object) } }
        return objects
    }

    var isServedByLoop: Bool { kind.row.home == .runLoop }

    /// Whether its callback runs on no main thread.
    var isOffMain: Bool {
        switch kind.row.home {
        case .runLoop: thread != 0
        case .queue: queue != 0
        case .mainActor: queue ?? 0 != 0
        case .ownThread: true
        }
    }
}

extension DevicePlan {
    /// How often its display is refreshed in a second.
    var fastestRefresh: Int64 { refresh.scaled(1) ?? 60 }
}

extension ScenarioPlan {
    /// The object that has a variable for a timer.
    func owner(of timer: Int) -> Int? {
        objects.firstIndex { ($0.strong + $0.weak).contains { $0.part == .timer(timer) } }
    }
}

extension [Step] {
    /// Whether a step is one of them, or inside of one.
    func holds(_ step: Step) -> Bool {
        var isThere = false
        each { if $0.place == step.place { isThere = true } }
        return isThere
    }
}

extension Action {
    var isLoopRun: Bool { if case .runLoop = self { true } else { false } }
}

extension Step {
    /// Whether it gives a block to a queue and goes on.
    var isPosted: Bool {
        switch action {
        case .async, .asyncAfter: true
        default: false
        }
    }

    /// What a block captures that it gives to a queue.
    var blockCaptures: [CapturePlan] {
        switch action {
        case .async(_, _, let captures), .asyncAfter(_, _, _, _, let captures): captures
        default: []
        }
    }

    var isDelayedPerform: Bool {
        if case .perform(let plan) = action, case .after = plan.delivery { true } else { false }
    }
}

extension ThreadPlan {
    /// How it runs its loop for the first time.
    var run: RunCall? {
        body?.lazy.compactMap { if case .runLoop(let call) = $0.action { call } else { nil } }.first
    }
}
