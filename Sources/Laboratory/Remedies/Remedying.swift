import Analysis
import Expectations
import Platform
import Recording
import Reports
import ScenarioLanguage
import ScenarioModel

/// Remedies that were tried on a scenario.
package struct RemedyOutcome: Sendable {
    package var report: RemedyReport
    /// The text of the scenario with each remedy, in the order of the report's rows.
    package var texts: [[UInt8]] = []
    /// The file that was opened.
    package var path: String
    /// The files, beside its own, that the scenario names by paths from its folder.
    package var readsBeside: Bool

    /// The scenario with a remedy, by its number in the table, to be written to a file.
    package func text(_ number: Int, writtenTo path: String, replacing: Bool) throws(Problem) -> String {
        guard texts.indices.contains(number - 1), report.rows[number - 1].helps else {
            let count = report.rows.count(where: \.helps)
            throw Problem("there is no remedy \(number)", help: "\(count) of those tried help", status: .usage)
        }
        if !replacing, case .success(.file) = FileSystem.kind(of: path) {
            throw Problem("\(path): exists already", help: "--force replaces it", status: .cannotWrite)
        }
        let folders = [path, self.path].map { FileSystem.realPath(FileSystem.split($0).folder) }
        if readsBeside, folders[0] != folders[1] {
            throw Problem(
                "\(path): the scenario reads files from its own folder", help: "write it there", status: .cannotWrite)
        }
        return String(decoding: texts[number - 1], as: UTF8.self)
    }
}

extension Workbench {
    /// Runs a scenario with each remedy that fits what is found in it, one at a time, and ranks them by what they change.
    ///
    /// - Parameter timer: mends only what is found of this timer or object; nil for the worst.
    package func remedies(_ typed: String, timer: String? = nil) throws(Problem) -> RemedyOutcome {
        let file = try read(typed)
        let plan = try plan(file, changes: ScenarioChanges())
        let run = try simulate(plan, of: file, keeping: plan.expectedRecords)
        if let timer, !run.trace.entities.contains(where: { $0.name == timer }) {
            throw Problem(unknownTimer: timer, known: plan.timers.map(\.id))
        }
        let verdicts = ExpectationChecker(plan: plan, trace: run.trace, analysis: run.analysis).verdicts()
        var outcome = remedies(of: file, plan, run: run, timer: timer, failed: Workbench.failed(verdicts))
        outcome.report.otherSeeds = try? otherSeeds(outcome, of: file, plan, within: 100 * run.occurrences + 10_000)
        return outcome
    }

    /// With how many other seeds the first remedy is the best, too; nil where nothing is random, or nothing helps.
    ///
    /// - Parameter budget: how many occurrences a run may have.
    private func otherSeeds(
        _ outcome: RemedyOutcome, of file: ScenarioFile, _ plan: ScenarioPlan, within budget: Int64
    ) throws(Problem) -> RemedyReport.OtherSeeds? {
        guard let worst = outcome.report.worst, outcome.report.rows.first?.helps == true else { return nil }
        let before = RemedyRank(outcome.report.before, worst)
        @Sendable func rank(_ file: ScenarioFile, seed: UInt64) throws(Problem) -> RemedyRank {
            let tried = try self.plan(file, changes: ScenarioChanges(seed: seed, budget: budget))
            let run = try simulate(tried, of: file, keeping: [])
            return RemedyRank(
                RemedyReport.Figures(run.trace, run.analysis, mending: worst), worst,
                fewerLinks: plan.linkCount - tried.linkCount)
        }
        let seeds = (1...4).map { plan.seed &+ $0 }
        if try rank(file, seed: seeds[0]) == before { return nil }
        let isFirst = try Parallel.tryMap(seeds) { seed throws(Problem) in
            let unmended = try rank(file, seed: seed)
            let ranks = outcome.texts.prefix(outcome.report.rows.count(where: \.helps)).map { text in
                (try? read(text, typed: file.typed, path: file.path)).flatMap { try? rank($0, seed: seed) } ?? unmended
            }
            return ranks[0] < unmended && !ranks.contains { $0 < ranks[0] }
        }
        return RemedyReport.OtherSeeds(own: plan.seed, agreeing: isFirst.count { $0 }, count: seeds.count)
    }

