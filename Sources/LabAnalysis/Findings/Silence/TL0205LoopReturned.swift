import LabRecording

extension FindingDetector {
    static let loopReturned = FindingDetector(
        .loopReturned,
        detect: eachSilence(.loopReturned) { evidence, timer, silence in
            "the run loop of thread \(silence.thread) had returned before \(timer) was "
                + "added"
        })
}
