extension Detectors {
    /// A default leeway has a finding of its own (TL0112).
    static let toleranceUsed: Detector = eachDelay(by: .tolerance, harm: .asked) { evidence, delay in
        evidence.traits(of: delay.timer)?.tolerance ?? 0 > 0
    }
}
