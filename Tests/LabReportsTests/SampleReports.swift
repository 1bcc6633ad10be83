import LabExactTime
import LabRecording
import LabReports
import LabTOML

@testable import LabAnalysis
@testable import LabExpectations

/// Recordings written by hand, so that what is printed depends on nothing but the reports.
enum SampleReports {
    static let second: Int64 = 1_000_000_000

    static let heavySource = """
        title    = "Heavy work in the callback: a 1 s timer fires every 6 s"
        duration = "43s"

        [device]
        profile = "iphone6"

        [[timer]]
        id       = "tick"
        kind     = "nstimer"
        interval = "1s"
        repeats  = true
        do       = [{ loop = 1_000_000_000 }, { log = "timer test" }]

        [[expect]]
        timer    = "tick"
        fired    = 7
        skipped  = 34
        """

    /// The quoted log of a 1 s timer whose callback counts to 10⁹ on an iPhone 6.
    static func heavy() -> RunReport {
        var trace = Trace()
        trace.header.title = "Heavy work in the callback: a 1 s timer fires every 6 s"
        trace.header.deviceProfile = "iphone6"
        trace.header.seed = 1
        trace.header.duration = 43 * second
        trace.header.process = "QTimer"
        trace.header.pid = 9749
        trace.header.epoch = 1_510_278_031_800_000_000
        trace.header.utcOffset = 28_800
        trace.fingerprint = 0x3f9c_0a12_77de_5b01
        trace.intervals = [Rational(whole: second)]
        trace.templates = [LogTemplate("timer test")]
        let work = place(of: "{ loop = 1_000_000_000 }", in: heavySource)
        trace.steps = [work]
        trace.entities = [
            Entity(.thread, name: "main", number: 3_330_951),
            Entity(.mode, name: "default"),
            Entity(
                .timer, name: "tick", place: place(of: "[[timer]]", in: heavySource), detail: "nstimer",
                home: EntityID(0), timer: TimerTraits(interval: Rational(whole: second), repeats: true)),
        ]
        let tick = EntityID(2)
        trace.records.append(Record(.gridSet, at: 0, entity: tick, thread: 0, value: second, extra: 0))
        trace.records.append(Record(.activationBegan, at: 0, entity: EntityID(0), thread: 0, value: 1, extra: -1))
        for (index, micros) in [0, 6_006_883, 5_999_210, 5_983_549, 5_990_002, 6_001_118, 5_996_340].enumerated() {
            let start = second * Int64(1 + 6 * index)
            let end = start + 5_400_000_000 + Int64(micros) * 97
            trace.records += [
                Record(.fired, at: start, entity: tick, thread: 0, value: start, extra: 1),
                Record(.workBegan, at: start, entity: tick, thread: 0, value: 0),
                Record(.workEnded, at: end, entity: tick, thread: 0, value: 0),
                Record(.logged, at: end, entity: tick, thread: 0, value: 0, extra: 0),
                Record(.returned, at: end, entity: tick, thread: 0),
            ]
        }
        var verdicts = [
            Verdict(passed: true, subject: "tick", expected: "fired = 7", actual: "fired = 7"),
            Verdict(passed: false, subject: "tick", expected: "skipped = 34", actual: "skipped = 35"),
        ]
        for (index, piece) in ["fired    = 7", "skipped  = 34"].enumerated() {
            verdicts[index].place = place(of: piece, in: heavySource)
        }
        return RunReport(
            trace: trace, analysis: RunAnalysis(of: trace), verdicts: verdicts, file: "Scenarios/heavy-work.toml",
            source: SourceText(bytes: Array(heavySource.utf8)))
    }

    /// The byte range of a piece of a scenario's text.
    static func place(of piece: String, in text: String) -> Range<Int> {
        let (bytes, wanted) = (Array(text.utf8), Array(piece.utf8))
        for start in 0...max(0, bytes.count - wanted.count) where bytes[start...].starts(with: wanted) {
            return start..<start + wanted.count
        }
        return 0..<0
    }
}
