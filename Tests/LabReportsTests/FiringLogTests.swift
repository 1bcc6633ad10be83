import Foundation
import LabExactTime
import LabRecording
import LabReports
import Testing

@Suite("The firing log")
struct FiringLogTests {
    /// A recording with one log line at each instant, all on one thread.
    private func log(
        at times: [Int64], epoch: Int64 = 0, offset: Int = 0, text: String = "timer test",
        entity: Entity = Entity(.thread, name: "main", number: 7), isTerminal: Bool = false, extent: LogExtent = .all,
        jump: (at: Int64, by: Int64)? = nil
    ) -> [String] {
        var trace = Trace()
        trace.header.process = "App"
        trace.header.pid = 42
        trace.header.epoch = epoch
        trace.header.utcOffset = offset
        trace.templates = [LogTemplate(text)]
        trace.entities = [entity]
        trace.records = times.map { Record(.logged, at: $0, entity: EntityID(0), thread: 0) }
        if let jump {
            trace.records.append(Record(.wallClockSet, at: jump.at, entity: EntityID(0), thread: -1, value: jump.by))
            trace.records.sort { $0.time < $1.time }
        }
        let text = ByteStream.text(isTerminal: isTerminal) { FiringLogWriter.write(trace, extent, to: $0) }
        return text.split(separator: "\n").map(String.init)
    }

    @Test("of a long log the first and last lines can be printed", arguments: [1, 2, 5, 9, 10, 11])
    func extent(count: Int) {
        let all = log(at: (0..<10).map { $0 * 1_000_000 })
        let shown = log(at: (0..<10).map { $0 * 1_000_000 }, extent: .most(count))
        let gap = count < 10 ? ["… \(10 - count) more line\(count == 9 ? "" : "s"): --log all"] : []
        let first = (count + 1) / 2
        let last: Int = max(0, min(10, count) - first)
        #expect(shown == Array(all.prefix(first)) + gap + Array(all.suffix(last)))
    }

    @Test("its stamps follow a wall clock that is set, between lines that are not shown as well")
    func wallClock() {
        let second: Int64 = 1_000_000_000
        for extent in [LogExtent.all, .most(2)] {
            let lines = log(
                at: [10, 20, 30, 40].map { $0 * second }, extent: extent, jump: (at: 25 * second, by: -20 * second))
            #expect(lines.first?.hasPrefix("1970-01-01 00:00:10.000000") == true)
            #expect(lines.last?.hasPrefix("1970-01-01 00:00:20.000000") == true)
        }
    }

    @Test("a message stays on its line of a terminal and cannot steer it")
    func terminal() {
        let lines = log(at: [0], text: "a\u{1B}[31m\n::error::b\u{9B}", isTerminal: true)
        #expect(lines == [#"1970-01-01 00:00:00.000000+0000 App[42:7] a\u{1b}[31m\u{a}::error::b\u{9b}"#])
    }

    @Test("a file gets a message as NSLog writes it, but for a line end before a workflow command")
    func piped() {
        let lines = log(at: [0], text: "a\u{1B}\nb\n ::error::c")
        #expect(lines == ["1970-01-01 00:00:00.000000+0000 App[42:7] a\u{1B}", #"b\u{a} ::error::c"#])
    }

    @Test("has NSLog's form to the byte, microseconds truncated")
    func form() {
        let epoch: Int64 = 1_510_278_031_800_000_000
        let lines = log(at: [6_394_879_999], epoch: epoch, offset: 28_800)
        #expect(lines == ["2017-11-10 09:40:38.194879+0800 App[42:7] timer test"])
    }

    @Test("keeps its date up to date across seconds, days, leap days and long pauses, forwards")
    func dates() {
        let second: Int64 = 1_000_000_000
        let day = 86_400 * second
        // 2016-02-28T23:59:58Z
        let epoch: Int64 = 1_456_703_998 * second
        let stamps = log(
            at: [0, second, 2 * second - 1, 2 * second, 2 * second + day, 2 * second + 2 * day, 400 * day], epoch: epoch
        )
        #expect(
            stamps.map { String($0.prefix(26)) } == [
                "2016-02-28 23:59:58.000000", "2016-02-28 23:59:59.000000", "2016-02-28 23:59:59.999999",
                "2016-02-29 00:00:00.000000", "2016-03-01 00:00:00.000000", "2016-03-02 00:00:00.000000",
                "2017-04-03 23:59:58.000000",
            ])
    }

    @Test("agrees with Foundation's calendar at random instants", arguments: [0, 19_800, -34_200, 50_400])
    func calendar(offset: Int) throws {
        var state: UInt64 = 42
        var times: [Int64] = []
        for _ in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            times.append(Int64(state >> 3))
        }
        times.sort()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: offset))
        for (time, line) in zip(times, log(at: times, offset: offset)) {
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: TimeInterval(time / 1_000_000_000)))
            let numbers = line.prefix(19).split { "-: ".contains($0) }.compactMap { Int($0) }
            #expect(numbers == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second])
            #expect(line.dropFirst(20).prefix(6) == String(format: "%06d", time / 1000 % 1_000_000))
        }
    }

    @Test(
        "writes offsets from UTC with sign and minutes",
        arguments: [(0, "+0000"), (-16_200, "-0430"), (20_700, "+0545")])
    func offsets(seconds: Int, text: String) {
        #expect(log(at: [0], offset: seconds)[0].dropFirst(26).prefix(5) == text)
    }

    @Test("fills in holes line by line")
    func holes() {
        var trace = Trace()
        trace.header.process = "App"
        trace.entities = [Entity(.thread, name: "main", number: 7)]
        trace.templates = [LogTemplate(pieces: [.literal("n="), .number(width: 2)]), LogTemplate("plain")]
        trace.arguments = [5, -12]
        trace.records = [
            Record(.logged, at: 0, entity: EntityID(0), thread: 0, value: 0, extra: 0),
            Record(.logged, at: 0, entity: EntityID(0), thread: 0, value: 1),
            Record(.logged, at: 1, entity: EntityID(0), thread: 0, value: 0, extra: 1),
        ]
        let text = ByteStream.text { FiringLogWriter.write(trace, to: $0) }
        #expect(text.split(separator: "\n").map { $0.split(separator: "] ")[1] } == ["n=05", "plain", "n=-12"])
    }

    @Test("names each line's own thread")
    func threads() {
        var trace = Trace()
        trace.entities = [Entity(.thread, name: "main", number: 7), Entity(.thread, name: "worker", number: 8)]
        trace.templates = [LogTemplate("x")]
        trace.records = [0, 1, 1, 0].map { Record(.logged, at: 0, entity: EntityID(0), thread: $0, value: 0) }
        let text = ByteStream.text { FiringLogWriter.write(trace, to: $0) }
        let numbers = text.split(separator: "\n").map {
            $0.split { ":]".contains($0) }.dropLast().last.map(String.init)
        }
        #expect(numbers == ["7", "8", "8", "7"])
    }

    @Test("prints lines longer than its buffer whole")
    func longLines() {
        let text = String(repeating: "長い", count: 40_000)
        let lines = log(at: [0, 1], text: text)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasSuffix("] " + text) })
    }

    @Test("survives an epoch and instants at the ends of 64 bits")
    func extremes() {
        let lines = log(at: [Int64.max - 1], epoch: Int64.max - 5, offset: 0)
        #expect(lines[0].hasPrefix("2262-04-11"))
    }
}
