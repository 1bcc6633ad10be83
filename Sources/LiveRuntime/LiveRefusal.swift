import Recording
import ScenarioModel

/// A part of a scenario that this host has nothing real for.
public struct LiveRefusal: Error, Hashable, Sendable {
    /// What the host lacks, as an error message says it.
    public var what: String
    public var place: Place

    public init(_ what: String, at place: Place) {
        self.what = what
        self.place = place
    }
}

extension LiveRefusal {
    /// Everything in a plan that the host cannot run for real; empty when it can run all of it.
    public static func all(in plan: ScenarioPlan) -> [LiveRefusal] {
        var found: [LiveRefusal] = []
        for timer in plan.timers {
            if let lack = timer.kind.lack { found.append(LiveRefusal(lack, at: timer.place)) }
        }
        for object in plan.objects {
            found.append(LiveRefusal("no Objective-C objects (\"\(object.id)\")", at: object.place))
        }
        for thread in plan.threads where thread.target != nil {
            found.append(LiveRefusal("no Objective-C object as the target of a thread", at: thread.place))
        }
        plan.eachStep { step in
            if let lack = step.action.lack { found.append(LiveRefusal(lack, at: step.place)) }
        }
        return found
    }
}

/// What a live run does otherwise than Darwin would, where the host cannot be helped.
public enum LiveNotes {
    /// A sentence each, without a full stop.
    public static func all(of plan: ScenarioPlan) -> [String] {
        #if canImport(Darwin)
            return []
        #else
            func names(_ kinds: [TimerKind]) -> String {
                let timers = plan.timers.filter { kinds.contains($0.kind) && $0.tolerance > 0 }
                return timers.map { "\"\($0.id)\"" }.joined(separator: ", ")
            }
            var notes: [String] = []
            let (tolerant, lenient) = (names([.nstimer]), names([.gcd]))
            if !tolerant.isEmpty {
                notes.append("Foundation on Linux ignores the tolerance of \(tolerant) and fires as early as may be")
            }
            if !lenient.isEmpty {
                notes.append("libdispatch on Linux ignores the leeway of \(lenient) and fires as early as may be")
            }
            return notes
        #endif
    }
}

extension TimerKind {
    fileprivate var lack: String? {
        switch self {
        case .displayLink: "no display link"
        case .combine: "no Combine"
        case .asyncTimer: "no AsyncTimerSequence: swift-async-algorithms is a package of its own"
        case .nstimer, .gcd, .perform, .after, .machWait, .threadSleep, .taskSleep: nil
        }
    }
}

extension Action {
    fileprivate var lack: String? {
        switch self {
        case .assign, .overRelease, .push, .pop, .isKindOf, .respondsTo, .message:
            return "no Objective-C objects"
        case .systemSleep: return "no way to put the system to sleep"
        case .background, .foreground: return "no background for a command"
        case .setWallClock: return "no leave to set the system's clock"
        case .dumpLoop: return "no list of a run loop's content (dump_loop)"
        case .release(.object): return "no Objective-C objects"
        default: return nil
        }
    }
}
