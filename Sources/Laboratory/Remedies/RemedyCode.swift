import Analysis
import ExactTime
import ScenarioModel

/// The names and lines of code that a scenario gives to a change.
struct RemedyNames {
    private var values: [(name: String, text: String)] = []
    /// Whether the timer's mechanism is there in Objective-C, too.
    private let isInObjectiveC: Bool

    init(_ site: RemedySite) {
        let adds = site.steps { step in site.timers.contains { step.adds($0) } }
        var timer = site.timer
        if case .add(_, let modes, _)? = adds.first?.action { timer?.modes = modes }
        let target = timer?.callback.target.map { site.plan.objects[$0.object] }
        let info = (timer?.callback.userInfo ?? []).map { index in
            index == site.owner ? "self" : RemedyNames.identifier(site.plan.objects[index].id)
        }
        self.init(
            timer, named: site.trace.entity(site.finding.subject)?.name ?? "timer",
            interval: site.timers.first.flatMap { site.plan.interval(ofTimer: $0) }, for: site.finding.code,
            ran: site.thread?.run, skipsWhileBusy: site.job != nil, isEnded: site.isEndedInDealloc,
            owner: site.owner.map { site.plan.objects[$0] }, fastest: site.plan.device.fastestRefresh,
            target: target?.forwarding ?? .none, info: info,
            isAdded: !adds.isEmpty || timer?.creation == .scheduled, isEndedElsewhere: site.isEndedElsewhere)
        switch site.culprit?.action {
        case .async(queue: 0, _, _), .sync(queue: 0, _):
            values.insert(("swiftJobQueue", "DispatchQueue.main"), at: 0)
            values.insert(("objcJobQueue", "dispatch_get_main_queue()"), at: 0)
        case .resume(let part): values.insert(("which", site.which { $0.action == .resume(part) }), at: 0)
        default: break
        }
        let (swift, objectiveC) = RemedyNames.waits(site.culprit?.action)
        values.insert(contentsOf: [("swiftWaits", swift), ("objcWaits", objectiveC)], at: 0)
    }

