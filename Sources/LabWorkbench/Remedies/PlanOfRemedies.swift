import LabExactTime
import LabScenarioModel

// Questions of remedies about the parts of a scenario.

extension PartReference {
    /// The index of an object.
    var object: Int? { if case .object(let index) = self { index } else { nil } }
}

extension ModeName {
    /// True if the program made it up, so that neither the common modes nor the main queue is in it.
    var isOwn: Bool { ![.default, .common, .tracking, .modalPanel].contains(self) }
}

extension TimerPlan {
    /// The timer that corresponds to a delayed perform.
    init(_ perform: Step) {
        self.init(id: perform.word ?? "", kind: .perform, place: perform.place)
        if case .fixed(let delay)? = perform.delay { (self.delay, modes) = (Rational(whole: delay), perform.modes) }
        (callback.target, callback.selector) = (perform.part.map { TargetPlan(object: $0.index) }, perform.word ?? "")
    }

    /// True if its callback does not run on the main thread: queue 0 is the main queue, thread 0 the main thread.
    var isOffMain: Bool { queue.map { $0 > 0 } ?? (thread > 0) }

    /// True if its first wait differs from its interval, or if it is made with a date.
    var hasOwnDelay: Bool { fireDate != nil || (delay != nil && interval != nil && delay != interval) }
}

extension ScenarioPlan {
    /// The modes and the thread of the last step that adds a timer to a run loop; it may run on another thread.
    func adding(ofTimer index: Int) -> (modes: [ModeName], thread: Int?, isElsewhere: Bool)? {
        steps { $0.does(.add, .timer(index)) }.last.map { step in
            let own = threads.firstIndex { $0.body?.holds(step) == true }
            return (step.modes, step.thread ?? own, step.thread != nil && step.thread != own)
        }
    }

    /// The steps that end a timer, but for those just before it is made again, and those that ask for its owner.
    func ends(ofTimer index: Int, owner: Int?) -> [Step] {
        let cancelled = timers[index].kind == .perform ? owner.map(PartReference.object) : nil
        let remaking = endsBeforeRemaking(timer: index)
        return steps { step in
            (step.ends(index) || step.verb == .cancelPerform && step.part == cancelled && cancelled != nil)
                && !step.asks(whetherGone: owner) && !remaking.contains(step)
        }
    }

    /// The steps that wait for a signal that a step comes before, in the same list.
    func waits(behind step: Step) -> [Step] {
        let following = stepLists.flatMap { list in list.drop { $0.place != step.place } }
        let signals = following.filter { $0.verb == .count && !$0.place.isEmpty }.map(\.counter)
        return steps { $0.verb == .waitFor && signals.contains($0.counter) }
    }

    /// The steps that end a timer just before it is made again.
    func endsBeforeRemaking(timer index: Int) -> [Step] {
        stepLists.flatMap { zip($0, $0.dropFirst()) }.compactMap { step, next in
            let isRequest = timers[index].kind == .perform && step.verb == .cancelPerform && next.isDelayedPerform
            return isRequest || step.ends(index) && next.does(.create, .timer(index)) ? step : nil
        }
    }
}

extension [Step] {
    /// True if a step is one of them, or inside one of them.
    func holds(_ step: Step) -> Bool { contains { $0.place == step.place || $0.encloses(step) } }
}

extension Step {
    /// True if another step is inside it.
    func encloses(_ step: Step) -> Bool { place != step.place && step.place.clamped(to: place) == step.place }

    /// True if it gives a block to a queue without waiting.
    var isPosted: Bool { verb == .async || verb == .asyncAfter }

    /// True if it takes time in its callback.
    var isLong: Bool { [.work, .loop, .repeating].contains(verb) || verb == .sleep && !flag }

    var isDelayedPerform: Bool { verb == .perform && delay != nil }

    func ends(_ timer: Int) -> Bool { does(.invalidate, .timer(timer)) || does(.cancel, .timer(timer)) }

    /// True if its condition is that an object is gone.
    func asks(whetherGone object: Int?) -> Bool { object.map { condition == .gone(.object($0)) } ?? false }
}
