import LabExactTime
import LabScenarioModel

/// A plan as TOML that can be kept, read and run again; of the language it knows only the words of invented scenarios.
package struct ScenarioText {
    private let plan: ScenarioPlan

    package init(_ plan: ScenarioPlan) { self.plan = plan }

    package var toml: String {
        var blocks = ["title = \"\(plan.title)\"\nduration = \(time(plan.duration))"]
        if plan.events.contains(where: { $0.drawnAt != nil }) { blocks[0] += "\nseed = \(plan.seed)" }
        blocks += plan.queues.dropFirst().map { "[[queue]]\nid = \"\($0.id)\"" }
        blocks += plan.threads.dropFirst().map(thread)
        blocks += plan.timers.map(timer)
        blocks += plan.observers.map(observer)
        blocks += plan.sources.map(source)
        blocks += plan.events.map { event in
            let ends = event.drawnAt?.points.map(\.value) ?? []
            let at = ends.isEmpty ? time(event.at) : "{ p0 = \(time(ends[0])), p100 = \(time(ends[ends.count - 1])) }"
            return "[[event]]\nid = \"\(event.id)\"\nat = \(at)\n" + home(event.thread) + list(event.steps)
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func thread(_ thread: ThreadPlan) -> String {
        "[[thread]]\nid = \"\(thread.id)\"\nstarts = \(time(thread.starts ?? 0))\n" + list(thread.body ?? [])
    }

    /// The line that says on which thread a part is; none for the main thread.
    private func home(_ thread: Int) -> String { thread > 0 ? "thread = \"\(plan.threads[thread].id)\"\n" : "" }

    private func observer(_ observer: ObserverPlan) -> String {
        let activities = observer.activities.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return "[[observer]]\nid = \"\(observer.id)\"\nactivities = [\(activities)]\n"
            + "modes = \(modes(observer.modes))\nrepeats = \(observer.repeats)\n" + home(observer.thread)
            + list(observer.steps)
    }

    private func source(_ source: SourcePlan) -> String {
        "[[source]]\nid = \"\(source.id)\"\nkind = \"\(source.kind.rawValue)\"\nmodes = \(modes(source.modes))\n"
            + "order = \(source.order)\n" + home(source.thread)
            + "at = [\(source.at.map(time).joined(separator: ", "))]\n" + list(source.steps)
    }

    private func timer(_ timer: TimerPlan) -> String {
        var lines = ["[[timer]]", "id = \"\(timer.id)\"", "kind = \"\(timer.kind.rawValue)\""]
        if let interval = timer.interval { lines.append("interval = \(time(interval.scaled(1) ?? 0))") }
        if let delay = timer.delay { lines.append("delay = \(time(delay.scaled(1) ?? 0))") }
        if timer.swallowsCancellation { lines.append("swallows_cancel = true") }
        if timer.repeats, timer.kind != .displayLink { lines.append("repeats = true") }
        if timer.creation == .timer { lines.append("create = \"timer\"\nheld_by = \"static\"") }
        if let queue = timer.queue {
            lines.append("queue = \"\(plan.queues[queue].id)\"")
        } else {
            if [.nstimer, .perform, .displayLink].contains(timer.kind) {
                lines.append("modes = \(modes(timer.modes))")
            }
            if timer.thread > 0 { lines.append("thread = \"\(plan.threads[timer.thread].id)\"") }
        }
        if !timer.startsActive { lines.append("active = false") }
        if !timer.steps.isEmpty { lines.append(list(timer.steps)) }
        if !timer.cancelSteps.isEmpty { lines.append("on_cancel = " + inline(timer.cancelSteps)) }
        return lines.joined(separator: "\n")
    }

    // MARK: Steps

    private func list(_ steps: [Step]) -> String {
        steps.count < 2
            ? "do = [" + steps.map(step).joined() + "]"
            : "do = [\n" + steps.map { "  " + step($0) + ",\n" }.joined() + "]"
    }

    private func inline(_ steps: [Step]) -> String { "[" + steps.map(step).joined(separator: ", ") + "]" }

    private func step(_ step: Step) -> String {
        let condition = step.condition.map { ", when = " + text($0) } ?? ""
        let name = step.name.map { ", name = \"\($0)\"" } ?? ""
        return "{ " + text(step.action) + name + condition + " }"
    }

    private func text(_ condition: Condition) -> String {
        switch condition {
        case .fired(_, .equal(let count)): "{ fired = \(count) }"
        case .every(_, let count): "{ every = \(count) }"
        case .since(let instant): "{ since = \(time(instant)) }"
        case .answered: "{ answer = 1 }"
        case .counted(let counter, .equal(let count)): "{ count = \"\(counter)\", is = \(count) }"
        case .counted(let counter, _): "{ count = \"\(counter)\" }"
        case .not(let opposite): "{ not = \(text(opposite)) }"
        default: "{ }"
        }
    }

    private func text(_ action: Action) -> String {
        switch action {
        case .work(.duration(let duration)): "work = \(time(duration))"
        case .taskSleep(.fixed(let duration)): "sleep = \(time(duration)), awaits = true"
        case .count(let counter, let amount, let sets):
            "count = \"\(counter)\", \(sets ? "to" : "by") = \(amount)"
        case .waitFor(let counter): "wait_for = \"\(counter)\""
        case .sync(let queue, let steps): "sync = \"\(plan.queues[queue].id)\", do = \(inline(steps))"
        case .setRate(let timer, let rate): "set_fps = \(id(.timer(timer))), fps = \(rate.preferred ?? 0)"
        case .setTolerance(let timer, let tolerance):
            "set_tolerance = \(id(.timer(timer))), to = \(time(tolerance))"
        case .setRefresh(let rate): "set_refresh = \"\(rate.scaled(1) ?? 60)Hz\""
        case .background: "background = true"
        case .foreground: "foreground = true"
        case .beginBackgroundTask(let counter, _): "begin_background_task = \"\(counter)\""
        case .endBackgroundTask(let counter): "end_background_task = \"\(counter)\""
        case .sleep(let duration): "sleep = \(time(duration))"
        case .log(let text): "log = \"" + text.pieces.map(self.text).joined() + "\""
        case .add(let part, let modes, _): "add = \(id(part)), modes = \(self.modes(modes))"
        case .invalidate(let part): "invalidate = \(id(part))"
        case .fire(let timer): "fire = \(id(.timer(timer)))"
        case .setFireDate(let timer, let date): "set_fire_date = \(id(.timer(timer))), " + text(date)
        case .suspend(let part): "suspend = \(id(part))"
        case .resume(let part): "resume = \(id(part))"
        case .cancel(let part): "cancel = \(id(part))"
        case .release(let part): "release = \(id(part))"
        case .stopLoop(let thread): "stop_loop = " + loop(of: thread)
        case .wakeLoop(let thread): "wake_loop = " + loop(of: thread)
        case .signal(let source): "signal = \"\(plan.sources[source].id)\""
        case .reschedule(let timer, let start, let interval, _):
            "reschedule = \(id(.timer(timer))), " + text(start)
                + (interval.map { ", interval = \(time($0.scaled(1) ?? 0))" } ?? "")
        case .runLoop(let call): text(call)
        case .performBlock(let modes, let thread, let wakes, let steps):
            "perform_block = \(inline(steps)), modes = \(self.modes(modes)), wakes = \(wakes)"
                + (thread.map { ", thread = " + loop(of: $0) } ?? "")
        case .perform(let plan): text(plan)
        case .async(let queue, let steps, _): "async = \"\(plan.queues[queue].id)\", do = \(inline(steps))"
        case .asyncAfter(.fixed(let delay), let queue, let clock, let steps, _):
            "async_after = \(time(delay)), queue = \"\(plan.queues[queue].id)\", clock = \"\(clock.rawValue)\", do = "
                + inline(steps)
        default: "log = \"?\""
        }
    }

    /// What stands for a thread where `true` is the current one.
    private func loop(of thread: Int?) -> String { thread.map { "\"\(plan.threads[$0].id)\"" } ?? "true" }

    private func text(_ piece: LogTextPlan.Piece) -> String {
        switch piece {
        case .literal(let text): text
        case .field(.mode): "{mode}"
        case .field(.activity): "{activity}"
        case .field(.counter(let counter)): "{count:\(counter)}"
        case .field: "{n}"
        }
    }

    private func text(_ perform: PerformPlan) -> String {
        let delivery =
            switch perform.delivery {
            case .after(let delay, let modes): "after = \(time(delay)), in_modes = \(self.modes(modes))"
            case .onThread(let thread, let modes, let waits):
                "on_thread = \(loop(of: thread)), in_modes = \(self.modes(modes)), wait = \(waits)"
            case .direct: "target = \"?\""
            }
        return "perform = \"\(perform.selector)\", \(delivery), do = \(inline(perform.steps))"
    }

    private func text(_ call: RunCall) -> String {
        switch call {
        case .forever: "run_loop = \"forever\""
        case .until(.after(let duration)): "run_loop = { for = \(time(duration)) }"
        case .until(let date): "run_loop = { until = \(self.date(date)) }"
        case .once(let mode, let date): "run_loop = { before = \(self.date(date)), mode = \"\(mode.name)\" }"
        case .inMode(let mode, let duration, let returns):
            "run_loop = { in_mode = \"\(mode.name)\", for = \(time(duration)), return_after_source = \(returns) }"
        case .nested(let mode, let duration): "mode = \"\(mode.name)\", for = \(time(duration))"
        }
    }

    private func text(_ date: FireDate) -> String {
        switch date {
        case .at(let instant): "at = \(time(instant))"
        case .after(let duration): "after = \(time(duration))"
        case .distantFuture: "at = \"distant-future\""
        case .distantPast: "at = \"distant-past\""
        }
    }

    private func date(_ date: FireDate) -> String {
        if case .at(let instant) = date { time(instant) } else { "\"0s\"" }
    }

    private func id(_ part: PartReference) -> String { "\"\(plan.id(of: part))\"" }

    private func modes(_ modes: [ModeName]) -> String {
        "[" + modes.map { "\"\($0.name)\"" }.joined(separator: ", ") + "]"
    }

    private func time(_ nanoseconds: Int64) -> String {
        let sign = nanoseconds < 0 ? "-" : ""
        return "\"" + sign + DurationText.decimal(nanoseconds.magnitude, scale: 1_000_000, digits: 6) + "ms\""
    }
}
