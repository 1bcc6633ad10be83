import LabRecording

extension Detectors {
    static let loopNeverRan: Detector = eachSilence(.loopNeverRan) { evidence, timer, silence in
        "\(timer) is in the run loop of thread \(silence.thread), which is never run"
    }
}
