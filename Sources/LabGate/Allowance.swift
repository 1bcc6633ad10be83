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

    /// The allowed values, given the baseline's; without a least or a most, `.min` or `.max`.
    package func limit(from baseline: Int64) -> ClosedRange<Int64> {
        let room =
            switch allowance {
            case .relative(let share): Int64(clamping: Int128(baseline.magnitude) * Int128(share) / 1_000_000)
            case .absolute(let amount): amount
            }
        let (upper, lower) = (baseline.adding(saturating: room), baseline.subtracting(saturating: room))
        switch name.figure.better {
        case .less: return .min...upper
        case .more: return lower...(.max)
        case .neither: return lower...upper
        case .nearZero:
            let bound = Int64(clamping: baseline.magnitude).adding(saturating: room)
            return -bound...bound
        }
    }

    /// The number of pairs beyond the guard, on the side with more of them if both sides fail.
    func beyond(_ pairs: [(old: Int64, new: Int64)]) -> Int {
        let failed = pairs.filter { !limit(from: $0.old).contains($0.new) }
        let above = failed.count { $0.new > $0.old }
        return name.figure.better == .nearZero ? failed.count : max(above, failed.count - above)
    }
}

extension Figure {
    /// `at most 5.2 s`, `at least 6`, `5.9 s … 6.1 s`.
    package func text(of limit: ClosedRange<Int64>) -> String {
        if limit.lowerBound == .min { return "at most \(exactText(of: limit.upperBound))" }
        if limit.upperBound == .max { return "at least \(exactText(of: limit.lowerBound))" }
        return "\(exactText(of: limit.lowerBound)) … \(exactText(of: limit.upperBound))"
    }
}
