import LabRecording

extension Detectors {
    static let neverServed: Detector = { evidence in
        let trace = evidence.trace
        func found(_ work: PendingWork) -> Sighting {
            Sighting(
                subject: work.entity, place: trace.place(ofStep: work.step, orOf: work.entity),
                related: work.thread,
                message: work.thread == EntityID.none
                    ? "\(work.entity) came for a thread that had ended"
                    : "\(work.entity) waits in the run loop of thread \(work.thread), "
                        + "which is not run in its mode any more")
        }
        return trace.pending.filter { $0.thread != EntityID.none }.map(found)
            + evidence.sightings { event in
                if event.isRemark(.neverServed) {
                    let thread = EntityID(Int(event.thread))
                    return found(PendingWork(entity: event.entity, thread: thread, step: event.step))
                }
                guard event.isRemark(.performedOnEndedThread), event.step >= 0 else { return nil }
                return Sighting(
                    subject: event.entity,
                    message: "something was to be performed on thread \(event.entity), which had ended")
            }
    }
}
