import LabRecording

extension Detectors {
    static let firesAfterOwner: Detector = eachOrphan(isUnheard: false) { evidence, timer, since in
        let isDropped = evidence.lifetimes.orphans[timer]?.isDropped ?? false
        return evidence.events.contains(.remade, about: timer)
            ? nil
            : isDropped
                ? "after its last variable was set to nil at \(at: since)"
                : "after its last owner had left at \(at: since)"
    }
}

extension Evidence {
    /// True if a repeating timer ended in its first callback without an owner.
    func endedItself(_ timer: EntityID, _ orphan: LifetimeAnalysis.Orphan) -> Bool {
        guard orphan.firings == 1, traits(of: timer)?.repeats == true, let end = stories.turn(of: timer)?.end,
            let last = history(of: timer).lastRun?.last
        else { return false }
        return end == last
            || circumstances.callbacks[Int(timer.index)].contains { $0.from == last && $0.from <= end && end <= $0.to }
    }
}
