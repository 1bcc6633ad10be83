import LabAnalysis
import LabRecording
import LabReports

/// The calls of a timer, or of all its copies; worked out when they are asked for.
final class TimerCalls: Sendable {
    private let timer: EntityID
    private let report: RunReport

    init(timer: EntityID, report: RunReport) { (self.timer, self.report) = (timer, report) }

    /// For each call in order its instant and wait, ns, and what it waited for.
    var all: [(at: Int64, wait: Int64, because: () -> String)] {
        let entities = report.trace.entities
        let timers = entities.indices.map(EntityID.init).filter { $0 == timer || entities[$0]?.group == timer }
        var calls: [(at: Int64, wait: Int64, because: () -> String)] = []
        report.analysis.forEachAccount(of: timers) { timer, account in
            let wait = max(0, account.until - (account.isChain ? account.armed : account.due))
            guard let call = account.call else { return }
            calls.append((call, wait, { wait > 0 ? AccountPage("", timer, account, self.report).because : "" }))
        }
        return timers.count == 1 ? calls : calls.sorted { $0.at < $1.at }
    }
}
