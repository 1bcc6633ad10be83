import LabRecording

extension FindingDetector {
    static let inBackground = FindingDetector(
        .inBackground,
        detect: eachDelay(by: .background, harm: .asked) { evidence, delay in
            "the app was in the background while \(evidence.name(delay.timer)) was due"
        })
}
