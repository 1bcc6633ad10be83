import LabExactTime
import LabLogImport
import Testing

private let second: Int64 = 1_000_000_000

/// Lines of a one-second timer at hours, minutes and seconds of one day or more, without a time zone.
private func lines(_ clocks: [String], text: String = "tick", day: String = "2017-11-05") -> String {
    clocks.map { clock in (clock.count > 12 ? clock : "\(day) \(clock)") + " app[1:2] \(text)\n" }.joined()
}

private func seconds(_ log: LogReading) -> [Int64] {
    guard let times = log.timers.first?.times, let first = times.first else { return [] }
    return times.map { ($0 - first) / second }
}

@Suite("A log's clock may be wrong and its lines in disorder; both are told and neither is fatal")
struct ClockTests {
    @Test("a day's end is nothing special where the date is written")
    func midnight() {
        let log = read(
            lines(["2017-11-05 23:59:58", "2017-11-05 23:59:59", "2017-11-06 00:00:00", "2017-11-06 00:00:01"]))
        #expect(seconds(log) == [0, 1, 2, 3])
        #expect(log.notes.map(\.kind) == [.coarseStamps])
    }

    @Test("times of day go on after midnight")
    func bareMidnight() {
        let log = read("23:59:58 tick\n23:59:59 tick\n00:00:00 tick\n00:00:01 tick\n")
        #expect(seconds(log) == [0, 1, 2, 3])
        #expect(log.notes.contains { $0.kind == .midnight && $0.message.contains("falls back 1 time, and") })
    }

    @Test("a line of the old day that stands behind one of the new begins no day")
    func lateAtMidnight() {
        let clocks = (50..<59).map { "23:59:\($0)" } + ["00:00:00", "23:59:59"] + (1...9).map { "00:00:0\($0)" }
        let log = read(clocks.map { "\($0).1 tick\n" }.joined())
        #expect(seconds(log) == Array(0..<20))
        #expect(log.notes.contains { $0.kind == .midnight && $0.message.contains("falls back 1 time, and") })
    }

    @Test("a log without years goes on after New Year")
    func newYear() {
        let log = read(
            "Dec 31 23:59:59 h a[1]: tick\nJan  1 00:00:00 h a[1]: tick\nJan  1 00:00:01 h a[1]: tick\n")
        #expect(seconds(log) == [0, 1, 2])
    }

    @Test("an hour that clocks go back is taken out where stamps have no zone")
    func daylightSavingEnds() {
        let log = read(lines(["01:59:57", "01:59:58", "01:59:59", "01:00:00", "01:00:01", "01:00:02"]))
        #expect(seconds(log) == [0, 1, 2, 3, 4, 5])
        #expect(log.notes.contains { $0.kind == .daylightSaving && $0.line == 4 })
    }

    @Test("an hour that clocks go forward is taken out as well")
    func daylightSavingBegins() {
        let log = read(lines(["01:59:57", "01:59:58", "01:59:59", "03:00:00", "03:00:01", "03:00:02"]))
        #expect(seconds(log) == [0, 1, 2, 3, 4, 5])
        #expect(log.notes.contains { $0.kind == .daylightSaving })
    }

    @Test(
        "elsewhere an hour without lines is a silence: in summer, by day, or in the week",
        arguments: [("2024-07-05", 1), ("2017-11-05", 11), ("2024-03-13", 1)])
    func hourOfSilence(day: String, hour: Int) {
        let clocks = ["0\(hour):59:57", "0\(hour):59:58", "0\(hour):59:59", "0\(hour + 2):00:00"]
            .map { String($0.suffix(8)) }
        let log = read(lines(clocks, day: day))
        #expect(seconds(log) == [0, 1, 2, 3603])
        #expect(log.notes.map(\.kind) == [.coarseStamps])
    }

    @Test("with a zone the same lines are an hour's gap, or nothing at all")
    func zoned() {
        let gap = read(
            "2017-11-05 01:59:58+0000 a[1:2] x\n2017-11-05 01:59:59+0000 a[1:2] x\n2017-11-05 03:00:00+0000 a[1:2] x\n")
        #expect(seconds(gap) == [0, 1, 3602])
        let change = read(
            "2017-11-05 01:59:58-0400 a[1:2] x\n2017-11-05 01:59:59-0400 a[1:2] x\n2017-11-05 01:00:00-0500 a[1:2] x\n")
        #expect(seconds(change) == [0, 1, 2])
        #expect(change.notes.contains { $0.kind == .timeZone })
    }

    @Test("a log whose newest line comes first is sorted, and its clock was not set at each line")
    func newestFirst() {
        let lines = (10..<50).map { "2017-11-05 10:00:\($0).500+0000 a[1:2] x\n" }
        let log = read(lines.reversed().joined())
        #expect(log.timers == read(lines.joined()).timers)
        #expect(log.notes.map(\.kind) == [.coarseStamps, .noOrder])
    }

