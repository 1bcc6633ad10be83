import LabScenarioLanguage

extension Remedy {
    static let endedOnItsThread = Remedy(
        "ended on its thread", for: ["TL0308"], cost: "it ends a little later, when that thread's loop has a turn",
        code: """
            - $timer?.invalidate()
            + «worker $timer?.perform(#selector(Timer.invalidate), on: $worker, with: nil, waitUntilDone: false)¦\
            DispatchQueue.main.async { self.$timer?.invalidate() }»
            ====
            - [self.$timer invalidate];
            + «worker [self.$timer performSelector:@selector(invalidate) onThread:self.$worker withObject:nil \
            waitUntilDone:NO];¦dispatch_async(dispatch_get_main_queue(), ^{ [self.$timer invalidate]; });»
            """
    ) { site in
        guard let timer = site.timer else { return false }
        let thread = TOMLText.quoted(site.plan.threads[timer.thread].id)
        let verb = timer.thread == 0 ? "async = \"main\"" : "perform = \"invalidate\", on_thread = \(thread)"
        return site.wrap(site.culprits, in: verb)
    }

    static let endedBeforeQueue = Remedy(
        "ended before the queue is asked", for: ["TL0308"], cost: "none",
        code: """
            - $jobQueue.async { self.$timer?.invalidate() }
            + $timer?.invalidate()
            ====
            - dispatch_async($jobQueue, ^{ [self.$timer invalidate]; });
            + [self.$timer invalidate];
            """
    ) { site in
        var changes = false
        for step in site.culprits {
            guard let block = site.block(around: step), site.isOffMain(step), !site.isOffMain(block),
                site.timer?.thread == 0
            else { continue }
            let text = site.document.text(at: step.place)
            if block.steps.count == 1 {
                site.edit(.set(text), at: block.place)
            } else {
                site.edit(.remove, at: step.place)
                site.edit(.insert(text), at: block.place)
            }
            site.sayQueue(of: block)
            changes = true
        }
        return changes
    }
}
