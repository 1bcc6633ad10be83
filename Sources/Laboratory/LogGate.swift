import Analysis
import ExactTime
import Expectations
import LogImport
import Recording
import ScenarioLanguage
import ScenarioModel
import TOML

/// The expectations that a log is held against: those of a scenario, or of a file that has nothing else.
struct LogGate {
    private let path: String
    private let bytes: [UInt8]
    /// nil for a file of expectations alone, which can only be read when the timers of the log are known.
    private let plan: ScenarioPlan?

    init(_ workbench: Workbench, _ typed: String) throws(Problem) {
        path = typed
        do {
            bytes = try InputFile.read(workbench.finder.find(typed), typed: typed)
        } catch {
            throw Problem(error)
        }
        let root = TOMLDocument.parse(bytes).document.root
        let names = root.entries.map { $0.key.text }
        if names.contains("expect"), names.allSatisfy({ ["expect", "title"].contains($0) }) {
            plan = nil
            return
        }
        let reading = ScenarioReader.read(bytes: bytes)
        guard let plan = reading.plan else {
            throw Problem(.diagnostics(reading.diagnostics, reading.sources, path: typed), status: .wrongData)
        }
        self.plan = plan
    }

    /// The interval, ns, that the scenario asks of a timer of the log.
    func interval(of timer: LoggedTimer, isOnly: Bool) -> Rational? {
        guard let plan, let index = LogGate.match(timer, in: plan, isOnly: isOnly) else { return nil }
        return plan.timers[index].interval.flatMap { $0 > .zero ? $0 : nil }
    }

    /// - Throws: `Problem` for mistakes in a file of expectations.
    func verdicts(_ log: LogFile, _ trace: Trace, _ analysis: RunAnalysis) throws(Problem) -> [Verdict] {
        let plan = try planned(for: log)
        return ExpectationChecker(plan: plan, source: bytes, trace: trace, analysis: analysis).verdicts()
    }

    private func planned(for log: LogFile) throws(Problem) -> ScenarioPlan {
        guard var plan else { return try expectationsAlone(log) }
        let isOnly = log.timers.count == 1
        for timer in log.timers {
            guard let index = LogGate.match(timer.times, in: plan, isOnly: isOnly) else { continue }
            plan.timers[index].id = timer.times.name
        }
        plan.expectations = plan.expectations.compactMap(LogGate.judgeable)
        return plan
    }

    /// What of a scenario's promises a log can keep: its numbers, but none that count from the scenario's start.
    private static func judgeable(_ expectation: ExpectationPlan) -> ExpectationPlan? {
        guard case .timer = expectation.subject else { return nil }
        var kept = expectation
        kept.checks = expectation.checks.filter { check in
            guard case .figure(let figure, _) = check.promise else { return false }
            return figure.family.row.isInLogs
        }
        return kept.checks.isEmpty ? nil : kept
    }

    /// The timer of a scenario that a log's one is: by its id, by what it logs, or because there is no other.
    private static func match(_ timer: LoggedTimer, in plan: ScenarioPlan, isOnly: Bool) -> Int? {
        if let index = plan.timers.firstIndex(where: { $0.id == timer.name }) { return index }
        return isOnly && plan.timers.count == 1 ? 0 : nil
    }

    /// Lets the expectations speak of the log's timers by what those lines say.
    private func expectationsAlone(_ log: LogFile) throws(Problem) -> ScenarioPlan {
        let timers = log.timers.map { timer in
            "\n[[timer]]\nid = \"\(LogGate.escaped(timer.times.name))\"\nkind = \"nstimer\"\ninterval = \"1s\"\n"
        }
        let whole = bytes + Array(timers.joined().utf8)
        let reading = ScenarioReader.read(bytes: whole, overrides: [ScenarioOverride("duration=\"1s\"")])
        guard let plan = reading.plan else {
            throw Problem(.diagnostics(reading.diagnostics, reading.sources, path: path), status: .wrongData)
        }
        return plan
    }

    /// A text inside a TOML string's quotes.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
