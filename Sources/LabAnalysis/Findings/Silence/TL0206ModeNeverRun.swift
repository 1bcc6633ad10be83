import LabRecording

extension FindingDetector {
    static let modeNeverRun = FindingDetector(
        .modeNeverRun,
        detect: eachSilence(.modeNeverRun) { evidence, timer, silence in
            let names = silence.modes.map(evidence.name).joined(separator: ", ")
            return "the run loop of thread \(evidence.name(silence.thread)) never ran in mode \(names), the only one "
                + "of \(evidence.name(timer))"
        })
}
