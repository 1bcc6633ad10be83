import LabRecording

extension Detectors {
    static let overReleased: Detector = { evidence in
        let trace = evidence.trace
        return evidence.lifetimes.overReleased.compactMap { object, time, holders in
            guard trace.entity(object)?.kind == .object else { return nil }
            let holder = holders.first?.holder ?? .none
            return Sighting(
                subject: object, related: holder,
                message: "\(object) was deallocated at \(at: time) "
                    + "although \(holder) still refers to it")
        }
    }
}
