import LabCatalogue
import LabExactTime
import LabScenarioModel

extension GuardPlan {
    /// `+5 %`, `+1 ms`, `+2`.
    package var allowanceText: String {
        switch allowance {
        case .relative(let share): "+" + DurationText.decimal(share.magnitude, scale: 10_000, digits: 4) + " %"
        case .absolute(let amount): "+" + name.figure.exactText(of: amount)
        }
    }

    /// The allowed values, given the baseline's.
    package func limit(from baseline: Int64) -> FigureLimit {
        let room =
            switch allowance {
            case .relative(let share): Int64(clamping: Int128(baseline.magnitude) * Int128(share) / 1_000_000)
            case .absolute(let amount): amount
            }
        let (upper, lower) = (baseline.adding(saturating: room), baseline.subtracting(saturating: room))
        switch name.figure.better {
        case .less: return FigureLimit(atLeast: nil, atMost: upper)
        case .more: return FigureLimit(atLeast: lower, atMost: nil)
        case .neither: return FigureLimit(atLeast: lower, atMost: upper)
        case .nearZero:
            let bound = Int64(clamping: baseline.magnitude).adding(saturating: room)
            return FigureLimit(atLeast: -bound, atMost: bound)
        }
    }

    /// The number of pairs whose new value is beyond the guard, on the side with more of them if both sides fail.
    func beyond(_ pairs: [(old: Int64, new: Int64)]) -> Int {
        var (above, below) = (0, 0)
        for (old, new) in pairs {
            let limit = limit(from: old)
            if let most = limit.atMost, new > most { above += 1 }
            if let least = limit.atLeast, new < least { below += 1 }
        }
        return name.figure.better == .nearZero ? above + below : max(above, below)
    }
}

/// The values that a guarded figure may have, ends included.
package struct FigureLimit: Hashable, Sendable {
    package var atLeast: Int64?
    package var atMost: Int64?

    package func holds(for value: Int64) -> Bool {
        value >= atLeast ?? Int64.min && value <= atMost ?? Int64.max
    }

    /// `at most 5.2 s`, `at least 6`, `5.9 s … 6.1 s`.
    package func text(of figure: Figure) -> String {
        switch (atLeast, atMost) {
        case (let low?, let high?): "\(figure.exactText(of: low)) … \(figure.exactText(of: high))"
        case (let low?, nil): "at least \(figure.exactText(of: low))"
        case (nil, let high?): "at most \(figure.exactText(of: high))"
        case (nil, nil): "anything"
        }
    }
}
