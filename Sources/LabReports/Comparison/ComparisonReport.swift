import LabAnalysis
import LabCatalogue
import LabExpectations
import LabJSON

/// The same workloads run once for each of several mechanisms, or scenarios side by side.
package struct ComparisonReport {
    /// The subject of a column: a mechanism, a scenario or an earlier result.
    package struct Subject {
        package var name: String
        /// The meaning of the name.
        package var meaning: String
        /// True if its callback runs on the main thread; nil if that is not compared.
        var runsOnMain: Bool?
        /// True if it keeps a thread to itself.
        var ownsThread: Bool
        /// True if it is called once a frame, to draw.
        var drawsFrames: Bool
        /// Faults and warnings that no figure of a timer shows, such as crashes and leaks: `TL0301 of screen`.
        package var faults: [String] = []
        /// The expectations that fail, in words.
        package var failures: String?
        /// The total of all timers of a file.
        package var total: Total?

        package init(
            _ name: String, meaning: String, runsOnMain: Bool? = nil, ownsThread: Bool = false,
            drawsFrames: Bool = false
        ) {
            (self.name, self.meaning, self.runsOnMain) = (name, meaning, runsOnMain)
            (self.ownsThread, self.drawsFrames) = (ownsThread, drawsFrames)
        }

        /// The facts that no figure shows: `leaks has TL0301 of screen`; nil: none.
        var note: String? {
            let parts = [faults.isEmpty ? nil : "has " + faults.enumerated, failures].compactMap(\.self)
            return parts.isEmpty ? nil : "\(name) \(parts.joined(separator: " and "))."
        }
    }

    /// A run's calls and skipped points of all timers, nil if a timer's are unknown, and wake-ups (a shared one counts
    /// once).
    package typealias Total = (fired: Int64, skipped: Int64?, wakeUps: Int64?)

    /// Mechanisms do the same work; files may differ in anything.
    var comparesMechanisms: Bool { subjects.contains { $0.runsOnMain != nil } }

    /// The sentences below the figures: for mechanisms the choice, for files the facts that no figure shows.
    package var sentences: [String] { ComparisonAdvice(self).sentences + subjects.compactMap(\.note) }

    /// `fails 1 of 2 expectations (tick: fired = 4, but fired = 1)`; nil if all hold.
    package static func failures(among verdicts: [Verdict]) -> String? {
        let failed = verdicts.filter { !$0.passed }
        guard !failed.isEmpty else { return nil }
        let first = failed.prefix(2).map { "\($0.claim), but \($0.actual)" }.joined(separator: "; ")
        let more = failed.count > 2 ? "; and \(failed.count - 2) more" : ""
        return "fails \(failed.count) of \(verdicts.count) expectations (\(first)\(more))"
    }

    /// The result of one subject under one workload.
    package struct Cell: Hashable {
        /// The figures of the run with the scenario's own seed.
        package var timer: TimerSummary
        /// The same run, then those with other seeds; never empty.
        package var samples: [Sample]
        /// The cause of most of the waiting; nil if nothing waited or the cause is not known.
        package var cause: Cause?
        /// The busy part of the main thread's time, in thousandths.
        var mainBusyPermille: Int64?
        /// The longest time that a callback occupies the main thread, ns; 0 if it runs elsewhere.
        var longestOnMain: Int64
        /// The instant of a crash, ns.
        package var crashedAt: Int64?

        package init(
            _ timer: TimerSummary, cause: Cause? = nil, mainBusyPermille: Int64? = nil, longestOnMain: Int64 = 0
        ) {
            (self.timer, samples) = (timer, [Sample(timer)])
            (self.cause, self.mainBusyPermille, self.longestOnMain) = (cause, mainBusyPermille, longestOnMain)
        }
    }

    /// The values by which cells are ranked, as parts of the schedule and the interval, whose lengths do not count.
    package struct Sample: Hashable {
        /// The due points without a callback, for a chain the missing ones, in thousandths: 0 means none, 1000 all.
        var lost: Int64
        /// The distance of one callback in a hundred from its point, in thousandths of the interval, at most 1000. A
        /// one-shot has thousandths of a second. It is p99 of the waiting if the sample allows it, else the maximum;
        /// for a chain, its lag after a hundred intervals.
        var late: Int64
        /// The drift of a chain, parts per billion, if any.
        package var drift: Int64?

        package init(_ timer: TimerSummary) {
            let all: Int64 = timer.skipped < timer.due ? 999 : 1000
            lost = min(all, max(min(1, timer.skipped), (timer.skipped * 1000 + timer.due / 2) / max(1, timer.due)))
            // A one-shot has no interval, but users notice if it is late.
            let interval = max(1, timer.requested.flatMap { $0.scaled(1) } ?? 1_000_000_000)
            func share(_ distance: Int128) -> Int64 { min(1000, Int64(clamping: distance * 1000 / Int128(interval))) }
            if !timer.isChain {
                late = share(timer.waiting.map { Int128($0.p99 ?? $0.max) } ?? 0)
            } else if let estimate = timer.drift, estimate.verdict != .unknown {
                drift = estimate.verdict == .value ? estimate.partsPerBillion : nil
                late = min(1000, max(0, drift ?? 0) / 10_000)
            } else {
                late = share(Int128(timer.lag ?? 0) * 100 / Int128(max(1, timer.fired)))
            }
        }
    }

    /// A workload.
    package struct Row {
        static let refused = "cannot"

        package var name: String
        /// A cell for each subject; nil if it has no such timer, or cannot do the work.
        package let cells: [Cell?]
        /// The subjects that no other one beats noticeably.
        package let best: [Int]
        /// The reasons why subjects, by their indices, cannot do the work.
        package var refusals: [Int: String] = [:]
        /// Mechanisms that were not requested but are named if they do better, such as `nstimer+common`.
        package var alternatives: [String: Cell]
        /// True if the interval is a display's frame or a few of them.
        var isAnimation: Bool

        package init(_ name: String, _ cells: [Cell?], alternatives: [String: Cell] = [:], isAnimation: Bool = false) {
            (self.name, self.cells, self.alternatives, self.isAnimation) = (name, cells, alternatives, isAnimation)
            best = Self.best(of: cells)
        }
    }

    var title: String
    /// The circumstances: length, device, number of seeds.
    var facts: [String]
    package var subjects: [Subject]
    package var rows: [Row]

    package init(title: String, facts: [String], subjects: [Subject], rows: [Row]) {
        (self.title, self.facts, self.subjects, self.rows) = (title, facts, subjects, rows)
    }

    /// JSON Lines: a `header`, a `comparison` for each subject under each workload, and a `summary`; times in ns.
    package func writeJSON(to stream: ByteStream) {
        let (names, advice) = (subjects.map(\.name), ComparisonAdvice(self))
        stream.writeJSON("header", ["title": title, "facts": facts, "subjects": names, "workloads": rows.map(\.name)])
        table(of: lines).writeJSON("comparison", to: stream)
        let totals = subjects.compactMap { subject -> JSONValue? in
            subject.total.map {
                ["subject": subject.name, "fired": $0.fired, "skipped": $0.skipped, "wake_ups": $0.wakeUps]
            }
        }
        stream.writeJSON(
            "summary",
            [
                "choose": advice.chosen.map { names[$0] }, "for_interface": advice.forInterface.map { names[$0] },
                "neither": !advice.faulty.isEmpty, "sentences": sentences, "totals": totals,
            ])
    }

    /// The numbers of those lines.
    package func writeCSV(to stream: ByteStream) { table(of: lines).writeCSV(to: stream) }

    /// The result of a subject under a workload, or of all timers of a file.
    struct Line {
        var workload: String
        var subject: Subject
        var cell: Cell?
        var isBest = false
        var refusal: String?

        fileprivate func value(of family: Figure.Family, _ total: (Total) -> Int64?) -> Int64? {
            cell.map { $0.timer.value(of: Figure(family)) } ?? subject.total.flatMap(total)
        }
    }

    var lines: [Line] {
        rows.flatMap { row in
            subjects.indices.filter { row.cells[$0] != nil || row.refusals[$0] != nil }.map { index in
                Line(
                    workload: row.name, subject: subjects[index], cell: row.cells[index],
                    isBest: row.best.contains(index), refusal: row.refusals[index])
            }
        }
    }

    func table(of lines: [Line]) -> Table<Line> {
        typealias Column = Table<Line>.Column
        func data(_ key: String, _ value: @escaping (Cell) -> Int64?) -> Column {
            .data(key) { $0.cell.flatMap(value).json }
        }
        func wait(_ name: String, _ value: @escaping (Spread) -> Int64?) -> Column {
            .number(
                "waiting_" + name, name, { ($0.cell?.timer.waiting).flatMap(value) },
                text: { line, time in
                    let isBound = name == "max" && line.cell?.timer.isLongestOpen == true
                    return StyledText((isBound ? "≥ " : "") + ShortNumber.duration(time))
                })
        }
        return Table(
            columns: [
                .words("workload", "workload") { $0.workload }, .words("subject", "subject") { $0.subject.name },
                .data("verdict", csv: "") { ($0.cell?.verdict.text ?? $0.refusal.map { _ in Row.refused }).json },
                .data("cause", csv: "") { $0.cell?.cause?.title ?? $0.refusal },
                data("due") { $0.timer.value(of: Figure(.due)) },
                .number(
                    "fired", "fired", { $0.cell?.timer.fired ?? $0.subject.total?.fired },
                    text: { StyledText(String($1), $1 == 0 && $0.cell?.timer.due ?? 0 > 0 ? .bad : .plain) }),
                .number(
                    "skipped", "skipped", { $0.value(of: .skipped, \.skipped) },
                    text: { StyledText(String($1), $0.cell?.timer.skipped ?? 0 > 0 ? .warning : .plain) }),
                wait("p50", \.p50), wait("p99", \.p99), wait("max", \.max),
                data("open") { $0.timer.waiting == nil ? nil : $0.timer.openPoints },
                .number(
                    "lag_last", "behind", { $0.cell?.timer.lag },
                    text: { $0.cell?.timer.isChain == true ? StyledText(ShortNumber.duration($1)) : nil }),
                .number(
                    "drift_ppb", "drift", { $0.cell?.timer.drift?.partsPerBillion },
                    text: { line, _ in
                        let text = line.cell?.timer.drift?.text(isShort: true) ?? "none"
                        return ["none", "–"].contains(text) ? nil : StyledText(text)
                    }),
                .number("wake_ups", "wakes", { $0.value(of: .wakeUps, \.wakeUps) }),
                data("seeds") { Int64($0.samples.count) },
                data("skipped_permille_low") { $0.timer.hasSchedule ? $0.lostRange.lowerBound : nil },
                data("skipped_permille_high") { $0.timer.hasSchedule ? $0.lostRange.upperBound : nil },
                data("chain_drift_ppb_low") { $0.driftRange?.lowerBound },
                data("chain_drift_ppb_high") { $0.driftRange?.upperBound },
                data("main_busy_permille") { $0.mainBusyPermille }, data("longest_on_main") { $0.longestOnMain },
                .data("best") { $0.isBest },
            ], rows: lines)
    }
}
