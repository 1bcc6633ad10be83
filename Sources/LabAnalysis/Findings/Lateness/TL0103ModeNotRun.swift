import LabRecording

extension FindingDetector {
    static let modeNotRun = FindingDetector(
        .modeNotRun,
        setting: { finding, trace in
            trace.entity(finding.subject)?.mechanism?.row.home == .runLoop
                && finding.situation == nil ? trace.setting(finding.subject, "modes", "common") : nil
        },
        detect: { evidence in
            eachDelay(by: .modeNotRun)(evidence).map { sighting in
                var sighting = sighting
                // What is in the common modes already is helped by no more of them.
                if evidence.traits(of: sighting.subject)?.modes.count ?? 0 > 1 { sighting.situation = .commonModes }
                return sighting
            }
        })
}
