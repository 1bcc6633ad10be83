import LabRecording

extension FindingDetector {
    static let swallowedCancellation = FindingDetector(
        .swallowedCancellation,
        detect: eachTimer { evidence, timer in
            guard evidence.mechanism(of: timer) == .taskSleep, let at = evidence.history(of: timer).swallowedAt
            else { return nil }
            return Sighting(
                subject: timer, message: "\(timer) was cancelled in its sleep at \(at: at), and called all the same")
        })
}