    /// Notes in a report what helps best against the worst that it found; a long run, or one that an option has changed,
    /// is not tried again and again.
    package func addBestRemedy(to outcome: inout RunOutcome) {
        let failed = Workbench.failed(outcome.report.verdicts)
        guard let (file, run) = outcome.simulated, outcome.report.unheld == nil, outcome.problems.isEmpty,
            run.analysis.firingCount <= Workbench.mostFiringsTriedAgain,
            !failed.isEmpty || run.analysis.findings.contains(where: { $0.severity != .note }),
            let plan = file.reading.plan
        else { return }
        let report = remedies(of: file, plan, run: run, failed: failed).report
        if let best = report.rows.first, best.helps, report.isMended(by: best) {
            outcome.report.remedy = best.name
        }
    }

    private static let mostFiringsTriedAgain: Int64 = 20_000

    /// What the expectations that failed are about.
    private static func failed(_ verdicts: [Verdict]) -> Set<String> {
        Set(verdicts.filter { !$0.passed }.map(\.subject))
    }

    /// Tries what fits the findings that are wanted, all of them or those of one timer or object.
    private func remedies(
        of file: ScenarioFile, _ plan: ScenarioPlan, run: Simulated, timer: String? = nil, failed: Set<String>
    ) -> RemedyOutcome {
        let names = timer.map { [$0] } ?? failed
        func isAbout(_ entity: EntityID?) -> Bool {
            [entity, entity.flatMap { run.trace.entity($0)?.group }].compactMap(\.self)
                .contains { names.contains(run.trace.name($0)) }
        }
        let told = run.analysis.findings.filter { timer == nil || isAbout($0.subject) || isAbout($0.related) }
        let faults = told.filter { $0.severity != .note }
        // A note is mended where it is asked for: it may be all that is in the way of what is expected.
        let own = told.filter { isAbout($0.subject) && ($0.severity != .note || !RemedyRule.all(for: $0.code).isEmpty) }
        let ownFaults = own.filter { $0.severity != .note }
        let wanted = ownFaults.isEmpty ? own : ownFaults
        let others = timer == nil || wanted.isEmpty ? faults.filter { !wanted.contains($0) } : []
        let findings = wanted + others
        var outcome = RemedyOutcome(
            report: RemedyReport(), path: file.path,
            readsBeside: file.reading.profileRequest != nil || file.reading.replayRequest != nil)
        outcome.report.title = plan.title
        (outcome.report.file, outcome.report.argument) = (FileSystem.shown(file.path), file.argument)
        outcome.report.crash = run.analysis.crash
        let mended = findings.first.map { FindingName($0, in: run.trace) }
        outcome.report.before = RemedyReport.Figures(run.trace, run.analysis, mending: mended)
        guard let worst = findings.first, let name = mended else {
            outcome.report.asked = outcome.report.before.lost > 0 ? told.first : nil
            return outcome
        }
        outcome.report.worst = name
        outcome.report.advice = worst.remedy?.sentence
        outcome.report.problem = RunReport(
            trace: run.trace, analysis: run.analysis, file: FileSystem.shown(file.path), source: file.lines
        ).text(of: worst)
        outcome.report.hasNotes = told.count > findings.count
        let tried = candidates(findings, plan, run.trace, file, budget: 100 * run.occurrences + 10_000)
        let runs = Parallel.map(tried, jobs: ProcessEnvironment.cores) { try? trial($0, mending: name) }
        let ranked = zip(tried, runs).compactMap { candidate, trial in
            trial.map {
                (
                    candidate: candidate, trial: $0,
                    helps: $0.figures.helps(against: outcome.report.before, name),
                    rank: RemedyRank($0.figures, name, fewerLinks: plan.linkCount - candidate.plan.linkCount),
                    wakeUps: RemedyRank.rounded($0.figures.wakeUps)
                )
            }
        }.enumerated().sorted {
            ($0.element.helps ? 0 : 1, $0.element.rank, $0.element.wakeUps, $0.offset)
                < ($1.element.helps ? 0 : 1, $1.element.rank, $1.element.wakeUps, $1.offset)
        }.map(\.element)
        for (candidate, trial, helps, _, _) in ranked {
            outcome.report.rows.append(
                RemedyReport.Row(
                    name: candidate.name, cost: trial.cost, figures: trial.figures, helps: helps,
                    swift: candidate.code.swift, objectiveC: candidate.code.objectiveC))
            outcome.texts.append(candidate.text)
        }
        return outcome
    }

