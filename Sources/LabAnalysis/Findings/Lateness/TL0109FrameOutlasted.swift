extension Detectors {
    static let frameOutlasted: Detector = outlasting(isFrame: true)
}
