import LabRecording

extension Detectors {
    static let loopReturned: Detector = eachSilence(.loopReturned) { evidence, timer, silence in
        "the run loop of thread \(silence.thread) had returned before \(timer) was "
            + "added"
    }
}
