import LabExactTime
import LabReports
import LabTextLayout

extension Workbench {
    /// Runs the scenarios under the paths, checks their expectations, and compares their figures with the baseline.
    ///
    /// The outcome does not depend on how many run at a time.
    ///
    /// - Parameters: - temporaries: the list of files that are being written. - progress: receives the finished
    ///   scenarios and their total; one call at a time, from any thread.
    package func check(
        _ request: CheckRequest, temporaries: TemporaryFiles = TemporaryFiles(),
        progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) -> CheckOutcome {
        let targets = CheckTargets(request, finder: finder)
        if request.mutates { return mutate(request, targets, progress: progress) }
        let baselines = targets.baselines.map { BaselineFile(path: $0.path, isWhole: $0.isWhole) }
        let judged = request.sets.isEmpty ? baselines : []
        let count = targets.targets.count
        let measured = Parallel.map(
            targets.targets, jobs: request.jobs, finished: { progress($0, count) },
            { target in
                let seeds = seeds(request, baselines[target.baseline])
                return ScenarioRunner(workbench: self, request: request, seeds: seeds).measure(target)
            })
        var problems = targets.problems.map(\.problem) + measured.flatMap(\.problems)
        problems += judged.compactMap(\.problem)
        var report = CheckReport()
        if request.updates {
            report.suites = measured.map {
                CheckSuite(.scenario, file: $0.file, title: $0.plan.title, points: $0.points)
            }
            for (index, file) in baselines.enumerated() where file.problem == nil {
                let results = measured.filter { $0.target.baseline == index }
                do throws(Problem) {
                    report.notes += file.faults(of: results, areKnown: false)
                    report.notes.append(try write(file, results, temporaries))
                } catch { problems.append(error) }
            }
        } else {
            report.suites = measured.map { $0.suite(baselines[$0.target.baseline], request).groupedByCause() }
            for (index, file) in judged.enumerated() {
                let results = measured.filter { $0.target.baseline == index }
                report.suites.append(CheckSuite(.baseline, file: file.shown, points: file.points(for: results)))
                report.notes += file.faults(of: results, areKnown: true)
            }
            if !measured.isEmpty, measured.allSatisfy({ !$0.isGuarded }) {
                report.notes.append("Nothing here is guarded: no scenario has a [guard] or an [[expect]].")
            }
            if report.isMendedByUpdate {
                let isNew = report.suites.contains(where: \.isMissing)
                report.notes.append(
                    (isNew
                        ? "Write a baseline, and commit it: "
                        : report.suites.contains { $0.outcome >= .failed }
                            ? "If this change is intended, run: " : "The baseline can be updated: ")
                        + update(request))
            }
        }
        return outcome(report, problems, targets, isStrict: request.isStrict)
    }

    package func baselines(of request: CheckRequest) -> [String] {
        CheckTargets(request, finder: finder).baselines.map(\.path)
    }

    /// The report, with a suite for each path that could not be searched.
    func outcome(
        _ report: CheckReport, _ problems: [Problem], _ targets: CheckTargets, isStrict: Bool = false
    ) -> CheckOutcome {
        var report = report
        report.isStrict = isStrict
        report.suites += targets.problems.map { CheckSuite(.scenario, file: $0, points: [$1.point()]) }
        let status = status(report, problems)
        report.status = status.rawValue
        return (report, problems, status)
    }

    /// A baseline keeps its number of seeds unless another one is requested.
    private func seeds(_ request: CheckRequest, _ file: BaselineFile) -> Int {
        if let seeds = request.seeds { return seeds }
        guard request.updates, let baseline = file.baseline else { return 1 }
        return max(1, baseline.scenarios.values.map(\.seeds).max() ?? 1)
    }

    private func write(
        _ file: BaselineFile, _ results: [ScenarioMeasurement], _ temporaries: TemporaryFiles
    ) throws(Problem) -> String {
        let (new, isWritten) = try file.update(with: results, temporaries: temporaries)
        let count = new.scenarios.values.reduce(0) { $0 + $1.exact.count + $1.facts.count }
        let size = "\(Plural.of(count, "value")) of \(Plural.of(new.scenarios.count, "scenario"))"
        let carried = file.oldVersion.map { ", carried over from version \($0)" } ?? ""
        return isWritten ? "Wrote \(file.shown): \(size)\(carried)." : "\(file.shown) is up to date: \(size)."
    }

    private func update(_ request: CheckRequest) -> String {
        let seeds = request.seeds.map { " --seeds \($0)" } ?? ""
        let baseline = request.baseline.map { " --baseline " + ShellText.quoted($0) } ?? ""
        let paths = request.paths.map { " " + ShellText.file($0) }.joined()
        return "timerlab check --update\(seeds)\(baseline)\(paths)"
    }

    private func status(_ report: CheckReport, _ problems: [Problem]) -> ExitStatus {
        let points = report.suites.flatMap(\.points).map { point -> ExitStatus in
            switch point.outcome {
            case .passed: .success
            case .better, .moved: report.isStrict ? .moved : .success
            case .failed: .failed
            // A scenario that could not be checked has a problem with the reason.
            case .faulty: point.rule == .determinism ? .internalFault : point.rule == .code ? .failed : .success
            }
        }
        return ExitStatus.severest(points + problems.map(\.status))
    }
}
