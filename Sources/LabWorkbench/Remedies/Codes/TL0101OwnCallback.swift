import LabCatalogue
import LabScenarioModel

extension Remedy {
    static let workOnQueue = handedOver(
        "work on a queue", cost: "the work may not touch the interface, only its result", isOnMain: true)
    static let workOnOtherQueue = handedOver(
        "work on another queue", cost: "the callback returns before the work is done", isOnMain: false)

    static let skipsWhileRunning = Remedy(
        name: "skip while it runs", codes: late + ["TL0111"], cost: "a flag", code: job
    ) { $0.skipWhileItRuns() }

    /// The findings about work that lasts too long.
    static let late: [FindingCode?] = ["TL0101", "TL0102", "TL0109"]

    /// Work that a callback on main, or one off main, gives to a queue.
    private static func handedOver(_ name: String, cost: String, isOnMain: Bool) -> Remedy {
        Remedy(name: name, codes: late + ["TL0108", "TL0402"], cost: cost, code: job) { site in
            let longest = site.trial.timers.first { $0.entity == site.subject }?.callback?.max ?? 0
            // A signal behind the work would come before it is done.
            guard let culprit = site.culprit,
                // The outermost loop goes with its work, unless it serves a run loop.
                case let loops = site.loops(around: culprit).filter({ !$0.steps.contains(where: \.isLoopRun) }),
                // Where it waits for a queue, the waiting goes.
                case let waits = site.finding?.situation == .waiting || site.isOffMain(culprit),
                case let sync = waits ? site.timer?.steps.first(where: { $0.verb == .sync }) : nil,
                case let step = (isOnMain ? sync : nil) ?? loops.first ?? culprit, step.isLong || step == sync,
                site.isOffMain(step) != isOnMain, site.plan.waits(behind: step).isEmpty, !site.plan.sleepsInTask(step),
                // What is called again after short work has a grid instead.
                site.finding?.code != "TL0108" || longest >= site.timer?.interval?.scaled(1) ?? .max,
                // A link draws on main.
                site.finding?.code != "TL0402" || site.timer?.kind != .displayLink
            else { return }
            // A single firing has no earlier job to wait for, and copies would skip for one another's.
            let observer = site.plan.observers.first { $0.steps.holds(step) }
            let isRepeated = site.timer(with: step).map { $0.repeats && $0.copies == nil } ?? (observer != nil)
            site.handOver(step, isGuarded: isRepeated && step.condition == nil)
            if observer?.activities.contains(.beforeWaiting) == true {
                site.cost = "the end of each job wakes the loop, which calls the observer again"
            }
        }
    }

    /// On main a job checks a flag, elsewhere an atomic one; the work of a task goes to another task.
    static let job = """
        «where   // $where of the scenario»
        «skips + «last $unlessFree¦$ifFree»»
        «skips «onMain + «pad     »«swift isBusy = true¦self.isBusy = YES;»»»
        «posted   ¦+ »«pad     »«inTask Task {¦$jobBegins»
        «posted   ¦+ »«pad     »    «inTask let result = await Task.detached { compute() }.value  // nonisolated¦\
        «posted $computed¦«onMain $computed¦\
        «swift let result = compute(); Task { @MainActor in self.show(result) }¦$shownHere»»»»
        «inTask + «pad     »    «skips $lowered$then »show(result)¦\
        «onMain + «pad     »    $mainBegins «skips $lowered»«posted ¦«skips $then »$shown» $blockEnds¦\
        «skips + «pad     »    «swift self.slot.signal()¦dispatch_semaphore_signal(self.slot);»»»»
        «posted   ¦+ »«pad     »«inTask }¦$blockEnds»
        «pad + }»
        «posted ¦«does-sync $synced¦- $shownHere»»
        """
}

extension RemedySite {
    func timer(with step: Step) -> TimerPlan? { plan.timers.first { $0.steps.holds(step) } }

    /// Lets a callback skip its work while the last job waits or runs.
    mutating func skipWhileItRuns() {
        // An answer inside a request is as late as that.
        guard let culprit else { return }
        let step = plan.steps { $0.isPosted && $0.encloses(culprit) }.first ?? culprit
        if step.condition == nil, step.isPosted, let timer = timer(with: step), timer.copies == nil {
            handOver(step, isGuarded: true)
        }
    }

    /// Gives work to a queue; `isGuarded` skips it while the last job waits or runs.
    fileprivate mutating func handOver(_ step: Step, isGuarded: Bool) {
        let (timer, isOff) = (timer(with: step), isOffMain(step))
        let id = timer?.id ?? "main"
        let queue = step.isPosted ? "" : document.append("[[queue]]", "\(id).work")
        let job = isGuarded ? newFlag("\(id).job", "while a job waits or runs") : ""
        let end = isOff ? "{ release = \(job) }" : "{ async = \"main\", do = [{ release = \(job) }] }"
        let condition = isGuarded ? "{ gone = \(job) }" : document.value(of: "when", at: step.place)
        if step.isPosted {
            edit(.append(end), at: step.place, "do")
            edit(.set("{ gone = \(job) }"), at: step.place, "when")
        } else {
            changed = part(with: step)?.name
            if let index = self.queue(around: step), index > 0, plan.queues[index].kind == .serial {
                cost = "what it writes loses the protection of queue \(plan.queues[index].id)"
            }
            let work = document.text(at: step.place, without: "when") + (isGuarded ? ", \(end)" : "")
            let when = condition.map { ", when = \($0)" } ?? ""
            edit(.set("{ async = \(queue), do = [\(work)]\(when) }"), at: step.place)
        }
        if isGuarded {
            edit(.append("{ create = \(job), when = { gone = \(job) } }"), at: step.place)
            self.job = (id, job.filter { $0 != "\"" })
        }
        let isInTask = timer?.kind.row.home == .mainActor && !isOff
        if isInTask {
            remedy.name = "work in a task of its own"
            remedy.cost = "it runs on a thread of the pool; what comes next does not wait for it"
        }
        if step.verb == .sync { remedy.name = "async instead of sync" }
        let isLast = timer?.steps.last == step
        if timer == nil { sayWhere(step) }
        words.set([
            "skips": isGuarded, "last": isLast, "pad": isGuarded && !isLast, "onMain": !isOff,
            "posted": step.isPosted && !isInTask, "inTask": isInTask,
        ])
        say(step)
    }
}
