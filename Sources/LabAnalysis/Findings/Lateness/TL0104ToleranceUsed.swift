extension FindingDetector {
    static let toleranceUsed = FindingDetector(
        .toleranceUsed,
        // A default leeway has a finding of its own (TL0112).
        detect: eachDelay(by: .tolerance, harm: .asked) { evidence, delay in
            evidence.traits(of: delay.timer)?.tolerance ?? 0 > 0
        })
}
