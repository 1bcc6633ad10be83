import LabCatalogue
import LabExactTime
import LabScenarioModel

/// A timer of a scenario as it appears in code, in any language.
struct TimerCode {
    let index: Int
    /// The scenario of the code, and the one before the change, which has the names.
    let plan, old: ScenarioPlan
    /// The object whose class has the code.
    let ownerIndex: Int?

    private var timer: TimerPlan { plan.timers[index] }
    private var original: TimerPlan { old.timers[index] }
    private var adding: (modes: [ModeName], thread: Int?, isElsewhere: Bool)? { plan.adding(ofTimer: index) }
    private var modes: [ModeName] { adding?.modes ?? timer.modes }
    var kind: TimerKind { timer.kind }
    var owner: ObjectPlan? { ownerIndex.map { plan.objects[$0] } }
    private var loopThread: Int { adding?.thread ?? timer.thread }
    var ends: [Step] { plan.ends(ofTimer: index, owner: ownerIndex) }

    // MARK: Holes

    /// - Parameter isInside: true if the code is in a block, where a property needs `self`.
    func holes(_ language: CodeLanguage, isInside: Bool = false) -> CodeHoles {
        let rate = timer.frameRate
        let preferred =
            rate.preferred ?? rate.frameInterval.map { plan.device.fastestRefresh / max(1, $0) } ?? rate.maximum
        let objects = timer.callback.userInfo.map { $0 == ownerIndex ? "self" : plan.objects[$0].id.identifier }
        let otherTarget = timer.callback.target.map { plan.objects[$0.object] }
            .flatMap { $0.forwarding != .none || $0.id == owner?.id || owner == nil ? nil : $0.id.identifier }
        let cancelling = timer.cancelSteps.first { $0.verb == .message && $0.part?.object == ownerIndex }
        let texts: [String: String] = [
            "variable": variable, "timer": variable, "method": method,
            "label": queueLabel, "queueName": queueLabel.named("Queue"),
            "objects": objects.joined(separator: ", "),
            "tolerance": timer.tolerance > 0 ? TimerCode.decimal(timer.tolerance) : "",
            "ns": "\(timer.tolerance)", "ms": "\(timer.tolerance / 1_000_000)",
            "preferred": preferred.map { "\($0)" } ?? "", "minimum": "\(rate.minimum ?? preferred ?? 0)",
            "maximum": "\(rate.maximum ?? preferred ?? 0)",
            "ownMode": modes.first(where: \.isOwn)?.name ?? "",
            "otherLoop": adding?.isElsewhere == true && loopThread > 0 ? plan.threads[loopThread].id.named("Loop") : "",
            "otherTarget": otherTarget ?? "", "cancelMethod": cancelling?.word?.method ?? "",
            "worker": original.thread == 0 ? "" : old.threads[original.thread].id.named("Thread"),
        ]
        var holes = CodeHoles(language: language, values: texts)
        holes.words = ["captures": captures.joined(separator: ", "), "s": seconds, "first": first]
        setFlags(of: &holes.values)
        holes.values.set(["inside": isInside])
        holes.values["made"] = holes["made \(kind.rawValue)"]
        // It was made off main, and main makes it now.
        let isHandedOver = plan.handsToMain(timer: index) > old.handsToMain(timer: index)
        if !isInside, isHandedOver { holes.values["making"] = self.holes(language, isInside: true)["makingOnMain"] }
        holes.values["declaration"] = CodeChange.statements(holes["made"]).first?.replacing("= .", with: "= Timer.")
        return holes
    }

    private func setFlags(of holes: inout [String: String]) {
        let queue = timer.queue.map { plan.queues[$0].kind } ?? .serial
        let target = timer.callback.target
        let forwarding = target.map { plan.objects[$0.object].forwarding } ?? .none
        let name = (owner?.className ?? "controller").lowercased()
        let isRemade = !plan.remakings(timer: index).isEmpty
        let isMadeOnce = old.madeBySteps.contains(.timer(index)) && !plan.madeBySteps.contains(.timer(index))
        // Its block ends it once its owner is gone.
        let isEndedInside = timer.steps.first.map { $0.ends(index) && $0.asks(whetherGone: ownerIndex) } ?? false
        holes.set([
            "repeats": timer.repeats, "late": timer.fireDate != nil || timer.isLate, "copies": timer.copies != nil,
            "atStart": timer.firstWait?.scaled(1) == 0, "scheduled": timer.creation == .scheduled,
            "added": timer.creation == .scheduled || adding != nil,
            "movesToMain": timer.thread == 0 && original.thread > 0,
            "common": modes.contains(.common), "tracking": modes == [.tracking],
            "targeted": timer.callback.style != .block || !timer.callback.userInfo.isEmpty,
            "invocation": timer.callback.style == .invocation, "several": timer.callback.userInfo.count > 1,
            "forwards-\(forwarding.rawValue)": true, "weakTarget": target?.passedWeakly == true,
            "argument": hasSelector && selector.hasSuffix(":"), "weakly": isWeak, "endsInside": isEndedInside,
            // A weak variable has it only once its run loop has it.
            "heldWeakly": plan.objects.contains { $0.weak.contains { $0.part == .timer(index) } },
            "cancelsWeakly": timer.captures.allSatisfy(\.isWeak), "held": isHeld, "active": timer.startsActive,
            "inSet": plan.isInSet(timer: index),
            "mainLoop": loopThread == 0, "strict": timer.isStrict, "absolute": timer.isAbsolute,
            "changes": kind != original.kind, "wasOnMain": (original.queue ?? original.thread) == 0,
            "onMain": timer.queue == 0, "onActor": timer.queue ?? 0 == 0, queue.rawValue: true,
            "newQueue": original.kind.row.home != .queue || timer.queue ?? 0 >= old.queues.count,
            kind.rawValue: true, timer.clock.rawValue: true, "toleranceSet": timer.isToleranceSet,
            "fine": timer.tolerance % 1_000_000 != 0, "swallows": timer.swallowsCancellation, "up": timer.countsUp,
            "returns": original.swallowsCancellation && !timer.swallowsCancellation,
            "ended": !ends.isEmpty || isRemade || isHeld || isMadeOnce, "remade": isRemade, "once": isMadeOnce,
            "onThread": timer.thread != 0,
            "comes": owner?.viewWillDisappear.isEmpty == false && plan.madeBySteps.contains(.timer(index))
                && !old.madeBySteps.contains(.timer(index)),
            "dropped": isHeld && !plan.steps { $0.does(.release, .timer(index)) }.isEmpty,
            "controller": name.hasSuffix("controller") && !name.hasSuffix("windowcontroller"),
            "view": owner?.isView == true, "mac": plan.device.platform == .macos,
        ])
    }

