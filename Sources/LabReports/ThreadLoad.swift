import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording

/// A thread or queue whose timers need more than all of its time.
struct ThreadLoad {
    let home: EntityID
    /// `a and b ask thread main for 1.2 s of work a second: b skips 9 of 19 due points (two.toml:16)`.
    let text: Statement
    private let timers: Set<EntityID>

    /// ns of work in a second.
    private static let whole: Int64 = 1_000_000_000

    static func all(in report: RunReport) -> [ThreadLoad] {
        report.homes(of: report.shownTimers).compactMap { ThreadLoad($0, in: report) }
    }

    private init?(_ home: EntityID, in report: RunReport) {
        let timers = report.shownTimers.filter { report.home(of: $0.entity) == home && !$0.isChain }
        let parts = timers.compactMap { timer in timer.load.map { (timer, $0) } }.filter { $0.1 > Self.whole / 100 }
        let sum = parts.reduce(Int64(0)) { $0.adding(saturating: $1.1) }
        // A timer that needs all of it alone is the cause (TL0101).
        guard parts.count > 1, sum > Self.whole, parts.allSatisfy({ $0.1 < Self.whole }),
            let worst = parts.map(\.0).max(by: { $0.skipped < $1.skipped }), worst.skipped > 0
        else { return nil }
        self.home = home
        self.timers = Set(parts.map(\.0.entity))
        let names = parts.map(\.0.label)
        let who =
            names.count > 3
            ? "\(names.count) timers" : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        let place = report.trace.entity(worst.entity)?.place ?? 0..<0
        text =
            "\(who) ask \(kind: home, or: "their thread") for \(DurationText.format(sum, digits: 2)) of "
            + "work a second: \(worst.name) skips \(worst.skipped) of \(worst.due) due points\(place: place)"
    }

    /// True if a timer waits for the others or for itself.
    func explains(_ finding: Finding) -> Bool {
        [.ownCallback, .otherWork].contains(finding.code) && timers.contains(finding.subject)
            && (finding.related == .none || timers.contains(finding.related))
    }
}

extension TimerSummary {
    /// The work of a timer in a second, ns; nil if it is not known.
    fileprivate var load: Int64? {
        guard let callback, let interval = requested?.scaled(1), interval > 0 else { return nil }
        return Int64(clamping: Int128(callback.mean) * Int128(copies) * 1_000_000_000 / Int128(interval))
    }
}
