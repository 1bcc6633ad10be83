import LabScenarioLanguage
import LabScenarioModel

extension Remedy {
    static let endedOnItsThread = Remedy(
        "ended on its thread", cost: "it ends a little later, when that thread's loop has a turn",
        swift: """
            - $timer?.invalidate()
            + $timer?.perform(#selector(Timer.invalidate), on: $thread, with: nil, waitUntilDone: false)
            """,
        objectiveC: """
            - [self.$timer invalidate];
            + [self.$timer performSelector:@selector(invalidate) onThread:$thread withObject:nil waitUntilDone:NO];
            """
    ) { site in
        guard let timer = site.timer else { return false }
        let thread = TOMLText.quoted(site.plan.threads[timer.thread].id)
        for step in site.culprits {
            let text = site.document.text(at: step.place)
            site.replace(step, with: "{ perform = \"invalidate\", on_thread = \(thread), do = [\(text)] }")
        }
        return !site.culprits.isEmpty
    }

    static let endedBeforeQueue = Remedy(
        "ended before the queue is asked", cost: "none",
        swift: "- $jobQueue.async { self.$timer?.invalidate() }\n+ $timer?.invalidate()",
        objectiveC: "- dispatch_async($jobQueue, ^{ [self.$timer invalidate]; });\n+ [self.$timer invalidate];"
    ) { site in
        var changes = false
        for step in site.culprits {
            guard let block = site.block(around: step), site.isOffMain(step), !site.isOffMain(block),
                site.timer?.thread == 0
            else { continue }
            let text = site.document.text(at: step.place)
            if site.document.count(of: "do", at: block.place) == 1 {
                site.replace(block, with: text)
            } else {
                site.remove([step])
                site.insert(text, before: block)
            }
            site.sayQueue(of: block)
            changes = true
        }
        return changes
    }
}
