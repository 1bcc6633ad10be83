import LabRecording

extension Detectors {
    static let taskNotEnded: Detector = crash("0x8badf00d") { name, _ in
        "the background task \(name) was not ended when its time was over: the system ended the process"
    }
}
