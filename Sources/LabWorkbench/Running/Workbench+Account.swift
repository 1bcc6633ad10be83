import LabExactTime
import LabReports

extension Workbench {
    /// Explains one call of a scenario's timer, `tick#17`; an id stands for all timers that its code has made.
    package func explain(_ typed: String, firing text: String) throws(Problem) -> AccountPage {
        let file = try read(typed)
        let run = try simulate(plan(file), of: file, keeping: .all)
        let (trace, analysis) = (run.trace, run.analysis)
        let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[1]) else {
            throw Problem("'\(text)' is no firing of \(typed)", help: "write TIMER#N", status: .usage)
        }
        guard number > 0 else { throw Problem("firings count from 1", help: "write \(parts[0])#1", status: .usage) }
        guard let timer = trace.entity(.timer, named: parts[0]) else {
            let known = analysis.timers.filter { trace.group(of: $0.entity) == $0.entity }
            throw Problem(unknownTimer: parts[0], known: known.map(\.name))
        }
        let calls = trace.records.filter { $0.kind == .fired }.map(\.entity)
            .filter { trace.group(of: $0) == timer || $0 == timer }
        guard let caller = calls[at: number - 1] else {
            let finding = analysis.findings.first { $0.subject == timer }
            throw Problem(
                calls.isEmpty
                    ? "\(parts[0]) never fires" : "\(parts[0]) fires \(Plural.of(Int64(calls.count), "time")) only",
                help: calls.isEmpty
                    ? finding.map { "\($0.code): \($0.message.text(in: trace))" } : "write \(parts[0])#\(calls.count)",
                status: .usage)
        }
        let place = calls.prefix(number - 1).count { $0 == caller }
        let accounts = analysis.accounts(of: caller).filter { $0.call != nil }
        guard let account = accounts[at: place] else { throw Problem("nothing is known of \(text)") }
        let name = caller == timer ? text : "\(text), \(trace.name(caller))"
        return AccountPage(name, caller, account, file.report(trace, analysis))
    }
}
