import ExactTime
import ScenarioModel

/// Which of the rates that a display can do a display link gets (CADisplayLink documentation: preferredFrameRateRange).
struct FrameRates {
    /// Frames a second.
    let maximum: Rational
    /// The display's rates, fastest first; empty: every whole divisor of the maximum.
    private let listed: [Rational]
    private let rounding: OpenChoices.RateRounding

    init(device: DevicePlan) {
        maximum = device.refresh > .zero ? device.refresh : Rational(whole: 60)
        listed = device.refreshRates.filter { $0 > 0 }.map { Rational(whole: $0) }.sorted(by: >)
        rounding = device.choices.rateRounding
    }

    /// From one refresh to the next at the fastest rate, ns.
    var shortestFrame: Rational { FrameRates.period(of: maximum) }

    /// From one callback to the next, ns.
    func frame(for plan: FrameRatePlan, interval: Rational?) -> Rational {
        if let count = plan.frameInterval {
            return shortestFrame.times(Rational(whole: max(1, count))) ?? shortestFrame
        }
        if plan.minimum != nil || plan.maximum != nil { return FrameRates.period(of: rate(inRange: plan)) }
        if let preferred = plan.preferred, preferred > 0 {
            return FrameRates.period(of: rate(near: Rational(whole: preferred), rounding: rounding))
        }
        if let interval, interval > .zero {
            return FrameRates.period(of: rate(near: FrameRates.period(of: interval), rounding: .notSlower))
        }
        return shortestFrame
    }

    /// ns a frame for frames a second, and the other way round.
    private static func period(of rate: Rational) -> Rational {
        Rational(Int128(rate.denominator) * 1_000_000_000, over: Int128(rate.numerator)) ?? Rational(whole: .max)
    }

    // MARK: One preferred rate

    private func rate(near wanted: Rational, rounding: OpenChoices.RateRounding) -> Rational {
        pick(wanted, from: candidates(near: wanted), rounding: rounding)
    }

    /// The rates next to the wanted one, fastest first.
    private func candidates(near wanted: Rational) -> [Rational] {
        guard listed.isEmpty else { return listed }
        let divisor = max(1, quotient(maximum, wanted))
        return [divided(by: divisor), divided(by: divisor + 1)]
    }

    private func pick(_ wanted: Rational, from rates: [Rational], rounding: OpenChoices.RateRounding) -> Rational {
        guard let fastest = rates.first else { return maximum }
        switch rounding {
        case .notSlower: return rates.last { $0 >= wanted } ?? fastest
        case .nearest:
            var best = fastest
            for rate in rates where isNearer(rate, than: best, to: wanted) { best = rate }
            return best
        }
    }

    private func isNearer(_ rate: Rational, than other: Rational, to wanted: Rational) -> Bool {
        guard let left = distance(rate, wanted), let right = distance(other, wanted) else { return false }
        return left < right
    }

    private func distance(_ left: Rational, _ right: Rational) -> Rational? {
        let difference =
            Int128(left.numerator) * Int128(right.denominator) - Int128(right.numerator) * Int128(left.denominator)
        return Rational(
            difference < 0 ? -difference : difference, over: Int128(left.denominator) * Int128(right.denominator))
    }

    // MARK: A range of rates

    /// Near the preferred rate and within the range, where the display has one there.
    private func rate(inRange plan: FrameRatePlan) -> Rational {
        let low = Rational(whole: max(1, plan.minimum ?? 1))
        let high = plan.maximum.map { min(maximum, Rational(whole: max(1, $0))) } ?? maximum
        let wanted = plan.preferred.flatMap { $0 > 0 ? Rational(whole: $0) : nil } ?? high
        var rates = listed
        if listed.isEmpty {
            let slowest = max(1, quotient(maximum, low))
            let fastest = max(1, quotient(maximum, high) + (divided(by: quotient(maximum, high)) > high ? 1 : 0))
            let divisor = max(1, quotient(maximum, wanted))
            rates = [divisor, divisor + 1].map { divided(by: min(max($0, fastest), max(fastest, slowest))) }
        }
        let inside = rates.filter { $0 >= low && $0 <= high }
        if inside.isEmpty { return pick(low, from: listed.isEmpty ? [maximum] : listed, rounding: .notSlower) }
        return pick(wanted, from: inside, rounding: .nearest)
    }

    /// How often `divisor` goes into `dividend`.
    private func quotient(_ dividend: Rational, _ divisor: Rational) -> Int64 {
        let top = Int128(dividend.numerator) * Int128(divisor.denominator)
        let bottom = Int128(dividend.denominator) * Int128(divisor.numerator)
        return max(1, Int64(clamping: top / max(1, bottom)))
    }

    private func divided(by divisor: Int64) -> Rational {
        Rational(Int128(maximum.numerator), over: Int128(maximum.denominator) * Int128(divisor)) ?? maximum
    }
}