    /// The captures of its block: its owner and other objects weakly, and itself.
    private var captures: [String] {
        let captures = timer.callback.captures
        let itself = captures.filter { $0.part == .timer(index) }.prefix(1)
            .map { ($0.isWeak ? "weak " : "") + "source = $name" }
        let others = captures.filter { $0.isWeak && $0.part.object != ownerIndex }.compactMap(\.part.object)
        return (isWeak ? ["weak self"] : []) + itself + others.map { "weak " + plan.objects[$0].id.identifier }
    }

    // MARK: When

    private var asked: Rational? { plan.interval(ofTimer: index) ?? timer.firstWait }
    /// Seconds from one due point to the next, and to the first one.
    private var seconds: String {
        let rate = asked?.reciprocal?.scaled(1_000_000_000) ?? 60
        if original.kind == .displayLink || asked?.denominator ?? 1 > 1 { return "1.0 / \(rate)" }
        let step = timer.copyStep.scaled(1) ?? 0
        return Self.decimal(asked?.scaled(1) ?? 1_000_000_000)
            + (step == 0 ? "" : " + «swift Double(n)¦n» * " + Self.decimal(step))
    }
    private var first: String { timer.firstWait.flatMap { $0.scaled(1) }.map(Self.decimal) ?? seconds }
    private var queueLabel: String { timer.queue.map { plan.queues[$0].id } ?? timer.id }

    // MARK: Who holds whom

    /// True if it is in a property rather than in a local variable.
    private var isHeld: Bool {
        plan.isOwned(timer: index)
            || timer.heldBy.contains { ![.local, .autoreleasePool, .part(.timer(index))].contains($0) }
    }
    /// True if its block refers to its owner weakly, which is the default.
    private var isWeak: Bool {
        timer.callback.captures.allSatisfy { $0.isWeak || $0.part != ownerIndex.map(PartReference.object) }
    }

    // MARK: Names

    /// The name of what it fires.
    private var method: String {
        if !hasSelector, let message = original.steps.first, message.verb == .message, original.steps.count == 1 {
            return (message.word ?? "").method
        }
        return hasSelector ? selector.method : timer.id.identifier + "Fired"
    }
    private var hasSelector: Bool {
        original.callback.target != nil || selector != TimerPlan(id: "", kind: kind).callback.selector
    }
    private var selector: String { (timer.callback.target == nil ? original : timer).callback.selector }

    /// The instance variable that the scenario names.
    private var property: String? {
        let all = plan.objects.flatMap { $0.strong + $0.weak }
        let assigned = plan.steps { $0.verb == .assign && $0.value == .timer(index) }.first?.word
            .flatMap { $0.first?.isLetter == true ? $0 : nil }
        return (all.first { $0.part == .timer(index) }?.name ?? assigned)?.identifier
    }
    /// Its old variable, or one that names its new mechanism.
    private var variable: String {
        if kind == original.kind || kind.row.home == .ownThread && original.kind.row.home == .ownThread, let property {
            return property
        }
        let base = property ?? timer.id.identifier
        let suffix = CodeHoles(language: .swift, values: [kind.rawValue: "yes"])["suffix"]
        let isSource = kind == .gcd && !base.lowercased().hasSuffix("source")
        return (isSource ? base.named("Timer") : base).named(suffix)
    }

    static func decimal(_ nanoseconds: Int64) -> String {
        DurationText.decimal(nanoseconds, scale: 1_000_000_000, digits: 9)
    }
}

extension StringProtocol {
    var identifier: String {
        func capitalized(_ word: some StringProtocol) -> String { word.prefix(1).uppercased() + word.dropFirst() }
        let words = split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.enumerated().map { $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : capitalized($1) }
            .joined()
        return name.isEmpty || name.first?.isNumber == true ? "item" + capitalized(name) : name
    }

    /// The same with the kind of the part.
    func named(_ suffix: String) -> String {
        let name = identifier
        return name.lowercased().hasSuffix(suffix.lowercased()) ? name : name + suffix
    }

    /// The name of a method, without its parameters.
    var method: String {
        let name = String(prefix { $0 != ":" })
        return name.wholeMatch(of: #/[A-Za-z_]\w*/#).map { String($0.0) } ?? name.identifier
    }
}
