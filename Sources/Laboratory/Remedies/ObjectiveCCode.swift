import LabCatalogue
import LabScenarioModel

/// The code of a timer in Objective-C; Swift's tasks and Combine have none.
struct ObjectiveCCode: CodeLanguage {
    let code: TimerCode
    private var timer: TimerPlan { code.timer }
    /// Its variable, or of several timers the element of theirs.
    private var name: String { code.variable + (timer.copies == nil ? "" : "[n]") }

    init(_ code: TimerCode) { self.code = code }

    static let weakVariable: [String] = []
    static let weakSelf = "__weak typeof(self) weakSelf = self;"

    static let deallocHead = "- (void)dealloc {"
    static let viewWillDisappearHead = """
        - (void)viewWillDisappear:(BOOL)animated {
            [super viewWillDisappear:animated];
        """
    static let stopHead = "// Called as the screen goes.\n- (void)stop {"

    static func exists(for kind: TimerKind) -> Bool {
        switch kind {
        case .combine, .taskSleep, .asyncTimer: false
        case .nstimer, .displayLink, .gcd, .perform, .after, .machWait, .threadSleep: true
        }
    }

    var end: String {
        if timer.copies != nil, code.kind == .nstimer || code.kind == .displayLink {
            return "for (id t in _\(code.variable)) [t invalidate];"
        }
        return switch code.kind {
        case .nstimer, .displayLink: "[_\(name) invalidate];"
        case .gcd: "if (_\(name)) dispatch_source_cancel(_\(name));"
        case .perform: "[NSObject cancelPreviousPerformRequestsWithTarget:self];"
        case .after: "if (_\(name)) dispatch_block_cancel(_\(name));"
        case .machWait, .threadSleep: "[_\(name) cancel];"
        case .combine, .taskSleep, .asyncTimer: ""
        }
    }

    var released: String { "self.\(name) = nil;" }

    var made: [String] {
        switch code.kind {
        case .nstimer: timerMade(in: "self." + name) + added("self." + name)
        case .displayLink: linkMade
        case .gcd: sourceMade
        case .perform:
            [
                "[self performSelector:@selector(\(selector)) withObject:nil afterDelay:\(code.first)"
                    + (code.isCommon ? " inModes:@[NSRunLoopCommonModes]];" : "];") + later
            ]
        case .after: posted
        case .machWait, .threadSleep: timer.thread == 0 ? waiting : [Self.block(worker, waiting, "}];")]
        case .combine, .taskSleep, .asyncTimer: []
        }
    }

    // MARK: Calls

    private var selector: String { code.method + (code.takesTimer ? ":" : "") }
    private var receiver: String { code.isWeak ? "weakSelf" : "self" }
    /// The message that calls its method.
    private func message(_ argument: String = "") -> String {
        code.method + (code.takesTimer && !argument.isEmpty ? ":" + argument : "")
    }
    private var call: String { "[\(receiver) \(message())];" }

    // MARK: Timers

    private func timerMade(in holder: String) -> [String] {
        let repeats = code.timer.repeats ? "YES" : "NO"
        let rest =
            code.isMessage
            ? (timer.callback.style == .invocation
                ? "invocation:invocation repeats:\(repeats)];"
                : "target:\(target) selector:@selector(\(told)) userInfo:\(info) repeats:\(repeats)];")
            : "repeats:\(repeats) block:\(timerBlock)];"
        let made =
            if code.isScheduledAtOnce {
                "[NSTimer scheduledTimerWithTimeInterval:\(code.seconds) \(rest)"
            } else if timer.hasOwnDelay {
                "[[NSTimer alloc] initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:\(code.first)] "
                    + "interval:\(timer.repeats ? code.seconds : "0") \(rest)"
            } else {
                "[NSTimer timerWithTimeInterval:\(code.seconds) \(rest)"
            }
        let invoked = timer.callback.style == .invocation ? ["invocation.target = \(target);"] : []
        return invoked + ["\(holder) = \(made)"]
            + (timer.tolerance > 0 ? ["\(holder).tolerance = \(TimerCode.decimal(timer.tolerance));"] : [])
    }

    private var timerBlock: String {
        code.endsWithoutOwner && code.isWeak
            ? """
            ^(NSTimer *t) {
                typeof(self) owner = weakSelf;
                if (owner) [owner \(message("t"))]; else [t invalidate];
            }
            """ : "^(NSTimer *t) { [\(receiver) \(message("t"))]; }"
    }

    private func added(_ timer: String) -> [String] {
        code.isScheduledAtOnce || !code.isAdded ? [] : ["[\(loop) addTimer:\(timer) forMode:\(mode)];"]
    }

