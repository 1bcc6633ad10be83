import LabRecording

extension FindingDetector {
    static let loopNeverRan = FindingDetector(
        .loopNeverRan,
        detect: eachSilence(.loopNeverRan) { evidence, timer, silence in
            "\(timer) is in the run loop of thread \(silence.thread), which is never run"
        })
}
