import LabTestFolders
import LabWorkbench
import Testing

@Suite("The gate over several seeds")
struct CheckSeedTests: FolderCheck {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("an expectation is judged over all seeds, and says in how many it held")
    func expectationOverSeeds() throws {
        let promise = "[[expect]]\ntimer = \"tick\"\nlateness = { max = \"< 19.7ms\" }\n"
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick(promise))
        #expect(update().status == .success)
        let outcome = update(seeds: 20)
        #expect(outcome.status == .failed)
        let message = try #require(outcome.report.suites[0].points.first { $0.rule == .expectation }).message
        #expect(message.contains("; held in ") && message.hasSuffix(" of 20 seeds"))
    }

    @Test("random scenarios are compared in pairs of seeds, the others exactly, and the output says so")
    func seeds() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        try folder.write("b.toml", tick())
        _ = update(seeds: 8)
        let outcome = check { $0.seeds = 8 }
        #expect(outcome.status == .success)
        #expect(text(outcome).contains("1 scenario 8 seeds in pairs, guards only"))
    }

    @Test("a shift of all draws is found in pairs, and fails a guard")
    func shifted() throws {
        let device = "device.wake_up = { p0 = \"0s\", p50 = \"10ms\", p100 = \"20ms\" }\n"
        let guarding = "[guard]\n\"tick.lateness.p50\" = \"+1ms\"\n"
        try folder.write("a.toml", device + tick(guarding))
        _ = update(seeds: 8)
        try folder.write(
            "a.toml",
            device.replacing("0s", with: "30ms").replacing("10ms", with: "40ms")
                .replacing("20ms", with: "50ms") + tick(guarding))
        let outcome = check { $0.seeds = 8 }
        #expect(outcome.status == .failed)
        #expect(text(outcome).contains(/beyond in 8\s+of 8 seeds/))
    }

    @Test("a baseline without samples is not up to a check with seeds")
    func noSamples() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update()
        #expect(check().status == .success)
        #expect(check { ($0.seeds, $0.isStrict) = (8, true) }.status == .moved)
    }

    @Test("seeds that begin elsewhere are no pairs: they are compared with the scenario's own, and told")
    func otherSeeds() throws {
        let text = "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick()
        try folder.write("a.toml", text)
        _ = update(seeds: 12)
        try folder.write("a.toml", "seed = 77\n" + text)
        let outcome = check { $0.seeds = 12 }
        #expect(outcome.status == .success)
        #expect(outcome.report.scenarios[0].comparison?.method == "exact")
        #expect(self.text(outcome).contains("the baseline has other seeds"))
    }

    @Test("an update without --seeds keeps as many as the baseline has")
    func keptSeeds() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update(seeds: 7)
        let before = try folder.read("timerlab.baseline")
        _ = update()
        #expect(try folder.read("timerlab.baseline") == before)
        #expect(before.contains("over seeds"))
    }

    @Test("a scenario that is random no longer is compared exactly")
    func noLongerRandom() throws {
        try folder.write("a.toml", "device.wake_up = { p0 = \"0s\", p100 = \"20ms\" }\n" + tick())
        _ = update(seeds: 7)
        try folder.write("a.toml", tick())
        let outcome = check { ($0.seeds, $0.isStrict) = (7, true) }
        #expect(outcome.status == .moved)
        #expect(outcome.report.scenarios[0].comparison?.method == "exact")
    }
}
