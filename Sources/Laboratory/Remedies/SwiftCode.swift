import LabScenarioModel

/// The code of a timer in Swift.
struct SwiftCode: CodeLanguage {
    let code: TimerCode
    private var timer: TimerPlan { code.timer }
    /// Its variable, or of several timers the element of theirs.
    private var name: String { code.variable + (timer.copies == nil ? "" : "[n]") }

    /// Where something is asked of it: a property may be nil.
    private var reached: String {
        timer.copies == nil && (code.isHeld || code.kind == .displayLink) ? name + "?" : name
    }

    init(_ code: TimerCode) { self.code = code }

    static let weakVariable = ["weak var weakSelf = self"]

    static let deallocHead = "isolated deinit {"
    static let viewWillDisappearHead = """
        override func viewWillDisappear(_ animated: Bool) {
            super.viewWillDisappear(animated)
        """
    static let stopHead = "// Called as the screen goes.\nfunc stop() {"

    var end: String {
        if timer.copies != nil, code.kind != .perform {
            let verb = code.kind == .nstimer || code.kind == .displayLink ? "invalidate" : "cancel"
            return "\(code.variable).forEach { $0.\(verb)() }"
        }
        if code.isInSet { return "cancellables.removeAll()" }
        return switch code.kind {
        case .nstimer, .displayLink: "\(name)?.invalidate()"
        case .gcd, .combine, .after, .machWait, .threadSleep, .taskSleep, .asyncTimer: "\(name)?.cancel()"
        case .perform: "NSObject.cancelPreviousPerformRequests(withTarget: self)"
        }
    }

    var released: String { "\(name) = nil" }

    /// The same inside of a block, where a property takes `self`.
    var madeInside: String {
        let parts = made.joined(separator: "\n").split(separator: name, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            let isOwn = text.last.map { "( \n".contains($0) } ?? true
            return text + (isOwn ? "self." : "") + name + part
        }.replacing(/^perform/, with: "self.perform")
    }

    var made: [String] {
        switch code.kind {
        case .nstimer:
            timer.copies == nil
                ? timerMade(in: name + "?") + added(name + "!") : timerMade(in: name) + added(name)
        case .displayLink: linkMade
        case .gcd: sourceMade
        case .perform:
            [
                "perform(#selector(\(selector)), with: nil, afterDelay: \(code.first)"
                    + (code.isCommon ? ", inModes: [.common])" : ")") + later
            ]
        case .after: posted
        case .machWait, .threadSleep:
            timer.thread == 0 ? waiting : [Self.block("\(name) = Thread {\(head([]))", waiting)]
        case .taskSleep, .asyncTimer:
            [Self.block("\(name) = Task\(code.isOnMainActor ? "" : ".detached") {\(head([]))", looping)]
        case .combine:
            [
                (code.isInSet ? "" : (code.isHeld ? "" : "let ") + "\(name) = ")
                    + "Timer.publish(every: \(code.seconds)\(tolerance), on: .main, "
                    + "in: \(code.isCommon ? ".common" : ".default")).autoconnect().sink \(block("_"))"
                    + (code.isInSet ? ".store(in: &cancellables)" : "")
            ]
        }
    }

    // MARK: Calls

    private var selector: String { code.method + (code.takesTimer ? "(_:)" : "") }

    /// The call of its method from where its callback runs to a class of the main actor.
    private func call(isStrong: Bool = false) -> String {
        let isWeak = code.isWeak && !isStrong
        let call = (isWeak ? "self?." : "self.") + "\(code.method)(\(code.takesTimer ? "timer" : ""))"
        switch code.kind {
        case .nstimer where code.loopThread == 0:
            return "MainActor.assumeIsolated { \(call) }"
        case .gcd where code.isOnMainQueue, .after where code.isOnMainQueue, .combine, .perform, .displayLink:
            return call
        case .machWait where timer.thread == 0, .threadSleep where timer.thread == 0: return call
        case .taskSleep, .asyncTimer:
            let awaits = timer.steps.contains { if case .taskSleep = $0.action { true } else { false } }
            return (awaits || !code.isOnMainActor ? "await " : "") + call
        case .nstimer, .gcd, .after, .machWait, .threadSleep:
            return "Task { @MainActor \(isWeak ? "[weak self] " : "")in \(call) }"
        }
    }

