import Testing

@testable import LabExactTime

@Suite("Exact time")
struct LabExactTimeTests {
    @Test(
        "durations are read exactly, whatever their unit",
        arguments: [
            ("1s", 1_000_000_000, 1), ("16.67ms", 16_670_000, 1), ("1/60s", 50_000_000, 3), ("250us", 250_000, 1),
            ("5min", 300_000_000_000, 1), ("5.4ns", 27, 5), ("-1.5 s", -1_500_000_000, 1), ("1_000µs", 1_000_000, 1),
            ("1h", 3_600_000_000_000, 1),
        ] as [(String, Int64, Int64)])
    func parsing(text: String, numerator: Int64, denominator: Int64) throws {
        let value = try DurationText.parse(text).get()
        #expect(value.numerator == numerator)
        #expect(value.denominator == denominator)
    }

    @Test(
        "a fault says where in the text it stands",
        arguments: [
            ("", DurationText.Fault.empty), ("s", .noNumber(offset: 0)), ("1", .noUnit(offset: 1)),
            ("1.5mss", .unknownUnit("mss", offset: 3)), ("1/0s", .divisionByZero(offset: 2)),
            ("1/99999999999999999999s", .tooLarge),
            ("9999999999999h", .tooLarge), ("1/s", .noNumber(offset: 2)), ("1.s", .unknownUnit(".s", offset: 1)),
            ("99999999999999999999999999999999999999s", .tooLarge),
        ])
    func faults(text: String, fault: DurationText.Fault) {
        #expect(DurationText.parse(text) == .failure(fault))
    }

    @Test(
        "durations are written with the unit a person would choose",
        arguments: [
            (0, "0 s"), (6_000_000_000, "6 s"), (250_000_000, "250 ms"), (16_666_667, "16.667 ms"), (90_000, "90 µs"),
            (5, "5 ns"), (-1_500, "-1.5 µs"), (5_983_549_000, "5.984 s"),
        ] as [(Int64, String)])
    func formatting(nanoseconds: Int64, text: String) {
        #expect(DurationText.format(nanoseconds) == text)
    }

    @Test(
        "a part is nothing or all only if it is; else it is rounded",
        arguments: [
            (0, "0 %"), (1, "< 1 %"), (40, "< 1 %"), (50, "1 %"), (2_450, "25 %"), (9_949, "99 %"), (9_997, "> 99 %"),
            (10_000, "100 %"),
        ] as [(Int64, String)])
    func percents(part: Int64, text: String) {
        #expect(DurationText.percent(part, of: 10_000) == text)
    }

    @Test("60 Hz gives 60 points a second, for ever")
    func sixtyHertz() throws {
        let frame = try #require(Rational(1_000_000_000, over: 60))
        let grid = Grid(anchor: 0, interval: frame)
        for second in [1, 2, 3600] as [Int64] {
            #expect(grid.points(before: second * 1_000_000_000) == second * 60)
            #expect(grid.point(second * 60) == second * 1_000_000_000)
        }
        #expect(grid.point(1) == 16_666_666)
        #expect(grid.firstIndex(after: 16_666_666) == 2)
        #expect(grid.firstIndex(after: 16_666_665) == 1)
    }

    @Test("counting points agrees with walking them", arguments: [1, 2, 3, 7, 10] as [Int64])
    func pointsAgreeWithWalking(denominator: Int64) {
        let grid = Grid(anchor: 5, interval: Rational(17, over: Int128(denominator)))
        for instant in Int64(-3)...60 {
            var walked: Int64 = 0
            while let point = grid.point(walked), point < instant { walked += 1 }
            #expect(grid.points(before: instant) == walked)
        }
    }

    @Test("a one-shot has one point")
    func oneShot() {
        let grid = Grid(anchor: 10, interval: nil)
        #expect(grid.points(before: 10) == 0)
        #expect(grid.points(before: 11) == 1)
        #expect(grid.point(1) == nil)
    }

    @Test("civil time goes there and back")
    func civilTime() {
        for instant in stride(from: Int64(-4_000_000_000), to: 6_000_000_000, by: 12_345_678) {
            let nanoseconds = instant * 1_000_000_000 + 123
            let civil = CivilTime(unixNanoseconds: nanoseconds, offset: 28_800)
            #expect(civil.unixNanoseconds(offset: 28_800) == nanoseconds)
        }
        let quoted = CivilTime(unixNanoseconds: 1_510_278_038_194_879_000, offset: 28_800)
        #expect(
            quoted
                == CivilTime(year: 2017, month: 11, day: 10, hour: 9, minute: 40, second: 38, nanosecond: 194_879_000))
    }

    @Test("a product is rounded once, halves away from zero")
    func rounding() throws {
        let cost = try #require(Rational(54, over: 10))
        #expect(cost.scaled(1_000_000_000) == 5_400_000_000)
        #expect(try #require(Rational(1, over: 2)).scaled(3) == 2)
        #expect(try #require(Rational(-1, over: 2)).scaled(3) == -2)
        #expect(Rational(whole: .max).scaled(2) == nil)
    }
}
