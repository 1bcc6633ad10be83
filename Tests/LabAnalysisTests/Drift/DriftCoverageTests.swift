import LabAnalysis
import Testing

@Suite("Drift: the stated 95 % interval holds the truth of made logs")
struct DriftCoverageTests {
    private func seeded(_ number: Int) -> SmallRandom { SmallRandom(state: UInt64(number)) }

    /// How many of the logs' intervals hold the truth; one for which nothing is said does.
    private func held(_ logs: [MadeLog], _ regime: DriftRegime) -> Double {
        let held = logs.count { log in
            let drift = log.drift(regime)
            guard let low = drift.low, let high = drift.high else { return true }
            return (low...high).contains(log.truth)
        }
        return Double(held) / Double(logs.count)
    }

    private func grids(_ noise: MadeNoise, _ count: Int) -> [MadeLog] {
        var random = seeded(count)
        return (0..<count).map { number in
            // 10 to 3,000 lines, most of them few: the tests are to be quick.
            let lines = number % 50 == 0 ? 3000 : [10, 14, 30, 60, 100, 200][number % 6]
            let episodes = number % 2 == 0 ? 0 : number % 4 == 1 || lines < 30 ? 1 : 3
            return .grid(noise, lines: lines, episodes: episodes, using: &random)
        }
    }

    @Test("in 93 of 100 for independent lateness", arguments: MadeNoise.independent)
    func independent(noise: MadeNoise) { #expect(held(grids(noise, 90), .grid) >= 0.93) }

    @Test("in 88 of 100 for lateness that wanders", arguments: MadeNoise.coloured)
    func coloured(noise: MadeNoise) { #expect(held(grids(noise, 90), .grid) >= 0.88) }

    @Test(
        "in 92 of 100 of chains of 30 firings and more, in 88 of those with seldom long work",
        arguments: [(ChainNoise.normal, 0.92), (.exponential, 0.92), (.logNormal, 0.88)])
    func chains(noise: ChainNoise, share: Double) { #expect(held(chains(noise, [30, 60, 100, 300]), .chain) >= share) }

    @Test("in 80 of 100 of chains of 3 to 10 firings, known as such or not", arguments: ChainNoise.allCases)
    func shortChains(noise: ChainNoise) {
        let chains = chains(noise, [3, 4, 5, 7, 10])
        #expect(held(chains, .chain) >= 0.8)
        #expect(held(chains, .unknown) >= 0.8)
    }

    private func chains(_ noise: ChainNoise, _ lines: [Int]) -> [MadeLog] {
        var random = seeded(7)
        return (0..<120).map { .chain(noise, lines: lines[$0 % lines.count], using: &random) }
    }

    @Test(
        "and is at most twice as wide as that of least squares, from 30 firings on half as wide again",
        arguments: [3, 5, 10, 30, 200], [MadeNoise.normal, .exponential, .longTail])
    func width(lines: Int, noise: MadeNoise) {
        var random = seeded(lines)
        let ratios = (0..<51).map { _ -> Double in
            let log = MadeLog.grid(noise, lines: lines, episodes: 0, using: &random)
            return Double(log.drift(.grid).halfWidth ?? 0) / log.leastSquaresHalfWidth
        }
        #expect(ratios.sorted()[25] <= (lines < 30 ? 2 : 1.5))
    }

    @Test("and far narrower where lateness is one-sided and the lowest points tell more")
    func oneSided() {
        var random = seeded(600)
        let ratios = (0..<15).map { _ -> Double in
            let log = MadeLog.grid(.exponential, lines: 600, episodes: 0, using: &random)
            return Double(log.drift(.grid).halfWidth ?? .max) / log.leastSquaresHalfWidth
        }
        #expect(ratios.sorted()[7] <= 0.5)
    }
}
