import LabRecording

extension Detectors {
    static let otherThread: Detector = eachRemark(.invalidatedOnOtherThread) { evidence, event in
        let (trace, thread) = (evidence.trace, EntityID(Int(event.thread)))
        let home = trace.entity(event.entity)?.home ?? .none
        return Sighting(
            subject: event.entity, related: thread,
            message: "\(event.entity) was invalidated on thread \(thread), but thread "
                + "\(home) runs it: its run loop is not woken")
    }
}
