extension Remedy {
    static let nothingWaits = Remedy(
        name: "nothing waits", codes: ["TL0503", "TL0101", "TL0102", "TL0109"],
        cost: "what comes next goes into the block, or it comes too early",
        code: "- $waits\n+ $goesOn"
    ) { site in
        // Work that a late callback waits for would pile up.
        let culprit = site.culprit
        guard let step = culprit.flatMap({ site.plan.waits(behind: $0).first }) ?? culprit,
            step.verb == .waitFor || site.finding.code == "TL0503",
            // Who signals again afterwards has waited for a lock.
            !site.plan.waits(behind: step).contains(step)
        else { return false }
        switch step.verb {
        case .sync:
            site.edit(.rename("async"), at: step.place, "sync")
            site.sayQueue(of: step)
            site.say(
                "waits",
                """
                let result = $jobQueue.sync { self.compute() }
                show(result)
                ====
                __block id result;
                dispatch_sync($jobQueue, ^{ result = [self compute]; });
                [self show:result];
                """)
            site.say("asked", "self.show(self.compute())====[self show:[self compute]];")
            site.say(
                "goesOn",
                step.queue == 0
                    ? "$jobBegins $asked $blockEnds"
                    : "$jobBegins\n    $computed\n    $mainBegins $shown $blockEnds\n$blockEnds")
        case .waitFor:
            site.edit(.remove, at: step.place)
            site.say("waits", "semaphore.wait()====dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);")
            site.say("goesOn", "// What came behind it goes into the block that signals.")
        case .perform:
            site.edit(.set("false"), at: step.place, "wait")
            let (name, takes) = ((step.word ?? "").method, step.word?.hasSuffix(":") == true)
            let thread = step.thread.flatMap { $0 > 0 ? site.plan.threads[$0].id.named("Thread") : nil }
            site.say(
                "performs",
                "perform(#selector(\(name)\(takes ? "(_:)" : "")), on: \(thread ?? ".main"), with: nil===="
                    + "[self performSelector:@selector(\(name)\(takes ? ":" : "")) "
                    + "onThread:\(thread.map { "self." + $0 } ?? "NSThread.mainThread") withObject:nil")
            site.say("waits", "$performs, waitUntilDone: true)====$performs waitUntilDone:YES];")
            site.say("goesOn", "$performs, waitUntilDone: false)====$performs waitUntilDone:NO];")
        default: return false
        }
        return true
    }
}