    /// What stands behind the brace that opens a block.
    private func head(_ parameters: [String]) -> String {
        let itself = code.capturesItself.map { ["\($0.isWeak ? "weak " : "")source = \(name)"] } ?? []
        let list = (code.isWeak ? ["weak self"] : []) + itself + code.weakObjects.map { "weak " + $0 }
        let words = (list.isEmpty ? [] : ["[\(list.joined(separator: ", "))]"]) + parameters
        return words.isEmpty ? "" : " \(words.joined(separator: " ")) in"
    }

    /// A block that calls its method, with this name for what it is passed.
    private func block(_ parameter: String? = nil, _ attribute: String = "") -> String {
        let list = head(parameter.map { [$0] } ?? [])
        return "{\(attribute)\(attribute.isEmpty || !list.isEmpty ? list : " in") \(call()) }"
    }

    // MARK: Timers

    private var timerBlock: String {
        let ends = code.endsWithoutOwner && code.isWeak
        if !ends, !code.takesTimer { return block("_") }
        return Self.block(
            "{" + head(["timer"]),
            (code.takesTimer ? ["nonisolated(unsafe) let timer = timer"] : [])
                + (ends ? ["guard let self else { return timer.invalidate() }"] : []) + [call(isStrong: ends)])
    }

    /// - Parameter holder: what the tolerance is set of.
    private func timerMade(in holder: String) -> [String] {
        let repeats = code.timer.repeats
        let message = "target: \(target), selector: #selector(\(told)), userInfo: \(info), repeats: \(repeats))"
        let rest = code.isMessage ? message : "repeats: \(repeats)) \(timerBlock)"
        let date = "\(code.isMessage ? "fireAt" : "fire"): Date() + \(code.first), interval: "
        let made =
            if code.isScheduledAtOnce {
                ".scheduledTimer(\(code.isMessage ? "timeInterval" : "withTimeInterval"): \(code.seconds), \(rest)"
            } else if timer.hasOwnDelay {
                "Timer(\(date)\(repeats ? code.seconds : "0"), \(rest)"
            } else {
                "Timer(timeInterval: \(code.seconds), \(rest)"
            }
        return ["\(name) = \(made)"]
            + (timer.tolerance > 0 ? ["\(holder).tolerance = \(TimerCode.decimal(timer.tolerance))"] : [])
    }

    private func added(_ timer: String) -> [String] {
        code.isScheduledAtOnce || !code.isAdded ? [] : ["\(loop).add(\(timer), forMode: \(mode))"]
    }

    private var mode: String { code.isCommon ? ".common" : ".default" }
    private var loop: String { code.loopThread == 0 ? "RunLoop.main" : "RunLoop.current" }

    /// The run loop of a thread, until that is cancelled.
    static let loopRunToTheEnd =
        "while !Thread.current.isCancelled, RunLoop.current.run(mode: .default, before: Date() + 1) {}"

    private var isPassedWeakly: Bool { timer.callback.target?.passedWeakly == true }
    private var target: String {
        switch code.target {
        case .none, .classObject: isPassedWeakly ? "weakSelf!" : "self"
        case .object, .nsproxy, .nullForwarding: "WeakProxy(self)"
        case .selfInvalidating: "Relay(self)"
        }
    }
    private var told: String { code.target == .selfInvalidating ? "Relay.tick(_:)" : selector }
    private var info: String {
        code.info.count > 1 ? "[\(code.info.joined(separator: ", "))]" : code.info.first ?? "nil"
    }

    private var linkMade: [String] {
        ["\(name) = CADisplayLink(target: \(target), selector: #selector(\(told)))"]
            + rateAsked + (timer.startsActive ? [] : ["\(reached).isPaused = true"])
            + (code.isAdded ? ["\(reached).add(to: \(loop.dropFirst("RunLoop".count)), forMode: \(mode))"] : [])
    }

    private var rateAsked: [String] {
        if let range = code.rateRange {
            return [
                "\(reached).preferredFrameRateRange = CAFrameRateRange(minimum: \(range.minimum), "
                    + "maximum: \(range.maximum), preferred: \(range.preferred))"
            ]
        }
        return code.rate.map { ["\(reached).preferredFramesPerSecond = \($0)"] } ?? []
    }

