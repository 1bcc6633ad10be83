extension Remedy {
    static let loopWithPort = Remedy(
        name: "loop with a port", codes: ["TL0208", "TL0205"], cost: staysAndWakes,
        code: "$ran\n+ $portAdded\n+ $loopRun\n+ $bodyEnds"
    ) { site in
        // With a port no earlier run of the loop would return.
        let body = site.thread.flatMap { site.plan.threads[$0].body } ?? []
        let made = body.lastIndex(where: site.steps(.create, .add).contains) ?? 0
        if !body[..<made].contains(where: \.isLoopRun), site.runLoopToTheEnd() { site.addPort() }
    }

    static let loopWoken = Remedy(
        name: "loop woken", codes: ["TL0208"],
        code: "  // behind the block or the signal\n+ CFRunLoopWakeUp($woken)«swift ¦;»"
    ) { site in
        let source = site.plan.sources.firstIndex { $0.place == site.place }
        let blocks = site.plan.steps { $0.verb == .performBlock && $0.place == site.finding?.place }
        let thread = source.map { site.plan.sources[$0].thread } ?? blocks.first?.thread ?? 0
        site.edit(.set("true"), blocks, "wakes")
        if let source {
            let signals = site.plan.steps { $0.does(.signal, .source(source)) }
            site.edit(.append("{ wake_loop = \(site.id(of: .thread(thread))) }"), signals)
        }
        site.say(loopOf: thread)
    }
}
