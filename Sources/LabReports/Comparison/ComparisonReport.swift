import LabAnalysis
import LabCatalogue
import LabExactTime
import LabJSON

/// The same workloads run once for each of several mechanisms, or scenarios side by side.
package struct ComparisonReport: Sendable {
    /// The subject of a column: a mechanism, a scenario or an earlier result.
    package struct Subject: Hashable, Sendable {
        package var name: String
        /// The meaning of the name.
        package var meaning: String
        /// True if its callback runs on the main thread; nil if that is not compared.
        package var runsOnMain: Bool?
        /// True if it keeps a thread to itself.
        package var ownsThread: Bool
        /// True if it is called once a frame, to draw.
        package var drawsFrames: Bool
        /// Faults and warnings that no figure of a timer shows, such as crashes and leaks: `TL0301 of screen`.
        package var faults: [String] = []
        package var failures: Failures?
        /// The total of all timers of a file.
        package var total: Total?

        package init(
            _ name: String, meaning: String, runsOnMain: Bool? = nil, ownsThread: Bool = false,
            drawsFrames: Bool = false
        ) {
            (self.name, self.meaning, self.runsOnMain) = (name, meaning, runsOnMain)
            (self.ownsThread, self.drawsFrames) = (ownsThread, drawsFrames)
        }

        /// The facts that no figure shows: `leaks has TL0301 of screen`; nil if there are none.
        var note: String? {
            let parts = [faults.isEmpty ? nil : "has " + faults.enumerated, failures?.text].compactMap(\.self)
            return parts.isEmpty ? nil : "\(name) \(parts.joined(separator: " and "))."
        }
    }

    /// The totals of a run: calls and skipped points of all timers, and wake-ups (a shared one counts once).
    package struct Total: Hashable, Sendable {
        package var (fired, skipped): (Int64, Int64) = (0, 0)
        package var wakeUps: Int64?

        package init() {}

        func json(of subject: String) -> JSONValue {
            ["subject": subject.json, "fired": fired.json, "skipped": skipped.json, "wake_ups": wakeUps.json]
        }
    }

    /// Mechanisms do the same work; files may differ in anything.
    var comparesMechanisms: Bool { subjects.contains { $0.runsOnMain != nil } }

    /// The sentences below the figures: for mechanisms the choice, for files the facts that no figure shows.
    package var sentences: [String] { ComparisonAdvice(self).sentences + subjects.compactMap(\.note) }

    /// The expectations of a subject that failed.
    package struct Failures: Hashable, Sendable {
        /// `fails 1 of 2 expectations (tick: fired = 4, but fired = 1)`
        let text: String
        let count: Int

        /// The failure of each expectation; nil for those that hold.
        package init?(_ held: [String?]) {
            let failed = held.compactMap(\.self)
            guard !failed.isEmpty else { return nil }
            count = failed.count
            let more = failed.count > 2 ? "; and \(failed.count - 2) more" : ""
            text =
                "fails \(failed.count) of \(held.count) expectations "
                + "(\(failed.prefix(2).joined(separator: "; "))\(more))"
        }

        package static func failure(of subject: String, _ expected: String, _ actual: String) -> String {
            "\(subject)\(subject.isEmpty ? "" : ": ")\(expected), but \(actual)"
        }
    }

    /// The result of one subject under one workload.
    package struct Cell: Hashable, Sendable {
        /// The figures of the run with the scenario's own seed.
        package var timer: TimerSummary
        /// The same run, then those with other seeds; never empty.
        package var samples: [Sample]
        /// The cause of most of the waiting; nil if nothing waited or the cause is not known.
        package var cause: Cause?
        /// The busy part of the main thread's time, in thousandths.
        package var mainBusyPermille: Int64?
        /// The longest time that a callback occupies the main thread, ns; 0 if it runs elsewhere.
        package var longestOnMain: Int64
        /// The instant of a crash, ns.
        package var crashedAt: Int64?

        package init(
            _ timer: TimerSummary, others: [Sample] = [], cause: Cause? = nil, mainBusyPermille: Int64? = nil,
            longestOnMain: Int64 = 0
        ) {
            self.timer = timer
            samples = [Sample(timer)] + others
            (self.cause, self.mainBusyPermille, self.longestOnMain) = (cause, mainBusyPermille, longestOnMain)
        }
    }

    /// The values by which cells are ranked, as parts of the schedule and the interval. So the length of a run or interval
    /// does not count.
    package struct Sample: Hashable, Sendable {
        /// The due points without a callback, in thousandths, rounded up; for a chain, the missing points.
        package var lost: Int64
        /// The distance of one callback in a hundred from its point, in thousandths of the interval, at most 1000. A
        /// one-shot has thousandths of a second. It is p99 of the waiting if the sample allows it, else the maximum;
        /// for a chain, its lag after a hundred intervals.
        package var late: Int64
        /// The drift of a chain, parts per billion; nil when there is none.
        package var drift: Int64?

        package init(_ timer: TimerSummary) {
            lost = (timer.skipped * 1000 + timer.due - 1) / max(1, timer.due)
            // A one-shot has no interval, but users notice if it is late.
            let interval = max(1, timer.requested.flatMap { $0.scaled(1) } ?? 1_000_000_000)
            func share(_ distance: Int128) -> Int64 {
                min(1000, Int64(clamping: distance * 1000 / Int128(interval)))
            }
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
    package struct Row: Hashable, Sendable {
        package var name: String
        /// A cell for each subject; nil if it has no such timer.
        package var cells: [Cell?]
        /// Mechanisms that were not requested but are named if they do better, such as `nstimer+common`.
        package var alternatives: [String: Cell]
        /// True if the interval is a display's frame or a few of them.
        package var isAnimation: Bool

        package init(_ name: String, _ cells: [Cell?], alternatives: [String: Cell] = [:], isAnimation: Bool = false) {
            (self.name, self.cells, self.alternatives, self.isAnimation) = (name, cells, alternatives, isAnimation)
        }
    }

    package var title: String
    /// The circumstances: length, device, number of seeds.
    package var facts: [String]
    package var subjects: [Subject]
    package var rows: [Row]

    package init(title: String, facts: [String], subjects: [Subject], rows: [Row]) {
        (self.title, self.facts, self.subjects, self.rows) = (title, facts, subjects, rows)
    }

    /// JSON Lines: a `header`, a `comparison` for each subject under each workload, and a `summary`; times in ns.
    package func writeJSON(to stream: ByteStream) {
        stream.writeJSON(
            "header",
            ["title": title, "facts": facts, "subjects": subjects.map(\.name), "workloads": rows.map(\.name)])
        for members in lines { stream.writeJSON("comparison", JSONValue(members: members)) }
        let advice = ComparisonAdvice(self)
        stream.writeJSON(
            "summary",
            [
                "choose": advice.chosen.map { subjects[$0].name },
                "for_interface": advice.forInterface.map { subjects[$0].name },
                "neither": advice.fault != nil, "sentences": sentences,
                "totals": subjects.compactMap { subject in subject.total.map { $0.json(of: subject.name) } },
            ])
    }

    /// The numbers of those lines as a table (RFC 4180); times are in ns, a missing value is empty.
    package func writeCSV(to stream: ByteStream) {
        let rows = lines.map { $0.filter { !["verdict", "cause"].contains($0.0) } }
        if let first = rows.first { stream.writeRow(first.map(\.0)) }
        for row in rows { stream.writeRow(row.map(\.1.field)) }
    }

    /// The line of each subject under each workload; ns, parts per billion, thousandths.
    private var lines: [[(String, JSONValue)]] {
        rows.flatMap { row in
            zip(subjects, row.cells).enumerated().compactMap { index, pair -> [(String, JSONValue)]? in
                guard let cell = pair.1 else { return nil }
                return [
                    ("workload", row.name.json), ("subject", pair.0.name.json), ("verdict", cell.verdict.text.json),
                    ("cause", (cell.cause?.title).json),
                ] + Self.numbers(cell).map { ($0, $1.json) } + [("best", row.best.contains(index).json)]
            }
        }
    }

    private static func numbers(_ cell: Cell) -> [(String, Int64?)] {
        let timer = cell.timer
        let waiting = timer.waiting
        return [
            ("due", timer.due), ("fired", timer.fired), ("skipped", timer.skipped),
            ("waiting_p50", waiting?.p50), ("waiting_p99", waiting?.p99), ("waiting_max", waiting?.max),
            ("open", timer.isChain ? nil : timer.openPoints), ("lag_last", timer.lag),
            ("drift_ppb", timer.drift?.partsPerBillion), ("wake_ups", timer.wakeUps.map { $0.alone + $0.shared }),
            ("seeds", Int64(cell.samples.count)), ("lost_permille_low", cell.lostRange.lowerBound),
            ("lost_permille_high", cell.lostRange.upperBound), ("chain_drift_ppb_low", cell.driftRange?.lowerBound),
            ("chain_drift_ppb_high", cell.driftRange?.upperBound), ("main_busy_permille", cell.mainBusyPermille),
            ("longest_on_main", cell.longestOnMain),
        ]
    }
}
