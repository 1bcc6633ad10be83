import LabExactTime
import LabScenarioModel
import LabTOML

/// A plan as TOML that can be kept, read and run again, with the keys of invented scenarios.
package struct ScenarioText {
    private let plan: ScenarioPlan
    private let steps: StepText

    package init(_ plan: ScenarioPlan) { (self.plan, steps) = (plan, StepText(plan: plan)) }

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
        if !timer.cancelSteps.isEmpty { lines.append("on_cancel = " + steps.text(timer.cancelSteps)) }
        return lines.joined(separator: "\n")
    }

    private func list(_ list: [Step]) -> String {
        list.count < 2
            ? "do = " + steps.text(list) : "do = [\n" + list.map { "  " + steps.text($0) + ",\n" }.joined() + "]"
    }

    private func modes(_ modes: [ModeName]) -> String {
        "[\(modes.map { TOMLText.quoted($0.name) }.joined(separator: ", "))]"
    }

    private func time(_ nanoseconds: Int64) -> String { TOMLText.duration(nanoseconds) }
}
