import LabRecording

extension FindingDetector {
    static let loopReturned = FindingDetector(
        .loopReturned,
        detect: eachSilence(.loopReturned) { evidence, timer, silence in
            "the run loop of thread \(evidence.name(silence.thread)) had returned before \(evidence.name(timer)) was "
                + "added"
        })
}
