import LabAnalysis
import LabCatalogue
import LabExpectations
import LabPlatform
import LabRecording
import LabReports
import LabScenarioModel
import LabTOML

/// Remedies that were tried on a scenario.
package struct RemedyOutcome: Sendable {
    package var report: RemedyReport
    /// The text of the scenario with each remedy, in the order of the report's rows.
    package var texts: [[UInt8]] = []
    fileprivate let file: ScenarioFile

    /// True if the scenario names files by paths from its folder.
    package var readsBeside: Bool { file.reading.profileRequest != nil || file.reading.replayRequest != nil }

    /// True if the scenario with a remedy, by its number, has fewer expectations, or no guard.
    package func leavesOut(_ number: Int) -> Bool {
        let counts = [TOMLEditor(texts[number - 1]), file.document].map { document in
            document.headers.count { ["expect", "guard", "compare"].contains($0.name) }
        }
        return counts[0] < counts[1]
    }

    /// The scenario with a remedy, by its number in the table, for a file.
    package func text(_ number: Int, writtenTo path: String, replacing: Bool) throws(Problem) -> String {
        guard texts.indices.contains(number - 1), report.rows[number - 1].helps else {
            let count = report.rows.count(where: \.helps)
            throw Problem("there is no remedy \(number)", help: "\(count) of those tried help", status: .usage)
        }
        if !replacing, case .success(.file) = FileSystem.kind(of: path) {
            throw Problem("\(path): exists already", help: "--force replaces it", status: .cannotWrite)
        }
        let folders = [path, file.path].map { FileSystem.realPath(FileSystem.split($0).folder) }
        if readsBeside, folders[0] != folders[1] {
            throw Problem(
                "\(path): the scenario reads files from its own folder", help: "write it there", status: .cannotWrite)
        }
        return String(decoding: texts[number - 1], as: UTF8.self)
    }
}

extension Workbench {
    /// Runs a scenario with each fitting remedy, alone and together, and ranks them.
    ///
    /// - Parameters: - timer: the timer or object whose findings to fix; nil for the worst finding. - tryingSeeds: true
    ///   to count the other seeds with which the first remedy is best.
    package func remedies(
        of file: ScenarioFile, timer: String? = nil, tryingSeeds: Bool = true
    ) throws(Problem) -> RemedyOutcome {
        let plan = try plan(file)
        let (run, failed) = try tried(plan, of: file)
        if let timer, !run.trace.entities.contains(where: { $0.name == timer }) {
            throw Problem(unknownTimer: timer, known: plan.timers.map(\.id))
        }
        let (told, findings) = findings(run, timer: timer, failed: failed)
        let search = RemedySearch(
            self, RemedyCandidate(file: file, plan: plan), run, failed: failed, worst: findings.first)
        let before = search.before.figures
        var report = RemedyReport()
        (report.title, report.file, report.argument) = (plan.title, FileSystem.shown(file.path), file.argument)
        (report.before, report.crash) = (before, run.analysis.crash)
        report.failed = failed.map { verdict in
            "\(verdict.claim) is expected, but \(verdict.details.count == 1 ? verdict.details[0] : verdict.actual)"
        }
        let unmet = search.before.unmet
        let trials = search.trials(unmet + findings.map { ($0, $0.subject) })
        // A note that nothing mends is told only if nothing else is.
        if let worst = findings.first, worst.severity != .note || !trials.isEmpty {
            (report.worst, report.finding) = (search.wish.worst, worst)
        } else {
            // The system does other than was asked, whether or not a point is lost.
            let system: [FindingCode] = ["TL0106", "TL0105", "TL0107", "TL0110", "TL0113"]
            report.finding =
                (before.lost > 0 && unmet.isEmpty ? told.first { !$0.isAskedEnd } : nil)
                ?? told.first { system.contains($0.code) } ?? findings.first
        }
        report.problem = report.finding.map(file.report(run.trace, run.analysis).text(of:)) ?? ""
        if let finding = report.finding, !finding.isTried || unmet.isEmpty && findings.isEmpty {
            // A change that no scenario shows, such as reading a clock, has the timer's own names.
            let fault = (finding: finding, subject: finding.subject)
            let site = Remedy.tried(against: finding.code).first { $0.code != nil }
                .map { RemedySite($0, fault, of: search.before, file.document) }
            // A timer that fires less than once a second (a poll), a link and a sequence show no time.
            let counts = site?.timer.map {
                ![.displayLink, .asyncTimer].contains($0.kind) && $0.interval?.scaled(1) ?? 0 <= 1_000_000_000
                    && $0.mayCount
            }
            // A single call at a time of day rightly follows the clock; no code takes the place of a key.
            let isMeant =
                [.runningClock, .withoutKey, .mainThread].contains(finding.situation) || finding.code == .wallClockSet
                || finding.isForItsAuthor
            if !isMeant, finding.code != .inBackground || counts ?? true {
                let fitting = search.candidates([fault], of: search.before).first?.code ?? site?.change(to: plan)
                // Which clock is wanted, only the user knows.
                report.advised = fitting ?? (finding.code == .systemSlept ? CodeChange() : finding.code.change)
            }
        }
        if findings.isEmpty, unmet.isEmpty { return RemedyOutcome(report: report, file: file) }
        let uncounted = run.analysis.findings.filter { !before.findings.contains(FindingName($0, in: run.trace)) }
        report.uncounted = Set(uncounted.map { $0.severity == .note ? "notes" : $0.code.rawValue }).sorted(by: >)
        // Those that do less than another one come last.
        func isOfUse(_ trial: RemedyTrial) -> Bool { trial.helps && !trials.contains { $0.mendsMore(than: trial) } }
        let (helping, others) = (trials.filter(isOfUse), trials.filter { !isOfUse($0) })
        report.rows = (helping + others).enumerated().map { index, trial in
            var row = RemedyReport.Row(figures: trial.figures)
            row.number = index < helping.count ? Int64(index + 1) : nil
            (row.name, row.cost) = (trial.candidate.name, trial.cost)
            row.code = trial.candidate.code
            return row
        }
        if tryingSeeds { report.otherSeeds = try? search.otherSeeds(helping) }
        return RemedyOutcome(report: report, texts: (helping + others).map(\.text), file: file)
    }

