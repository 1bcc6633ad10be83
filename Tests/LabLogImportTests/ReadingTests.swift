import LabExactTime
import LabLogImport
import Testing

@Suite("What other tools put around a time")
struct ReadingTests {
    private func steps(_ log: LogReading) -> [Int64] {
        guard let times = log.timers.first?.times else { return [] }
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }

    @Test(
        "a stamp is read, with its thousandths, behind a name or in brackets",
        arguments: [
            "2026/03/01 09:12:3#:250 tick", "09:12:3#:250 tick", "flutter: 09:12:3#.250 tick",
            "flutter: 2026-03-01 09:12:3#.250 tick", "I/flutter ( 1234): 2026-03-01 09:12:3#.250 tick",
            " LOG  09:12:3#.250 tick", " LOG  2026-03-01T09:12:3#.250Z tick", "[INFO] 09:12:3#.250 tick",
            "INFO: [09:12:3#.250] tick", "[1#.250] tick", "[   1#.250000] tick",
        ])
    func stamps(_ line: String) throws {
        let log = read((0..<5).map { line.replacing("#", with: "\($0)") + "\n" }.joined())
        #expect(steps(log) == Array(repeating: 1_000_000_000, count: 4))
        let time = try #require(log.timers.first?.times.first)
        #expect(time % 1_000_000_000 == 250_000_000)
        #expect(log.timers.first?.name == "tick")
    }

    @Test("hours of half a day go on at noon and at midnight", arguments: [" ", "\u{202F}"])
    func halfDays(space: String) throws {
        let clocks = [
            "11:59:59.5 AM", "12:00:00.5 PM", "12:00:01.5 PM", "12:59:59.5 PM", "01:00:00.5 PM", "11:59:59.5 PM",
            "12:00:00.5 AM",
        ]
        let log = read(clocks.map { $0.replacing(" ", with: space) + " tick\n" }.joined())
        #expect(log.timers.first?.name == "tick")
        #expect(steps(log).map { $0 / 1_000_000_000 } == [1, 1, 3598, 1, 39_599, 1])
        #expect((try #require(log.timers.first?.times.first) / 1_000_000_000) % 86_400 == 43_199)
        #expect(read("13:12:33 PM x\n13:12:34 PM x\n13:12:35 PM x\n").timers.map(\.name) == ["PM x"])
    }

    @Test("JSON lines have their text in a message, an event or a name", arguments: ["msg", "event", "name", "timer"])
    func jsonNames(key: String) {
        let log = read(
            (0..<8).map { "{\"ts\": \(1_709_631_631 + $0), \"\(key)\": \"\($0 % 2 == 0 ? "tick" : "tock")\"}\n" }
                .joined())
        #expect(log.timers.map(\.name) == ["tick", "tock"])
    }

    @Test("a sentence with a time in it has no stamp")
    func sentences() {
        let log = read("Meeting at 09:12:30 today\nMeeting at 09:12:31 today\nMeeting at 09:12:32 today\n")
        #expect(log.timers.isEmpty)
        #expect(log.counts.firstUntimed?.number == 1 && log.counts.firstUntimed?.text == "Meeting at 09:12:30 today")
    }

    @Test("without a year, the day after 28 February is 1 March where no line says otherwise")
    func leapDay() {
        let plain = read("Feb 28 23:59:59 h a[1]: tick\nMar  1 00:00:00 h a[1]: tick\nMar  1 00:00:01 h a[1]: tick\n")
        #expect(steps(plain) == [1_000_000_000, 1_000_000_000])
        let leap = read("Feb 28 12:00:00 h a[1]: tick\nFeb 29 12:00:00 h a[1]: tick\nMar  1 12:00:00 h a[1]: tick\n")
        #expect(steps(leap) == [86_400_000_000_000, 86_400_000_000_000])
    }

    @Test("a clock that is set by less than an interval begins a new grid", arguments: [-400, 300])
    func smallStep(milliseconds: Int64) throws {
        let times = (0..<60).map { (index: Int64) -> Int64 in
            let late: Int64 = index % 3 + (index >= 30 ? milliseconds : 0)
            return 1_700_000_000_000 + index * 1000 + late
        }
        let log = read(times.map { "\($0) tick\n" }.joined())
        let timer = try #require(log.timers.first)
        #expect(GridFit.segments(of: timer, interval: Rational(whole: 1_000_000_000)) == [0, 30])
    }
}
