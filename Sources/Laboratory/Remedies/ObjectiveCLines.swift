import ScenarioModel

/// What makes a timer in Objective-C, and what ends it.
struct ObjectiveCLines {
    private let plan: TimerPlan
    private let isAdded: Bool
    private var kind: TimerKind { plan.kind }
    private var isBlock: Bool { plan.callback.style == .block }
    private var isCommon: Bool { plan.modes == [.common] }

    /// - Parameter timer: nil for a delayed perform that a step makes.
    init(_ timer: TimerPlan?, isAdded: Bool = true) {
        (plan, self.isAdded) = (timer ?? TimerPlan(id: "", kind: .perform), isAdded)
    }

    func made(isCommon: Bool) -> String {
        switch kind {
        case .nstimer where !isBlock, .combine where !isBlock, .displayLink:
            calling("$objcTarget", "$objcTold", isCommon: isCommon)
        case .nstimer, .combine: scheduled("repeats:$objcRepeats block:$objcBlock];", isCommon: isCommon)
        case .gcd:
            "dispatch_source_set_timer(self.$timerSource, $objcFrom, $first * NSEC_PER_SEC), $objcEvery, \(leeway));"
        case .perform:
            "[self performSelector:@selector($objcSelector) withObject:nil afterDelay:$first"
                + (isCommon ? " inModes:@[NSRunLoopCommonModes]];" : "];") + plan.later
        case .after, .taskSleep, .asyncTimer: posted("self")
        case .machWait, .threadSleep: waiting("self")
        }
    }

    /// A new timer in its run loop, which it is added to by a line of its own unless it is scheduled at once.
    private func scheduled(_ rest: String, isCommon: Bool) -> String {
        let tolerance = kind == .nstimer && plan.tolerance > 0 ? "\nself.$timer" + tolerance : ""
        if plan.creation == .scheduled, !isCommon, !plan.hasOwnDelay {
            return "self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds \(rest)" + tolerance
        }
        let mode = isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode"
        return "self.$timer = \(timer(rest))\(tolerance)"
            + (isAdded ? "\n[$objcLoop addTimer:self.$timer forMode:\(mode)];" : "")
    }

    /// What gives a timer its tolerance, behind its name.
    var tolerance: String { ".tolerance = \(RemedyNames.decimal(plan.tolerance));" }

    /// A new timer that is in no run loop; with another time before its first firing it gets a date.
    func timer(_ rest: String = "repeats:$objcRepeats block:$objcBlock];") -> String {
        plan.hasOwnDelay
            ? "[[NSTimer alloc] initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:$first] "
                + "interval:\(plan.repeats ? "$seconds" : "0") \(rest)"
            : "[NSTimer timerWithTimeInterval:$seconds \(rest)"
    }

    private func waiting(_ receiver: String) -> String {
        let head = receiver == "weakSelf" ? "while (weakSelf && !weakSelf.isDone)" : "while (!self.isDone)"
        return kind == .machWait
            ? plan.onGrid(
                "[\(receiver) $method];", head, from: "uint64_t next = mach_absolute_time() + ticks($first);",
                until: "mach_wait_until(next);", next: "next += ticks($seconds);")
            : plan.looped("[\(receiver) $method];", head, separator: " ") { "[NSThread sleepForTimeInterval:\($0)];" }
    }

    private func posted(_ receiver: String) -> String {
        "dispatch_after($objcFrom, $first * NSEC_PER_SEC), $objcPosted, ^{ [\(receiver) $method]; });" + plan.later
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
        case .nstimer, .displayLink, .perform, .taskSleep, .asyncTimer, .combine:
            """
            - $objcMade
            \(RemedyNames.added(scheduled(ObjectiveCLines.weakBlock, isCommon: isCommon)))
            $objcDealloc
            """
        case .machWait, .threadSleep:
            RemedyNames.block("- ", ObjectiveCLines.worker, waiting("self"), "}];") + "\n"
                + RemedyNames.block("+ ", ObjectiveCLines.worker, waiting("weakSelf"), "}];")
        case .gcd:
            """
            - dispatch_source_set_event_handler(self.$timerSource, ^{ [self $method]; });
            + dispatch_source_set_event_handler(self.$timerSource, ^{ [weakSelf $method]; });
            """
        case .after: "- $objcMade\n+ \(posted("weakSelf"))"
        }
    }

    private static let worker = "self.worker = [[NSThread alloc] initWithBlock:^{"

    /// On a queue of its own instead of main.
    var queued: String {
        kind == .after
            ? "- $objcMade\n+ "
                + posted("self").replacing(
                    "$objcPosted", with: "dispatch_queue_create(\"$queue\", DISPATCH_QUEUE_SERIAL)")
            : """
            - self.queue = dispatch_get_main_queue();
            + self.queue = dispatch_queue_create("$queue", DISPATCH_QUEUE_SERIAL);
              $objcMade
            """
    }

    /// Without a tolerance.
    var prompt: String {
        kind == .gcd
            ? """
            - self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, $objcQueue);
            + self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, DISPATCH_TIMER_STRICT, $objcQueue);
            \(plan.tolerance > 0 ? tolerant(of: 0) : "  $objcMade")
            """ : tolerant(of: 0)
    }

    /// With another tolerance, ns.
    func tolerant(of tolerance: Int64) -> String {
        var plan = plan
        plan.tolerance = tolerance
        let other = ObjectiveCLines(plan, isAdded: isAdded)
        return kind == .gcd
            ? "- $objcMade\n" + RemedyNames.added(other.made(isCommon: isCommon))
            : (self.plan.tolerance > 0 ? "- self.$timer\(self.tolerance)\n" : "") + "+ self.$timer\(other.tolerance)"
    }

    /// The leeway of a dispatch source.
    private var leeway: String {
        plan.tolerance % 1_000_000 != 0 || plan.tolerance == 0
            ? "\(plan.tolerance)" : "\(plan.tolerance / 1_000_000) * NSEC_PER_MSEC"
    }

    /// A dispatch source in place of what there is.
    static func source(flags: String, on queue: String = "self.queue") -> String {
        let made = "+ self.queue = dispatch_queue_create(\"$queue\", DISPATCH_QUEUE_SERIAL);\n"
        return """
            - $objcMade
            \(queue == "self.queue" ? made : "")+ self.$timerSource = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, \
            \(flags), \(queue));
            + dispatch_source_set_timer(self.$timerSource, $objcFrom, $first * NSEC_PER_SEC),
            +                           $objcEvery, 0);
            + dispatch_source_set_event_handler(self.$timerSource, ^{ [weakSelf $method]; });
            $objcUntaken+ dispatch_activate(self.$timerSource);
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
                "target:\(target) selector:@selector(\(selector)) userInfo:$objcInfo repeats:$objcRepeats];",
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
