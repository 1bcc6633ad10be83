import LabAnalysis
import LabScenarioModel

// MARK: Threads and sources

extension RemedyRule {
    static let ofThreads = [
        RemedyRule(
            "loop run to the end",
            cost: "the thread stays until it is cancelled, and wakes once a second to see whether it is",
            for: ["TL0201", "TL0205", "TL0207", "TL0319"],
            swift: """
                $swiftRan+ $swiftLoopRun
                + $swiftEnd
                """,
            objectiveC: """
                $objcRan+ $objcLoopRun
                + $objcEnd
                """
        ) { $0.timer?.thread == $0.loopThread && $0.runLoopToTheEnd() },
        RemedyRule(
            "loop with a port",
            cost: "the thread stays until it is cancelled, and wakes once a second to see whether it is",
            for: ["TL0208", "TL0205"],
            swift: """
                $swiftRan+ RunLoop.current.add(Port(), forMode: .default)
                + $swiftLoopRun
                """,
            objectiveC: """
                $objcRan+ [NSRunLoop.currentRunLoop addPort:[NSPort port] forMode:NSDefaultRunLoopMode];
                + $objcLoopRun
                """
        ) { $0.isMadeBeforeLoops && $0.runLoopToTheEnd() && $0.addPort() },
        RemedyRule(
            "port to wait for", cost: "the thread stays until its loop is stopped", for: ["TL0209"],
            swift: "+ RunLoop.current.add(Port(), forMode: .default)",
            objectiveC: "+ [NSRunLoop.currentRunLoop addPort:[NSPort port] forMode:NSDefaultRunLoopMode];"
        ) { $0.addPort() },
        RemedyRule(
            "added to a run loop", cost: "none", for: ["TL0202", "TL0309"]
        ) { site in
            // What a step adds is added where and when that is meant.
            if !site.addingSteps.isEmpty { return false }
            for timer in site.timers { site.editor.set("fire_date", to: nil, at: site.plan.timers[timer].place) }
            return site.set("create") { _ in "\"scheduled\"" }
        },
        RemedyRule(
            "made once", cost: "none", for: ["TL0114"],
            swift: """
                - $swiftEndGone
                + guard $source == nil else { return }
                $swiftMadeAgain
                """,
            objectiveC: """
                - $objcEndGone
                + if (self.$source) return;
                $objcMadeAgain
                """
        ) { site in
            guard let timer = site.timer, timer.repeats else { return false }
            let made = site.steps { step in site.timers.contains { step.action == .create(.timer($0)) } }
            let ended = site.timers.flatMap(site.plan.endsBeforeRemaking)
            for step in ended + made where site.editor.keys(at: step.place).count == 1 {
                site.editor.remove(stepAt: step.place)
            }
            return !made.isEmpty
        },
        RemedyRule(
            "new timer", cost: "none", for: ["TL0314"],
            swift: """
                - $timer?.fire()
                + $swiftMade
                """,
            objectiveC: """
                - [self.$timer fire];
                + $objcMade
                """
        ) { site in
            let steps = site.steps { step in
                site.timers.contains { step.action == .fire($0) || step.action == .invalidate(.timer($0)) }
            }
            for step in steps { site.editor.remove(stepAt: step.place) }
            return !steps.isEmpty
        },
        RemedyRule(
            "ended on its thread", cost: "it ends a little later, when that thread's loop has a turn",
            for: ["TL0308"],
            swift: """
                - $timer?.invalidate()
                + $timer?.perform(#selector(Timer.invalidate), on: $swiftThread, with: nil, waitUntilDone: false)
                """,
            objectiveC: """
                - [self.$timer invalidate];
                + [self.$timer performSelector:@selector(invalidate) onThread:$objcThread withObject:nil waitUntilDone:NO];
                """
        ) { site in
            guard let timer = site.timer else { return false }
            let thread = site.quoted(site.plan.threads[timer.thread].id)
            for step in site.culprits {
                let text = site.editor.text(at: step.place)
                site.editor.replace(
                    step.place, with: "{ perform = \"invalidate\", on_thread = \(thread), do = [\(text)] }")
            }
            return !site.culprits.isEmpty
        },
        RemedyRule(
            "ended before the queue is asked", cost: "none", for: ["TL0308"],
            swift: "- $blockQueue.async { self.$timer?.invalidate() }\n+ $timer?.invalidate()",
            objectiveC:
                "- dispatch_async($objcBlockQueue, ^{ [self.$timer invalidate]; });\n+ [self.$timer invalidate];"
        ) { site in
            var changes = false
            for step in site.culprits {
                guard let block = site.block(around: step), site.isOffMain(step), !site.isOffMain(block),
                    site.timer?.thread == 0
                else { continue }
                let text = site.editor.text(at: step.place)
                if site.editor.count(of: "do", at: block.place) == 1 {
                    site.editor.replace(block.place, with: text)
                } else {
                    site.editor.remove(stepAt: step.place)
                    site.editor.insert(text + ", ", at: block.place.lowerBound)
                }
                changes = true
            }
            return changes
        },
        RemedyRule(
            "nothing waits", cost: "what comes next goes into the block, or it comes too early", for: ["TL0503"],
            swift: "$swiftWaits", objectiveC: "$objcWaits"
        ) { site in
            guard let step = site.culprit else { return false }
            switch step.action {
            case .sync: site.editor.rename("sync", to: "async", at: step.place)
            case .waitFor: site.editor.remove(stepAt: step.place)
            case .perform: site.editor.set("wait", to: "false", at: step.place)
            default: return false
            }
            return true
        },
        RemedyRule(
            "ended in its expiration handler",
            cost: "what it was for is not done: take it up again in the foreground; it keeps self until then",
            for: ["TL0316"],
            swift: """
                - $task = UIApplication.shared.beginBackgroundTask()
                + $task = UIApplication.shared.beginBackgroundTask {
                +     UIApplication.shared.endBackgroundTask(self.$task)
                +     self.$task = .invalid
                $more
                + }
                """,
            objectiveC: """
                - self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:nil];
                + self.$task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{
                +     [UIApplication.sharedApplication endBackgroundTask:self.$task];
                +     self.$task = UIBackgroundTaskInvalid;
                $more
                + }];
                """
        ) { site in
            let begun = site.begunTasks
            for step in begun {
                guard let name = site.editor.value(of: "begin_background_task", at: step.place) else { return false }
                site.editor.add("{ end_background_task = \(name) }", to: "do", at: step.place, first: false)
            }
            return !begun.isEmpty
        },
    ]

