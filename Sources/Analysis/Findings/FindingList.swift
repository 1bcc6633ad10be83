import Recording

extension Finding {
    /// All findings of a recording: by code, then by subject; those about copies of a large group told once.
    static func all(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: Circumstances, _ causes: CauseAnalysis,
        _ lifetimes: LifetimeAnalysis, _ stories: RunLoopStories, _ events: RecordedEvents
    ) -> [Finding] {
        var found = CauseFindings(
            trace: trace, statistics: statistics, causes: causes, circumstances: circumstances
        ).findings()
        found += RunLoopFindings(trace: trace, statistics: statistics, stories: stories).findings()
        found += LifetimeFindings(trace: trace, analysis: lifetimes).findings()
        found += RecordedFindings(trace: trace, events: events).findings()
        return merged(found, trace, statistics)
    }

    /// One finding for a code and subject, with the counts of all.
    private static func merged(_ found: [Finding], _ trace: Trace, _ statistics: TimerStatistics) -> [Finding] {
        struct Key: Hashable {
            var code: FindingCode
            var subject: EntityID
        }
        var result: [Finding] = []
        var numbers: [Key: Int] = [:]
        for finding in found {
            var subject = finding.subject
            if let group = trace.entity(subject)?.group, group != EntityID.none,
                statistics.copies(of: group).count > TimerStatistics.copiesShown
            {
                subject = group
            }
            let key = Key(code: finding.code, subject: subject)
            if let number = numbers[key] {
                result[number].count = saturatingSum(result[number].count, finding.count)
            } else {
                numbers[key] = result.count
                result.append(finding)
                result[result.count - 1].subject = subject
            }
        }
        return result.sorted { ($0.code, $0.subject) < ($1.code, $1.subject) }
    }
}
