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
        let own = all.filter { $0.place == site.culprit?.place }
        let begun = own.isEmpty ? all : own
        site.say("task", "backgroundTask")
        for step in begun {
            guard let name = site.document.value(of: "begin_background_task", at: step.place) else { return false }
            site.edit(.append("{ end_background_task = \(name) }"), at: step.place, "do")
            if begun.count > 1 { continue }
            site.say(if: ["more": !step.steps.isEmpty])
            if all.count > 1 { site.say("task", name.named("Task")) }
        }
        return !begun.isEmpty
    }
}
