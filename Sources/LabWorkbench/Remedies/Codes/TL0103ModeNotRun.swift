import LabScenarioModel
import LabTOML

extension Remedy {
    static let commonModes = Remedy(
        name: "common modes", codes: ["TL0103", "TL0206"],
        cost: "the callback runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        let scrolls = !site.sayMode()
        if scrolls, site.timer?.repeats == true, site.timer?.interval?.scaled(1) ?? 0 >= 2_000_000_000 {
            site.cost = "if it scrolls itself, put it off instead: set `fireDate` where the drag ends"
        }
        let common = "[\"common\"]"
        site.setModes(common) { $0.kind == .perform || $0.modes != [.common] }
        site.edit(.set(common), site.culpritPerforms.filter { $0.modes != [.common] }, "in_modes")
        site.setModesOfWork(common)
    }

    static let ownMode = Remedy(
        name: "that mode, too", codes: ["TL0103", "TL0206"], cost: "the callback runs in the middle of that call"
    ) { site in
        guard let mode = site.ownMode else { return }
        site.setModes("[\"common\", \(TOMLText.quoted(mode.name))]") { _ in true }
    }

    static let runLoopTimer = Remedy(
        name: "run loop timer", codes: ["TL0103"], cost: "the callback runs in the middle of that call"
    ) { site in
        // A loop in a block of the main queue serves no other block, but the timers of its mode.
        if site.timer?.queue == 0 { site.become(.nstimer, at: .main) }
    }

    static let sourceOnMain = Remedy(
        name: "dispatch source on main", codes: ["TL0103", "TL0206", "TL0108", "TL0112", "TL0201"],
        cost: "the handler runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        site.sayMode()
        // A block of the main queue and a task run while it scrolls, too.
        if site.timer?.kind.row.home != .runLoop { site.remedy.cost = "none" }
        let isServed = site.finding?.code != .loopNeverRan || site.timer?.kind.row.home == .ownThread
        if isServed, site.timer?.isOffMain == false { site.become(.gcd, at: .main) }
    }

    static let source = Remedy(
        name: "dispatch source",
        codes: late + ["TL0103", "TL0201", "TL0206", "TL0202", "TL0205", "TL0207", "TL0108", "TL0112"],
        cost: "its handler is off main: `@Sendable`, and hand over what the interface shows"
    ) { site in
        // A handler hands over to main, which does not serve its queue then.
        if site.mainQueueWaits { return }
        // Work on main drops frames of a drawing timer, on any queue; handed-over work stays on main.
        let own = site.timers.flatMap { site.plan.timers[$0].steps }
        let longOnMain = site.plan.steps { step in
            if case .fixed(..<100_000_000)? = step.busy { return false }
            return step.isLong && own.holds(step) && !site.isOffMain(step)
        }
        // What a callback waits for, such as a lock, keeps it waiting on any queue, and main as long.
        let waits = site.culprit.map { site.plan.waits(behind: $0) } ?? []
        let isWaiting = !waits.isEmpty || site.timer?.steps.contains { $0.verb == .waitFor } == true
        let isBusy = !longOnMain.isEmpty || isWaiting || site.timer?.kind == .displayLink
        if isBusy, (late + ["TL0108"]).contains(site.finding?.code) { return }
        if site.timer?.isOffMain == true { site.remedy.cost = RemedySite.outOfTurn }
        // On main this is another remedy.
        site.become(.gcd, at: site.timer?.queue == 0 ? .queue : nil)
    }
}

extension RemedySite {
    /// The cost of another queue for what was off main before.
    static let outOfTurn = "it runs beside what it was in turn with: protect what they share"

    /// Names a modal panel in the cost where one kept the timer waiting, and a menu on a Mac; false if it scrolls.
    @discardableResult fileprivate mutating func sayMode() -> Bool {
        let isModal = culprit?.namedModes.contains(.modalPanel) == true
        let place = isModal ? "the modal panel is open" : "a menu is open, or a view scrolls"
        let isOther = isModal || plan.device.platform == .macos
        if isOther { remedy.cost = remedy.cost.replacing("the interface scrolls", with: place) }
        return isOther
    }

    /// Sets the modes of a port, of a block, or of what is performed on main.
    fileprivate mutating func setModesOfWork(_ modes: String) {
        let port = plan.sources.first { $0.place == place && $0.thread == 0 }
        let direct = plan.steps { $0.thread == 0 && $0.delay == nil }
        let step = direct.first { $0.place == place }
        if let port { edit(.set(modes), at: port.place, "modes") } else if step == nil { return }
        if let step {
            // What is performed at several places waits at each.
            let alike = direct.filter { $0.verb == step.verb && $0.word == step.word && $0.part == step.part }
            edit(.set(modes), step.word == nil ? [step] : alike, step.verb == .perform ? "in_modes" : "modes")
            say(step)
        }
        words["port"] = port?.id.named("Port")
        words.set(["waits": step?.flag == true])
        remedy.code = "$workInCommon"
    }

    /// Sets its timers' modes where they are made, and where they are added in modes of their own.
    fileprivate mutating func setModes(_ modes: String, where isMeant: (TimerPlan) -> Bool) {
        set("modes") { isMeant($0) ? modes : nil }
        let adding = steps(.add).filter { document.keys(at: $0.place).contains("modes") }
        edit(.set(modes), adding, "modes")
    }
}
