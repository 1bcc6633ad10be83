import LabExactTime
import LabRecording

extension FindingDetector {
    static let toleranceUsed = FindingDetector(
        .toleranceUsed,
        detect: eachDelay(by: .tolerance, harm: .asked) { evidence, delay in
            // One that was not asked for has a finding of its own (TL0112).
            guard let tolerance = evidence.traits(of: delay.timer)?.tolerance, tolerance > 0 else { return nil }
            return "\(evidence.name(delay.timer)) may be \(DurationText.format(tolerance)) late by its tolerance"
        })
}
