import LabTOML

extension Remedy {
    /// A countdown that counts calls stops as long as the timer is not called.
    static let clockRead = Remedy(
        name: "a clock is read", codes: ["TL0116", "TL0106", nil], cost: "it jumps with a clock that is set",
        code: """
            + «up start = Date()¦end = Date() + Double(seconds)»  // as it starts
            - seconds «up +¦-»= 1
            - show(seconds)
            «up + show(Int(Date().timeIntervalSince(start)))
            ¦- if seconds == 0 { $end }
            + let left = max(0, Int(end.timeIntervalSinceNow.rounded(.up)))
            + show(left)
            + if left == 0 { $end }»
            ====
            + self.«up start = NSDate.date¦end = [NSDate dateWithTimeIntervalSinceNow:self.seconds]»;  // as it starts
            - self.seconds «up +¦-»= 1;
            - [self showSeconds:self.seconds];
            «up + [self showSeconds:(NSInteger)-self.start.timeIntervalSinceNow];
            ¦- if (self.seconds == 0) { $end }
            + NSInteger left = MAX(0, (NSInteger)ceil(self.end.timeIntervalSinceNow));
            + [self showSeconds:left];
            + if (left == 0) { $end }»
            """
    ) { site in
        let second: Int64 = 1_000_000_000
        guard let index = site.timers.first, case let timer = site.plan.timers[index], let from = timer.countdown,
            timer.repeats, timer.copies == nil, timer.interval?.scaled(1) == second
        else { return }
        // The due point at which it shows 0.
        let made = site.plan.events.first { $0.steps.contains { $0.does(.create, .timer(index)) } }?.at ?? 0
        let first = made + (timer.firstWait?.scaled(1) ?? second)
        if from > (Int64.max - first) / second { return }
        let end = TOMLText.duration(first + from * second)
        let field = "{remaining:\(end.filter { $0 != "\"" })}"
        for step in timer.steps.all {
            if let text = site.document.value(of: "log", at: step.place) {
                site.edit(.set(text.replacing(#/{countdown:[^}]*}/#, with: field)), at: step.place, "log")
            }
            if step.ends(index), step.condition != nil { site.edit(.set("{ since = \(end) }"), at: step.place, "when") }
        }
    }
}