    @Test("a clock that was set back leaves no interval where it was set")
    func setBack() throws {
        let log = read(lines(["10:00:01", "10:00:02", "10:00:03", "10:00:04", "10:00:01", "10:00:02", "10:00:03"]))
        #expect(seconds(log) == [0, 1, 2, 3, 4, 5, 6])
        #expect(log.notes.contains { $0.kind == .clockSetBack && $0.line == 5 })
        #expect(try #require(log.timers.first).breaks == [4])
    }

    @Test("lines that swapped places are sorted")
    func outOfOrder() {
        let log = read(lines(["10:00:01", "10:00:02", "10:00:04", "10:00:03", "10:00:05", "10:00:06"]))
        #expect(seconds(log) == [0, 1, 2, 3, 4, 5])
        #expect(log.notes.contains { $0.kind == .outOfOrder && $0.line == 4 && $0.count == 1 })
    }

    @Test("another thread's line that comes late does not move the clock")
    func lateThread() {
        let text =
            lines(["10:00:01.0", "10:00:02.0", "10:00:03.0"]) + lines(["10:00:02.5"], text: "other")
            + lines(["10:00:04.0", "10:00:05.0"])
        let log = read(text)
        #expect(seconds(log) == [0, 1, 2, 3, 4])
        #expect(log.notes.map(\.kind).contains(.outOfOrder))
        #expect(!log.notes.map(\.kind).contains(.clockSetBack))
    }
}

@Suite("The timers of a log are told apart")
struct SeparationTests {
    @Test("lines of one instant on two threads are each those of their own process")
    func sameInstant() {
        var options = LogOptions()
        options.grouping = .thread
        let log = read(
            (10..<14).map { "2017-11-05 10:00:\($0) one[1:7] a\n2017-11-05 10:00:\($0) two[2:8] b\n" }.joined(),
            options: options)
        #expect(log.timers.map(\.process) == ["one", "two"] && log.timers.map(\.pid) == [1, 2])
    }

    private func names(_ text: String, _ grouping: LogOptions.Grouping = .automatic) -> [String] {
        var options = LogOptions()
        options.grouping = grouping
        return read(text, options: options).timers.map(\.name)
    }

    private func log(_ entries: [(Int, String, Int)]) -> String {
        entries.map { time, text, thread in
            let (whole, rest) = (time / 1000, time % 1000)
            let fraction = String(rest + 1000).dropFirst()
            return "2017-11-05 10:\(10 + whole / 60):\(10 + whole % 60).\(fraction)+0000 app[1:\(thread)] \(text)\n"
        }.joined()
    }

    @Test("by what they say")
    func messages() {
        let text = log((0..<10).flatMap { [($0 * 1000, "fast", 1), ($0 * 1000 + 300, "slow", 1)] })
        #expect(names(text) == ["fast", "slow"])
    }

    @Test("a number that goes on counting is one timer's, one that comes back names several")
    func numbers() {
        #expect(names(log((0..<10).map { ($0 * 1000, "count \($0)", 1) })) == ["count #"])
        #expect(names(log((0..<12).map { ($0 * 500, "timer \($0 % 2)", 1) })) == ["timer 0", "timer 1"])
    }

    @Test("by their threads where each keeps its own rhythm, but not where one timer wanders")
    func threads() {
        let both = log((0..<10).flatMap { [($0 * 1000, "tick", 1), ($0 * 1000 + 300, "tick", 2)] })
        #expect(names(both) == ["tick, thread 1, app[1]", "tick, thread 2, app[1]"])
        let pool = log((0..<12).map { ($0 * 1000, "tick", 1 + $0 * 7 % 3) })
        #expect(names(pool) == ["tick"])
    }

    @Test("or as one is told")
    func asTold() {
        let text = log((0..<10).flatMap { [($0 * 1000, "fast", 1), ($0 * 1000 + 300, "slow", 2)] })
        #expect(names(text, .thread) == ["thread 1", "thread 2"])
        #expect(names(text, .together) == ["the log"])
    }

    @Test("lines in between are counted, and a wanted text leaves the others out")
    func others() {
        let text = log((0..<5).map { ($0 * 1000, "tick", 1) }) + "viewDidLoad\n\n" + log([(9000, "bye", 1)])
        let all = read(text)
        #expect(all.timers.map(\.name) == ["tick"])
        #expect(all.notes.first { $0.kind == .otherLines }?.count == 2)
        var options = LogOptions()
        options.match = "by"
        #expect(read(text, options: options).timers.map(\.name) == ["bye"])
    }

    @Test("a grid begins anew after a gap behind which the lines keep another phase")
    func restart() throws {
        let text = log((0..<8).map { ($0 * 1000, "tick", 1) } + (0..<8).map { (60_400 + $0 * 1000, "tick", 1) })
        let timer = try #require(read(text).timers.first)
        let plan = GridPlan(timer, interval: Rational(whole: second))
        #expect(plan.segments == [0, 8])
        #expect(plan.allSatisfy { $0.time == $0.due })
        let same = log((0..<8).map { ($0 * 1000, "tick", 1) } + (0..<8).map { (60_000 + $0 * 1000, "tick", 1) })
        let kept = GridPlan(try #require(read(same).timers.first), interval: Rational(whole: second))
        #expect(kept.segments == [0])
    }
}
