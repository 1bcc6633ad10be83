import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording

/// Findings with one cause, the worst first, so that a reader has one thing to fix.
struct FindingGroup {
    private(set) var findings: [Finding]
    /// The other timers and objects, each name once.
    private(set) var others: [String] = []
    /// The work that timers demand of their thread, if that is the cause.
    private(set) var load: Statement?
    /// The reference to give up, among those that keep an object.
    private(set) var cut: String?

    var worst: Finding { findings[0] }
    /// `[TL0301, TL0302]`.
    var codes: String { "[" + findings.map(\.code.rawValue).unique.joined(separator: ", ") + "]" }
    var severity: Severity { worst.severity }

    private struct Key: Hashable {
        var code: FindingCode
        var severity: Severity
        /// The culprit: a timer, an event or a thread, or the members of a cycle.
        var cause: Set<EntityID>
        var advice: String?
    }

    static func all(in report: RunReport) -> [FindingGroup] {
        let loads = report.timersByHome.compactMap { ThreadLoad($0.key, of: $0.value, in: report) }
        var (groups, places): ([FindingGroup], [Key: Int]) = ([], [:])
        for finding in report.analysis.findings {
            let load = loads.first { $0.explains(finding, in: report) }
            let life = Self.leaks.contains(finding.code) ? report.analysis.life(of: finding.subject) : nil
            let cycle = life?.cycle.map { Set($0.edges.map { report.trace.group(of: $0.held) }) }
            let own = Key(
                code: finding.code, severity: finding.severity,
                cause: cycle ?? [report.trace.group(of: finding.related)], advice: finding.remedy)
            let key = load.map { Key(code: .otherWork, severity: .fault, cause: [$0.home], advice: nil) } ?? own
            if let place = places[key] {
                groups[place].findings.append(finding)
                let name = report.trace.name(finding.subject)
                if groups[place].others.last != name { groups[place].others.append(name) }
            } else if let cause = groups.firstIndex(where: { $0.entails(finding, in: report) }) {
                groups[cause].findings.append(finding)
            } else {
                places[key] = groups.count
                groups.append(
                    FindingGroup(findings: [finding], load: load?.text, cut: life?.keeper.flatMap(report.cutText)))
            }
        }
        for index in groups.indices {
            let first = report.trace.name(groups[index].worst.subject)
            let isTold = groups[index].load != nil
            groups[index].others.removeAll { $0 == first || isTold }
            let copies = groups[index].worst.copies - 1
            if copies > 0, !isTold { groups[index].others.insert(Plural.of(copies, "more timer"), at: 0) }
        }
        return groups
    }

    fileprivate static let leaks = [FindingCode.keptByRunLoop, .referenceCycle]

    /// True if a finding follows from this one. A kept object may also be in a cycle, be retained in spite of a weak
    /// variable, and have a timer that keeps firing. A wait for what cannot come keeps other timers waiting.
    private func entails(_ finding: Finding, in report: RunReport) -> Bool {
        if worst.code == .deadlock, finding.code == .otherWork {
            return finding.place == worst.place || report.trace.entity(finding.subject)?.home == worst.subject
        }
        guard (Self.leaks + [.firesAfterOwner, .weakVariable]).contains(finding.code), Self.leaks.contains(worst.code)
        else { return false }
        let lives = findings.compactMap { report.analysis.life(of: $0.subject) }
        let edges = lives.flatMap { $0.chains.flatMap(\.edges) + ($0.cycle?.edges ?? []) }
        return edges.contains { $0.holder == finding.subject || $0.held == finding.subject }
    }
}

extension RunReport {
    /// The references that a program gives up to free what leaks.
    var cuts: [ReferenceEdge] {
        let leaks = analysis.findings.filter { FindingGroup.leaks.contains($0.code) }.map(\.subject)
        return leaks.compactMap { analysis.life(of: $0)?.keeper.flatMap(cut) }
    }

    /// The edge of a cycle that a program controls: that of a timer or a block to what it calls.
    private func cut(_ cycle: KeptPath) -> ReferenceEdge? {
        cycle.edges.last { [.timer, .block].contains(trace.entity($0.holder)?.kind) } ?? cycle.edges.last
    }

    fileprivate func cutText(_ cycle: KeptPath) -> String? {
        cut(cycle).map { edge in
            let holder = trace.kindAndName(edge.holder) ?? "a static variable"
            let label = edge.label.isEmpty ? "" : " (\(edge.label))"
            return "\(holder) → \(trace.kindAndName(edge.held) ?? "")\(label)"
        }
    }
}

/// A thread or queue whose timers need more than all of its time, or where the copies of one are in each other's way.
struct ThreadLoad {
    let home: EntityID
    /// `a and b ask thread main for 1.2 s of work a second: b skips 9 of 19 due points (two.toml:16)`.
    let text: Statement
    private let timers: Set<EntityID>

    /// ns of work in a second.
    private static let whole: Int64 = 1_000_000_000

    init?(_ home: EntityID, of timers: [TimerSummary], in report: RunReport) {
        let loads = timers.filter { !$0.isChain }.compactMap { timer in Self.load(of: timer).map { (timer, $0) } }
        let parts = loads.filter { $0.1 > Self.whole / 100 }
        let sum = parts.sum(\.1)
        // A timer that needs all of it alone is the cause (TL0101).
        guard let worst = parts.map(\.0).max(by: { $0.skipped < $1.skipped }), parts.allSatisfy({ $0.1 < Self.whole })
        else { return nil }
        let (isCopied, late) = (parts.count == 1 && worst.copies > 1, worst.waiting?.max ?? 0)
        guard isCopied && late > 0 || parts.count > 1 && sum > Self.whole && worst.skipped > 0 else { return nil }
        self.home = home
        self.timers = Set(parts.map(\.0.entity))
        let names = parts.map(\.0.label)
        let who =
            isCopied
            ? "\(worst.copies) copies of \(worst.name)" : names.count > 3 ? "\(names.count) timers" : names.enumerated
        let place = report.trace.entity(worst.entity)?.place ?? 0..<0
        let skipped: Statement = "\(worst.name) skips \(worst.skipped) of \(worst.due) due points"
        text =
            "\(who) ask \(kind: home, or: "their thread") for \(DurationText.format(sum, digits: 2)) of work a second: "
            + (worst.skipped > 0 ? skipped : "one is up to \(ns: late) late") + "\(place: place)"
    }

    /// The work of a timer in a second, ns; nil if it is not known.
    private static func load(of timer: TimerSummary) -> Int64? {
        guard let callback = timer.callback, let interval = timer.requested?.scaled(1), interval > 0 else { return nil }
        return Int64(clamping: Int128(callback.mean) * Int128(timer.copies) * 1_000_000_000 / Int128(interval))
    }

    /// True if a timer waits for the others or for itself.
    func explains(_ finding: Finding, in report: RunReport) -> Bool {
        [.ownCallback, .otherWork].contains(finding.code) && timers.contains(report.trace.group(of: finding.subject))
            && (!finding.related.exists || timers.contains(report.trace.group(of: finding.related)))
    }
}
