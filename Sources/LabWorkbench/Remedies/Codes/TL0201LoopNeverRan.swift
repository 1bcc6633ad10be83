import LabTOML

extension Remedy {
    static let staysAndWakes = "the thread stays until it is cancelled, and wakes once a second to see whether it is"
    private static let sharesMain = "its callback shares the main thread with the interface"

    static let loopToTheEnd = Remedy(
        name: "loop run to the end", codes: ["TL0201", "TL0205", "TL0207", "TL0319"], cost: staysAndWakes,
        code: "$ran\n+ $loopRun\n+ $bodyEnds"
    ) { site in
        // A run call returns once nothing is left in its mode.
        if site.timer?.repeats == false { site.remedy.cost = "the thread stays until the timer has fired" }
        if site.timer?.thread == site.loopThread { site.runLoopToTheEnd() }
    }

    static let scheduledOnMain = Remedy(
        name: "scheduled on main", codes: ["TL0201", "TL0202"], cost: sharesMain
    ) { site in
        let remakings = site.timers.flatMap(site.plan.remakings)
        let perform = site.culpritPerform
        let made = (site.steps(.create, .add) + [perform].compactMap(\.self)).filter { step in
            let isHandedOver = site.block(around: step) != nil || site.timer(with: step)?.queue != nil
            return site.isOffMain(step) && (isHandedOver || step == perform || site.timer?.kind == .displayLink)
        }
        if made.isEmpty { return }
        // What ends the one before goes along.
        for step in made { site.wrap(remakings.filter { $0.made == step }.map(\.end) + [step], in: "async = \"main\"") }
        if site.timer?.kind == .displayLink { site.set("thread") { _ in "\"main\"" } }
        if site.steps(.add).isEmpty { site.set("create") { _ in "\"scheduled\"" } }
    }

    static let mainLoop = Remedy(
        name: "main's run loop", codes: ["TL0201", "TL0205", "TL0207"], cost: sharesMain
    ) { site in
        let added = site.steps(.add)
        guard let index = site.timers.first, site.timer?.kind.row.home == .runLoop, site.loopThread ?? 0 > 0,
            case let isMadeThere = site.plan.madeBySteps.contains(.timer(index)), !isMadeThere || !added.isEmpty
        else { return }
        site.edit(.set("\"main\""), added, "thread")
        if !isMadeThere { site.set("thread") { _ in "\"main\"" } }
    }
}

extension RemedySite {
    /// Lets its thread run its loop at or instead of its present end, and then end its timers.
    @discardableResult mutating func runLoopToTheEnd() -> Bool {
        guard let index = thread, case let thread = plan.threads[index], let body = thread.body else { return false }
        let until = thread.isDetached ? "" : "until = { cancelled = \(id(of: .thread(index))) }, "
        let run = "{ run_loop = { in_mode = \"default\", for = \"1s\", return_after_source = true } }"
        let rounds = max(1000, 2 * plan.duration / 1_000_000_000)
        let ends = timers.map { plan.timers[$0] }.filter { $0.kind != .perform }.map { ", { \(ending($0)) }" }
        var loop = "{ repeat = \(rounds), \(until)do = [\(run)] }" + ends.joined()
        let rest = body.dropFirst(body.lastIndex(where: steps(.create, .add).contains).map { $0 + 1 } ?? 0)
        // A sleep stands for a run call, unless the process ends behind it.
        let sleeps = finding?.situation != .mainThread
        let replaced = rest.last {
            $0.isLoopRun || sleeps && $0.verb == .sleep && !$0.flag
                || $0.verb == .repeating && $0.steps.contains(where: \.isLoopRun)
        }
        // A loop that works between its runs has more to do than to serve timers.
        if replaced?.steps.contains(where: \.isLong) == true { return false }
        let (isForever, isSleep) = (replaced?.call == .forever, replaced?.verb == .sleep)
        if index == 0 {
            // The main thread is never cancelled: it runs its loop for ever, or for as long as it slept, or longer than it
            // did where more is to come.
            var time: Int64?
            if isSleep, case .fixed(let slept)? = replaced?.busy { time = slept }
            if case .after(let limit)? = replaced?.call?.until, rest.last != replaced {
                time = max(2 * limit, min(10 * limit, plan.duration / 2))
            }
            loop = "{ run_loop = \(time.map { "{ for = \(TOMLText.duration($0)) }" } ?? "\"forever\"") }"
            words["slept"] = time.map(TimerCode.decimal)
            let loopCost = time == nil ? "the program ends where a callback ends it" : "what follows waits for it"
            remedy.cost = isSleep ? "none" : loopCost
        }
        if let replaced {
            edit(.set(loop), at: replaced.place)
        } else if let release = rest.first(where: { $0.verb == .release }) {
            // A body's variables last until it ends.
            edit(.insert(loop), at: release.place)
        } else {
            edit(.append(loop), at: thread.place, "do")
        }
        words.set(["onMainThread": index == 0, "replaces": replaced != nil, "forever": isForever, "sleeps": isSleep])
        return true
    }

    mutating func addPort() {
        guard let id = thread.map({ id(of: .thread($0)) }) else { return }
        // The address of a question has the same name.
        if plan.sources.isEmpty { document.apply(TOMLEdit(["source"], .remove)) }
        document.append("[[source]]", "port", "kind = \"source1\"", "thread = \(id)")
    }
}
