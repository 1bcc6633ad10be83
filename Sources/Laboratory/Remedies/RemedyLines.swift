import ScenarioModel

/// What makes a timer in Swift, and what ends it.
struct SwiftLines {
    let kind: TimerKind
    let isBlock: Bool
    /// Whether it waits another time for its first point than for others, and whether it waits at all then.
    private let hasDelay: Bool
    private let isDelayed: Bool
    private let isCommon: Bool

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?) {
        (kind, isBlock) = (timer?.kind ?? .perform, timer?.callback.style == .block)
        (hasDelay, isDelayed) = (timer?.hasOwnDelay ?? false, timer?.delay != .zero)
        isCommon = timer?.modes == [.common]
    }

    func made(isCommon: Bool) -> String {
        let mode = isCommon ? ".common" : ".default"
        return switch kind {
        case .nstimer where isBlock: scheduled("repeats: $repeats) $swiftBlock", isCommon: isCommon)
        case .nstimer, .displayLink: calling("self", isCommon: isCommon)
        case .gcd: "$timerSource.schedule(deadline: $swiftStart$swiftEvery$swiftLeeway)"
        case .perform:
            "perform(#selector($swiftSelector), with: nil, afterDelay: $seconds"
                + (isCommon ? ", inModes: [.common])" : ")")
        case .after: "queue.asyncAfter(deadline: .now() + $seconds) { self.$method() }"
        case .machWait, .threadSleep: "while !isDone { Thread.sleep(forTimeInterval: $seconds); $method() }"
        case .taskSleep: sleeping("$method()")
        case .asyncTimer: "for await _ in AsyncTimerSequence.repeating(every: .seconds($seconds)) { $method() }"
        case .combine:
            "$timer = Timer.publish(every: $seconds, on: .main, in: \(mode)).autoconnect().sink $swiftBlock"
        }
    }

    /// A new timer in its run loop, which it is added to by a line of its own unless it is scheduled at once.
    private func scheduled(_ rest: String, isBlock: Bool = true, isCommon: Bool) -> String {
        isCommon || hasDelay
            ? "$timer = \(timer(rest, isBlock: isBlock))\n"
                + "$swiftLoop.add($timer!, forMode: \(isCommon ? ".common" : ".default"))"
            : "$timer = .scheduledTimer(\(isBlock ? "withTimeInterval" : "timeInterval"): $seconds, \(rest)"
    }

    /// A new timer that is in no run loop; with another time before its first firing it gets a date.
    func timer(_ rest: String = "repeats: $repeats) $swiftBlock", isBlock: Bool = true) -> String {
        let date = "\(isBlock ? "fire" : "fireAt"): Date() + $first, interval"
        return "Timer(\(hasDelay ? date : "timeInterval"): $seconds, \(rest)"
    }

    /// A task that sleeps before each call, and before the first one for another time, or not at all.
    private func sleeping(_ call: String, _ tolerance: String = "") -> String {
        func sleep(_ time: String) -> String { "try await Task.sleep(for: .seconds(\(time))\(tolerance))" }
        let parts = hasDelay ? [call, sleep("$seconds")] : [sleep("$seconds"), call]
        return (hasDelay && isDelayed ? sleep("$first") + "\n" : "")
            + "while !Task.isCancelled { \(parts.joined(separator: "; ")) }"
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
        case .nstimer, .displayLink, .perform, .machWait, .threadSleep, .asyncTimer:
            """
            - $swiftMade
            \(RemedyNames.added(scheduled("repeats: $repeats) " + SwiftLines.weakBlock, isCommon: isCommon)))
            $swiftDeinit
            """
        case .gcd:
            """
            - $timerSource.setEventHandler { self.$method() }
            + $timerSource.setEventHandler { $swiftSendable[weak self] in self?.$method() }
            """
        case .after:
            """
            - $swiftMade
            + queue.asyncAfter(deadline: .now() + $seconds) { [weak self] in self?.$method() }
            """
        case .taskSleep:
            """
            - task = Task { $swiftMade }
            + task = Task { [weak self] in
            \(RemedyNames.added(sleeping("self?.$method()"), indent: "    "))
            + }
            $swiftDeinit
            """
        case .combine:
            """
            - $swiftMade
            + $timer = Timer.publish(every: $seconds, on: .main, in: $swiftMode).autoconnect()
            +     .sink { [weak self] _ in self?.$method() }
            """
        }
    }

    /// On a queue of its own instead of main; a task on none at all.
    var queued: String {
        let call = made(isCommon: false).replacing("$method()", with: "self.$method()").replacing("\n", with: "\n+ ")
        return kind == .taskSleep || kind == .asyncTimer
            ? "- task = Task { $swiftMade }\n+ task = Task.detached { \(call) }"
            : "- let queue = DispatchQueue.main\n+ let queue = DispatchQueue(label: \"$queue\")\n  $swiftMade"
    }

    /// In a property instead of a local variable.
    var held: String {
        kind == .combine
            ? "- let $swiftMade\n+ $timer = Timer.publish(every: $seconds, on: .main, in: $swiftMode).autoconnect()\n"
                + "+     .sink { [weak self] _ in self?.$method() }"
            : """
            - let source = DispatchSource.makeTimerSource(queue: $swiftQueue)
            + $timerSource = DispatchSource.makeTimerSource(queue: $swiftQueue)
            """
    }

    /// Without a tolerance.
    var prompt: String {
        switch kind {
        case .nstimer: "+ $timer?.tolerance = 0"
        case .taskSleep:
            """
            - $swiftMade
            \(RemedyNames.added(sleeping("$method()", ", tolerance: .zero")))
            """
        case .asyncTimer:
            """
            - $swiftMade
            + for await _ in AsyncTimerSequence.repeating(every: .seconds($seconds), tolerance: .zero) { $method() }
            """
        case .combine:
            """
            - $swiftMade
            + $timer = Timer.publish(every: $seconds, tolerance: 0, on: .main, in: $swiftMode).autoconnect().sink $swiftBlock
            """
        case .gcd, .displayLink, .perform, .after, .machWait, .threadSleep:
            """
            - $timerSource = DispatchSource.makeTimerSource(queue: $swiftQueue)
            - $swiftMade
            + $timerSource = DispatchSource.makeTimerSource(flags: .strict, queue: $swiftQueue)
            + $timerSource.schedule(deadline: $swiftStart$swiftEvery, leeway: .nanoseconds(0))
            """
        }
    }

    /// With another target; of what calls none, a timer that does.
    func calling(_ target: String, _ selector: String = "$swiftSelector", isCommon: Bool? = nil) -> String {
        let isCommon = isCommon ?? self.isCommon
        return kind == .displayLink
            ? "$timerLink = CADisplayLink(target: \(target), selector: #selector(\(selector)))\n"
                + "$timerLink.add(to: .main, forMode: \(isCommon ? ".common" : ".default"))"
            : scheduled(
                "target: \(target), selector: #selector(\(selector)), userInfo: nil, repeats: $repeats)",
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
            +     $method()
            +     repeat { next += $seconds } while next <= ProcessInfo.processInfo.systemUptime
            + }
            """
            : """
            - $swiftMade
            + var next = ContinuousClock.now$swiftNext
            + while !Task.isCancelled {
            +     try await Task.sleep(until: next, tolerance: .zero, clock: .continuous)
            +     $method()
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

/// What makes a timer in Objective-C, and what ends it.
struct ObjectiveCLines {
    let kind: TimerKind
    let isBlock: Bool
    private let hasLeeway: Bool
    private let hasDelay: Bool
    private let isCommon: Bool

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?) {
        (kind, isBlock) = (timer?.kind ?? .perform, timer?.callback.style == .block)
        hasLeeway = timer?.tolerance ?? 0 > 0
        (hasDelay, isCommon) = (timer?.hasOwnDelay ?? false, timer?.modes == [.common])
    }

    func made(isCommon: Bool) -> String {
        switch kind {
        case .nstimer where !isBlock, .combine where !isBlock, .displayLink: calling("self", isCommon: isCommon)
        case .nstimer, .combine: scheduled("repeats:$objcRepeats block:$objcBlock];", isCommon: isCommon)
        case .gcd:
            "dispatch_source_set_timer(self.$timerSource, dispatch_time(DISPATCH_TIME_NOW, $first * NSEC_PER_SEC), "
                + "$objcEvery, $objcLeeway);"
        case .perform:
            "[self performSelector:@selector($objcSelector) withObject:nil afterDelay:$seconds"
                + (isCommon ? " inModes:@[NSRunLoopCommonModes]];" : "];")
        case .after, .taskSleep, .asyncTimer:
            "dispatch_after(dispatch_time(DISPATCH_TIME_NOW, $seconds * NSEC_PER_SEC), queue, ^{ [self $method]; });"
        case .machWait, .threadSleep:
            "while (!isDone) { [NSThread sleepForTimeInterval:$seconds]; [self $method]; }"
        }
    }

    /// A new timer in its run loop, which it is added to by a line of its own unless it is scheduled at once.
    private func scheduled(_ rest: String, isCommon: Bool) -> String {
        let mode = isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode"
        return isCommon || hasDelay
            ? "self.$timer = \(timer(rest))\n[$objcLoop addTimer:self.$timer forMode:\(mode)];"
            : "self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds \(rest)"
    }

    /// A new timer that is in no run loop; with another time before its first firing it gets a date.
    func timer(_ rest: String = "repeats:$objcRepeats block:$objcBlock];") -> String {
        hasDelay
            ? "[[NSTimer alloc] initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:$first] interval:$seconds \(rest)"
            : "[NSTimer timerWithTimeInterval:$seconds \(rest)"
    }

    private static let weakBlock = """
        repeats:$objcRepeats block:^(NSTimer *t) {
            typeof(self) owner = weakSelf;
            if (owner) [owner $message]; else [t invalidate];
        }];
        """

    /// With a weak capture.
    var weak: String {
        switch kind {
        case .nstimer, .displayLink, .perform, .machWait, .threadSleep, .taskSleep, .asyncTimer, .combine:
            """
            - $objcMade
            \(RemedyNames.added(scheduled(ObjectiveCLines.weakBlock, isCommon: isCommon)))
            $objcDealloc
            """
        case .gcd:
            """
            - dispatch_source_set_event_handler(self.$timerSource, ^{ [self $method]; });
            + dispatch_source_set_event_handler(self.$timerSource, ^{ [weakSelf $method]; });
            """
        case .after:
            """
            - $objcMade
            + dispatch_after(dispatch_time(DISPATCH_TIME_NOW, $seconds * NSEC_PER_SEC), queue, ^{ [weakSelf $method]; });
            """
        }
    }

    /// Without a tolerance.
    var prompt: String {
        switch kind {
        case .nstimer, .combine: "+ self.$timer.tolerance = 0;"
        case .gcd:
            """
            - self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, $objcQueue);
            + self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, DISPATCH_TIMER_STRICT, $objcQueue);
            \(hasLeeway ? "- $objcMade\n+ \(made(isCommon: false).replacing("$objcLeeway", with: "0"))" : "  $objcMade")
            """
        case .displayLink, .perform, .after, .machWait, .threadSleep, .taskSleep, .asyncTimer:
            ObjectiveCLines.source(flags: "DISPATCH_TIMER_STRICT")
        }
    }

    /// A dispatch source in place of what there is.
    static func source(flags: String) -> String {
        """
        - $objcMade
        + self.queue = dispatch_queue_create("$queue", DISPATCH_QUEUE_SERIAL);
        + self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, \(flags), self.queue);
        + dispatch_source_set_timer(self.$timerSource, dispatch_time(DISPATCH_TIME_NOW, $first * NSEC_PER_SEC),
        +                           $objcEvery, 0);
        + dispatch_source_set_event_handler(self.$timerSource, ^{ [weakSelf $method]; });
        + dispatch_activate(self.$timerSource);
        $objcSourceEnd
        """
    }

    /// With another target; of what calls none, a timer that does.
    func calling(_ target: String, _ selector: String = "$objcSelector", isCommon: Bool? = nil) -> String {
        let isCommon = isCommon ?? self.isCommon
        let mode = isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode"
        return kind == .displayLink
            ? "self.$timerLink = [CADisplayLink displayLinkWithTarget:\(target) selector:@selector(\(selector))];\n"
                + "[self.$timerLink addToRunLoop:NSRunLoop.mainRunLoop forMode:\(mode)];"
            : scheduled(
                "target:\(target) selector:@selector(\(selector)) userInfo:nil repeats:$objcRepeats];",
                isCommon: isCommon)
    }

    var end: String {
        switch kind {
        case .nstimer, .combine: "[_$timer invalidate];"
        case .displayLink: "[_$timerLink invalidate];"
        case .gcd: "dispatch_source_cancel(_$timerSource);"
        case .perform: "[NSObject cancelPreviousPerformRequestsWithTarget:self];"
        case .after, .machWait, .threadSleep, .taskSleep, .asyncTimer: "self.isDone = YES;"
        }
    }
}

extension TimerPlan {
    /// Whether it waits another time before its first firing than between others.
    fileprivate var hasOwnDelay: Bool { delay != nil && interval != nil && delay != interval }
}
