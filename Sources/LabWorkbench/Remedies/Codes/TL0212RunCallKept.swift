extension Remedy {
    static let runWithLimit = Remedy(
        name: "run call with a limit", codes: ["TL0212"], cost: "the thread wakes once a second to ask",
        code: """
            - RunLoop.current.run(mode: .default, before: .distantFuture)
            + RunLoop.current.run(mode: .default, before: Date() + 1)
            ====
            - [NSRunLoop.currentRunLoop runMode:NSDefaultRunLoopMode beforeDate:NSDate.distantFuture];
            + [NSRunLoop.currentRunLoop runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]];
            """
    ) { site in
        guard let step = site.culprit, !site.loops(around: step).isEmpty else { return }
        site.edit(.set(#"{ in_mode = "default", for = "1s", return_after_source = true }"#), at: step.place, "run_loop")
    }

    static let stoppedWithFlag = Remedy(
        name: "loop stopped with its flag", codes: ["TL0212"],
        code: "  // where the flag is set\n+ CFRunLoopStop($woken)«swift ¦;»"
    ) { site in
        guard let step = site.culprit, case .counted(let flag, _)? = site.loops(around: step).last?.until,
            let thread = site.thread
        else { return }
        let setting = site.plan.steps { $0.verb == .count && $0.counter == flag }
        site.edit(.append("{ stop_loop = \(site.id(of: .thread(thread))) }"), setting)
        site.say(loopOf: thread)
    }
}
