import ScenarioModel

/// What makes a timer in Swift, and what ends it.
struct SwiftLines {
    let kind: TimerKind
    let isBlock: Bool
    /// Whether it waits another time for its first point than for others, and whether it waits at all then.
    private let hasDelay: Bool
    private let isDelayed: Bool

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?) {
        (kind, isBlock) = (timer?.kind ?? .perform, timer?.callback.style == .block)
        hasDelay = timer?.delay != nil && timer?.interval != nil && timer?.delay != timer?.interval
        isDelayed = timer?.delay != .zero
    }

    func made(isCommon: Bool) -> String {
        let mode = isCommon ? ".common" : ".default"
        return switch kind {
        case .nstimer:
            switch (isBlock, isCommon) {
            case (true, false):
                "$timer = .scheduledTimer(withTimeInterval: $seconds, repeats: $repeats) $swiftBlock"
            case (true, true):
                "$timer = Timer(timeInterval: $seconds, repeats: $repeats) $swiftBlock\n"
                    + "$swiftLoop.add($timer!, forMode: .common)"
            case (false, false):
                "$timer = .scheduledTimer(timeInterval: $seconds, target: self, selector: #selector($swiftSelector), "
                    + "userInfo: nil, repeats: $repeats)"
            case (false, true):
                "$timer = Timer(timeInterval: $seconds, target: self, selector: #selector($swiftSelector), userInfo: nil, "
                    + "repeats: $repeats)\n$swiftLoop.add($timer!, forMode: .common)"
            }
        case .displayLink:
            "$timerLink = CADisplayLink(target: self, selector: #selector($swiftSelector))\n"
                + "$timerLink.add(to: .main, forMode: \(mode))"
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

    /// A task that sleeps before each call, and before the first one for another time, or not at all.
    private func sleeping(_ call: String, _ tolerance: String = "") -> String {
        func sleep(_ time: String) -> String { "try await Task.sleep(for: .seconds(\(time))\(tolerance))" }
        let parts = hasDelay ? [call, sleep("$seconds")] : [sleep("$seconds"), call]
        return (hasDelay && isDelayed ? sleep("$first") + "\n" : "")
            + "while !Task.isCancelled { \(parts.joined(separator: "; ")) }"
    }

    private func added(_ lines: String, indent: String = "") -> String {
        lines.split(separator: "\n").map { "+ \(indent)\($0)" }.joined(separator: "\n")
    }

    /// With a weak capture.
    var weak: String {
        switch kind {
        case .nstimer, .displayLink, .perform, .machWait, .threadSleep, .asyncTimer:
            """
            - $swiftMade
            + $timer = .scheduledTimer(withTimeInterval: $seconds, repeats: $repeats) { [weak self] timer in
            +     guard let self else { return timer.invalidate() }
            +     self.$method($argument)
            + }
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
            \(added(sleeping("self?.$method()"), indent: "    "))
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
            \(added(sleeping("$method()", ", tolerance: .zero")))
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
    func calling(_ target: String, _ selector: String = "$swiftSelector") -> String {
        kind == .displayLink
            ? "$timerLink = CADisplayLink(target: \(target), selector: #selector(\(selector)))\n"
                + "$timerLink.add(to: .main, forMode: $swiftMode)"
            : "$timer = .scheduledTimer(timeInterval: $seconds, target: \(target), selector: #selector(\(selector)),\n"
                + "    userInfo: nil, repeats: $repeats)"
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

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?) {
        (kind, isBlock) = (timer?.kind ?? .perform, timer?.callback.style == .block)
        hasLeeway = timer?.tolerance ?? 0 > 0
    }

    func made(isCommon: Bool) -> String {
        switch kind {
        case .nstimer, .combine:
            "self.$timer = [NSTimer \(isCommon ? "timer" : "scheduledTimer")WithTimeInterval:$seconds "
                + (isBlock
                    ? "repeats:$objcRepeats block:$objcBlock];"
                    : "target:self selector:@selector($objcSelector) userInfo:nil repeats:$objcRepeats];")
                + (isCommon ? "\n[$objcLoop addTimer:self.$timer forMode:NSRunLoopCommonModes];" : "")
        case .displayLink:
            "self.$timerLink = [CADisplayLink displayLinkWithTarget:self selector:@selector($objcSelector)];\n"
                + "[self.$timerLink addToRunLoop:NSRunLoop.mainRunLoop "
                + "forMode:\(isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode")];"
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

    /// With a weak capture.
    var weak: String {
        switch kind {
        case .nstimer, .displayLink, .perform, .machWait, .threadSleep, .taskSleep, .asyncTimer, .combine:
            """
            - $objcMade
            + self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds repeats:$objcRepeats block:^(NSTimer *t) {
            +     typeof(self) owner = weakSelf;
            +     if (owner) [owner $message]; else [t invalidate];
            + }];
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
    func calling(_ target: String, _ selector: String = "$objcSelector") -> String {
        kind == .displayLink
            ? "self.$timerLink = [CADisplayLink displayLinkWithTarget:\(target) selector:@selector(\(selector))];\n"
                + "[self.$timerLink addToRunLoop:NSRunLoop.mainRunLoop forMode:$objcMode];"
            : "self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds target:\(target)\n"
                + "                selector:@selector(\(selector)) userInfo:nil repeats:$objcRepeats];"
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
