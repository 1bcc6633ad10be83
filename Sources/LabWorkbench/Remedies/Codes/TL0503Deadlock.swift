import LabScenarioModel

extension Remedy {
    static let calledDirectly = Remedy(
        name: "called directly", codes: ["TL0503"], cost: "none: the caller is on that queue already",
        code: "- $syncedCall\n+ $ownCall"
    ) { site in
        guard let step = site.culprit, step.verb == .sync, step.condition == nil,
            step.queue == site.servingQueue(of: step), let steps = site.document.value(of: "do", at: step.place)
        else { return }
        site.say(step)
        site.edit(.set(String(steps.dropFirst().dropLast())), at: step.place)
    }

    static let nothingWaits = Remedy(
        name: "nothing waits", codes: ["TL0503", "TL0103"] + late,
        cost: "what comes next goes into the block, or it comes too early",
        code: """
            «does-sync «callsOnMain - $syncedCall
            + $jobBegins $ownCall $blockEnds¦$synced
            «onMain + $jobBegins «swift self.»$shownHere $blockEnds¦+ $jobBegins
            +     $computed
            +     $mainBegins $shown $blockEnds
            + $blockEnds»»»
            «does-wait_for - «swift semaphore.wait()¦dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);»
            + // What came behind it goes into the block that signals«waitsOnMain , on the main queue».»
            «does-run_loop «forever - $runForever  // main's run loop runs anyway¦- // what runs the run loop until the answer is there
            + // What came behind it goes into the block that brings the answer.»»
            «does-perform - $performsAndWaits
            + $performsLater»
            """
    ) { site in
        let culprit = site.culprit
        let waiting = culprit.flatMap { site.plan.waits(behind: $0).first }
        // A wait where the timer is called may be for the culprit's queue.
        let queue = culprit.flatMap(site.servingQueue)
        let syncing = site.plan.steps { step in
            let isPerform = step.verb == .perform && step.flag && step.thread == 0 && queue == 0
            return step != culprit && (isPerform || step.verb == .sync && step.queue == queue)
                && site.isOffMain(step) == site.timer?.isOffMain
        }.first
        // Work that a late callback waits for would pile up.
        guard let step = waiting ?? syncing ?? culprit,
            step.verb == .waitFor || step != culprit || site.finding?.code == "TL0503"
                || step.call == .forever && !site.isOffMain(step)
                || step.verb == .perform && site.timer?.steps.holds(step) != true,
            // Nobody can go on behind a signal that nothing gives.
            site.finding?.situation != .unsignalled,
            // Who signals again afterwards has waited for a lock.
            !site.plan.waits(behind: step).contains(step), !site.deallocates(step)
        else { return }
        site.say(step)
        let calls = step.queue == 0 && !step.steps.contains(where: \.isLong)
        site.words.set(["onMain": step.queue == 0, "waitsOnMain": !site.isOffMain(step), "callsOnMain": calls])
        if step.call == .forever { (site.remedy.cost, site.words["forever"]) = ("none", "yes") }
        switch step.verb {
        case .sync: site.edit(.rename("async"), at: step.place, "sync")
        case .waitFor: site.continueBehindSignal(step)
        case .perform: site.edit(.set("false"), at: step.place, "wait")
        case .runLoop:
            // The loop that asks for the answer goes with its run calls.
            let loop = site.plan.steps { $0.verb == .repeating && $0.steps.contains(step) }.last
            site.edit(.remove, at: (loop ?? step).place)
        default: break
        }
    }
}

extension RemedySite {
    /// Takes away a wait, and lets what comes behind it on main run where the signal is given.
    fileprivate mutating func continueBehindSignal(_ wait: Step) {
        let signals = plan.steps { $0.verb == .count && $0.counter == wait.counter }
        let rest = plan.list(with: wait)?.drop { $0 != wait }.dropFirst() ?? []
        if let signal = signals.first, signals.count == 1, !rest.isEmpty, !isOffMain(wait), loops(around: wait).isEmpty
        {
            let when = document.value(of: "when", at: signal.place).map { ", when = \($0)" } ?? ""
            let texts = rest.map { document.text(at: $0.place) }.joined(separator: ", ")
            let behind = "{ async = \"main\", do = [\(texts)]\(when) }"
            edit(.set("\(document.text(at: signal.place)), \(behind)"), at: signal.place)
            edit(.remove, Array(rest))
        }
        edit(.remove, at: wait.place)
    }
}
