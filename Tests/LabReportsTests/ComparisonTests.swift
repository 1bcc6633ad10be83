import LabCatalogue
import LabExactTime
import LabJSON
import LabRecording
import Testing

@testable import LabAnalysis
@testable import LabReports

@Suite("Comparison reports")
struct ComparisonTests {
    private typealias Cell = ComparisonReport.Cell

    private static func timer(fired: Int64, skipped: Int64) -> TimerSummary {
        var timer = TimerSummary(entity: .none, name: "tick", mechanism: "nstimer")
        timer.requested = Rational(whole: 100_000_000)
        timer.due = 599
        timer.fired = fired
        timer.skipped = skipped
        timer.wakeUps = WakeUps(alone: fired, shared: 0)
        return timer
    }

    private static func grid(
        fired: Int64 = 599, skipped: Int64 = 0, waits: (Int64, Int64, Int64) = (61_600, 1_030_000, 1_870_000),
        lag: Int64 = 0, cause: Cause? = .wakeUp, busy: Int64 = 0, onMain: Int64 = 0,
        work: Int64 = 0
    ) -> Cell {
        var timer = timer(fired: fired, skipped: skipped)
        timer.waiting = Spread(
            count: 599, min: 0, mean: waits.0, p50: waits.0, p95: waits.0, p99: waits.1, max: waits.2,
            deviation: 0)
        timer.callback = Spread(
            count: fired, min: work, mean: work, p50: work, p95: work, p99: work, max: work, deviation: 0)
        timer.lag = lag
        timer.drift = DriftEstimate(partsPerBillion: 104, halfWidth: 300, regime: .grid)
        return Cell(timer, cause: cause, mainBusyPermille: busy, longestOnMain: onMain)
    }

    private static func chain(fired: Int64, drift: Int64, behind: Int64, others: [Cell] = []) -> Cell {
        var timer = timer(fired: fired, skipped: 599 - fired)
        timer.isChain = true
        timer.lag = behind
        timer.drift = DriftEstimate(partsPerBillion: drift, halfWidth: 300, regime: .chain)
        var cell = Cell(timer, cause: .ownCallback)
        cell.samples += others.map { $0.samples[0] }
        return cell
    }

    private static let calm = grid()
    private static let asleep = grid(
        fired: 449, skipped: 150, waits: (64_500, 1_030_000, 15_000_000_000), cause: .systemSlept)
    private static let stopped = grid(
        fired: 485, skipped: 114, waits: (65_800, 1_930_000_000, 1_930_000_000), cause: .modeNotRun)
    private static let outlasted = ComparisonReport.Row(
        "heavy callback",
        [
            grid(
                fired: 200, skipped: 399, waits: (100_000_000, 201_000_000, 202_000_000), cause: .ownCallback,
                busy: 831, onMain: 260_000_000, work: 250_000_000),
            grid(
                fired: 240, skipped: 359, waits: (123_000_000, 254_000_000, 259_000_000), cause: .ownCallback,
                work: 250_000_000),
        ])

    private static let report = ComparisonReport(
        title: "nstimer · gcd", facts: ["5 workloads", "60 s simulated"],
        subjects: [
            .init("nstimer", meaning: "NSTimer; on main, default mode", runsOnMain: true),
            .init("gcd", meaning: "a dispatch timer source; on a serial queue of its own", runsOnMain: false),
        ],
        rows: [
            .init("idle", [calm, calm]), outlasted,
            .init("drag", [stopped, calm], alternatives: ["nstimer+common": calm]),
            .init("system sleep", [asleep, asleep]), .init("one's own", [nil, calm]),
        ])

    private func text(_ writer: any PageWriter) -> String {
        ByteStream.text { writer.write(Self.report.page, isFirst: true, to: $0) }
    }

    private func report(_ rows: [ComparisonReport.Row]) -> ComparisonReport {
        var report = Self.report
        report.rows = rows
        return report
    }

    @Test("on 80 columns the figures stand below each other, on 150 side by side", arguments: [80, 150])
    func table(width: Int) throws {
        let text = text(PageText(width: width))
        try Golden.check(text, "comparison-\(width).txt")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
    }

