import Foundation
import LabAnalysis
import LabExactTime

/// How the lateness of a made log scatters; a chain's work scatters by it, too.
enum MadeNoise: CaseIterable {
    case normal, uniform, exponential, logNormal, longTail, coarseStamps, flicker, autoregressive

    static let independent: [MadeNoise] = [.normal, .uniform, .exponential, .logNormal, .longTail, .coarseStamps]
    static let coloured: [MadeNoise] = [.flicker, .autoregressive]
}

/// A log of a timer whose drift is known.
struct MadeLog {
    var interval: Int64
    var resolution: Int64 = 1
    /// Parts per billion.
    var truth: Int64
    var firings: [(index: Int64, lag: Int64)] = []

    static let truths: [Int64] =
        [0, 500, -500, 5_000, -5_000, 100_000, -100_000, 10_000_000, -10_000_000]
        + [100_000_000, -100_000_000]
    static let intervals: [Int64] = [16_700_000, 100_000_000, 1_000_000_000]

    /// A grid: each firing is as late as the noise says; episodes delay some by one to three intervals.
    static func grid(_ noise: MadeNoise, lines: Int, episodes: Int, using random: inout SmallRandom) -> MadeLog {
        var log = MadeLog(interval: intervals.randomElement(using: &random) ?? 1, truth: 0)
        log.truth = truths.randomElement(using: &random) ?? 0
        if noise == .coarseStamps { log.resolution = 1_000_000 }
        var lateness = Lateness(noise, random: &random)
        var index: Int64 = 0
        var delays = [Int: Int](
            uniqueKeysWithValues: (0..<lines).shuffled(using: &random).prefix(episodes).map { ($0, 0) })
        for place in delays.keys.sorted() { delays[place] = Int.random(in: 0..<3, using: &random) }
        var behind = 0.0
        var queued = false
        var until = 0
        let perEpisode = max(1, lines / 4 / max(1, episodes))
        for line in 0..<lines {
            var skipped: Int64 = 0
            if let shape = delays[line], behind == 0 {
                behind = Double.random(in: 1..<3, using: &random)
                queued = shape == 1 && perEpisode >= 3
                until = shape == 2 ? line + min(perEpisode, 6) : line + 1
                skipped = shape == 0 ? Int64(behind) : 0
            }
            let drift = Double(index) * Double(log.interval) * Double(log.truth) * 1e-9
            let lag = drift + behind * Double(log.interval) + lateness.next(using: &random)
            let step = Double(log.resolution)
            // Stamps are multiples of the resolution, and so is the schedule.
            log.firings.append((index, Int64((lag / step).rounded(.down) * step)))
            index += 1 + skipped
            if queued {
                behind = max(0, behind - 1)
            } else if line + 1 >= until {
                behind = 0
            }
        }
        return log
    }

    /// A chain: each firing is later than the one before by its work, whose mean is the drift.
    static func chain(_ noise: ChainNoise, lines: Int, using random: inout SmallRandom) -> MadeLog {
        var log = MadeLog(interval: intervals.randomElement(using: &random) ?? 1, truth: 10_000_000)
        let mean = Double(log.interval) * Double(log.truth) * 1e-9
        var lag = 0.0
        for index in 0..<Int64(lines) {
            log.firings.append((index, Int64(lag.rounded())))
            switch noise {
            case .normal: lag += mean * (1 + 0.3 * random.normal())
            case .exponential: lag += random.exponential(mean: mean)
            case .logNormal: lag += mean * exp(random.normal() - 0.5)
            }
        }
        return log
    }

    func drift(_ regime: DriftRegime) -> DriftEstimate {
        var collector = DriftCollector(
            interval: Rational(whole: interval), resolution: resolution, regime: regime)
        for firing in firings { collector.append(index: firing.index, lag: firing.lag) }
        return collector.result()
    }

    /// Half the width of least squares' own 95 % interval, parts per billion.
    var leastSquaresHalfWidth: Double {
        let size = Double(firings.count)
        let indices = firings.map { Double($0.index) }
        let lags = firings.map { Double($0.lag - firings[0].lag) }
        let (index, lag) = (indices.reduce(0, +) / size, lags.reduce(0, +) / size)
        let scatter = indices.reduce(0) { $0 + ($1 - index) * ($1 - index) }
        let slope = zip(indices, lags).reduce(0) { $0 + ($1.0 - index) * ($1.1 - lag) } / scatter
        let rest = zip(indices, lags).reduce(0) { sum, point in
            let left = point.1 - lag - slope * (point.0 - index)
            return sum + left * left
        }
        // Student's 97.5 % point, by its expansion in the degrees of freedom; exact values for the first three.
        let freedom = size - 2
        let exact = [12.706, 4.303, 3.182]
        let point =
            freedom <= 3
            ? exact[Int(freedom) - 1] : 1.96 + 2.372 / freedom + 2.822 / (freedom * freedom) + 2.556 / pow(freedom, 3)
        return point * (rest / freedom / scatter).squareRoot() / Double(interval) * 1e9
    }
}

enum ChainNoise: CaseIterable { case normal, exponential, logNormal }

/// Draws lateness, ns.
private struct Lateness {
    private let noise: MadeNoise
    private var levels: [Double] = []
    private static let memories = [
        0.0, 0.5, 0.75, 0.875, 0.9375, 0.96875, 0.984375, 0.9921875, 0.99609375, 0.998046875,
    ]

    init(_ noise: MadeNoise, random: inout SmallRandom) {
        self.noise = noise
        for _ in Self.memories { levels.append(random.normal()) }
    }

    mutating func next(using random: inout SmallRandom) -> Double {
        switch noise {
        case .normal: return 300_000 * random.normal()
        case .uniform, .coarseStamps: return 2_000_000 * Double.random(in: 0..<1, using: &random)
        case .exponential: return random.exponential(mean: 1_000_000)
        case .logNormal: return 90_000 * exp(0.8 * random.normal())
        case .longTail: return 90_000 * exp(1.6 * random.normal())
        case .flicker:
            for place in levels.indices { levels[place].remember(Self.memories[place], random.normal()) }
            return 300_000 * levels.reduce(0, +)
        case .autoregressive:
            levels[0].remember(0.95, random.normal())
            return 300_000 * levels[0]
        }
    }
}

extension Double {
    /// The next value of a series that keeps a share of itself and whose spread stays 1.
    fileprivate mutating func remember(_ share: Double, _ news: Double) {
        self = share * self + (1 - share * share).squareRoot() * news
    }
}

extension SmallRandom {
    /// A draw of lateness, ns.
    mutating func late(_ noise: MadeNoise) -> Int64 {
        var lateness = Lateness(noise, random: &self)
        return Int64(lateness.next(using: &self))
    }

    /// A draw from the standard normal distribution (Box and Muller).
    mutating func normal() -> Double {
        let radius = (2 * exponential(mean: 1)).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
