import LabAnalysis
import LabCatalogue
import LabExactTime
import LabExpectations
import LabJSON
import LabPlatform
import LabReports

extension Workbench {
    /// Compares scenarios as they are, and earlier results of `run --format json`: a column group a file.
    ///
    /// The first row has each file's main timer: that of `[compare]`, else the first. Further rows have timers with the
    /// same name.
    ///
    /// - Parameter seeds: the number of seeds with which each scenario runs, from its own on.
    package func compare(
        files: [String], changes: ScenarioChanges = ScenarioChanges(), seeds: Int = Self.comparedSeeds
    ) throws(Problem) -> ComparisonOutcome {
        let results = try files.map { typed throws(Problem) in
            let isEarlier = typed.lowercased().hasSuffix(".jsonl")
            return isEarlier ? try earlierResult(typed) : try measure(typed, changes, seeds: seeds)
        }
        var told = Set(results.map(\.main))
        let others = results.flatMap(\.timers).map(\.name).filter { name in
            told.insert(name).inserted && results.count { $0[name] != nil } > 1
        }
        var main = ComparisonReport.Row(
            Set(results.map(\.main)).count == 1 ? results[0].main : "main timer", results.map { $0[$0.main] })
        for (index, result) in results.enumerated() { main.refusals[index] = result.refusal?.summary }
        let rows = [main] + others.map { name in ComparisonReport.Row(name, results.map { $0[name] }) }
        return ComparisonOutcome(
            report: ComparisonReport(
                title: "\(files.count) files side by side", facts: [],
                subjects: zip(Self.labels(files), results).map { label, result in
                    var subject = result.subject
                    subject.name = label
                    return subject
                }, rows: rows),
            problems: results.flatMap(\.problems))
    }

    private func measure(_ typed: String, _ changes: ScenarioChanges, seeds: Int) throws(Problem) -> MeasuredRun {
        let workload = try workload(typed, changes)
        return try measure(
            workload.plan, timers: workload.plan.timers, of: workload.file, seeds: seeds,
            isHeld: changes.altering(workload.file.reading.plan) == nil)
    }

    /// The timers of a JSON Lines file that `run` wrote; those of several runs have the name of their scenario.
    private func earlierResult(_ typed: String) throws(Problem) -> MeasuredRun {
        let bytes = try InputFile.read(typed, typed: typed)
        var result = MeasuredRun()
        var titles: [String] = []
        var total: ComparisonReport.Total = (0, 0, nil)
        var held: [Verdict] = []
        var scenario = ""
        let values = try earlierLines(bytes, typed)
        let isSingle = values.count { $0["kind"] == "header" } <= 1
        for value in values {
            guard let payload = value["payload"] else { continue }
            switch value["kind"] {
            case "header":
                titles.append(payload["title"]?.text ?? "")
                scenario = ScenarioFinder.name(of: payload["file"]?.text ?? "")
            case "timer":
                guard let name = payload["timer"]?.text else { continue }
                let label = RunAnalysis.name(isSingle ? name : "\(scenario).\(name)", on: payload["thread"]?.text)
                result.timers.append((label, ComparisonReport.Cell(earlier: payload)))
            case "summary":
                total.fired += payload["fired"]?.whole ?? 0
                let skipped = payload["skipped"]?.whole
                total.skipped = total.skipped.flatMap { sum in skipped.map { sum + $0 } }
                guard case .array(let threads)? = payload["wake_ups"] else { continue }
                total.wakeUps = threads.reduce(total.wakeUps) { ($0 ?? 0) + ($1["count"]?.whole ?? 0) }
            case "expectation":
                let texts = ["subject", "expected", "actual"].map { payload[$0]?.text ?? "" }
                held.append(
                    Verdict(
                        passed: payload["passed"] == .boolean(true), subject: texts[0], expected: texts[1],
                        actual: texts[2]))
            default: continue
            }
        }
        guard let first = result.timers.first else {
            throw Problem("\(typed): holds no timers", help: "make it by `timerlab run -q --format json SCENARIO`")
        }
        guard values.last?["kind"] == "summary" else { throw Problem("\(typed): ends before its summary") }
        result.main = first.name
        result.subject.meaning = isSingle ? titles.first ?? "" : "\(titles.count) runs"
        result.subject.failures = ComparisonReport.failures(among: held)
        result.subject.total = total
        return result
    }

    /// The lines of a JSON Lines file; a part of a file, which would be compared as the whole, is refused.
    private func earlierLines(_ bytes: [UInt8], _ typed: String) throws(Problem) -> [JSONValue] {
        var values: [JSONValue] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            guard let value = JSONValue.parse(line) else {
                throw Problem("\(typed):\(index + 1): is no whole line of JSON")
            }
            if value["version"] == 3 || value["version"] == 2 { values.append(value) }
        }
        return values
    }

    /// The files' names without folder and extension, unless two of them would then be equal.
    private static func labels(_ files: [String]) -> [String] {
        let short = files.map { FileSystem.split($0).name.replacing(/\.(?:toml|jsonl)\z/.ignoresCase(), with: "") }
        return Set(short).count == short.count ? short : files
    }
}

extension DriftEstimate {
    fileprivate init?(earlier payload: JSONValue) {
        guard let value = payload["parts_per_billion"]?.whole, let high = payload["high"]?.whole else { return nil }
        self.init(payload["regime"] == "chain" ? .chain : payload["regime"] == "grid" ? .grid : .unknown)
        (partsPerBillion, halfWidth) = (value, high - value)
        if payload["exact"] == .boolean(true) { exact = Rational(Int128(value), over: 1_000_000_000) }
    }
}

extension ComparisonReport.Cell {
    fileprivate init(earlier payload: JSONValue) {
        func number(_ name: String, _ statistic: String? = nil) -> Int64? {
            (statistic.map { payload[name]?[$0] } ?? payload[name])?.whole
        }
        var timer = TimerSummary(
            entity: .none, name: payload["timer"]?.text ?? "", mechanism: payload["mechanism"]?.text ?? "")
        timer.due = number("due") ?? 0
        timer.fired = number("fired") ?? 0
        timer.skipped = number("skipped") ?? 0
        timer.requested = number("requested").map(Rational.init(whole:))
        timer.isChain = payload["drift"]?["regime"] == "chain"
        if let p50 = number("waiting", "p50"), let max = number("waiting", "max") {
            timer.waiting = Spread(
                count: number("waiting", "count") ?? 0, min: number("waiting", "min") ?? 0,
                mean: number("waiting", "mean") ?? 0, p50: p50, p95: number("waiting", "p95"),
                p99: number("waiting", "p99"), max: max, deviation: 0)
        }
        timer.hasSchedule = number("due") != nil
        timer.openPoints = number("waiting", "open") ?? 0
        timer.isLongestOpen = timer.openPoints > 0
        timer.lag = number("lag", "last")
        // Every figure of a mechanism is missing where a log does not show one.
        if timer.mechanism == "log", timer.lag == nil { timer.lack = MechanismDoubt.undecided.rawValue }
        if let alone = number("wake_ups", "alone"), let shared = number("wake_ups", "shared") {
            timer.wakeUps = WakeUps(alone: alone, shared: shared)
        }
        timer.drift = payload["drift"].flatMap(DriftEstimate.init(earlier:))
        var cause: Cause?
        if case .array(let causes)? = payload["causes"], let title = causes.first?["cause"]?.text {
            cause = Cause.allCases.first { $0.title == title }
        }
        self.init(timer, cause: cause)
    }
}
