import LabRecording

extension Detectors {
    static let inBackground: Detector = { evidence in
        // An app that was never suspended ran on, and only its wake-ups came late; a link has no frames there.
        let app = evidence.trace.entities.firstIndex { $0.kind == .process }
        let isHeldBack = app.map { evidence.circumstances.suspensions[$0].isEmpty } ?? false
        return evidence.delays(by: .background).map { delay in
            var found = evidence.sighting(of: delay, harm: .asked)
            if isHeldBack, evidence.traits(of: delay.timer)?.followsDisplay == false {
                found.message += ", where the system holds its timers back"
            }
            return found
        }
    }
}
