import LabRecording

extension Detectors {
    static let firesForNothing: Detector = eachOrphan(isUnheard: true) { evidence, timer, since in
        // A proxy that cannot answer ends the process (TL0307).
        guard evidence.events.crash == nil, evidence.traits(of: timer)?.repeats == true else { return nil }
        return "for nothing: all that it refers to is gone since \(at: since)"
    }
}
