import LabRecording

extension Detectors {
    static let modeNeverRun: Detector = eachSilence(.modeNeverRun) { evidence, timer, silence in
        let names = Statement(silence.modes.map { "\($0)" }, separator: ", ")
        return "the run loop of thread \(silence.thread) never ran in mode \(names), the only one "
            + "of \(timer)"
    }
}