    /// Runs a scenario to its end, for its figures; the expectations that fail, too.
    func tried(_ plan: ScenarioPlan, of file: ScenarioFile) throws(Problem) -> (run: Simulated, failed: [Verdict]) {
        // A call is wrong or not by the time at which its timer was made.
        let run = try simulate(plan, of: file, keeping: plan.expectedRecords.union(KeptRecords([.created])))
        if let problem = run.problems.first { throw problem }
        return (run, verdicts(of: run, plan, file).filter { !$0.passed })
    }

    /// Adds the worst finding's best remedy to a report, unless the run is long or the scenario changed.
    package func addBestRemedy(to outcome: inout RunOutcome) {
        let failed = outcome.report.verdicts.contains { !$0.passed }
        guard let (file, run) = outcome.simulated, outcome.report.unheld == nil, outcome.problems.isEmpty,
            run.analysis.firingCount <= Workbench.mostFiringsTriedAgain,
            failed || run.analysis.findings.contains(where: { $0.severity != .note || $0.isMendedAlone }),
            let report = try? remedies(of: file, tryingSeeds: false).report
        else { return }
        guard let best = report.rows.first, best.helps, report.isMended(by: best) else { return }
        outcome.report.remedy = best.name
        let advised = run.analysis.findings.flatMap { Remedy.tried(against: $0.code) }
        if failed, !advised.contains(where: { best.name.hasPrefix($0.name) }) { outcome.report.mending = best.name }
    }

    private static let mostFiringsTriedAgain: Int64 = 20_000

    /// The findings about some or all timers and objects, and those to fix, the most urgent first.
    private func findings(_ run: Simulated, timer: String?, failed: [Verdict]) -> (told: [Finding], wanted: [Finding]) {
        let names = timer.map { [$0] } ?? Set(failed.map(\.subject))
        func isAbout(_ entity: EntityID?) -> Bool {
            [entity, entity.flatMap { run.trace.entity($0)?.group }].compactMap(\.self)
                .contains { names.contains(run.trace.name($0)) }
        }
        let told = run.analysis.findings.filter { timer == nil || isAbout($0.subject) || isAbout($0.related) }
        func rank(_ finding: Finding) -> Int { finding.severity == .fault ? 0 : finding.isUnwantedCall ? 1 : 2 }
        let ranked = told.filter { $0.severity != .note }.sorted { rank($0) < rank($1) }
        // Where the system holds an app back, its wake-ups are not the matter.
        let isHeldBack = told.contains { $0.code == .inBackground }
        func isTried(_ note: Finding) -> Bool { note.isTried && !(isHeldBack && note.code == "TL0401") }
        // A note is fixed on request: it may be the only obstacle to an expectation.
        let own = told.filter { isAbout($0.subject) && ($0.severity != .note || $0.code != "TL0106" && isTried($0)) }
        // Where nothing else is found, a note is what the user asks about.
        let isSound = own.isEmpty && ranked.isEmpty
        let notes = told.filter { isSound && isTried($0) && ($0.isMendedAlone || !failed.isEmpty) }
        let faults = ranked.filter(own.contains)
        let wanted = faults.isEmpty ? own + notes : faults
        let others = ranked.filter { !wanted.contains($0) }
        return (told, wanted + (timer == nil || wanted.isEmpty ? others : []))
    }
}

extension Verdict {
    /// True if it is about the number of calls, and allows this one.
    func allows(calls: Int64) -> Bool {
        guard case .figure(Figure(.fired), let comparison)? = outcome else { return false }
        return comparison.holds(for: calls)
    }

    /// True if it expects no call of a timer, or no line that its callback logs.
    func forbids(_ timer: TimerPlan) -> Bool {
        if case .noLog? = outcome { return isAbout(timer) }
        return subject == timer.id && allows(calls: 0) && !allows(calls: 1)
    }

    /// True if it is about a timer, or about a line that its callback logs.
    func isAbout(_ timer: TimerPlan) -> Bool {
        if subject == timer.id { return true }
        var lines: [String] = []
        if case .log(let wanted, _)? = outcome { lines = wanted }
        if case .noLog(let forbidden)? = outcome { lines = forbidden }
        return timer.steps.all.contains { step in lines.contains { step.text?.pieces.first == .literal($0) } }
    }
}

extension Finding {
    /// True if a timer is called that was cancelled or replaced: nobody wants that.
    fileprivate var isUnwantedCall: Bool { code == "TL0317" || code == "TL0318" }

    /// True if it is mended where nothing else is found: a note, but none about a lateness or an end that was asked for.
    fileprivate var isMendedAlone: Bool { !code.rawValue.hasPrefix("TL01") && !isAskedEnd && isTried }

    /// True if a timer ends as its thread does.
    fileprivate var isAskedEnd: Bool { harm == .asked && code.harm == .neverRuns }

    /// True if no remedy knows what was meant: the interval, or the run loop.
    var isForItsAuthor: Bool { self.situation == .withoutInterval || code == "TL0314" && self.situation == .thread }

    fileprivate var isTried: Bool { !Remedy.tried(against: code).isEmpty && !isForItsAuthor }
}