    /// - Parameters:
    ///   - interval: from one due point to the next, ns; nil: the timer's own.
    ///   - ran: how its thread runs its loop; nil: not at all.
    ///   - skipsWhileBusy: whether firings are skipped while the work of an earlier one goes on.
    ///   - isEnded: whether the dealloc of the `owner` ends it already.
    ///   - fastest: how often the display is refreshed in a second.
    ///   - target: what kind of object stands in for its target.
    ///   - info: its `userInfo`.
    ///   - isAdded: whether something adds it to a run loop.
    ///   - isEndedElsewhere: whether something else than that dealloc ends it.
    init(
        _ timer: TimerPlan?, named other: String = "timer", interval: Rational? = nil, for code: FindingCode,
        ran: RunCall? = nil, skipsWhileBusy: Bool = true, isEnded: Bool = false, owner: ObjectPlan? = nil,
        fastest: Int64 = 60, target: ObjectPlan.Forwarding = .none, info: [String] = [], isAdded: Bool = true,
        isEndedElsewhere: Bool = false
    ) {
        let id = timer?.id ?? other
        let name = RemedyNames.identifier(id)
        let kind = timer?.kind
        // No keyword ends so.
        let suffix = kind == .combine ? "Subscription" : name.lowercased().hasSuffix("timer") ? "" : "Timer"
        let asked = interval ?? timer?.interval ?? timer?.firstWait
        let interval = asked?.scaled(1) ?? 1_000_000_000
        let selector = timer?.callback.target == nil ? nil : timer?.callback.selector
        let takesTimer = selector?.hasSuffix(":") == true
        let method = selector.map { RemedyNames.identifier($0.prefix { $0 != ":" }) } ?? name + "Fired"
        let rate = asked?.reciprocal?.scaled(1_000_000_000) ?? 60
        let captures = timer?.callback.captures ?? []
        // A subscription in a property that captures its owner is a cycle: none that nothing speaks of is shown.
        let isWeak = (!captures.isEmpty || kind == .combine) && captures.allSatisfy(\.isWeak)
        let isOffMain = timer?.isOffMain ?? false
        let start = timer?.firstWait?.scaled(1)
        let isController = (owner?.className ?? "controller").lowercased().hasSuffix("controller")
        let isCommon = timer?.modes == [.common]
        let isOnMain = timer?.queue == 0
        let ran = code == "TL0201" ? ["", ""] : RemedyNames.lines(of: ran)
        let (swift, objectiveC) = (SwiftLines(timer, isAdded: isAdded), ObjectiveCLines(timer, isAdded: isAdded))
        // What ended it ends what takes its place.
        func ended(_ old: String, _ new: String, _ head: String, isAdded: Bool) -> String {
            (isEndedElsewhere ? "- \(old)\n+ \(new)  // wherever it is ended\n" : "")
                + (isEnded ? "- \(head) { \(old) }\n" : "") + (isEnded || isAdded ? "+ \(head) { \(new) }" : "")
        }
        func swiftEnd(_ new: String, _ isAdded: Bool) -> String {
            ended("$swiftEnd", new, "isolated deinit", isAdded: isAdded)
        }
        func objcEnd(_ new: String, _ isAdded: Bool) -> String {
            ended("$objcEnd", new, "- (void)dealloc", isAdded: isAdded)
        }
        let isSlack = kind == .nstimer && timer?.tolerance ?? 0 > 0
        let standIn = RemedyNames.standIn(target, selector: "$swiftSelector", objectiveC: "$objcSelector")
        let from = timer?.clock == .wall ? "dispatch_walltime(NULL" : "dispatch_time(DISPATCH_TIME_NOW"
        let waits = RemedyNames.waits(nil)
        values = [
            ("swiftWaits", waits.swift), ("objcWaits", waits.objectiveC), ("which", ""),
            ("swiftWeak", swift.weak), ("objcWeak", objectiveC.weak), ("swiftHeld", swift.held),
            ("swiftQueued", swift.queued), ("objcQueued", objectiveC.queued),
            ("swiftPrompt", swift.prompt), ("objcPrompt", objectiveC.prompt),
            ("swiftTolerant", swift.tolerant(of: interval / 10)),
            ("objcTolerant", objectiveC.tolerant(of: interval / 10)),
            ("swiftUptime", swift.made(isCommon: isCommon).replacing("$swiftDeadline", with: "deadline")),
            (
                "objcUptime",
                objectiveC.made(isCommon: isCommon).replacing("$objcFrom", with: "dispatch_time(DISPATCH_TIME_NOW")
            ),
            ("swiftDeadlines", swift.deadlines), ("swiftThread", isWeak ? " [weak self] in" : ""),
            ("swiftProxied", swift.calling("WeakProxy(self)")),
            ("objcProxied", objectiveC.calling("[WeakProxy proxyFor:self]")),
            ("swiftRelayed", swift.calling("Relay(self)", "Relay.tick(_:)")),
            ("objcRelayed", objectiveC.calling("[Relay relayFor:self]", "tick:")),
            ("swiftOtherwise", swift.calling("weakSelf!")), ("objcOtherwise", objectiveC.calling("weakSelf")),
            ("swiftTimer", swift.timer()), ("objcTimer", objectiveC.timer()),
            ("swiftMade", swift.made(isCommon: isCommon)), ("objcMade", objectiveC.made(isCommon: isCommon)),
            ("swiftCommon", swift.made(isCommon: true)), ("objcCommon", objectiveC.made(isCommon: true)),
            ("swiftTarget", standIn.swift), ("swiftTold", standIn.told),
            ("objcTarget", standIn.objectiveC), ("objcTold", standIn.toldInObjectiveC),
            ("swiftInfo", info.count > 1 ? "[\(info.joined(separator: ", "))]" : info.first ?? "nil"),
            ("objcInfo", info.count > 1 ? "@[\(info.joined(separator: ", "))]" : info.first ?? "nil"),
            ("swiftSlack", isSlack ? "\n$timer\(swift.tolerance)" : ""),
            ("swiftKeptSlack", isSlack ? "\n$timer?\(swift.tolerance)" : ""),
            ("objcSlack", isSlack ? "\nt\(objectiveC.tolerance)" : ""),
            ("objcKeptSlack", isSlack ? "\nself.$timer\(objectiveC.tolerance)" : ""),
            (
                "swiftUntaken",
                takesTimer ? "  // $swiftSelector becomes $method(), since a source passes nothing\n" : ""
            ),
            ("objcUntaken", takesTimer ? "  // -$objcSelector becomes -$method, since a source passes nothing\n" : ""),
            ("swiftDeadline", timer?.clock == .wall ? "wallDeadline" : "deadline"), ("objcFrom", from),
            ("swiftPosted", isOnMain ? "DispatchQueue.main" : "queue"),
            ("objcPosted", isOnMain ? "dispatch_get_main_queue()" : "queue"),
            (
                "swiftGone",
                isController
                    ? """
                    + override func viewWillDisappear(_ animated: Bool) {
                    +     super.viewWillDisappear(animated)
                    +     $swiftEnd
                    + }
                    """
                    : "+ func stop() { $swiftEnd }  // called as the screen goes"
            ),
            (
                "objcGone",
                isController
                    ? """
                    + - (void)viewWillDisappear:(BOOL)animated {
                    +     [super viewWillDisappear:animated];
                    +     $objcEnd
                    + }
                    """
                    : "+ - (void)stop { $objcEnd }  // called as the screen goes"
            ),
            ("swiftDeinit", isEnded ? "" : "+ isolated deinit { $swiftEnd }"),
            ("objcDealloc", isEnded ? "" : "+ - (void)dealloc { $objcEnd }"),
            ("swiftSourceEnd", swiftEnd("$timerSource.cancel()", owner != nil)),
            ("swiftLinkEnd", swiftEnd("$timerLink.invalidate()", false)),
            ("objcSourceEnd", objcEnd("dispatch_source_cancel(_$timerSource);", owner != nil)),
            ("objcLinkEnd", objcEnd("[_$timerLink invalidate];", false)),
            ("swiftBack", isOffMain ? "self.queue" : "DispatchQueue.main"),
            ("objcBack", isOffMain ? "self.queue" : "dispatch_get_main_queue()"),
            ("swiftJobQueue", "work"), ("objcJobQueue", "self.work"),
            ("swiftEnd", swift.end), ("objcEnd", objectiveC.end),
            (
                "swiftRevive",
                timer?.startsActive == false ? "$timerSource.activate()" : "if isSuspended { $timerSource.resume() }"
            ),
            (
                "objcRevive",
                timer?.startsActive == false
                    ? "dispatch_activate(self.$timerSource);"
                    : "if (self.isSuspended) dispatch_resume(self.$timerSource);"
            ),
            ("swiftRan", ran[0]), ("objcRan", ran[1]),
            ("swiftGuard", skipsWhileBusy ? "+ guard !isBusy else { return }\n+ isBusy = true\n" : ""),
            ("objcGuard", skipsWhileBusy ? "+ if (self.isBusy) return;\n+ self.isBusy = YES;\n" : ""),
            ("swiftIdle", skipsWhileBusy ? "self.isBusy = false; " : ""),
            ("objcIdle", skipsWhileBusy ? "self.isBusy = NO; " : ""),
            ("swiftBlock", RemedyNames.block(isWeak: isWeak, takesTimer: takesTimer)),
            ("objcBlock", "^(NSTimer *t) { [\(isWeak ? "weakSelf" : "self") $message]; }"),
            ("message", takesTimer ? "$method:t" : "$method"), ("argument", takesTimer ? "timer" : ""),
            ("swiftSelector", takesTimer ? "$method(_:)" : "$method"),
            ("objcSelector", takesTimer ? "$method:" : "$method"),
            ("swiftStart", start == 0 ? ".now()" : ".now() + $first"),
            ("swiftNext", start == 0 ? "" : " + .seconds($first)"),
            ("swiftSendable", isOffMain ? "@Sendable " : ""),
            ("first", start.map(RemedyNames.decimal) ?? "$seconds"),
            ("swiftLoop", timer?.thread ?? 0 == 0 ? "RunLoop.main" : "RunLoop.current"),
            ("objcLoop", timer?.thread ?? 0 == 0 ? "NSRunLoop.mainRunLoop" : "NSRunLoop.currentRunLoop"),
            ("swiftEvery", timer?.repeats ?? true ? ", repeating: $seconds" : ""),
            ("objcEvery", timer?.repeats ?? true ? "$seconds * NSEC_PER_SEC" : "DISPATCH_TIME_FOREVER"),
            ("swiftQueue", isOnMain ? ".main" : "queue"),
            ("objcQueue", isOnMain ? "dispatch_get_main_queue()" : "self.queue"),
            ("fps", "\(min(rate, fastest))"),
            ("swiftMode", isCommon ? ".common" : ".default"),
            ("objcMode", isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode"),
            ("repeats", "\(timer?.repeats ?? true)"), ("objcRepeats", timer?.repeats ?? true ? "YES" : "NO"),
            ("method", method),
            ("seconds", kind == .displayLink ? "1.0 / \(rate)" : RemedyNames.decimal(interval)),
            ("slow", RemedyNames.decimal(max(interval, 100_000_000))),
            ("timerSource", (kind == .combine ? name + "Timer" : name + suffix) + "Source"),
            ("timer", name + suffix), ("queue", id),
        ]
        isInObjectiveC =
            switch kind {
            case .combine, .taskSleep, .asyncTimer: false
            case .nstimer, .displayLink, .gcd, .perform, .after, .machWait, .threadSleep, nil: true
            }
    }

    /// A wait, and what does without one; nil: a synchronous call to a queue.
    private static func waits(_ action: Action?) -> (swift: String, objectiveC: String) {
        let behind = "+ // What came behind it goes into the block that "
        switch action {
        case .waitFor:
            return (
                "- semaphore.wait()\n\(behind)signals.",
                "- dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);\n\(behind)signals."
            )
        case .perform(let perform):
            let name = identifier(perform.selector.prefix { $0 != ":" })
            let takes = perform.selector.hasSuffix(":")
            var isMain = false
            if case .onThread(0, _, _) = perform.delivery { isMain = true }
            let swift =
                "perform(#selector(\(name)\(takes ? "(_:)" : "")), on: \(isMain ? ".main" : "worker"), with: nil"
            let objectiveC =
                "[self performSelector:@selector(\(name)\(takes ? ":" : "")) "
                + "onThread:\(isMain ? "NSThread.mainThread" : "self.worker") withObject:nil"
            return (
                "- \(swift), waitUntilDone: true)\n+ \(swift), waitUntilDone: false)",
                "- \(objectiveC) waitUntilDone:YES];\n+ \(objectiveC) waitUntilDone:NO];"
            )
        default:
            return (
                """
                - let result = $swiftJobQueue.sync { self.compute() }
                - show(result)
                + $swiftJobQueue.async {
                +     let result = self.compute()
                +     DispatchQueue.main.async { self.show(result) }
                + }
                """,
                """
                - __block id result;
                - dispatch_sync($objcJobQueue, ^{ result = [self compute]; });
                - [self show:result];
                + dispatch_async($objcJobQueue, ^{
                +     id result = [self compute];
                +     dispatch_async(dispatch_get_main_queue(), ^{ [self show:result]; });
                + });
                """
            )
        }
    }

    /// Who gets the messages of a target's timer: the object itself, or what forwards to it.
    private static func standIn(
        _ forwarding: ObjectPlan.Forwarding, selector: String, objectiveC: String
    ) -> (swift: String, told: String, objectiveC: String, toldInObjectiveC: String) {
        switch forwarding {
        case .none, .classObject: ("self", selector, "self", objectiveC)
        case .object, .nsproxy, .nullForwarding:
            ("WeakProxy(self)", selector, "[WeakProxy proxyFor:self]", objectiveC)
        case .selfInvalidating: ("Relay(self)", "Relay.tick(_:)", "[Relay relayFor:self]", "tick:")
        }
    }

    private static func block(isWeak: Bool, takesTimer: Bool) -> String {
        let head = [isWeak ? "[weak self]" : "", takesTimer ? "" : "_"].filter { !$0.isEmpty }.joined(separator: " ")
        return "{ \(head.isEmpty ? "" : head + " in ")self\(isWeak ? "?" : "").$method(\(takesTimer ? "$0" : "")) }"
    }

    /// Code inside of a block, with a sign in front of each line.
    static func block(_ sign: String, _ opening: String, _ body: String, _ closing: String = "}") -> String {
        let lines = body.split(separator: "\n")
        return lines.count == 1 && opening.hasSuffix("{")
            ? "\(sign)\(opening) \(body) \(closing)"
            : "\(sign)\(opening)\n" + lines.map { "\(sign)    \($0)\n" }.joined() + sign + closing
    }

    /// Lines that a change adds.
    static func added(_ lines: String, indent: String = "") -> String {
        lines.split(separator: "\n").map { "+ \(indent)\($0)" }.joined(separator: "\n")
    }

    /// A run call that is to go, in Swift and in Objective-C.
    private static func lines(of call: RunCall?) -> [String] {
        switch call {
        case .forever: ["- RunLoop.current.run()\n", "- [NSRunLoop.currentRunLoop run];\n"]
        case .once:
            [
                "- RunLoop.current.run(mode: .default, before: .distantFuture)\n",
                "- [NSRunLoop.currentRunLoop runMode:NSDefaultRunLoopMode beforeDate:NSDate.distantFuture];\n",
            ]
        case nil: ["", ""]
        case .until, .inMode, .nested:
            [
                "- RunLoop.current.run(until: Date(timeIntervalSinceNow: 1))\n",
                "- [NSRunLoop.currentRunLoop runUntilDate:[NSDate dateWithTimeIntervalSinceNow:1]];\n",
            ]
        }
    }

    /// A template with the names in their places; lines of a value have the sign of the line that it stands in.
    func filled(_ template: String) -> String {
        let text = values.reduce(template) { text, value in
            let parts = value.text.split(separator: "\n", omittingEmptySubsequences: false)
            guard parts.count > 1, !value.text.hasSuffix("\n") else {
                return text.replacing("$" + value.name, with: value.text)
            }
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let sign = line.prefix { "+- ".contains($0) }
                return line.replacing("$" + value.name, with: parts.joined(separator: "\n" + sign))
            }.joined(separator: "\n")
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// In Objective-C; empty where that has no such mechanism, unless it is `always` wanted.
    func filledInObjectiveC(_ template: String, always: Bool = false) -> String {
        guard isInObjectiveC || always else { return "" }
        let text = filled(template)
        let isDeclared = text.contains("weakSelf = self") || !text.contains("weakSelf")
        return isDeclared ? text : "  __weak typeof(self) weakSelf = self;\n" + text
    }

    static func identifier(_ text: some StringProtocol) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.enumerated().map { $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : $1.capitalizedFirst }
            .joined()
        return name.isEmpty || name.first?.isNumber == true ? "item" + name.capitalizedFirst : name
    }

    /// Seconds as code has them.
    static func decimal(_ nanoseconds: Int64) -> String {
        let text = "\(Double(nanoseconds) / 1e9)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension StringProtocol {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
