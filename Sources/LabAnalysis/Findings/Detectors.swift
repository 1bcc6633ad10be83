import LabCatalogue

/// The detectors of all kinds of findings. A new one is a property of the evidence, a row here and its texts in the
/// catalogue.
private let detectors: KeyValuePairs<FindingCode, @Sendable (Evidence) -> [Sighting]> = [
    // TL01: it fires, but not when it is due.
    .ownCallback: \.ownCallback, .otherWork: \.otherWork, .modeNotRun: \.modeNotRun,
    .toleranceUsed: \.toleranceUsed, .systemSlept: \.systemSlept, .inBackground: \.inBackground,
    .displayRate: \.displayRate, .relativeDrift: \.relativeDrift, .frameOutlasted: \.frameOutlasted,
    .wallClockSet: \.wallClockSet, .backlog: \.backlog, .defaultLeeway: \.defaultLeeway,
    .displayRateSet: \.displayRateSet, .madeAnew: \.madeAnew, .beatsWithDisplay: \.beatsWithDisplay,
    .lateCountdown: \.lateCountdown,
    // TL02: it never fires.
    .loopNeverRan: \.loopNeverRan, .neverAdded: \.neverAdded, .sourceWithoutOwner: \.sourceWithoutOwner,
    .suspended: \.suspended, .loopReturned: \.loopReturned, .modeNeverRun: \.modeNeverRun,
    .runReturned: \.runReturned, .neverServed: \.neverServed, .loopSpins: \.loopSpins,
    .returnedAtOnce: \.returnedAtOnce, .stoppedInVain: \.stoppedInVain, .runCallKept: \.runCallKept,
    // TL03: lifetimes.
    .keptByRunLoop: \.keptByRunLoop, .referenceCycle: \.referenceCycle, .weakVariable: \.weakVariable,
    .firesAfterOwner: \.firesAfterOwner, .overReleased: \.overReleased,
    .releasedWhileSuspended: \.releasedWhileSuspended, .unrecognisedSelector: \.unrecognisedSelector,
    .otherThread: \.otherThread, .weakProperty: \.weakProperty, .overResumed: \.overResumed,
    .weakInDealloc: \.weakInDealloc, .firesForNothing: \.firesForNothing, .startedTwice: \.startedTwice,
    .addedInvalid: \.addedInvalid, .retainedInDealloc: \.retainedInDealloc, .taskNotEnded: \.taskNotEnded,
    .swallowedCancellation: \.swallowedCancellation, .madeAgainPending: \.madeAgainPending,
    .cancelledInRunCall: \.cancelledInRunCall,
    // TL04: energy. TL05: order.
    .wakesOften: \.wakesOften, .mainBusy: \.mainBusy, .freeOrder: \.freeOrder, .overlap: \.overlap,
    .deadlock: \.deadlock,
]

/// The detectors alone: a code has many texts, and is copied only for what is found.
private let each = detectors.map(\.value)

extension Finding {
    /// All findings of a recording, sorted by severity, then by the points that were skipped for them, the waiting that
    /// they explain, code and subject. Findings about copies of a large group are merged.
    static func all(_ evidence: Evidence) -> [Finding] {
        var found: [Finding] = []
        for (index, detect) in each.enumerated() {
            for sighting in detect(evidence) {
                let place = sighting.place ?? evidence.trace.place(ofStep: sighting.step, orOf: sighting.subject)
                found.append(Finding(detectors[index].key, sighting, at: place))
            }
        }
        // A timer that never fires has no lateness to explain.
        let silent = Set(found.filter { $0.harm == .neverRuns && !evidence.hasFired($0.subject) }.map { $0.subject })
        return merged(found.filter { !silent.contains($0.subject) || $0.harm <= .neverRuns }, evidence)
    }

    /// A single finding for a code and subject, with the counts of all and its remedy.
    private static func merged(_ found: [Finding], _ evidence: Evidence) -> [Finding] {
        let groups = Dictionary(grouping: found, by: \.code).values.flatMap { findings in
            Dictionary(grouping: findings) { evidence.circumstances.told($0.subject) }
        }
        // What one that was made again keeps or delays comes after that, and a leeway that is usual last.
        let replaced = Set(found.lazy.filter { $0.code == .startedTwice }.map { $0.subject })
        // So do a run call that waits for what only its own thread can end, and the pace of what should have ended.
        func follows(_ finding: Finding) -> Bool {
            let isRunCall = finding.code == .runCallKept
            if finding.code == .weakVariable { return finding.harm == .neverRuns }
            if !isRunCall && finding.code != .relativeDrift { return replaced.contains(finding.related) }
            return found.contains { other in
                isRunCall
                    ? other.code == .otherThread && evidence.trace.entity(other.subject)?.home == finding.subject
                    : other.code == .swallowedCancellation && other.subject == finding.subject
            }
        }
        func rank(_ finding: Finding) -> Int { follows(finding) || finding.code == .defaultLeeway ? 1 : 0 }
        return groups.map { subject, findings in
            // The message names the worst copy.
            var merged = findings.max { ($0.lost, $0.cost) < ($1.lost, $1.cost) } ?? findings[0]
            merged.subject = subject
            // A key path of a dynamic member is made at each use.
            (merged.count, merged.lost) = (findings.sum { $0.count }, findings.sum { $0.lost })
            merged.cost = findings.sum { $0.cost }
            merged.copies += findings.dropFirst().count { $0.subject != subject }
            merged.harm = findings.reduce(merged.harm) { min($0, $1.harm) }
            merged.settle(in: evidence.trace)
            return merged
        }.sorted {
            ($0.harm, rank($0), -$0.lost, -$0.cost, $0.code, $0.subject)
                < ($1.harm, rank($1), -$1.lost, -$1.cost, $1.code, $1.subject)
        }
    }
}
