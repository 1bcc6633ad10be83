import Analysis
import Expectations
import Recording
import ScenarioModel

/// The drift numbers of one scenario: exact ones of its own seed, and samples over several seeds.
public struct DriftNumbers: Hashable, Sendable {
    /// Counts, ns, or parts per billion.
    public var exact: [FigureName: Int64] = [:]
    /// The values that a figure had with one seed after the other; empty when only one was run.
    public var samples: [FigureName: [Int64]] = [:]

    public init(exact: [FigureName: Int64] = [:], samples: [FigureName: [Int64]] = [:]) {
        self.exact = exact
        self.samples = samples
    }

    /// What a run has yielded: every figure of every timer, of a group instead of its copies, and what is guarded.
    public init(of trace: Trace, _ analysis: RunAnalysis, guards: [FigureGuard]) {
        for timer in analysis.timers where (trace.entity(timer.entity)?.group ?? EntityID.none) == EntityID.none {
            for figure in Figure.all {
                if let value = timer.value(of: figure) { exact[FigureName(timer: timer.name, figure: figure)] = value }
            }
        }
        for name in guards.map(\.name) where exact[name] == nil {
            let copy = trace.entities.firstIndex { $0.kind == .timer && $0.name == name.timer }
            guard let copy, let value = analysis.summary(of: EntityID(copy))?.value(of: name.figure) else { continue }
            exact[name] = value
        }
    }

    /// Puts the runs with several seeds together, the scenario's own seed first.
    public init(seeds runs: [DriftNumbers]) {
        exact = runs.first?.exact ?? [:]
        for run in runs {
            for (name, value) in run.exact { samples[name, default: []].append(value) }
        }
    }

    public var isEmpty: Bool { exact.isEmpty && samples.isEmpty }

    /// With how many seeds the samples were taken; 0 without samples.
    public var seeds: Int { samples.values.map(\.count).max() ?? 0 }

    /// All names that have a number, sorted.
    public var names: [FigureName] { Set(exact.keys).union(samples.keys).sorted() }

    /// The middle of a sample, a half rounded; nil when there are no values.
    public static func median(_ values: [Int64]) -> Int64? {
        MedianEstimate(values.map(Double.init)).flatMap { Int64(exactly: $0.median.rounded()) }
    }
}