    /// A remedy applied to a scenario.
    private struct Candidate: Sendable {
        var rule: RemedyRule
        /// The rule's, and of which timer where others have the same.
        var name: String
        var subject: String
        /// Whether another part is changed than the one that the finding is about.
        var isElsewhere: Bool
        var code: RemedyCode
        var text: [UInt8]
        var file: ScenarioFile
        var plan: ScenarioPlan
        var job: (timer: String, object: String)?
        /// What it costs beside what the rule says.
        var cost: String?

        /// How usual it is against a finding.
        func rank(for code: FindingCode) -> Int { rule.codes.firstIndex(of: code) ?? .max }
    }

    /// Every remedy that fits one of the findings; what the scenario expects as it was is left out.
    ///
    /// - Parameter budget: how many occurrences the run of a remedied scenario may have.
    private func candidates(
        _ findings: [Finding], _ plan: ScenarioPlan, _ trace: Trace, _ file: ScenarioFile, budget: Int64
    ) -> [Candidate] {
        var seen: Set<[UInt8]> = []
        var found: [Candidate] = []
        for finding in findings.prefix(Workbench.mostRemediedFindings) {
            for rule in RemedyRule.all(for: finding.code) {
                var site = RemedySite(finding, plan: plan, trace: trace, text: file.bytes)
                guard rule.apply(&site), seen.insert(site.editor.result).inserted else { continue }
                site.editor.set(title: "\(plan.title), remedied: \(rule.name)")
                site.editor.removeTables(["expect", "guard", "compare"])
                let text = site.editor.result
                guard let changed = try? read(text, typed: file.typed, path: file.path),
                    let after = try? self.plan(changed, changes: ScenarioChanges(budget: budget))
                else { continue }
                // What is there already is no remedy.
                let code = RemedyCode(rule, at: site, after: after)
                if code.swift.isEmpty { continue }
                let names = site.timers.map { plan.timers[$0].id }.joined(separator: ", ")
                found.append(
                    Candidate(
                        rule: rule, name: rule.name,
                        subject: site.changed ?? (names.isEmpty ? trace.name(finding.subject) : names),
                        isElsewhere: site.changed.flatMap { id in site.timer.map { $0.id != id } } ?? false,
                        code: code, text: text, file: changed, plan: after, job: site.job, cost: site.cost))
            }
        }
        for index in found.indices
        where found[index].isElsewhere || found.count(where: { $0.rule.name == found[index].rule.name }) > 1 {
            found[index].name += " (\(found[index].subject))"
        }
        return found
    }

    /// The change of code that explains what to do about a finding, in its example; nil where nothing is tried against it.
    func change(for rule: FindingRule) -> RemedyCode? {
        guard let file = try? read(Array(rule.example.utf8), typed: "", path: ""),
            let plan = try? plan(file, changes: ScenarioChanges()),
            let run = try? simulate(plan, of: file, keeping: [])
        else { return nil }
        let findings = run.analysis.findings.filter { $0.code == rule.code }
        return candidates(findings, plan, run.trace, file, budget: plan.budget.occurrences)
            .min { $0.rank(for: rule.code) < $1.rank(for: rule.code) }?.code
    }

    private static let mostRemediedFindings = 8

    /// What comes of running a remedied scenario, and what the remedy costs in it.
    private func trial(
        _ candidate: Candidate, mending worst: FindingName
    ) throws(Problem) -> (figures: RemedyReport.Figures, cost: String) {
        let run = try simulate(
            candidate.plan, of: candidate.file, keeping: candidate.job == nil ? [] : KeptRecords([.created]))
        if let problem = run.problems.first { throw problem }
        var cost = candidate.rule.cost + (candidate.cost.map { "; \($0)" } ?? "")
        if let job = candidate.job, let timer = run.analysis.timers.first(where: { $0.name == job.timer }) {
            let jobs = run.trace.records.count { run.trace.name($0.entity) == job.object }
            let idle = timer.fired - Int64(jobs)
            if idle > 0 {
                cost += "; \(idle) of \(Plural.of(timer.fired, "firing")) come while a job runs, and do nothing"
            }
        }
        return (RemedyReport.Figures(run.trace, run.analysis, mending: worst), cost)
    }
}
