extension Remedy {
    static let endedInExpiration = Remedy(
        name: "ended in its expiration handler", codes: ["TL0316"],
        cost: "what it was for is not done: take it up again in the foreground; it keeps self until then",
        code: """
            - $task = UIApplication.shared.beginBackgroundTask()
            + $task = UIApplication.shared.beginBackgroundTask {
            +     UIApplication.shared.endBackgroundTask(self.$task)
            +     self.$task = .invalid
            «more       // …»
            + }
            ====
            - self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:nil];
            + self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{
            +     [UIApplication.sharedApplication endBackgroundTask:self.$task];
            +     self.$task = UIBackgroundTaskInvalid;
            «more       // …»
            + }];
            """
    ) { site in
        let all = site.plan.steps { $0.verb == .beginBackgroundTask }
        guard let step = all.first(where: { $0.place == site.culprit?.place }) ?? all.first,
            let name = site.document.value(of: "begin_background_task", at: step.place)
        else { return false }
        site.words["task"] = all.count > 1 ? name.named("Task") : "backgroundTask"
        site.words.set(["more": !step.steps.isEmpty])
        return site.edit(.append("{ end_background_task = \(name) }"), [step], "do")
    }
}
