import LabRecording

extension Detectors {
    static let swallowedCancellation: Detector = eachTimer { evidence, timer in
        guard evidence.mechanism(of: timer) == .taskSleep, let at = evidence.history(of: timer).swallowedAt
        else { return nil }
        return Sighting(
            subject: timer, message: "\(timer) was cancelled in its sleep at \(at: at), and called all the same")
    }
}
