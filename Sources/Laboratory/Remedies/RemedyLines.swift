import ExactTime
import ScenarioModel

/// What makes a timer in Swift, and what ends it.
struct SwiftLines {
    private let plan: TimerPlan
    /// Whether something adds it to a run loop.
    private let isAdded: Bool
    private var kind: TimerKind { plan.kind }
    private var isBlock: Bool { plan.callback.style == .block }
    private var isCommon: Bool { plan.modes == [.common] }

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?, isAdded: Bool = true) {
        (plan, self.isAdded) = (timer ?? TimerPlan(id: "", kind: .perform), isAdded)
    }

    func made(isCommon: Bool) -> String {
        let mode = isCommon ? ".common" : ".default"
        return switch kind {
        case .nstimer where isBlock: scheduled("repeats: $repeats) $swiftBlock", isCommon: isCommon)
        case .nstimer, .displayLink: calling("$swiftTarget", "$swiftTold", isCommon: isCommon)
        case .gcd: "$timerSource.schedule($swiftDeadline: $swiftStart$swiftEvery\(leeway))"
        case .perform:
            "perform(#selector($swiftSelector), with: nil, afterDelay: $first"
                + (isCommon ? ", inModes: [.common])" : ")") + plan.later
        case .after: posted("self.", on: "$swiftPosted")
        case .machWait, .threadSleep: waiting("")
        case .taskSleep, .asyncTimer: looping("")
        case .combine: published(mode) + ".sink $swiftBlock"
        }
    }

    /// A new timer in its run loop, which it is added to by a line of its own unless it is scheduled at once.
    private func scheduled(_ rest: String, isBlock: Bool = true, isCommon: Bool) -> String {
        let tolerance = kind == .nstimer && plan.tolerance > 0 ? "\n$timer?" + tolerance : ""
        if plan.creation == .scheduled, !isCommon, !plan.hasOwnDelay {
            return "$timer = .scheduledTimer(\(isBlock ? "withTimeInterval" : "timeInterval"): $seconds, \(rest)"
                + tolerance
        }
        return "$timer = \(timer(rest, isBlock: isBlock))\(tolerance)"
            + (isAdded ? "\n$swiftLoop.add($timer!, forMode: \(isCommon ? ".common" : ".default"))" : "")
    }

    /// What gives a timer its tolerance, behind its name.
    var tolerance: String { ".tolerance = \(RemedyNames.decimal(plan.tolerance))" }

    /// A new timer that is in no run loop; with another time before its first firing it gets a date.
    func timer(_ rest: String = "repeats: $repeats) $swiftBlock", isBlock: Bool = true) -> String {
        let date = "\(isBlock ? "fire" : "fireAt"): Date() + $first, interval: \(plan.repeats ? "$seconds" : "0")"
        return "Timer(\(plan.hasOwnDelay ? date : "timeInterval: $seconds"), \(rest)"
    }

    // The bodies of a task, a thread and a block call through nothing, `self.` or `self?.`.

    private func call(_ receiver: String) -> String {
        let awaits = plan.steps.contains { if case .taskSleep = $0.action { true } else { false } }
        return (awaits ? "await " : "") + receiver + "$method()"
    }

    /// The tolerance of what sleeps.
    private var duration: String {
        let length = plan.tolerance == 0 ? ".zero" : ".seconds(\(RemedyNames.decimal(plan.tolerance)))"
        return plan.isToleranceSet ? ", tolerance: \(length)" : ""
    }

    private func sleeping(_ receiver: String) -> String {
        let attempt = (plan.swallowsCancellation ? "try?" : "try") + " await Task.sleep"
        let (head, isSuspending) = ("while !Task.isCancelled", plan.clock == .uptime)
        return plan.isAbsolute
            ? plan.onGrid(
                call(receiver), head,
                from: "var next = \(isSuspending ? "Suspending" : "Continuous")Clock.now$swiftNext",
                until: "\(attempt)(until: next\(duration), clock: \(isSuspending ? ".suspending" : ".continuous"))",
                next: "next += .seconds($seconds)")
            : plan.looped(call(receiver), head, separator: "; ") {
                "\(attempt)(for: .seconds(\($0))\(duration)\(isSuspending ? ", clock: .suspending" : ""))"
            }
    }

    private func iterating(_ receiver: String) -> String {
        "for await _ in AsyncTimerSequence(interval: .seconds($seconds)\(duration), clock: "
            + "\(plan.clock == .uptime ? ".suspending" : ".continuous")) { \(call(receiver)) }"
    }

    /// The loop of a task.
    private func looping(_ receiver: String) -> String {
        kind == .taskSleep ? sleeping(receiver) : iterating(receiver)
    }

    private func waiting(_ receiver: String) -> String {
        let head = "while " + (receiver == "self?." ? "self?.isDone == false" : "!\(receiver)isDone")
        return kind == .machWait
            ? plan.onGrid(
                call(receiver), head, from: "var next = mach_absolute_time() + ticks($first)",
                until: "mach_wait_until(next)", next: "next += ticks($seconds)")
            : plan.looped(call(receiver), head, separator: "; ") { "Thread.sleep(forTimeInterval: \($0))" }
    }

    private func posted(_ receiver: String, on queue: String) -> String {
        "\(queue).asyncAfter($swiftDeadline: .now() + $first) "
            + "{ \(receiver == "self?." ? "[weak self] in " : "")\(receiver)$method() }" + plan.later
    }

    private func published(_ mode: String) -> String {
        let tolerance = plan.isToleranceSet ? ", tolerance: \(RemedyNames.decimal(plan.tolerance))" : ""
        return "$timer = Timer.publish(every: $seconds\(tolerance), on: .main, in: \(mode)).autoconnect()"
    }

    private static let weakBlock = """
        { [weak self] timer in
            guard let self else { return timer.invalidate() }
            self.$method($argument)
        }
        """

    /// With a weak capture.
    var weak: String {
        switch kind {
        case .nstimer, .displayLink, .perform:
            """
            - $swiftMade
            \(RemedyNames.added(scheduled("repeats: $repeats) " + SwiftLines.weakBlock, isCommon: isCommon)))
            $swiftDeinit
            """
        case .machWait, .threadSleep:
            RemedyNames.block("- ", "worker = Thread {", waiting("self.")) + "\n"
                + RemedyNames.block("+ ", "worker = Thread { [weak self] in", waiting("self?."))
        case .gcd:
            """
            - $timerSource.setEventHandler { self.$method() }
            + $timerSource.setEventHandler { $swiftSendable[weak self] in self?.$method() }
            """
        case .after: "- $swiftMade\n+ \(posted("self?.", on: "$swiftPosted"))"
        case .taskSleep, .asyncTimer:
            RemedyNames.block("- ", "task = Task {", made(isCommon: false)) + "\n"
                + RemedyNames.block("+ ", "task = Task { [weak self] in", looping("self?."))
                + "\n$swiftDeinit"
        case .combine:
            """
            - $swiftMade
            + \(published("$swiftMode"))
            +     .sink { [weak self] _ in self?.$method() }
            """
        }
    }

    /// On a queue of its own instead of main; a task on none at all.
    var queued: String {
        switch kind {
        case .taskSleep, .asyncTimer:
            RemedyNames.block("- ", "task = Task {", made(isCommon: false)) + "\n"
                + RemedyNames.block("+ ", "task = Task.detached {", looping("self."))
        case .after: "- $swiftMade\n+ \(posted("self.", on: "DispatchQueue(label: \"$queue\")"))"
        case .nstimer, .displayLink, .gcd, .perform, .machWait, .threadSleep, .combine:
            "- let queue = DispatchQueue.main\n+ let queue = DispatchQueue(label: \"$queue\")\n  $swiftMade"
        }
    }

    /// In a property instead of a local variable.
    var held: String {
        kind == .combine
            ? "- let $swiftMade\n+ \(published("$swiftMode"))\n"
                + "+     .sink { [weak self] _ in self?.$method() }"
            : """
            - let source = DispatchSource.makeTimerSource(queue: $swiftQueue)
            + $timerSource = DispatchSource.makeTimerSource(queue: $swiftQueue)
            """
    }

    /// Without a tolerance.
    var prompt: String {
        kind == .gcd
            ? """
            - $timerSource = DispatchSource.makeTimerSource(queue: $swiftQueue)
            - $swiftMade
            + $timerSource = DispatchSource.makeTimerSource(flags: .strict, queue: $swiftQueue)
            + $timerSource.schedule($swiftDeadline: $swiftStart$swiftEvery, leeway: .nanoseconds(0))
            """ : tolerant(of: 0)
    }

    /// With another tolerance, ns.
    func tolerant(of tolerance: Int64) -> String {
        var plan = plan
        (plan.tolerance, plan.isToleranceSet) = (tolerance, true)
        let other = SwiftLines(plan, isAdded: isAdded)
        return kind == .nstimer
            ? (self.plan.tolerance > 0 ? "- $timer?\(self.tolerance)\n" : "") + "+ $timer?\(other.tolerance)"
            : "- $swiftMade\n" + RemedyNames.added(other.made(isCommon: isCommon))
    }

    /// The leeway of a dispatch source, where it has one.
    var leeway: String {
        let isFine = plan.tolerance % 1_000_000 != 0
        return plan.tolerance == 0
            ? ""
            : ", leeway: .\(isFine ? "nano" : "milli")seconds(\(isFine ? plan.tolerance : plan.tolerance / 1_000_000))"
    }

    /// With another target; of what calls none, a timer that does.
    func calling(_ target: String, _ selector: String = "$swiftSelector", isCommon: Bool? = nil) -> String {
        let isCommon = isCommon ?? self.isCommon
        return kind == .displayLink
            ? "$timerLink = CADisplayLink(target: \(target), selector: #selector(\(selector)))\n"
                + "$timerLink.add(to: .main, forMode: \(isCommon ? ".common" : ".default"))"
            : scheduled(
                "target: \(target), selector: #selector(\(selector)), userInfo: $swiftInfo, repeats: $repeats)",
                isBlock: false,
                isCommon: isCommon)
    }

    /// A loop that sleeps until points of a grid.
    var deadlines: String {
        kind == .threadSleep
            ? """
            - $swiftMade
            + var next = ProcessInfo.processInfo.systemUptime + $seconds
            + while !isDone {
            +     Thread.sleep(forTimeInterval: max(0, next - ProcessInfo.processInfo.systemUptime))
            +     \(call(""))
            +     repeat { next += $seconds } while next <= ProcessInfo.processInfo.systemUptime
            + }
            """
            : """
            - $swiftMade
            + var next = ContinuousClock.now$swiftNext
            + while !Task.isCancelled {
            +     try await Task.sleep(until: next, tolerance: .zero, clock: .continuous)
            +     \(call(""))
            +     repeat { next += .seconds($seconds) } while next <= .now
            + }
            """
    }

    var end: String {
        switch kind {
        case .nstimer: "$timer?.invalidate()"
        case .displayLink: "$timerLink.invalidate()"
        case .gcd: "$timerSource.cancel()"
        case .perform: "NSObject.cancelPreviousPerformRequests(withTarget: self)"
        case .after: "workItem?.cancel()"
        case .machWait, .threadSleep: "isDone = true"
        case .taskSleep, .asyncTimer: "task?.cancel()"
        case .combine: "$timer?.cancel()"
        }
    }
}

