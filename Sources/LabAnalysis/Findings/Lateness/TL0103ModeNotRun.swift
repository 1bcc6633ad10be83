import LabRecording

extension Detectors {
    static let modeNotRun: Detector = { evidence in
        eachDelay(by: .modeNotRun)(evidence).map { sighting in
            var sighting = sighting
            // A timer that is already in the common modes needs another remedy.
            if evidence.traits(of: sighting.subject)?.modes.count ?? 0 > 1 { sighting.situation = .commonModes }
            return sighting
        }
    }
}
