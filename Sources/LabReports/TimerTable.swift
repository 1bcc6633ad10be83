import LabAnalysis
import LabCatalogue
import LabJSON

extension RunReport {
    /// The timers as comma-separated values (RFC 4180). Times are in ns, a missing value is empty.
    package func writeCSV(hasHead: Bool = true, to stream: ByteStream) {
        table(of: analysis.timers).writeCSV(hasHead: hasHead, to: stream)
    }

    private typealias Column = Table<TimerSummary>.Column

    /// The timers with their figures, for JSON, CSV and the section on timing.
    ///
    /// - Parameter timers: for texts, those that stand for their copies.
    func table(of timers: [TimerSummary]) -> Table<TimerSummary> {
        let threads = self.threads
        let head: [Column] = [
            Column(csv: "file", value: { _ in file.json }),
            Column(
                json: "timer", csv: "timer", head: "timer", isWords: true, value: { $0.name.json },
                text: { StyledText($0.label(threads)) }),
            .data("thread") { threads[$0.entity] }, .data("mechanism") { $0.mechanism },
            .data("copies") { $0.copies }, .data("fired_manually", csv: "") { $0.firedManually },
        ]
        let count = Column.data("callback.count", csv: "") { $0.callback?.count }
        let statistics: [Figure.Statistic] = [.min, .mean, .p50, .p95, .p99, .max]
        let spread = statistics.map { statistic in
            Column.data("callback." + statistic.rawValue, csv: "") { $0.callback?.value(of: statistic) }
        }
        let causes = Column.data("causes", csv: "") { timer in
            analysis.shares(of: timer.entity).map { json(of: $0) }.json
        }
        let families = [.requested] + Figure.Family.allCases.filter { $0 != .requested }
        return Table(columns: head + families.flatMap(columns) + [count] + spread + [causes], rows: timers)
    }

    private static let inCSV: Set<Figure> = Set(
        [.fired, .due, .skipped, .coalesced, .firedAfterOwner, .first, .last].map { Figure($0) }
            + [.p50, .p95, .p99, .max].map { Figure(.waiting, $0) } + [.p50, .max].map { Figure(.lateness, $0) }
            + [.min, .p50, .max].map { Figure(.interval, $0) } + [Figure(.logInterval, .p50), Figure(.logOffset, .max)]
            + [Figure(.jitter, .rms), Figure(.jitter, .peakToPeak), Figure(.lag, .last)]
            + [.drift, .steps, .episodes, .wakeUps, .busy, .longFrames].map { Figure($0) })

    private func columns(of family: Figure.Family) -> [Column] {
        let key = family.rawValue
        let isSingle = family.row.statistics.isEmpty
        var columns = family.figures.map { figure in
            let shown = text(of: figure)
            return Column(
                json: isSingle ? key : figure.statistic == .value ? key + ".all" : figure.text,
                csv: Self.inCSV.contains(figure) ? figure.text.key : "", head: shown?.head ?? "",
                value: { $0.value(of: figure).json },
                text: { timer in timer.value(of: figure).flatMap { shown?.cell(timer, $0) } })
        }
        func also(_ name: String, _ value: @escaping (TimerSummary) -> JSONValue) -> Column {
            .data(name, csv: "", value)
        }
        switch family {
        case .requested:
            columns.append(.text("every") { $0.every.map { StyledText(ShortNumber.duration($0), .strong) } })
        case .waiting: columns.append(also("waiting.open") { $0.waiting == nil ? .null : $0.openPoints.json })
        case .drift:
            columns[0].json = "drift.parts_per_billion"
            columns += [
                also("drift.low") { ($0.drift?.low).json }, also("drift.high") { ($0.drift?.high).json },
                also("drift.exact") { ($0.drift.map { $0.exact != nil }).json },
                also("drift.regime") { ($0.drift.map { "\($0.regime)" }).json },
                also("drift.left_out") { ($0.drift?.leftOut).json },
            ]
        case .steps, .episodes:
            columns[0].json = ""
            columns.append(
                also(key) {
                    family == .steps ? $0.steps.map(json(of:)).json : $0.episodes.map(json(of:)).json
                })
        case .fired, .due, .served, .skipped, .coalesced, .firedAfterOwner, .frames, .first, .last, .lateness,
            .interval, .logInterval, .logOffset, .jitter, .lag, .wakeUps, .busy, .longFrames, .ticksPerFrame, .phase:
            break
        }
        let hasSample = !family.row.sample.isEmpty
        return (hasSample ? [also(key + ".count") { ($0.spread(of: family)?.count).json }] : []) + columns
    }

    /// The head in the section on timing, and the cell of a value; nil for a figure that only a program reads.
    private func text(of figure: Figure) -> (head: String, cell: (TimerSummary, Int64) -> StyledText?)? {
        func duration(_ timer: TimerSummary, _ value: Int64) -> StyledText? { StyledText(ShortNumber.duration(value)) }
        func wait(_ timer: TimerSummary, _ value: Int64) -> StyledText? {
            if figure.statistic == .p50, timer.waiting?.count == 1 { return nil }
            // If no call followed any point, each waits at least so long.
            let isBound = figure.statistic == .max ? timer.isLongestOpen : timer.openPoints == timer.waiting?.count
            return StyledText((isBound && value > 1 ? "≥ " : "") + ShortNumber.duration(value > 1 ? value : 0))
        }
        func drift(_ timer: TimerSummary, _ value: Int64) -> StyledText? {
            let text = timer.drift?.text(isShort: !isDetailed) ?? "–"
            return text == "–" ? nil : StyledText(text)
        }
        switch (figure.family, figure.statistic) {
        case (.requested, _): return ("asked", duration)
        case (.fired, _): return ("fired", { StyledText("\($1)", $1 == 0 && $0.due > 0 ? .bad : .plain) })
        case (.due, _): return ("due", { StyledText("\($1)") })
        case (.skipped, _): return ("skipped", { StyledText("\($1)", $1 > 0 ? .warning : .plain) })
        case (.waiting, .p50), (.waiting, .max): return (figure.statistic.rawValue, wait)
        case (.waiting, .p95), (.waiting, .p99): return isDetailed ? (figure.statistic.rawValue, wait) : nil
        case (.lag, _): return ("behind", { $0.isChain ? duration($0, $1) : nil })
        case (.lateness, .max): return ("late max", { $0.isChain ? duration($0, $1) : nil })
        case (.drift, _): return ("drift", drift)
        case (.jitter, .rms): return isDetailed ? ("jitter rms", duration) : nil
        case (.wakeUps, .value):
            let head = "wake-ups/\(countsByHour ? "h" : "s")"
            return isDetailed ? (head, { StyledText(rate($1)) }) : nil
        case (_, _): return nil
        }
    }
}
