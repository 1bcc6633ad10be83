import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabTOML

extension TOMLEditor {
    /// Adds a part below its header, with more lines of its own; its new id, as TOML.
    @discardableResult mutating func append(_ header: String, _ name: String, _ lines: String...) -> String {
        let id = fresh(name)
        append(([header, "id = \(id)"] + lines).joined(separator: "\n"))
        return id
    }

    private func fresh(_ id: String) -> String {
        let text = text(at: 0..<Int.max)
        var (name, number) = (id, 2)
        while text.contains(TOMLText.quoted(name)) { (name, number) = ("\(id)\(number)", number + 1) }
        return TOMLText.quoted(name)
    }

    /// Makes a timer by another mechanism; its name (and so every random draw), times and work stay.
    ///
    /// Its work moves with the callback.
    mutating func replace(timer index: Int, of plan: ScenarioPlan, by kind: TimerKind) throws(Problem) {
        let (timer, row) = (plan.timers[index], kind.row)
        guard let interval = plan.interval(ofTimer: index) ?? timer.firstWait,
            timer.repeats || row.keys.contains("repeats")
        else { throw Problem(firesOnce: timer) }
        let receiver = timer.callback.target.map { plan.objects[$0.object].id } ?? "\(timer.id).target"
        if timer.copies != nil, row.home == .ownThread {
            throw Problem(
                "'\(timer.id)' has copies and cannot become \(kind.rawValue)",
                help: "each such loop needs a thread of its own; compare it with one timer")
        }
        for step in plan.steps(where: { $0.parts.contains(.timer(index)) }) where timer.kind != kind {
            switch step.verb {
            case .invalidate, .cancel:
                let verb = step.verb == .cancel ? "cancel" : "invalidate"
                let end = ["cancel", "invalidate"].first(where: row.verbs.contains) ?? "cancel_perform"
                edit(.rename(end), at: step.place, [verb])
                if kind == .perform { edit(.set(TOMLText.quoted(receiver)), at: step.place, [verb]) }
            case .add: edit(.remove, at: step.place)
            case .fire, .setFireDate, .pause, .reschedule, .suspend, .resume, .activate:
                guard let verb = keys(at: step.place).first, row.verbs.contains(verb) else {
                    throw Problem(step, of: timer, line: line(of: step.place))
                }
            default: break
            }
        }
        let known = row.keys.union(["id", "kind", "do"])
        for key in keys(at: timer.place) where !known.contains(key) || key == "held_by" {
            edit(.remove, at: timer.place, [key])
        }
        var keys = [("kind", TOMLText.quoted(kind.rawValue))]
        if let date = timer.fireDate { keys.append(("delay", TOMLText.duration(date))) }
        if row.keys.contains("interval"), timer.interval == nil { keys.append(("interval", quoted(interval))) }
        if row.keys.contains("repeats"), timer.repeats { keys.append(("repeats", "true")) }
        if kind == .displayLink, let interval = timer.interval, let own = interval.scaled(plan.device.fastestRefresh) {
            // A link asks for whole frames a second, or for every n-th frame.
            let rate = interval.reciprocal?.scaled(1_000_000_000) ?? 0
            keys.append(
                rate > 0
                    ? ("fps", "\(min(rate, plan.device.fastestRefresh))")
                    : ("frame_interval", "\(min(max(1, own / 1_000_000_000), 1_000_000))"))
        }
        for key in ["tolerance", "leeway"] where row.keys.contains(key) && timer.tolerance > 0 {
            keys.append((key, TOMLText.duration(timer.tolerance)))
        }
        if timer.callback.target != nil, !row.styles.contains(.target) {
            keys.append(("strong", "[\(TOMLText.quoted(receiver))]"))
        } else if timer.callback.target == nil, kind == .perform {
            keys.append(("target", TOMLText.quoted(receiver)))
            append("[[object]]\nid = \(TOMLText.quoted(receiver))\nheld_by = \"static\"")
        }
        for (key, value) in keys { edit(.set(value), at: timer.place, [key]) }
    }

    /// An interval as TOML, as part of a second if it is no whole number of ns.
    private func quoted(_ time: Rational) -> String {
        let rate = time.isWhole ? 0 : time.reciprocal?.scaled(1_000_000_000) ?? 0
        let isPart = rate > 0 && Rational(1_000_000_000, over: Int128(rate)) == time
        return isPart ? "\"1/\(rate)s\"" : TOMLText.interval(time)
    }
}

extension Problem {
    init(firesOnce timer: TimerPlan) {
        self.init("'\(timer.id)' fires once: there is nothing to compare", help: "add repeats = true")
    }

    /// A step that no other mechanism than that of the timer has.
    init(_ step: Step, of timer: TimerPlan, line: Int?) {
        let place = line.map { " in line \($0)" } ?? ""
        self.init(
            "the step '\(step.verb.rawValue)'\(place) is only known to the mechanism of '\(timer.id)'",
            help: "leave it out to compare mechanisms")
    }
}
