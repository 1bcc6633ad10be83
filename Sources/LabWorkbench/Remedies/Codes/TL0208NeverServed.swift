extension Remedy {
    static let loopWithPort = Remedy(
        name: "loop with a port", codes: ["TL0208", "TL0205"], cost: staysAndWakes,
        code: "$ran\n+ $portAdded\n+ $loopRun\n+ $bodyEnds"
    ) { site in
        // With a port no earlier run of the loop would return.
        let body = site.thread?.body ?? []
        let made = body.lastIndex(where: site.steps(.create, .add).contains) ?? 0
        if !body[..<made].contains(where: \.isLoopRun), site.runLoopToTheEnd() { site.addPort() }
    }
}
