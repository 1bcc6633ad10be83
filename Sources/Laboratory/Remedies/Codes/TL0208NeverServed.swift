extension Remedy {
    static let loopWithPort = Remedy(
        name: "loop with a port", codes: ["TL0208", "TL0205"],
        cost: "the thread stays until it is cancelled, and wakes once a second to see whether it is",
        code: "$ran\n+ $portAdded\n+ $loopRun\n+ $bodyEnds"
    ) { $0.isMadeBeforeLoops && $0.runLoopToTheEnd() && $0.addPort() }
}