    private var mode: String { code.isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode" }
    private var loop: String { code.loopThread == 0 ? "NSRunLoop.mainRunLoop" : "NSRunLoop.currentRunLoop" }
    private var worker: String { "self.\(code.thread) = [[NSThread alloc] initWithBlock:^{" }

    /// The run loop of a thread, until that is cancelled.
    static let loopRunToTheEnd = """
        while (!NSThread.currentThread.isCancelled && [NSRunLoop.currentRunLoop
            runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]]);
        """

    private var target: String {
        switch code.target {
        case .none, .classObject: timer.callback.target?.passedWeakly == true ? "weakSelf" : "self"
        case .object, .nsproxy, .nullForwarding: "[WeakProxy proxyFor:self]"
        case .selfInvalidating: "[Relay relayFor:self]"
        }
    }
    private var told: String { code.target == .selfInvalidating ? "tick:" : selector }
    private var info: String {
        code.info.count > 1 ? "@[\(code.info.joined(separator: ", "))]" : code.info.first ?? "nil"
    }

    private var linkMade: [String] {
        ["self.\(name) = [CADisplayLink displayLinkWithTarget:\(target) selector:@selector(\(told))];"]
            + rateAsked + (timer.startsActive ? [] : ["self.\(name).paused = YES;"])
            + (code.isAdded ? ["[self.\(name) addToRunLoop:\(loop) forMode:\(mode)];"] : [])
    }

    private var rateAsked: [String] {
        if let range = code.rateRange {
            return [
                "self.\(name).preferredFrameRateRange = "
                    + "CAFrameRateRangeMake(\(range.minimum), \(range.maximum), \(range.preferred));"
            ]
        }
        return code.rate.map { ["self.\(name).preferredFramesPerSecond = \($0);"] } ?? []
    }

    // MARK: Dispatch

    private var queue: String {
        switch code.queueKind {
        case .main: "dispatch_get_main_queue()"
        case .global: "dispatch_get_global_queue(QOS_CLASS_DEFAULT, 0)"
        case .serial, .concurrent:
            code.isOnNewQueue
                ? "dispatch_queue_create(\"\(code.queueLabel)\", DISPATCH_QUEUE_SERIAL)" : "self." + code.queueName
        }
    }

    private var start: String {
        let from = timer.clock == .wall ? "dispatch_walltime(NULL" : "dispatch_time(DISPATCH_TIME_NOW"
        return "\(from), \(code.startsAtOnce ? "0" : "\(code.first) * NSEC_PER_SEC"))"
    }

    private var sourceMade: [String] {
        let leeway =
            timer.tolerance % 1_000_000 != 0 || timer.tolerance == 0
            ? "\(timer.tolerance)" : "\(timer.tolerance / 1_000_000) * NSEC_PER_MSEC"
        let variable = code.isHeld ? "self." + name : name
        return [
            "\(code.isHeld ? "" : "dispatch_source_t ")\(variable) = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, "
                + "\(timer.isStrict ? "DISPATCH_TIMER_STRICT" : "0"), \(queue));",
            "dispatch_source_set_timer(\(variable), \(start), "
                + "\(timer.repeats ? "\(code.seconds) * NSEC_PER_SEC" : "DISPATCH_TIME_FOREVER"), \(leeway));"
                + code.clockNote,
            "dispatch_source_set_event_handler(\(variable), ^{ \(call) });"
                + (code.losesArgument
                    ? "  // -\(code.method): becomes -\(code.method), since a source passes nothing" : ""),
        ] + (timer.startsActive ? ["dispatch_activate(\(variable));"] : [])
    }

    private var posted: [String] {
        let made = code.makesQueue ? ["self.\(code.queueName) = \(queue);  // once"] : []
        let queue = code.makesQueue ? "self." + code.queueName : queue
        return made
            + (code.ends.isAny || code.isRemade
                ? [
                    "self.\(name) = dispatch_block_create(0, ^{ \(call) });",
                    "dispatch_after(\(start), \(queue), self.\(name));\(later)\(code.clockNote)",
                ] : ["dispatch_after(\(start), \(queue), ^{ \(call) });\(later)\(code.clockNote)"])
    }

    // MARK: Loops

    private var waiting: [String] {
        let head = "while (!NSThread.currentThread.isCancelled)"
        return code.kind == .machWait
            ? onGrid(
                call, head, from: "uint64_t next = mach_absolute_time() + ticks(\(code.first));",
                until: "mach_wait_until(next);", next: "next += ticks(\(code.seconds));")
            : looped(call, head, separator: " ") { "[NSThread sleepForTimeInterval:\($0)];" }
    }
}
