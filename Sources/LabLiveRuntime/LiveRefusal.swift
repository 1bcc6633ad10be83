import LabCatalogue
import LabScenarioModel

/// A part of a scenario for which this host has no real counterpart.
package struct LiveRefusal: Error {
    /// The missing counterpart, for an error message.
    package var what: String
    package var place: Place

    /// The refused parts of a plan; empty if the host can run all of it.
    package static func all(in plan: ScenarioPlan) -> [LiveRefusal] {
        var found = plan.timers.compactMap { timer in timer.lack.map { LiveRefusal(what: $0, place: timer.place) } }
        found += plan.objects.map { LiveRefusal(what: "no Objective-C objects (\"\($0.id)\")", place: $0.place) }
        for thread in plan.threads where thread.target != nil {
            found.append(LiveRefusal(what: "no Objective-C object as the target of a thread", place: thread.place))
        }
        found += plan.allSteps.compactMap { step in step.lack.map { LiveRefusal(what: $0, place: step.place) } }
        return found
    }
}

/// The parts of a scenario that a host cannot run live.
package struct LiveRefusals: Error { package var all: [LiveRefusal] }

/// The differences between a live run and Darwin that the host cannot avoid.
package enum LiveNotes {
    /// A sentence each, without a full stop.
    package static func all(of plan: ScenarioPlan, on host: HostTraits = .own) -> [String] {
        guard !host.usesWindows else { return [] }
        let ignored: [(kind: TimerKind, words: String)] = [
            (.nstimer, "Foundation on Linux ignores the tolerance"), (.gcd, "libdispatch on Linux ignores the leeway"),
        ]
        return ignored.compactMap { kind, words in
            let names = plan.timers.filter { $0.kind == kind && $0.tolerance > 0 }.map { "\"\($0.id)\"" }
            return names.isEmpty ? nil : "\(words) of \(names.joined(separator: ", ")) and fires as early as may be"
        }
    }
}

extension TimerPlan {
    fileprivate var lack: String? {
        guard kind == .combine, HostLoop.hasCombine else { return kind.row.lackOnOtherHosts }
        return modes.count > 1 ? "no publisher in more than one mode (`Timer.publish(every:on:in:)`)" : nil
    }
}

extension Step {
    fileprivate var lack: String? {
        switch verb {
        case .assign, .overRelease, .push, .pop, .isKindOf, .respondsTo, .message: "no Objective-C objects"
        case .release: if case .object? = part { "no Objective-C objects" } else { nil }
        case .sync, .waitFor: "no waiting of one thread for another, which might have no end"
        case .systemSleep: "no way to put the system to sleep"
        case .background, .foreground, .beginBackgroundTask, .endBackgroundTask: "no background for a command"
        case .setWallClock: "no leave to set the system's clock"
        case .setRefresh: "no display"
        case .dumpLoop: "no list of a run loop's content (dump_loop)"
        case _: nil
        }
    }
}
