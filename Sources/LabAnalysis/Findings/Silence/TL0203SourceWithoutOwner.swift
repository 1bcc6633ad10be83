import LabRecording

extension Detectors {
    static let sourceWithoutOwner: Detector = eachTimer { evidence, timer in
        let story = evidence.stories.stories[Int(timer.index)]
        let mechanism = evidence.mechanism(of: timer)
        guard let turn = evidence.stories.turn(of: timer), let deallocated = turn.deallocated, story.made != nil,
            mechanism == .gcd && story.added == nil || mechanism == .combine,
            // A subscription that is released with its owner is cancelled on purpose.
            mechanism == .combine ? turn.ended == nil : turn.ended.map({ $0 > deallocated }) ?? true,
            !evidence.events.contains(.remade, about: timer)
        else { return nil }
        let missed = evidence.statistics.due(of: Int(timer.index)) - evidence.history(of: timer).servedCount
        return Sighting(
            subject: timer,
            place: evidence.circumstances.disposals[timer].map {
                evidence.trace.place(ofStep: $0.step, orOf: timer)
            }, count: max(1, missed),
            message: "\(timer) was disposed of when its last owner let go of it: its handler is not "
                + "called any more")
    }
}
