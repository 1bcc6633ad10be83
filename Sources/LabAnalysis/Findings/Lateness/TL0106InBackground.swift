extension FindingDetector {
    static let inBackground = FindingDetector(.inBackground, detect: eachDelay(by: .background, harm: .asked))
}
