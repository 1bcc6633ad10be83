import LabExactTime
import LabScenarioModel

/// The rate that a display link gets, of those of the display (CADisplayLink documentation: preferredFrameRateRange).
struct FrameRates {
    /// Frames a second.
    let maximum: Rational
    /// The display's rates up to that, fastest first; empty: every whole divisor of the maximum.
    private let listed: [Rational]
    private let rounding: OpenChoices.RateRounding

    init(device: DevicePlan) {
        let refresh = device.refresh > .zero ? device.refresh : Rational(whole: 60)
        let maximum = device.frameCap == nil ? refresh : min(refresh, Rational(whole: 60))
        // The display itself may have been set to a rate below its fastest one.
        listed = device.refreshRates.filter { $0 > 0 }.map(Rational.init(whole:)).filter { $0 <= maximum }.sorted(by: >)
        self.maximum = maximum
        rounding = device.choices.rateRounding
    }

    /// From one refresh to the next at the fastest rate, ns.
    var shortestFrame: Rational { Self.period(of: maximum) }

    /// From one callback to the next, ns.
    func frame(for plan: FrameRatePlan, interval: Rational?) -> Rational {
        if let count = plan.frameInterval {
            return shortestFrame.times(Rational(whole: max(1, count))) ?? shortestFrame
        }
        if plan.minimum != nil || plan.maximum != nil {
            let low = Rational(whole: max(1, plan.minimum ?? 1))
            let high = plan.maximum.map { min(maximum, Rational(whole: max(1, $0))) } ?? maximum
            let wanted = plan.preferred.flatMap { $0 > 0 ? Rational(whole: $0) : nil } ?? high
            return Self.period(of: rate(near: wanted, from: low, to: high, .nearest))
        }
        if let preferred = plan.preferred, preferred > 0 {
            return Self.period(of: rate(near: Rational(whole: preferred), rounding))
        }
        if let interval, interval > .zero { return Self.period(of: rate(near: Self.period(of: interval), .notSlower)) }
        return shortestFrame
    }

    /// ns a frame for frames a second, and the reverse.
    private static func period(of rate: Rational) -> Rational {
        Rational(Int128(rate.denominator) * 1_000_000_000, over: Int128(rate.numerator)) ?? Rational(whole: .max)
    }

    // MARK: Choosing

    /// The rate nearest to the wanted one, between two bounds if the display has a rate there.
    private func rate(
        near wanted: Rational, from low: Rational? = nil, to high: Rational? = nil, _ rounding: OpenChoices.RateRounding
    ) -> Rational {
        var rates = listed
        if listed.isEmpty {
            let divisor = quotient(maximum, wanted)
            let slowest = low.map { quotient(maximum, $0) } ?? divisor + 1
            let fastest = high.map { quotient(maximum, $0) + (divided(by: quotient(maximum, $0)) > $0 ? 1 : 0) } ?? 1
            rates = [divisor, divisor + 1].map { divided(by: min(max($0, fastest), max(fastest, slowest))) }
        }
        let inside = rates.filter { rate in low.map { rate >= $0 } ?? true && high.map { rate <= $0 } ?? true }
        guard inside.isEmpty, let low else { return pick(wanted, from: inside, rounding: rounding) }
        return pick(low, from: listed.isEmpty ? [maximum] : listed, rounding: .notSlower)
    }

    private func pick(_ wanted: Rational, from rates: [Rational], rounding: OpenChoices.RateRounding) -> Rational {
        guard let fastest = rates.first else { return maximum }
        switch rounding {
        case .notSlower: return rates.last { $0 >= wanted } ?? fastest
        case .nearest: return rates.min { distance($0, wanted) < distance($1, wanted) } ?? fastest
        }
    }

    private func distance(_ left: Rational, _ right: Rational) -> Rational {
        let difference =
            Int128(left.numerator) * Int128(right.denominator) - Int128(right.numerator) * Int128(left.denominator)
        return Rational(abs(difference), over: Int128(left.denominator) * Int128(right.denominator))
            ?? Rational(whole: .max)
    }

    private func quotient(_ dividend: Rational, _ divisor: Rational) -> Int64 {
        let top = Int128(dividend.numerator) * Int128(divisor.denominator)
        let bottom = Int128(dividend.denominator) * Int128(divisor.numerator)
        return max(1, Int64(clamping: top / max(1, bottom)))
    }

    private func divided(by divisor: Int64) -> Rational {
        Rational(Int128(maximum.numerator), over: Int128(maximum.denominator) * Int128(divisor)) ?? maximum
    }
}
