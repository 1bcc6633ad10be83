import LabCatalogue
import LabScenarioModel

extension Remedy {
    static let endedInExpiration = Remedy(
        name: "ended in its expiration handler", codes: ["TL0316"],
        cost: "what is not done by then waits for the foreground; end it where its work ends, too", code: "$begun"
    ) { site in
        let all = site.plan.steps { $0.verb == .beginBackgroundTask }
        let tasks = site.endlessTasks.compactMap { step -> [String: String]? in
            guard let name = site.document.value(of: "begin_background_task", at: step.place) else { return nil }
            site.edit(.append("{ end_background_task = \(name) }"), at: step.place, "do")
            var holes = all.count > 1 ? ["begunTask": name.named("Task")] : [:]
            let isAgain = all.count { $0.counter == step.counter } > 1
            if isAgain { site.insert("end_background_task = \(name)", before: [step]) }
            holes.set(["works": !step.steps.isEmpty, "again": isAgain])
            return holes
        }
        site.words["begun"] = CodeLanguage.allCases.map { language in
            tasks.map { CodeHoles(language: language, values: $0)["taskBegun"] }.unique.joined(separator: "\n")
        }.joined(separator: "====")
    }

    static let endedBehindWork = Remedy(
        name: "ended where its work ends", codes: ["TL0316"],
        cost: "work that takes longer than the time is cut off: end it in its expiration handler, too",
        code: """
            + // At the end of the block that does the work:
            + $mainBegins
            +     $taskEnded
            + $blockEnds
            """
    ) { site in
        let tasks = site.endlessTasks
        guard tasks.count == 1, let task = tasks.first,
            let name = site.document.value(of: "begin_background_task", at: task.place),
            let list = site.plan.list(with: task)?.drop(while: { $0.place != task.place })
        else { return }
        let timers = list.compactMap { step in site.plan.timers.indices.first { step.does(.create, .timer($0)) } }
            .map { site.plan.timers[$0] }
        guard let work = list.last(where: \.isPosted)?.place ?? timers.last(where: { !$0.repeats })?.place
        else { return }
        site.edit(.append("{ end_background_task = \(name) }"), at: work, "do")
    }
}

extension RemedySite {
    /// The background task that ended the process, and those that would be the next.
    fileprivate var endlessTasks: [Step] {
        plan.steps { $0.verb == .beginBackgroundTask }.filter { begun in
            begun.place == culprit?.place
                || plan.steps { $0.verb == .endBackgroundTask && $0.counter == begun.counter }.isEmpty
        }
    }
}
