import LabRecording

extension FindingDetector {
    static let modeNotRun = FindingDetector(
        .modeNotRun,
        setting: { finding, trace in
            trace.entity(finding.subject)?.mechanism?.row.home == .runLoop
                && finding.situation == nil ? trace.setting(finding.subject, "modes", "common") : nil
        },
        detect: { evidence in
            waitsForMode(evidence).map { sighting in
                var sighting = sighting
                // What is in the common modes already is helped by no more of them.
                if evidence.traits(of: sighting.subject)?.modes.count ?? 0 > 1 { sighting.situation = .commonModes }
                return sighting
            }
        })

    private static let waitsForMode: Detector =
        eachDelay(by: .modeNotRun) { evidence, delay in
            let culprit = delay.share.culprit
            let cause = evidence.trace.entity(culprit) == nil ? "" : " (\(evidence.who(culprit)))"
            let name = evidence.name(delay.timer)
            let home = evidence.trace.entity(delay.timer).flatMap { evidence.trace.entity($0.home) }
            let lack =
                home?.kind == .queue
                ? "where the main queue, and \(name) with it, is not served" : "that \(name) is not in"
            return "the run loop ran in a mode \(lack)\(cause)"
        }
}
