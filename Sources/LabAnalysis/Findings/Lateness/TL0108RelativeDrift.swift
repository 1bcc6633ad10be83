import LabExactTime
import LabRecording

extension FindingDetector {
    static let relativeDrift = FindingDetector(
        .relativeDrift,
        setting: { finding, trace in
            switch trace.entity(finding.subject)?.mechanism {
            case .taskSleep: trace.setting(finding.subject, "absolute", "true")
            case .after: trace.setting(finding.subject, "kind", "gcd")
            case .perform: trace.setting(finding.subject, "kind", "nstimer")
            default: nil
            }
        },
        detect: eachTimer { evidence, timer in
            guard evidence.traits(of: timer)?.isChain == true, let summary = evidence.statistics.summary(of: timer),
                let drift = summary.drift, case .value = drift.verdict, let parts = drift.partsPerBillion, parts > 0,
                summary.copies == 1
            else { return nil }
            let loss =
                parts >= 10_000_000
                ? "each second takes \(DurationText.format(Int64(1_000_000_000).adding(saturating: parts)))"
                : "it falls behind by \(DurationText.format(parts)) a second"
            let work = evidence.causes.shares(of: timer).first { $0.cause == .ownCallback && !$0.place.isEmpty }
            return Sighting(
                subject: timer, place: work?.place, count: summary.fired,
                message: "\(evidence.name(timer)) is armed again after each callback: \(loss) (\(drift.text()))")
        })
}
