import ExactTime
import ScenarioModel

extension ScenarioPlan {
    /// Every step list that stands in the plan itself.
    var stepLists: [[Step]] {
        threads.compactMap(\.body) + timers.flatMap { [$0.steps, $0.cancelSteps] }
            + objects.flatMap { [$0.dealloc, $0.viewWillDisappear] } + events.map(\.steps) + observers.map(\.steps)
            + sources.map(\.steps)
    }
}

extension Action {
    /// The modes that the action names.
    var modes: [ModeName] {
        switch self {
        case .add(_, let modes, _), .performBlock(let modes, _, _, _): modes
        case .runLoop(let call): [call.mode]
        case .addCommonMode(let mode, _): [mode]
        case .perform(let plan):
            switch plan.delivery {
            case .after(_, let modes), .onThread(_, let modes, _): modes
            case .direct: []
            }
        default: []
        }
    }

    /// The step lists inside the action.
    var innerLists: [[Step]] {
        switch self {
        case .repeating(_, let steps, _), .performBlock(_, _, _, let steps), .async(_, let steps, _),
            .asyncAfter(_, _, _, let steps, _):
            [steps]
        case .perform(let plan): [plan.steps]
        case .message(let plan): [plan.steps]
        default: []
        }
    }
}

extension RunCall {
    var mode: ModeName {
        switch self {
        case .forever, .until: .default
        case .once(let mode, _), .inMode(let mode, _, _), .nested(let mode, _): mode
        }
    }
}

extension TimerPlan {
    /// The interval of one copy, ns.
    func interval(ofCopy index: Int) -> Rational? {
        guard let interval, let copies, index > 0 else { return interval }
        let step = Rational(
            Int128(copies.intervalStep.numerator) * Int128(index), over: Int128(copies.intervalStep.denominator))
        guard let step else { return interval }
        return Rational(
            Int128(interval.numerator) * Int128(step.denominator) + Int128(step.numerator)
                * Int128(interval.denominator), over: Int128(interval.denominator) * Int128(step.denominator))
    }
}

extension TimerKind {
    /// Whether it counts from its last firing and so adds up its delays.
    var isRelative: Bool {
        switch self {
        case .perform, .after, .threadSleep, .taskSleep: true
        case .nstimer, .displayLink, .gcd, .machWait, .asyncTimer, .combine: false
        }
    }
}