    @Test("JSON, CSV and Markdown hold the same numbers")
    func data() throws {
        try Golden.check(ByteStream.text(Self.report.writeJSON), "comparison.json")
        try Golden.check(ByteStream.text(Self.report.writeCSV), "comparison.csv")
        try Golden.check(text(PageMarkdown()), "comparison.md")
    }

    // MARK: Ranking

    @Test("a hundredth of the points or of the interval makes a difference, less does not")
    func best() {
        func row(_ cells: Cell?...) -> ComparisonReport.Row { .init("", cells) }
        #expect(row(Self.calm, Self.grid(waits: (70_000, 1_900_000, 1_900_000))).isEven)
        #expect(row(Self.grid(waits: (0, 3_000_000, 3_000_000)), Self.calm, nil).best == [1])
        #expect(row(Self.calm, Self.grid(fired: 594, skipped: 5)).isEven)
        #expect(row(Self.calm, Self.grid(fired: 590, skipped: 9)).best == [0])
        #expect(row(nil, nil).best.isEmpty)
    }

    @Test("a chain that falls behind loses to a grid, and one that does not is as good")
    func chains() {
        let behind = Self.chain(fired: 599, drift: 800_000, behind: 48_000_000)
        #expect(ComparisonReport.Row("", [behind, Self.calm]).best == [1])
        #expect(ComparisonReport.Row("", [Self.chain(fired: 599, drift: 0, behind: 0), Self.calm]).isEven)
    }

    @Test("a chain is ranked by how far it is behind after a hundred intervals, however long the run")
    func lengthOfRun() {
        let (short, long) = (
            Self.chain(fired: 60, drift: 800_000, behind: 4_800_000),
            Self.chain(fired: 599, drift: 800_000, behind: 48_000_000)
        )
        #expect(short.late == 80 && long.late == 80)
        #expect(Self.chain(fired: 599, drift: 99_000, behind: 6_000_000).keepsRhythm)
        #expect(Self.chain(fired: 599, drift: 10_000_000, behind: 600_000_000).driftsBadly)
    }

    @Test("missed points that come late one by one are no better than lost ones")
    func burst() {
        let waits: (Int64, Int64, Int64) = (70_000, 306_000_000, 329_000_000)
        let merged = Self.grid(fired: 531, skipped: 68, waits: waits, cause: .otherWork)
        #expect(ComparisonReport.Row("", [merged, Self.grid(waits: waits, cause: .otherWork)]).isEven)
        #expect(ComparisonReport.Row("", [Self.calm, Self.grid(waits: waits, cause: .otherWork)]).best == [0])
    }

