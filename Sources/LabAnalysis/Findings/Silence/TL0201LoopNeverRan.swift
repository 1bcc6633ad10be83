import LabRecording

extension FindingDetector {
    static let loopNeverRan = FindingDetector(
        .loopNeverRan,
        detect: eachSilence(.loopNeverRan) { evidence, timer, silence in
            "\(evidence.name(timer)) is in the run loop of thread \(evidence.name(silence.thread)), which is never run"
        })
}
