extension FindingDetector {
    static let frameOutlasted = FindingDetector(.frameOutlasted, detect: outlasting(isFrame: true))
}