extension TimerPlan {
    /// From its making to its first point, where that is another time than between others.
    var firstWait: Rational? {
        if case .fireDate(let date) = creation { Rational(whole: date) } else { delay }
    }

    /// Whether it waits another time before its first firing than between others, or is made with a date.
    var hasOwnDelay: Bool {
        if case .fireDate = creation { return true }
        return delay != nil && interval != nil && delay != interval
    }

    /// What stands behind a call that asks for the next one in its turn, after another time.
    var later: String { repeats && hasOwnDelay ? "  // then again after $seconds" : "" }

    /// A loop that waits for a time before each call, and before the first one for another time, or not at all; without
    /// a loop where it does not repeat.
    func looped(_ call: String, _ head: String, separator: String, sleep: (String) -> String) -> String {
        guard repeats else { return sleep("$first") + "\n" + call }
        let parts = hasOwnDelay ? [call, sleep("$seconds")] : [sleep("$seconds"), call]
        return (hasOwnDelay && delay != .zero ? sleep("$first") + "\n" : "")
            + "\(head) { \(parts.joined(separator: separator)) }"
    }

    /// A loop that waits for the points of a grid.
    func onGrid(
        _ call: String, _ head: String, from first: String, until sleep: String, next: String
    ) -> String {
        repeats
            ? "\(first)\n\(head) {\n    \(sleep)\n    \(call)\n    \(next)\n}"
            : "\(first.replacing("var ", with: "let "))\n\(sleep)\n\(call)"
    }
}
