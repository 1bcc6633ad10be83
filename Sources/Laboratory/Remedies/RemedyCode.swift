import ExactTime
import ScenarioModel

/// The change of code that goes with a remedy, in both languages.
struct RemedyCode: Sendable {
    var swift: String
    /// Empty where a mechanism is not there in Objective-C.
    var objectiveC: String

    /// - Parameter plan: the scenario as the remedy has changed it.
    init(_ rule: RemedyRule, at site: RemedySite, after plan: ScenarioPlan) {
        let (before, after) = (site.codes(in: site.plan), site.codes(in: plan))
        let isInObjectiveC = (before + after).allSatisfy { ObjectiveCCode.exists(for: $0.kind) }
        switch rule.code {
        case .edited:
            swift = SwiftCode.change(from: before, to: after)
            objectiveC = ObjectiveCCode.change(from: before, to: after)
        case .written(let swift, let objectiveC):
            let names = RemedyNames(site, after.first)
            (self.swift, self.objectiveC) = (names.filled(swift), names.filled(objectiveC))
        }
        if !isInObjectiveC { objectiveC = "" }
        let isDeclared = objectiveC.contains("weakSelf = self") || !objectiveC.contains("weakSelf")
        if !isDeclared { objectiveC = "  __weak typeof(self) weakSelf = self;\n" + objectiveC }
    }
}

/// The names and lines of code that a scenario gives to a change that is written down.
struct RemedyNames {
    private var values: [(name: String, text: String)] = []

    /// - Parameter timer: as it is after the change.
    init(_ site: RemedySite, _ timer: TimerCode?) {
        let name = timer?.timerName ?? TimerCode.identifier(site.trace.name(site.finding.subject)) + "Timer"
        let isOffMain = timer?.original.isOffMain ?? false
        let skips = site.job != nil
        let ran = site.finding.code == "TL0201" ? ["", ""] : RemedyNames.lines(of: site.thread?.run)
        var isOnMain = false
        var which = ""
        switch site.culprit?.action {
        case .async(queue: 0, _, _), .sync(queue: 0, _): isOnMain = true
        case .resume(let part): which = site.which { $0.action == .resume(part) }
        default: break
        }
        let waits = RemedyNames.waits(site.culprit?.action)
        let isInactive = timer?.timer.startsActive == false
        values = [
            ("swiftWaits", waits.swift), ("objcWaits", waits.objectiveC), ("which", which),
            ("swiftMade", timer.map { SwiftCode($0).made.joined(separator: "\n") } ?? ""),
            ("objcMade", timer.map { ObjectiveCCode($0).made.joined(separator: "\n") } ?? ""),
            ("swiftLoopRun", SwiftCode.loopRunToTheEnd), ("objcLoopRun", ObjectiveCCode.loopRunToTheEnd),
            ("swiftBack", isOffMain ? "self.queue" : "DispatchQueue.main"),
            ("objcBack", isOffMain ? "self.queue" : "dispatch_get_main_queue()"),
            ("swiftJobQueue", isOnMain ? "DispatchQueue.main" : "work"),
            ("objcJobQueue", isOnMain ? "dispatch_get_main_queue()" : "self.work"),
            ("swiftRevive", isInactive ? "$timerSource.activate()" : "if isSuspended { $timerSource.resume() }"),
            (
                "objcRevive",
                isInactive
                    ? "dispatch_activate(self.$timerSource);"
                    : "if (self.isSuspended) dispatch_resume(self.$timerSource);"
            ),
            ("swiftRan", ran[0]), ("objcRan", ran[1]),
            ("swiftGuard", skips ? "+ guard !isBusy else { return }\n+ isBusy = true\n" : ""),
            ("objcGuard", skips ? "+ if (self.isBusy) return;\n+ self.isBusy = YES;\n" : ""),
            ("swiftIdle", skips ? "self.isBusy = false; " : ""), ("objcIdle", skips ? "self.isBusy = NO; " : ""),
            ("method", timer?.method ?? "timerFired"), ("timer", name),
        ]
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
            let name = TimerCode.identifier(perform.selector.prefix { $0 != ":" })
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
}
