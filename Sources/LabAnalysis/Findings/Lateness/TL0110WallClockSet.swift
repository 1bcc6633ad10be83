import LabExactTime
import LabRecording

extension FindingDetector {
    static let wallClockSet = FindingDetector(
        .wallClockSet,
        setting: { finding, trace in trace.setting(finding.subject, "clock", "uptime") },
        detect: { evidence in
            if evidence.stories.wallJumps.isEmpty { return [] }
            return evidence.timers.compactMap { timer in
                let jumps = (evidence.stories.turn(of: timer)?.wallJumps ?? []).filter { $0.by != 0 }
                guard let last = jumps.last else { return nil }
                let told = jumps.prefix(mostJumps).map { jump in
                    (jump.by < 0 ? "back by " : "forward by ")
                        + DurationText.format(Int64(clamping: jump.by.magnitude))
                }
                let rest = jumps.count - told.count
                let isBack = Set(jumps.map { $0.by < 0 })
                let effect =
                    isBack == [true]
                    ? " and fires later by that time"
                    : isBack == [false]
                        ? " and skips that time"
                        : ", fires later after each step back, and skips each step forward"
                return Sighting(
                    subject: timer, place: evidence.trace.place(ofStep: last.step, orOf: timer),
                    message: "the wall clock was set " + told.joined(separator: ", then ")
                        + (rest > 0 ? ", and \(Plural.of(rest, "more time"))" : "")
                        + ": \(evidence.name(timer)) follows it" + effect)
            }
        })

    private static let mostJumps = 3
}