    static let ofTasks = [
        RemedyRule(
            "cancellation ends it", cost: "none", for: ["TL0317"]
        ) { site in site.set("swallows_cancel") { $0.swallowsCancellation ? "false" : nil } }
    ]

    static let ofSources = [
        RemedyRule(
            "activated", cost: "none", for: ["TL0204"]
        ) { site in site.set("active") { $0.startsActive ? nil : "true" } },
        RemedyRule(
            "suspends in pairs", cost: "a flag: one resume too many ends the process",
            for: ["TL0204"],
            swift: """
                + func pause() { if !isSuspended { isSuspended = true; $source?.suspend() } }
                + func resume() { if isSuspended { isSuspended = false; $source?.resume() } }
                """,
            objectiveC: """
                + - (void)pause { if (!self.isSuspended) { self.isSuspended = YES; dispatch_suspend(self.$source); } }
                + - (void)resume { if (self.isSuspended) { self.isSuspended = NO; dispatch_resume(self.$source); } }
                """
        ) { $0.suspendInPairs() },
        RemedyRule(
            "activate, not resume", cost: "none: activating again does nothing", for: ["TL0310"],
            swift: """
                - $source?.resume()$which
                + $source?.activate()
                """,
            objectiveC: """
                - dispatch_resume(self.$source);$which
                + dispatch_activate(self.$source);
                """
        ) { site in
            guard let step = site.culprit else { return false }
            site.editor.rename("resume", to: "activate", at: step.place)
            return true
        },
        RemedyRule(
            "source held", cost: "none", for: ["TL0203"]
        ) { site in
            let released = site.steps { step in site.timers.contains { step.action == .release(.timer($0)) } }
            for step in released { site.editor.remove(stepAt: step.place) }
            guard site.timer?.kind == .combine || site.set("active", { "\($0.startsActive)" }) else { return false }
            if let timer = site.timer, timer.kind == .combine { site.captureWeakly(timer) }
            return site.hold()
        },
        RemedyRule(
            "cancel, resume, release", cost: "none: in this order its handler is not called again",
            for: ["TL0306"],
            swift: """
                + $source?.cancel()
                + $swiftRevive
                  $swiftReleased
                """,
            objectiveC: """
                + dispatch_source_cancel(self.$source);
                + $objcRevive
                  $objcReleased
                """
        ) { site in
            guard let step = site.culprit, let timer = site.timer else { return false }
            func count(_ action: (PartReference) -> Action) -> Int {
                site.steps { step in site.timers.contains { step.action == action(.timer($0)) } }.count
            }
            let open = max(0, count(Action.suspend) - count(Action.resume)) + (timer.startsActive ? 0 : 1)
            let resume = ", { resume = \(site.quoted(timer.id)) }"
            let steps = "{ cancel = \(site.quoted(timer.id)) }" + String(repeating: resume, count: max(1, open))
            if case .release = step.action {
                site.editor.insert(steps + ", ", at: step.place.lowerBound)
            } else if let owner = site.owner {
                site.editor.add(steps, to: "dealloc", at: site.plan.objects[owner].place)
            } else {
                site.editor.insert(steps + ", ", at: step.place.lowerBound)
            }
            return true
        },
    ]
}
