import LabScenarioModel

extension Remedy {
    static let endedInExpiration = Remedy(
        name: "ended in its expiration handler", codes: ["TL0316"],
        cost: "what it was for is not done: take it up again in the foreground; it keeps self until then",
        code: "$begun"
    ) { site in
        let all = site.plan.steps { $0.verb == .beginBackgroundTask }
        // The first one that is not ended ends the process, and then the next one would.
        let endless = all.filter { begun in
            begun.place == site.culprit?.place
                || site.plan.steps { $0.verb == .endBackgroundTask && $0.counter == begun.counter }.isEmpty
        }
        let tasks = endless.compactMap { step -> [String]? in
            guard let name = site.document.value(of: "begin_background_task", at: step.place) else { return nil }
            site.edit(.append("{ end_background_task = \(name) }"), at: step.place, "do")
            return begun.replacing("$task", with: all.count > 1 ? name.named("Task") : "backgroundTask")
                .replacing("$more", with: step.steps.isEmpty ? "" : "      // …\n")
                .split(separator: "====").map(String.init)
        }
        site.words["begun"] = (0..<2).map { part in tasks.map { $0[part] }.joined() }.joined(separator: "====")
        return !tasks.isEmpty
    }

    private static let begun = """
        - $task = UIApplication.shared.beginBackgroundTask()
        + $task = UIApplication.shared.beginBackgroundTask {
        +     UIApplication.shared.endBackgroundTask(self.$task)
        +     self.$task = .invalid
        $more+ }
        ====
        - self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:nil];
        + self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{
        +     [UIApplication.sharedApplication endBackgroundTask:self.$task];
        +     self.$task = UIBackgroundTaskInvalid;
        $more+ }];

        """
}
