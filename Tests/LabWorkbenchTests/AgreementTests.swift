import LabAnalysis
import LabCatalogue
import LabExactTime
import LabGate
import LabInventedScenarios
import LabJSON
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// `run`, `check` and `compare` take each figure from the same place.
@Suite("One recording, one number")
struct AgreementTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The `timer` lines that `run --format json` prints, by name, and all lines.
    private func printed(_ report: RunReport) -> (timers: [String: JSONValue], text: String) {
        let text = ByteStream.text { report.writeJSON(isQuiet: true, to: $0) }
        var timers: [String: JSONValue] = [:]
        for line in text.split(separator: "\n") {
            guard let value = JSONValue.parse(line.utf8), value["kind"] == "timer", let payload = value["payload"],
                let name = payload["timer"]?.text
            else { continue }
            timers[RunAnalysis.name(name, on: payload["thread"]?.text)] = payload
        }
        return (timers, text)
    }

    /// What adds up is the sum of what the copies have.
    private func expectSums(_ report: RunReport) {
        let counts = [Figure.Family.fired, .due, .served, .skipped, .busy].map { Figure($0) }
        for group in report.analysis.timers where group.copies > 1 {
            let copies = report.trace.entities.indices.filter { report.trace.entities[$0].group == group.entity }
                .compactMap { report.analysis.summary(of: EntityID($0)) }
            for figure in counts {
                let sum = copies.reduce(0) { $0 + ($1.value(of: figure) ?? 0) }
                // A timer that others were made beside has its figures in the group's alone.
                let isWhole = copies.count == group.copies
                let all = group.value(of: figure) ?? 0
                #expect(isWhole ? sum == all : sum <= all, "\(group.name) \(figure.text)")
            }
        }
    }

    /// A figure in the words of JSON.
    private func value(_ figure: Figure, in payload: JSONValue?) -> Int64? {
        let member = payload?[figure.family.rawValue]
        if figure == Figure(.drift) { return member?["parts_per_billion"]?.whole }
        if figure == Figure(.wakeUps) { return member?["all"]?.whole }
        return figure.statistic == .value ? member?.whole : member?[figure.statistic.rawValue]?.whole
    }

    /// What `run` prints and `check` compares.
    private func expectAgreement(
        _ path: String, _ workbench: Workbench
    ) throws -> (analysis: RunAnalysis, timers: [String: JSONValue], text: String) {
        let report = try workbench.run(path).report
        let (timers, text) = printed(report)
        let runner = ScenarioRunner(workbench: workbench, request: CheckRequest(paths: []), seeds: 1)
        let measurement = runner.measure((path: path, baseline: 0, name: "a"))
        let numbers = try #require(measurement.numbers)
        for (name, number) in numbers.exact where timers[name.timer] != nil {
            // A baseline keeps a drift that cannot be told from zero as none.
            if name.figure == Figure(.drift), number == 0 { continue }
            #expect(value(name.figure, in: timers[name.timer]) == number, "\(name.text)")
        }
        let named = Set(numbers.exact.keys.map(\.timer))
        let threads = report.analysis.threadsOfNamesakes(in: report.trace)
        for timer in report.analysis.timers
        where !named.contains(RunAnalysis.name(timer.name, on: threads[timer.entity])) {
            // A copy, or a timer that the same code has made once more: the group tells.
            let group = report.trace.entity(timer.entity)?.group ?? .none
            #expect(named.contains(report.trace.name(group)), "\(timer.name)")
        }
        expectSums(report)
        return (report.analysis, timers, text)
    }

    @Test("run, check and compare FILE agree on every shipped scenario", arguments: Shipped.listings.map(\.path))
    func shipped(path: String) throws {
        let workbench = Shipped.workbench
        let (_, timers, text) = try expectAgreement(path, workbench)
        try expectCompared(path, timers, text, workbench)
    }

    /// What `compare FILE` shows of the scenario and of the printed report.
    private func expectCompared(
        _ path: String, _ timers: [String: JSONValue], _ text: String, _ workbench: Workbench
    ) throws {
        let plan = try workbench.plan(workbench.read(path), changes: ScenarioChanges())
        guard !plan.timers.isEmpty else { return }
        let earlier = try folder.write("earlier.jsonl", text)
        let rows = try workbench.compare(files: [path, earlier], seeds: 1).report.rows
        let main = plan.timers[plan.compare?.timer ?? 0].id
        for row in rows {
            let payload = try #require(timers[row.name == "main timer" ? main : row.name])
            let live = try #require(row.cells[0]).timer
            let (counts, waits) = ([Figure.Family.fired, .due, .skipped], [Figure.Statistic.p50, .p99, .max])
            #expect([live.fired, live.due, live.skipped] == counts.map { value(Figure($0), in: payload) })
            #expect(
                [live.waiting?.p50, live.waiting?.p99, live.waiting?.max]
                    == waits.map { value(Figure(.waiting, $0), in: payload) })
            #expect(live.drift?.partsPerBillion == value(Figure(.drift), in: payload))
            guard let read = row.cells[1]?.timer, row.name != "main timer" else { continue }
            #expect([read.fired, read.due, read.skipped] == [live.fired, live.due, live.skipped])
            #expect(read.waiting?.p50 == live.waiting?.p50 && read.lag == live.lag && read.wakeUps == live.wakeUps)
            #expect(
                read.waiting?.max == live.waiting?.max && read.drift?.partsPerBillion == live.drift?.partsPerBillion)
            #expect(read.drift?.verdict ?? .unknown == live.drift?.verdict ?? .unknown)
        }
    }

    @Test(
        "invented scenarios: run, check and compare FILE agree, served is at most due, causes sum to the waiting",
        arguments: 0..<20)
    func invented(group: Int) throws {
        let workbench = Bench.workbench
        for seed in (group * 3 + 1)...(group * 3 + 3) {
            let toml = ScenarioText(RandomScenarios.scenario(seed: UInt64(seed))).toml
            let path = try folder.write("\(seed).toml", toml)
            let (analysis, timers, text) = try expectAgreement(path, workbench)
            try expectCompared(path, timers, text, workbench)
            for timer in analysis.timers {
                expectLaws(timer, analysis.attributions.first { $0.timer == timer.entity }, "\(seed) \(timer.name)")
            }
        }
    }

    @Test("figures that pencil and paper give: run, check and compare FILE agree", arguments: HandCalculation.all)
    func byHand(calculation: HandCalculation) throws {
        let workbench = Bench.workbench
        let path = try folder.write("a.toml", calculation.scenario)
        let (analysis, timers, text) = try expectAgreement(path, workbench)
        try expectCompared(path, timers, text, workbench)
        for timer in analysis.timers {
            expectLaws(timer, analysis.attributions.first { $0.timer == timer.entity }, "\(timer.name)")
        }
    }

    private func expectLaws(_ timer: TimerSummary, _ attribution: Attribution?, _ name: Comment) {
        #expect(timer.served <= timer.due && timer.skipped <= timer.due - timer.served, name)
        // Only a last point that is still waited for is neither.
        let pending = timer.due - timer.served - timer.skipped
        #expect(pending <= min(timer.openPoints, Int64(timer.copies)), name)
        #expect(timer.waiting.map { $0.count == timer.due } ?? true, name)
        let shares = attribution?.shares ?? []
        #expect(shares.reduce(0) { $0 + $1.nanoseconds } == attribution?.nanoseconds ?? 0, name)
        #expect(shares.isEmpty || shares.reduce(0) { $0 + $1.percent } == 100, name)
        guard !timer.isChain, let waiting = timer.waiting else { return }
        // The mean is rounded to a nanosecond.
        let difference = (attribution?.nanoseconds ?? 0) - waiting.mean * waiting.count
        #expect(difference.magnitude <= waiting.count, name)
    }
}