    @Test("a verdict says the worst of what is wrong")
    func verdicts() {
        #expect(Self.calm.keepsRhythm)
        #expect(Self.stopped.verdict.text == "19 % skipped")
        #expect(Self.grid(waits: (0, 30_000_000, 60_000_000), cause: .otherWork).verdict.text == "30 ms late")
        #expect(Self.grid(onMain: 100_000_000).verdict.text == "main 100 ms")
        #expect(
            Self.chain(fired: 586, drift: 23_000_000, behind: 1_300_000_000).verdict.text == "+2.3 %"
        )
        #expect(Self.grid(fired: 0, skipped: 599).verdict.text == "never called")
        var unborn = Self.calm
        (unborn.timer.due, unborn.timer.fired, unborn.timer.waiting) = (0, 0, nil)
        #expect(unborn.verdict.text == "never called")
        #expect(Self.backlog.verdict.text == "35.8 s behind")
    }

    private static let backlog = {
        var cell = grid(
            fired: 240, skipped: 359, waits: (18_000_000_000, 35_600_000_000, 35_900_000_000), lag: 35_800_000_000,
            cause: .ownCallback, work: 250_000_000)
        cell.timer.openPoints = 359
        return cell
    }()

    @Test("a share of skipped points is rounded to the nearest, but a few are not none, and nearly all are not all")
    func rounded() {
        #expect(Self.grid(fired: 566, skipped: 33).verdict.text == "5.5 % skipped")
        var timer = Self.calm.timer
        for (skipped, text): (Int64, String) in [(1, "0.1 % skipped"), (5999, "99.9 % skipped")] {
            (timer.due, timer.skipped) = (6000, skipped)
            #expect(Cell(timer).verdict.text == text)
        }
    }

    @Test("the spread over the seeds is shown where it can be seen")
    func spread() {
        let cell = Self.chain(
            fired: 586, drift: 23_000_000, behind: 1_300_000_000,
            others: [Self.chain(fired: 580, drift: 24_100_000, behind: 1_400_000_000)])
        #expect(cell.verdict.text == "+2.3 to +2.41 %")
        #expect(
            ByteStream.text(report([.init("", [cell, cell])]).writeJSON).contains("\"chain_drift_ppb_high\":24100000"))
    }

    // MARK: Advice

    @Test("a callback that outlasts its interval decides nothing but where it runs")
    func outlasted() {
        let report = report([Self.outlasted])
        #expect(ComparisonAdvice(report).chosen == [1])
        #expect(ComparisonAdvice(report).sentences.last?.hasPrefix("No mechanism helps in heavy callback, ") == true)
    }

    @Test("what is ahead is chosen, and what would tie is named")
    func choice() {
        let sentences = ComparisonAdvice(Self.report).sentences
        #expect(ComparisonAdvice(Self.report).chosen == [1])
        #expect(sentences.joined().contains("In drag nstimer+common does not stand still."))
        #expect(sentences.first?.hasPrefix("Choose gcd. ") == true)
    }

    @Test("a backlog that grows is never chosen, however few points it loses")
    func veto() {
        let report = report([.init("heavy callback", [Self.outlasted.cells[1], Self.backlog])])
        #expect(ComparisonAdvice(report).chosen == [0])
        let both = self.report([.init("heavy callback", [Self.backlog, Self.backlog])])
        #expect(ComparisonAdvice(both).faulty.map(\.name) == ["heavy callback"])
        #expect(ComparisonAdvice(both).sentences.first?.hasPrefix("Choose neither: ") == true)
    }

    @Test("two that stand still alike are both refused, and what does not is named")
    func neither() {
        let row = ComparisonReport.Row(
            "drag", [Self.stopped, Self.stopped], alternatives: ["nstimer+common": Self.calm])
        let report = report([.init("idle", [Self.calm, Self.calm]), row])
        #expect(ComparisonAdvice(report).faulty.map(\.name) == ["drag"])
        let first = ComparisonAdvice(report).sentences.first ?? ""
        #expect(first.hasPrefix("Choose neither: in drag ") && first.contains("nstimer+common"))
    }

    @Test("two that drift are refused for what their mechanism does, not for a callback that outlasts its interval")
    func drift() {
        var heavy = Self.chain(fired: 172, drift: 2_500_000_000, behind: 42_000_000_000)
        heavy.timer.callback = Self.outlasted.cells[0]?.timer.callback
        let light = Self.chain(fired: 586, drift: 23_000_000, behind: 1_300_000_000)
        let report = report([
            .init("light", [light, light], alternatives: ["gcd": Self.calm]), .init("heavy", [heavy, heavy]),
        ])
        let told = ComparisonAdvice(report).sentences
        #expect(ComparisonAdvice(report).faulty.map(\.name) == ["light"])
        #expect(told[0].contains("gcd") && told[0].contains("in light"), "\(told)")
    }

    @Test("of files no figure says which wish is right, so none is chosen")
    func files() {
        var report = report([.init("tick", [Self.stopped, Self.calm])])
        report.subjects = [.init("one", meaning: ""), .init("two", meaning: "")]
        report.subjects[1].faults = ["TL0301 of screen"]
        #expect(ComparisonAdvice(report).chosen.isEmpty)
        #expect(report.sentences == ["two has TL0301 of screen."])
    }

    @Test("nothing to compare is said by no sentence")
    func empty() {
        let report = ComparisonReport(title: "", facts: [], subjects: [.init("gcd", meaning: "")], rows: [])
        #expect(ComparisonAdvice(report).sentences.isEmpty)
    }
}
