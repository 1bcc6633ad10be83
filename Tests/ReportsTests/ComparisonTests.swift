import Analysis
import JSON
import Reports
import Testing

@Suite("Comparison reports")
struct ComparisonTests {
    private typealias Cell = ComparisonReport.Cell

    private static func cell(
        fired: Int64, skipped: Int64, late: (Int64, Int64, Int64), drift: Int64, waiting: Int64,
        cause: Cause? = .wakeUp,
        busy: Int64 = 0
    ) -> ComparisonReport.Cell {
        var measure = TimerMeasure()
        measure.due = 599
        measure.fired = fired
        measure.skipped = skipped
        measure.waiting = TimerMeasure.Waiting(p50: late.0, p99: late.1, max: late.2)
        measure.drift = DriftEstimate(partsPerBillion: drift, halfWidth: 300, regime: .grid)
        measure.meanWaiting = waiting
        return ComparisonReport.Cell(measure, cause: cause, mainBusyPermille: busy)
    }

    private static let calm = cell(
        fired: 599, skipped: 0, late: (61_600, 1_030_000, 1_870_000), drift: 104, waiting: 101_000)
    private static let asleep = cell(
        fired: 449, skipped: 150, late: (64_500, 1_030_000, 15_000_000_000), drift: -915_000, waiting: 1_900_000_000,
        cause: .systemSlept)

    private static let report = ComparisonReport(
        title: "nstimer · gcd", facts: ["5 workloads", "60 s simulated"],
        subjects: [
            .init("nstimer", meaning: "NSTimer; on main, default mode", runsOnMain: true),
            .init("gcd", meaning: "a dispatch timer source; on a serial queue of its own", runsOnMain: false),
        ],
        rows: [
            .init("idle", [calm, calm]),
            .init(
                "heavy callback",
                [
                    cell(
                        fired: 200, skipped: 399, late: (67_500, 877_000, 1_620_000), drift: -300,
                        waiting: 99_900_000, cause: .ownCallback, busy: 831),
                    cell(
                        fired: 240, skipped: 359, late: (199_000_000, 254_000_000, 259_000_000), drift: 367_000,
                        waiting: 125_000_000, cause: .ownCallback),
                ]),
            .init(
                "drag",
                [
                    cell(
                        fired: 485, skipped: 114, late: (65_800, 1_930_000_000, 1_930_000_000), drift: -168_000,
                        waiting: 196_000_000, cause: .modeNotRun), calm,
                ]),
            .init("system sleep", [asleep, asleep]),
            .init("one's own", [nil, calm]),
        ])

    private func text(_ format: any ComparisonFormat, _ report: ComparisonReport = report) -> String {
        ByteStream.text { format.write(report, to: $0) }
    }

    @Test("on 80 columns the mechanisms stand below each other, on 150 side by side", arguments: [80, 150])
    func table(width: Int) throws {
        let text = text(ComparisonText(width: width))
        try Golden.check(text, "comparison-\(width).txt")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
    }

    @Test("JSON, CSV and Markdown hold the same numbers")
    func data() throws {
        try Golden.check(text(ComparisonJSON()), "comparison.json")
        try Golden.check(text(ComparisonCSV()), "comparison.csv")
        try Golden.check(text(ComparisonMarkdown()), "comparison.md")
    }

    @Test("who lets due points wait least is best; a tenth more is no difference")
    func best() {
        let slightlyLater = Self.cell(
            fired: 599, skipped: 0, late: (70_000, 1_100_000, 1_900_000), drift: 0, waiting: 190_000)
        #expect(ComparisonReport.Row("", [Self.calm, slightlyLater]).isEven)
        let later = Self.cell(fired: 599, skipped: 0, late: (1, 2, 3), drift: 0, waiting: 250_000)
        #expect(ComparisonReport.Row("", [later, Self.calm, nil]).best == [1])
        #expect(ComparisonReport.Row("", [nil, nil]).best.isEmpty)
    }

    @Test("a callback that outlasts its interval decides nothing, whoever is ahead")
    func outlasted() {
        var report = Self.report
        report.rows = [Self.report.rows[1]]
        let sentences = ComparisonClosing(report: report).sentences
        #expect(sentences.count == 2)
        #expect(sentences[0].hasPrefix("No choice helps a callback that outlasts its interval"))
        #expect(sentences[1].contains("the numbers do not decide"))
        #expect(sentences[1].contains("83 % with nstimer and 0 % with gcd"))
    }

    @Test("one that is never ahead is chosen for nothing")
    func choice() {
        let sentences = ComparisonClosing(report: Self.report).sentences
        #expect(sentences.count == 3)
        #expect(sentences[2].hasPrefix("Choose gcd. "))
    }

    @Test("a chain of delays is said to drift where only the wake-up delays others")
    func drift() {
        var report = Self.report
        report.subjects[1].isRelative = true
        let late = Self.cell(
            fired: 586, skipped: 13, late: (50_000_000, 101_000_000, 102_000_000), drift: 23_000_000,
            waiting: 50_000_000)
        report.rows = [.init("light work", [Self.calm, late])]
        let text = ComparisonClosing(report: report).sentences.joined(separator: " ")
        #expect(text.contains("gcd counts from its last firing, so every delay adds up (+2.3 % in light work)"))
        #expect(text.contains("with gcd 50 ms (its delays add up)"))
        #expect(text.contains("Choose nstimer"))
    }

    @Test("nothing to compare is said by no sentence")
    func empty() {
        let report = ComparisonReport(title: "", facts: [], subjects: [.init("gcd", meaning: "")], rows: [])
        #expect(ComparisonClosing(report: report).sentences.isEmpty)
    }
}