    // MARK: Dispatch

    private var queue: String {
        switch code.queueKind {
        case .main: ".main"
        case .global: ".global()"
        case .serial, .concurrent: code.isOnNewQueue ? "DispatchQueue(label: \"\(code.queueLabel)\")" : code.queueName
        }
    }

    private var deadline: String { timer.clock == .wall ? "wallDeadline" : "deadline" }

    private var sourceMade: [String] {
        let tolerance = timer.tolerance
        let isFine = tolerance % 1_000_000 != 0
        let length = ".\(isFine ? "nano" : "milli")seconds(\(isFine ? tolerance : tolerance / 1_000_000))"
        return [
            "\(code.isHeld ? "" : "let ")\(name) = DispatchSource.makeTimerSource(\(timer.isStrict ? "flags: .strict, " : "")"
                + "queue: \(queue))",
            "\(reached).schedule(\(deadline): \(code.startsAtOnce ? ".now()" : ".now() + \(code.first)")"
                + (timer.repeats ? ", repeating: \(code.seconds)" : "")
                + (tolerance > 0 ? ", leeway: \(length)" : "") + ")" + code.clockNote,
            "\(reached).setEventHandler \(block(nil, code.isOnMainQueue ? "" : " @Sendable"))"
                + (code.losesArgument
                    ? "  // \(code.method)(_:) becomes \(code.method)(), since a source passes nothing" : ""),
        ] + (timer.startsActive ? ["\(reached).activate()"] : [])
    }

    private var posted: [String] {
        // Each block goes to the same queue.
        let made = code.makesQueue ? ["\(code.queueName) = \(queue)  // once"] : []
        let queue =
            code.isOnMainQueue
            ? "DispatchQueue.main"
            : code.makesQueue ? code.queueName : queue == ".global()" ? "DispatchQueue.global()" : queue
        let call = "\(queue).asyncAfter(\(deadline): .now() + \(code.first)"
        return made
            + (code.ends.isAny || code.isRemade
                ? [
                    "\(name) = DispatchWorkItem \(block(nil, code.isOnMainQueue ? "" : " @Sendable"))",
                    "\(call), execute: \(name)!)\(later)\(code.clockNote)",
                ]
                : ["\(call)) \(block())\(later)\(code.clockNote)"])
    }

    // MARK: Loops

    private var waiting: [String] {
        let head = "while !Thread.current.isCancelled"
        return code.kind == .machWait
            ? onGrid(
                call(), head, from: "var next = mach_absolute_time() + ticks(\(code.first))",
                until: "mach_wait_until(next)", next: "next += ticks(\(code.seconds))")
            : looped(call(), head, separator: "; ") { "Thread.sleep(forTimeInterval: \($0))" }
    }

    /// A tolerance as an argument, where the code has one.
    private var tolerance: String {
        guard timer.isToleranceSet else { return "" }
        return ", tolerance: "
            + (code.kind == .combine ? TimerCode.decimal(timer.tolerance) : duration(timer.tolerance))
    }

    private func duration(_ time: Int64) -> String { time == 0 ? ".zero" : ".seconds(\(TimerCode.decimal(time)))" }

    private var looping: [String] {
        let isSuspending = timer.clock == .uptime
        let call = call()
        if code.kind == .asyncTimer {
            return [
                "for await _ in AsyncTimerSequence(interval: .seconds(\(code.seconds))\(tolerance), clock: "
                    + "\(isSuspending ? ".suspending" : ".continuous")) { \(call) }"
            ]
        }
        let attempt = (timer.swallowsCancellation ? "try?" : "try") + " await Task.sleep"
        let head = "while !Task.isCancelled"
        return timer.isAbsolute
            ? onGrid(
                call, head,
                from: "var next = \(isSuspending ? "Suspending" : "Continuous")Clock.now"
                    + (code.startsAtOnce ? "" : " + .seconds(\(code.first))"),
                until:
                    "\(attempt)(until: next\(tolerance), clock: \(isSuspending ? ".suspending" : ".continuous"))",
                next: "next += .seconds(\(code.seconds))")
            : looped(call, head, separator: "; ") {
                "\(attempt)(for: .seconds(\($0))\(tolerance)\(isSuspending ? ", clock: .suspending" : ""))"
            }
    }
}
