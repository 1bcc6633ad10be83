import LabAnalysis
import LabExactTime
import LabLogImport
import LabQuotedLogs
import LabRecording
import Testing

/// What a calculation by hand makes of the quoted lines, in µs.
struct HandFigures: Sendable {
    var log: QuotedLog
    var lines: Int
    var shortest: Int64
    var longest: Int64
    /// From the first line to the last.
    var span: Int64
    /// Against the seconds counted from the first line.
    var offsets: ClosedRange<Int64>
    /// Against the grid on which no line is early.
    var latenesses: [Int64]

    static let all = [
        HandFigures(
            log: .empty, lines: 9, shortest: 998_942, longest: 1_001_022, span: 7_999_970, offsets: -112...1028,
            latenesses: [112, 301, 0, 1022, 1103, 105, 905, 1140, 82]),
        HandFigures(
            log: .lightSimulated, lines: 6, shortest: 999_304, longest: 1_001_352, span: 4_999_818,
            offsets: -696...656, latenesses: [696, 0, 1352, 928, 882, 514]),
        HandFigures(
            log: .lightOnPhone, lines: 8, shortest: 992_289, longest: 1_006_705, span: 7_001_057,
            offsets: -7711...2099, latenesses: [7711, 0, 6705, 9302, 7102, 9810, 7653, 8768]),
        HandFigures(
            log: .heavyOnPhone, lines: 7, shortest: 5_983_549, longest: 6_006_883, span: 35_974_132,
            offsets: -25_868...0,
            latenesses: [25_868, 5_019_452, 5_003_001, 5_003_128, 5_010_011, 5_001_243, 5_000_000]),
        HandFigures(
            log: .remedied, lines: 7, shortest: 999_848, longest: 1_000_157, span: 5_999_961, offsets: -96...109,
            latenesses: [96, 55, 48, 205, 53, 0, 57]),
    ]
}

@Suite("The quoted logs give the figures of a calculation by hand")
struct QuotedLogTests {
    @Test("to the microsecond", arguments: HandFigures.all)
    func figures(_ hand: HandFigures) throws {
        let log = read(hand.log.text)
        #expect(log.style == .nslog)
        #expect(log.notes.isEmpty)
        let timer = try #require(log.timers.first)
        #expect(log.timers.count == 1)
        #expect(timer.name == "timer test")
        #expect(timer.process == "QTimer")
        #expect(timer.times.count == hand.lines)

        let second = Rational(whole: 1_000_000_000)
        let trace = log.recording([second])
        let summary = try #require(RunAnalysis(of: trace).timers.first)
        let interval = try #require(summary.logInterval)
        #expect(interval.min == hand.shortest * 1000)
        #expect(interval.max == hand.longest * 1000)
        #expect(summary.interval == interval)
        let offset = try #require(summary.logOffset)
        #expect(offset.min...offset.max == hand.offsets.lowerBound * 1000...hand.offsets.upperBound * 1000)
        let first = try #require(summary.first)
        let last = try #require(summary.last)
        #expect(last - first == hand.span * 1000)
        let latenesses = trace.records.filter { $0.kind == .fired }.map { ($0.time - $0.value) / 1000 }
        #expect(latenesses == hand.latenesses)
        #expect(summary.jitter?.peakToPeak == (hand.longest - hand.shortest) * 1000)
    }

    @Test("a second is what the interval is taken for, where no work hides it", arguments: QuotedLog.allCases)
    func interval(_ quoted: QuotedLog) throws {
        let timer = try #require(read(quoted.text).timers.first)
        let seconds: Int64 = quoted == .heavyOnPhone ? 6 : 1
        #expect(IntervalGuess(times: timer.times)?.interval == Rational(whole: seconds * 1_000_000_000))
    }

    @Test("the heavy log leaves out five points after each line of a second's grid")
    func skipped() throws {
        let log = read(QuotedLog.heavyOnPhone.text)
        let second = Rational(whole: 1_000_000_000)
        let summary = try #require(RunAnalysis(of: log.recording([second])).timers.first)
        #expect(summary.fired == 7)
        #expect(summary.due == 37)
        #expect(summary.skipped == 30)
    }

    @Test("lines that are all on time have their intervals, too")
    func punctual() throws {
        let log = read((10..<20).map { "2017-11-05 10:00:\($0).000000000 app[1:2] tick\n" }.joined())
        let second = Rational(whole: 1_000_000_000)
        let summary = try #require(RunAnalysis(of: log.recording([second])).timers.first)
        #expect(summary.logInterval == summary.interval && summary.logInterval?.max == 1_000_000_000)
        #expect(summary.logOffset?.max == 0)
    }

    @Test("the recording keeps the time of every line", arguments: QuotedLog.allCases)
    func header(_ quoted: QuotedLog) throws {
        let log = read(quoted.text)
        let trace = log.recording([Rational(whole: 1_000_000_000)])
        #expect(trace.header.clock == .imported)
        #expect(trace.header.utcOffset == 28_800)
        #expect(trace.header.process == "QTimer")
        let stamps = trace.records.filter { $0.kind == .logged }.map { trace.header.epoch + $0.time }
        #expect(stamps == log.timers.first?.times)
    }
}

extension LogReading {
    /// Its recording, all of it kept.
    func recording(_ intervals: [Rational?]) -> Trace {
        recording(zip(timers, intervals).map { GridPlan($0, interval: $1) })
    }

    func recording(_ plans: [GridPlan]) -> Trace {
        let keeper = RecordKeeper()
        var trace = LogRecording(self, plans).recorded(into: keeper)
        trace.records = keeper.records
        return trace
    }
}

/// Reads a text in pieces of several sizes, which must make no difference.
func read(_ text: String, options: LogOptions = LogOptions()) -> LogReading {
    var reader = LogReader(options: options)
    let bytes = Array(text.utf8)
    var start = 0
    var size = 1
    while start < bytes.count {
        let end = min(bytes.count, start + size)
        bytes[start..<end].withUnsafeBytes { reader.feed($0) }
        start = end
        size = size * 2 + 5
    }
    return reader.finish()
}
