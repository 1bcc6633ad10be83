import LabScenarioModel

extension Remedy {
    static let nothingWaits = Remedy(
        name: "nothing waits", codes: ["TL0503", "TL0101", "TL0102", "TL0109"],
        cost: "what comes next goes into the block, or it comes too early",
        code: """
            «sync - let result = $jobQueue.sync { self.compute() }
            - show(result)
            «onMain + $jobBegins self.show(self.compute()) $blockEnds¦$computedThere»
            ¦«signals - semaphore.wait()
            + $behindSignal
            ¦«runs $loopGone
            ¦- $performs, waitUntilDone: true)
            + $performs, waitUntilDone: false)»»»
            ====
            «sync - __block id result;
            - dispatch_sync($jobQueue, ^{ result = [self compute]; });
            - [self show:result];
            «onMain + $jobBegins $shownHere $blockEnds¦$computedThere»
            ¦«signals - dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);
            + $behindSignal
            ¦«runs $loopGone
            ¦- $performs waitUntilDone:YES];
            + $performs waitUntilDone:NO];»»»
            """
    ) { site in
        // Work that a late callback waits for would pile up.
        let culprit = site.culprit
        guard let step = culprit.flatMap({ site.plan.waits(behind: $0).first ?? site.syncBehind($0) }) ?? culprit,
            step.verb == .waitFor || step != culprit || site.finding.code == "TL0503",
            // Who signals again afterwards has waited for a lock.
            !site.plan.waits(behind: step).contains(step), !site.deallocates(step)
        else { return false }
        switch step.verb {
        case .sync:
            site.edit(.rename("async"), at: step.place, "sync")
            site.sayQueue(of: step)
            site.words.set(["sync": true, "onMain": step.queue == 0])
        case .waitFor:
            site.edit(.remove, at: step.place)
            site.words.set(["signals": true])
        case .perform:
            site.edit(.set("false"), at: step.place, "wait")
            site.words["method"] = (step.word ?? "").method
            site.words["thread"] = step.thread.flatMap { $0 > 0 ? site.plan.threads[$0].id.named("Thread") : nil }
            site.words.set(["takes": step.word?.hasSuffix(":") == true])
        case .runLoop:
            // The loop that asks for the answer goes with its run calls.
            let loop = site.plan.steps { $0.verb == .repeating && $0.steps.contains(step) }.last
            site.edit(.remove, at: (loop ?? step).place)
            site.words.set(["runs": true])
        default: return false
        }
        return true
    }
}

extension RemedySite {
    /// The step of its timer's callback that waits for the queue on which another step runs.
    fileprivate func syncBehind(_ step: Step) -> Step? {
        let queue = queue(around: step) ?? (isOffMain(step) ? nil : 0)
        return timer?.steps.first { $0.verb == .sync && $0.queue == queue && $0 != step }
    }
}
