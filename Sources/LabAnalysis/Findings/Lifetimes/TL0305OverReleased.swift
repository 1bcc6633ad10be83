import LabRecording

extension FindingDetector {
    static let overReleased = FindingDetector(
        .overReleased,
        detect: { evidence in
            let trace = evidence.trace
            return evidence.lifetimes.overReleased.compactMap { object, time, holders in
                guard trace.entity(object)?.kind == .object else { return nil }
                let holder = holders.first?.holder ?? .none
                return Sighting(
                    subject: object, related: holder,
                    message: "\(trace.name(object)) was deallocated at \(evidence.instant(time)) "
                        + "although \(trace.name(holder)) still refers to it")
            }
        })
}
