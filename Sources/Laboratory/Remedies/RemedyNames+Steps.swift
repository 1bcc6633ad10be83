import LabScenarioModel

// The lines of code that stand for the step which a finding is put down to, in both languages.

extension RemedyNames {
    /// Work that is given to a queue: what lets a firing go while the job of an earlier one is there, and what the job
    /// does at its end; on main by a flag, elsewhere by what any thread may ask for.
    static func job(_ site: RemedySite, isAsync: Bool, _ words: JobWords) -> String {
        let (skips, isOnMain) = (site.job != nil, !site.isJobOffMain)
        let ends = (skips ? [words.lower] : []) + (isAsync ? [] : [words.show])
        let end = isOnMain ? words.onMain(ends) : skips ? words.signal : nil
        let kept = isAsync ? "  " : "+ "
        var lines = [
            (kept, words.open), (kept, "    " + (isAsync || isOnMain ? words.compute : words.showComputed)),
        ]
        lines += (end.map { [("+ ", "    " + $0)] } ?? []) + [(kept, words.close)]
        if skips {
            let raise = isOnMain ? [("+ ", words.raise)] : []
            let (leave, unless) = isOnMain ? words.isBusy : words.isTaken
            lines =
                site.isJobLast
                ? [("+ ", leave)] + raise + lines
                : [("+ ", unless)] + (raise + lines).map { ($0.0, "    " + $0.1) } + [("+ ", "}")]
        }
        return (lines + (isAsync ? [] : [("- ", words.was)])).map { $0.0 + $0.1 }.joined(separator: "\n")
    }

    /// A step that reaches self later on, strongly or weakly: a block that is given to a queue, else a property.
    static func reaches(
        _ site: RemedySite, isWeak: Bool, _ swiftQueue: String, _ objcQueue: String
    ) -> (swift: String, objectiveC: String) {
        let step = site.culpritBlock ?? site.culprit
        let method = TimerCode.identifier(step?.name ?? "finish")
        let (swiftCall, objcCall): (String, String)
        switch step?.action {
        case .assign(let owner, let property, _, _):
            let place = "\(TimerCode.identifier(site.plan.objects[owner].id)).\(TimerCode.identifier(property))"
            return ("\(place) = self  // a weak property", "self.\(place) = self;  // a weak property")
        case .asyncAfter(let delay, _, let clock, _, _):
            var time = "delay"
            if case .fixed(let length) = delay { time = TimerCode.decimal(length) }
            let start = clock == .wall ? "dispatch_walltime(NULL" : "dispatch_time(DISPATCH_TIME_NOW"
            swiftCall = "asyncAfter(\(clock == .wall ? "wallDeadline" : "deadline"): .now() + \(time))"
            objcCall = "after(\(start), \(time) * NSEC_PER_SEC), "
        default: (swiftCall, objcCall) = ("async", "async(")
        }
        return (
            "\(swiftQueue).\(swiftCall) { \(isWeak ? "[weak self] in self?" : "self").\(method)() }",
            "dispatch_\(objcCall)\(objcQueue), ^{ [\(isWeak ? "weakSelf" : "self") \(method)]; });"
        )
    }

    /// A wait, and what does without one; nil: a synchronous call to a queue.
    static func waits(_ action: Action?, in plan: ScenarioPlan, isOnMain: Bool) -> (
        swift: String, objectiveC: String
    ) {
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
            var thread: String?
            if case .onThread(let index, _, _) = perform.delivery, index > 0 {
                thread = TimerCode.named(plan.threads[index].id, "Thread")
            }
            let swift =
                "perform(#selector(\(name)\(takes ? "(_:)" : "")), on: \(thread ?? ".main"), with: nil"
            let objectiveC =
                "[self performSelector:@selector(\(name)\(takes ? ":" : "")) "
                + "onThread:\(thread.map { "self." + $0 } ?? "NSThread.mainThread") withObject:nil"
            return (
                "- \(swift), waitUntilDone: true)\n+ \(swift), waitUntilDone: false)",
                "- \(objectiveC) waitUntilDone:YES];\n+ \(objectiveC) waitUntilDone:NO];"
            )
        default:
            if isOnMain {
                return (
                    """
                    - let result = DispatchQueue.main.sync { self.compute() }
                    - show(result)
                    + DispatchQueue.main.async { self.show(self.compute()) }
                    """,
                    """
                    - __block id result;
                    - dispatch_sync(dispatch_get_main_queue(), ^{ result = [self compute]; });
                    - [self show:result];
                    + dispatch_async(dispatch_get_main_queue(), ^{ [self show:[self compute]]; });
                    """
                )
            }
            return (
                """
                - let result = $swiftJobQueue.sync { self.compute() }
                - show(result)
                + $swiftJobQueue.async {
                +     let result = compute()  // a nonisolated function
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

    /// What a run of a thread's loop stands in for, in both languages; where it is new, where it comes.
    static func replaced(_ site: RemedySite) -> (swift: String, objectiveC: String) {
        func text(_ words: String) -> (String, String) { ("- \(words)\n", "- \(words)\n") }
        switch site.replaced?.action {
        case .runLoop(.forever): return ("- RunLoop.current.run()\n", "- [NSRunLoop.currentRunLoop run];\n")
        case .sleep: return text("// the sleep that keeps the thread")
        case .some: return text("// what runs its loop now")
        case nil:
            let end = "+ // At the end of the thread's body, behind what adds the timer.\n"
            return (end, end)
        }
    }
}

/// What a language has for work that is given to a queue.
struct JobWords {
    let open, close, compute, showComputed, show, lower, raise, signal, was: String
    /// How a method is left, and how a block is left out, by a flag and by a semaphore.
    let isBusy, isTaken: (leave: String, unless: String)
    let onMain: ([String]) -> String

    /// - Parameter queue: nil: the main one.
    static func swift(queue: String?) -> JobWords {
        JobWords(
            open: "\(queue ?? "DispatchQueue.main").async {", close: "}",
            compute: "let result = compute()  // a nonisolated function",
            showComputed: "let result = compute(); Task { @MainActor in self.show(result) }", show: "self.show(result)",
            lower: "self.isBusy = false",
            raise: "isBusy = true", signal: "self.slot.signal()", was: "show(compute())",
            isBusy: ("guard !isBusy else { return }", "if !isBusy {"),
            isTaken: (
                "guard slot.wait(timeout: .now()) == .success else { return }",
                "if slot.wait(timeout: .now()) == .success {"
            ), onMain: { "DispatchQueue.main.async { \($0.joined(separator: "; ")) }" })
    }

    static func objectiveC(queue: String?) -> JobWords {
        let free = "dispatch_semaphore_wait(self.slot, DISPATCH_TIME_NOW)"
        return JobWords(
            open: "dispatch_async(\(queue.map { "self." + $0 } ?? "dispatch_get_main_queue()"), ^{", close: "});",
            compute: "id result = [self compute];", showComputed: "[self show:[self compute]];",
            show: "[self show:result];", lower: "self.isBusy = NO;", raise: "self.isBusy = YES;",
            signal: "dispatch_semaphore_signal(self.slot);", was: "[self show:[self compute]];",
            isBusy: ("if (self.isBusy) return;", "if (!self.isBusy) {"),
            isTaken: ("if (\(free) != 0) return;", "if (\(free) == 0) {"),
            onMain: { "dispatch_async(dispatch_get_main_queue(), ^{ \($0.joined(separator: " ")) });" })
    }
}
