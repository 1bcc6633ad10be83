import LabScenarioModel

extension Remedy {
    static let workOnQueue = handedOver(
        "work on a queue", cost: "UI work is now off main: send it back", isOnMain: true)
    static let workOnOtherQueue = handedOver(
        "work on another queue", cost: "the callback goes on before the work is done", isOnMain: false)

    static let skipsWhileRunning = Remedy("skip while it runs", cost: "a flag", swift: job, objectiveC: objectiveCJob) {
        site in
        guard let step = site.culprit, step.verb == .async, step.condition == nil,
            let timer = site.plan.timers.first(where: { $0.steps.holds(step) })
        else { return false }
        return site.handOver(step, of: timer.id, isGuarded: true)
    }

    /// Work that a callback on main, or one off main, gives to a queue.
    private static func handedOver(_ name: String, cost: String, isOnMain: Bool) -> Remedy {
        Remedy(name, cost: cost, swift: job, objectiveC: objectiveCJob) { site in
            guard let step = site.culprit, step.isLong, site.isOffMain(step) != isOnMain else { return false }
            let timer = site.plan.timers.first { $0.steps.holds(step) }
            // What comes once has no earlier one to wait for.
            let isGuarded = timer?.repeats == true && step.condition == nil
            return site.handOver(step, of: timer?.id, isGuarded: isGuarded)
        }
    }

    private static let job = """
        «where   // $where of the scenario»
        «skips + «last guard $free else { return }¦if $free {»»
        «raise + $pad$raise»
        $kept$pad$jobQueue.async {
        $kept$pad    «showsOffMain let result = compute(); Task { @MainActor in self.show(result) }¦\
        let result = compute()  // a nonisolated function»
        «done + $pad    $done»
        $kept$pad}
        «closes + }»
        «posted ¦- show(compute())»
        """
    private static let objectiveCJob = """
        «where   // $where of the scenario»
        «skips + «last if ($busy) return;¦if ($free) {»»
        «raise + $pad$raise»
        $kept$pad«jobQueue dispatch_async($jobQueue, ^{»
        $kept$pad    «showsOffMain [self show:[self compute]];¦id result = [self compute];»
        «done + $pad    $done»
        $kept$pad});
        «closes + }»
        «posted ¦- [self show:[self compute]];»
        """
}

extension RemedySite {
    /// Gives work to a queue; `isGuarded` leaves out what comes while the last job is still waiting or running.
    ///
    /// - Parameter timer: the timer whose step it is; nil: an event's or a thread's.
    mutating func handOver(_ step: Step, of timer: String?, isGuarded: Bool) -> Bool {
        let (id, isOff) = (timer ?? "main", isOffMain(step))
        changed = step.isPosted ? nil : timer ?? name(ofPartWith: step)
        let (queue, job) = (fresh("\(id).work"), fresh("\(id).job"))
        // A flag belongs to the thread that asks for it; off main any thread may ask.
        let end = isOff ? "{ release = \(job) }" : "{ async = \"main\", do = [{ release = \(job) }] }"
        if isGuarded ? step.condition != nil : step.isPosted { return false }
        if step.isPosted {
            add(end, to: "do", at: step.place, first: false)
            set("when", to: "{ gone = \(job) }", at: step.place)
        } else {
            let condition = isGuarded ? "{ gone = \(job) }" : document.value(of: "when", at: step.place)
            let work = document.text(ofStep: step.place) + (isGuarded ? ", \(end)" : "")
            let text = "{ async = \(queue), do = [\(work)]" + (condition.map { ", when = \($0)" } ?? "") + " }"
            let created = isGuarded ? ", { create = \(job), when = { gone = \(job) } }" : ""
            replace(step, with: text + created)
            document.append("[[queue]]\nid = \(queue)")
        }
        if isGuarded {
            if step.isPosted { insert("{ create = \(job), when = { gone = \(job) } }", before: step, isBehind: true) }
            appendFlag(job, "while a job waits or runs")
            self.job = (id, job.filter { $0 != "\"" })
        }
        sayJob(step, skips: isGuarded, isOff: isOff)
        return true
    }

    /// The holes of the code of a job: on main it asks a flag, elsewhere what any thread may ask for.
    private mutating func sayJob(_ step: Step, skips: Bool, isOff: Bool) {
        let isLast = plan.timers.contains { $0.steps.last == step }
        if let changed, !plan.timers.contains(where: { $0.id == changed }) {
            say("where", "\(changed), \(line(of: step))")
        }
        for (name, isSet) in [
            ("skips", skips), ("last", isLast), ("posted", step.isPosted), ("closes", skips && !isLast),
            ("showsOffMain", isOff && !step.isPosted),
        ] { say(name, if: isSet) }
        say("kept", step.isPosted ? "  " : "+ ")
        say("pad", skips && !isLast ? "    " : "")
        let slot = "dispatch_semaphore_wait(self.slot, DISPATCH_TIME_NOW)"
        say(
            "free", isOff ? "slot.wait(timeout: .now()) == .success" : "!isBusy",
            isOff ? "\(slot) == 0" : "!self.isBusy")
        say("busy", "", isOff ? "\(slot) != 0" : "self.isBusy")
        say("raise", skips && !isOff ? "isBusy = true" : "", skips && !isOff ? "self.isBusy = YES;" : "")
        let signal = skips ? ("self.slot.signal()", "dispatch_semaphore_signal(self.slot);") : ("", "")
        say(
            "done",
            isOff
                ? signal.0
                : "DispatchQueue.main.async { «skips self.isBusy = false»«posted ¦«skips ; »self.show(result)» }",
            isOff
                ? signal.1
                : "dispatch_async(dispatch_get_main_queue(), ^{ «skips self.isBusy = NO; »«posted ¦[self show:result]; »});"
        )
        sayQueue(of: step)
    }
}
