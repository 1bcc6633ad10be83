import ExactTime
import ScenarioModel

/// The names that a scenario gives to what a change of code is about.
struct RemedyNames {
    private var values: [(name: String, text: String)]

    init(_ site: RemedySite) {
        self.init(
            site.timer, named: site.trace.entity(site.finding.subject)?.name ?? "timer",
            interval: site.timers.first.flatMap { site.plan.interval(ofTimer: $0) })
    }

    /// - Parameter interval: from one due point to the next, ns; nil: the timer's own.
    init(_ timer: TimerPlan?, named other: String = "timer", interval: Rational? = nil) {
        let id = timer?.id ?? other
        let name = RemedyNames.identifier(id)
        // No keyword ends so.
        let variable = name.lowercased().hasSuffix("timer") ? name : name + "Timer"
        let asked = interval ?? timer?.interval
        let interval = asked?.scaled(1) ?? 1_000_000_000
        let selector = timer?.callback.target == nil ? nil : timer?.callback.selector
        let method = selector.map { RemedyNames.identifier($0.prefix { $0 != ":" }) } ?? name + "Fired"
        let rate = asked?.reciprocal?.scaled(1_000_000_000) ?? 60
        let frame = "1.0 / \(rate)"
        let isCommon = timer?.modes == [.common]
        values = [
            ("swiftMade", timer.map(RemedyNames.swiftMaking) ?? "$timerSource.activate()"),
            ("objcMade", timer.map(RemedyNames.objectiveCMaking) ?? "dispatch_activate(self.$timerSource);"),
            ("method", method), ("seconds", timer?.kind == .displayLink ? frame : RemedyNames.decimal(interval)),
            ("tenth", RemedyNames.decimal(interval / 10)),
            ("slow", RemedyNames.decimal(max(interval, 100_000_000))),
            ("timer", variable), ("queue", id), ("swiftMode", isCommon ? ".common" : ".default"),
            ("objcMode", isCommon ? "NSRunLoopCommonModes" : "NSDefaultRunLoopMode"),
        ]
    }

    /// A template with the names in their places.
    func filled(_ template: String) -> String {
        values.reduce(template) { $0.replacing("$" + $1.name, with: $1.text) }
    }

    static func identifier(_ text: some StringProtocol) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.enumerated().map { $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : $1.capitalizedFirst }
            .joined()
        return name.isEmpty || name.first?.isNumber == true ? "item" + name.capitalizedFirst : name
    }

    /// Seconds as code has them.
    private static func decimal(_ nanoseconds: Int64) -> String {
        let text = "\(Double(nanoseconds) / 1e9)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func swiftMaking(_ timer: TimerPlan) -> String {
        switch timer.kind {
        case .nstimer:
            timer.callback.style == .block
                ? "$timer = .scheduledTimer(withTimeInterval: $seconds, repeats: \(timer.repeats)) { _ in self.$method() }"
                : "$timer = .scheduledTimer(timeInterval: $seconds, target: self, selector: #selector($method), userInfo: nil, "
                    + "repeats: \(timer.repeats))"
        case .displayLink:
            "$timerLink = CADisplayLink(target: self, selector: #selector($method))\n- $timerLink.add(to: .main, forMode: $swiftMode)"
        case .gcd: "$timerSource.schedule(deadline: .now() + $seconds, repeating: $seconds)"
        case .perform: "perform(#selector($method), with: nil, afterDelay: $seconds)"
        case .after: "queue.asyncAfter(deadline: .now() + $seconds) { self.$method() }"
        case .machWait, .threadSleep: "while !isDone { Thread.sleep(forTimeInterval: $seconds); $method() }"
        case .taskSleep: "while !Task.isCancelled { try await Task.sleep(for: .seconds($seconds)); $method() }"
        case .asyncTimer: "for await _ in AsyncTimerSequence.repeating(every: .seconds($seconds)) { $method() }"
        case .combine:
            "Timer.publish(every: $seconds, on: .main, in: $swiftMode).autoconnect().sink { _ in self.$method() }"
        }
    }

    private static func objectiveCMaking(_ timer: TimerPlan) -> String {
        let flag = timer.repeats ? "YES" : "NO"
        return switch timer.kind {
        case .nstimer, .combine:
            timer.callback.style == .block
                ? "self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds repeats:\(flag) block:^(NSTimer *t) { [self $method]; }];"
                : "self.$timer = [NSTimer scheduledTimerWithTimeInterval:$seconds target:self selector:@selector($method) "
                    + "userInfo:nil repeats:\(flag)];"
        case .displayLink:
            "self.$timerLink = [CADisplayLink displayLinkWithTarget:self selector:@selector($method)];\n"
                + "- [self.$timerLink addToRunLoop:NSRunLoop.mainRunLoop forMode:$objcMode];"
        case .gcd:
            "dispatch_source_set_timer(self.$timerSource, dispatch_time(DISPATCH_TIME_NOW, $seconds * NSEC_PER_SEC), "
                + "$seconds * NSEC_PER_SEC, 0);"
        case .perform: "[self performSelector:@selector($method) withObject:nil afterDelay:$seconds];"
        case .after:
            "dispatch_after(dispatch_time(DISPATCH_TIME_NOW, $seconds * NSEC_PER_SEC), queue, ^{ [self $method]; });"
        case .machWait, .threadSleep, .taskSleep, .asyncTimer:
            "while (!isDone) { [NSThread sleepForTimeInterval:$seconds]; [self $method]; }"
        }
    }
}

extension StringProtocol {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
