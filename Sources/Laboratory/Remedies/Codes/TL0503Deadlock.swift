extension Remedy {
    static let nothingWaits = Remedy(
        "nothing waits", for: ["TL0503"], cost: "what comes next goes into the block, or it comes too early",
        code: """
            «semaphore - semaphore.wait()
            + // What came behind it goes into the block that signals.¦«performs - $performs, waitUntilDone: true)
            + $performs, waitUntilDone: false)¦- let result = $jobQueue.sync { self.compute() }
            - show(result)
            «asksMain + $jobQueue.async { self.show(self.compute()) }¦+ $jobQueue.async {
            +     let result = compute()  // a nonisolated function
            +     DispatchQueue.main.async { self.show(result) }
            + }»»»
            ====
            «semaphore - dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);
            + // What came behind it goes into the block that signals.¦«performs - $performs waitUntilDone:YES];
            + $performs waitUntilDone:NO];¦- __block id result;
            - dispatch_sync($jobQueue, ^{ result = [self compute]; });
            - [self show:result];
            «asksMain + dispatch_async($jobQueue, ^{ [self show:[self compute]]; });¦+ dispatch_async($jobQueue, ^{
            +     id result = [self compute];
            +     dispatch_async(dispatch_get_main_queue(), ^{ [self show:result]; });
            + });»»»
            """
    ) { site in
        guard let step = site.culprit else { return false }
        switch step.verb {
        case .sync:
            site.edit(.rename("async"), at: step.place, "sync")
            site.say(if: ["asksMain": step.queue == 0])
            site.sayQueue(of: step)
        case .waitFor:
            site.edit(.remove, at: step.place)
            site.say(if: ["semaphore": true])
        case .perform:
            site.edit(.set("false"), at: step.place, "wait")
            let (name, takes) = ((step.word ?? "").method, step.word?.hasSuffix(":") == true)
            let thread = step.thread.flatMap { $0 > 0 ? site.plan.threads[$0].id.named("Thread") : nil }
            site.say(
                "performs", "perform(#selector(\(name)\(takes ? "(_:)" : "")), on: \(thread ?? ".main"), with: nil",
                "[self performSelector:@selector(\(name)\(takes ? ":" : "")) "
                    + "onThread:\(thread.map { "self." + $0 } ?? "NSThread.mainThread") withObject:nil")
        default: return false
        }
        return true
    }
}
