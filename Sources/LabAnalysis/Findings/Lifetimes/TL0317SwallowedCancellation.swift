import LabRecording

extension FindingDetector {
    static let swallowedCancellation = FindingDetector(
        .swallowedCancellation,
        detect: eachTimer { evidence, timer in
            guard evidence.mechanism(of: timer) == .taskSleep, let at = evidence.history(of: timer).swallowedAt
            else { return nil }
            let (name, time) = (evidence.name(timer), evidence.instant(at))
            return Sighting(
                subject: timer, message: "\(name) was cancelled in its sleep at \(time), and called all the same")
        })
}
