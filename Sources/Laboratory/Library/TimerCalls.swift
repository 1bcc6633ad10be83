import LabAnalysis
import LabRecording
import LabReports

/// A call of a timer: its instant, its wait (ns) and its reason.
typealias TimerCall = (at: Int64, wait: Int64, because: () -> String)

extension RunReport {
    /// The calls of some timers, in order.
    func calls(of isMeant: (EntityID, Entity) -> Bool) -> [TimerCall] {
        let timers = trace.entities.indices.filter {
            trace.entities[$0].kind == .timer && isMeant(EntityID($0), trace.entities[$0])
        }
        var calls: [TimerCall] = []
        analysis.forEachAccount(of: timers.map { EntityID($0) }) { timer, account in
            guard let call = account.call else { return }
            let wait = max(0, account.until - (account.isChain ? account.armed : account.due))
            calls.append((call, wait, { wait > 0 ? AccountPage("", timer, account, self).because : "" }))
        }
        return timers.count == 1 ? calls : calls.sorted { $0.at < $1.at }
    }
}
