import LabAnalysis
import LabRecording
import LabReports

/// The calls of a timer, or of all its copies; worked out when they are asked for.
final class TimerCalls: Sendable {
    private let timer: EntityID
    private let report: RunReport

    init(timer: EntityID, report: RunReport) { (self.timer, self.report) = (timer, report) }

    /// In order of time.
    var accounts: [(timer: EntityID, account: Account)] {
        let trace = report.trace
        let timers = trace.entities.indices.map(EntityID.init).filter {
            $0 == timer || trace.entity($0)?.group == timer
        }
        var accounts: [(timer: EntityID, account: Account)] = []
        report.analysis.forEachAccount(of: timers) { if $1.call != nil { accounts.append(($0, $1)) } }
        return timers.count == 1 ? accounts : accounts.sorted { $0.account.until < $1.account.until }
    }

    var because: [String] {
        accounts.map { timer, account in
            account.wait > 0 ? AccountPage(report.trace.name(timer), timer, account, report).because : ""
        }
    }
}

extension Account {
    /// From the instant that the call was for to the call, ns.
    var wait: Int64 { until - (isChain ? armed : due) }
}
