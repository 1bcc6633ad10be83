import LabRecording

extension Detectors {
    static let suspended: Detector = { evidence in
        // A pause that a step requested and ended is no finding.
        evidence.delays(by: .suspended).filter { evidence.isSuspendedAtEnd($0.timer) }.map { delay in
            let index = Int(delay.timer.index)
            let isNeverResumed =
                evidence.circumstances.suspensions[index].first?.from == 0
                && evidence.stories.turn(of: delay.timer)?.resumed != true
            let message: Statement? =
                isNeverResumed
                ? "\(delay.timer) was never resumed"
                : evidence.stories.turn(of: delay.timer)?.endedByStep.map { end in
                    "\(delay.timer) was cancelled at \(at: end), while it was suspended: nothing of it is called before a "
                        + "resume, not even its cancel handler"
                }
            return evidence.sighting(
                of: delay, message,
                harm: evidence.hasFired(delay.timer) ? nil : .neverRuns)
        }
            + evidence.timers.compactMap { timer in
                guard evidence.mechanism(of: timer) == .gcd else { return nil }
                let (story, turn) = (evidence.stories.stories[Int(timer.index)], evidence.stories.turn(of: timer))
                let history = evidence.history(of: timer)
                // A timer that was suspended while it was due has a finding about its skipped points.
                guard story.made != nil, turn?.resumed != true, turn?.ended == nil, turn?.deallocated == nil,
                    story.added == nil, history.grids.isEmpty, history.lastRun == nil
                else { return nil }
                return Sighting(subject: timer, message: "\(timer) was never resumed")
            }
    }
}

extension Evidence {
    /// True if the recording ends while a timer, or its queue, is suspended.
    fileprivate func isSuspendedAtEnd(_ timer: EntityID) -> Bool {
        [timer, trace.entities[Int(timer.index)].home].contains {
            trace.entity($0) != nil && circumstances.suspensions[Int($0.index)].last?.to == trace.header.duration
        }
    }
}
