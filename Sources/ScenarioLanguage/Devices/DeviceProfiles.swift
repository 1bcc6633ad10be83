import ExactTime
import ScenarioModel

/// The devices that scenarios can name as their profile.
public enum DeviceProfiles {
    /// All of them by name.
    public static let builtIn: [String: DevicePlan] = Dictionary(
        all.map { ($0.profile, $0) }, uniquingKeysWith: { first, _ in first })

    /// All of them in the order of `timerlab profiles`.
    public static let all: [DevicePlan] = [ideal, simulator, iphone6]

    /// A machine on which nothing costs time that the scenario does not ask for.
    public static let ideal = DevicePlan()

    /// The simulator on a Mac of 2017, fitted to the quoted logs of claims 0.9 and 0.10.
    ///
    /// Wake-up: the nine lines of an empty callback (0.9) differ by their wake-up latency alone. Measured from the
    /// earliest they lie in two heaps, near 0.1 ms and near 1.1 ms, with successive lines at most 1.058 ms off a second:
    /// the table has those heaps and spans 1.058 ms. Its lower end is a guess, since a log does not show what is common
    /// to all lines.
    /// Work: with a loop of 10⁶ turns (0.10) the lines spread by 1.352 ms, so the work varies by the remaining 0.294 ms.
    /// At the 2 ns that an unoptimised turn takes on such a machine that is ±7.35 %.
    public static let simulator: DevicePlan = {
        var device = DevicePlan()
        device.profile = "simulator"
        device.loopCost = Rational(whole: 2)
        device.wakeUp = wakeUp([
            (0, 20_000), (400_000, 130_000), (500_000, 320_000), (600_000, 900_000), (1_000_000, 1_078_000),
        ])
        device.workFactor = table([(0, 926_500_000), (1_000_000, 1_073_500_000)])
        return device
    }()

    /// An iPhone 6 under iOS 11, fitted to the quoted logs of claims 0.11, 0.12 and 0.13.
    ///
    /// Wake-up: without work (0.13) successive lines are at most 0.157 ms off a second; the table spans just that.
    /// Loop cost: 10⁹ turns (0.12) take more than 5 and less than 6 s, since five points are dropped each time; 5.4 ns a
    /// turn lies in the middle. Its lines drift apart by up to 26 ms, more than the ramp below explains: the rest is a
    /// factor of ±0.15 %.
    /// Ramp: with 10⁶ turns (0.11) the lines lie up to 9.81 ms apart although the work takes but 5.4 ms. That is no
    /// factor, since 10⁹ turns do not spread a thousand times as much, but a time that each piece of work takes on top
    /// while the processor gets up to speed. The table follows the eight lines, measured from the earliest.
    public static let iphone6: DevicePlan = {
        var device = DevicePlan()
        device.profile = "iphone6"
        device.loopCost = Rational(54, over: 10) ?? .one
        device.wakeUp = wakeUp([(0, 5_000), (500_000, 60_000), (950_000, 130_000), (1_000_000, 162_000)])
        device.workFactor = table([(0, 998_500_000), (1_000_000, 1_001_500_000)])
        device.rampUp = table([
            (0, 0), (100_000, 5_000_000), (200_000, 6_700_000), (500_000, 7_700_000), (800_000, 9_100_000),
            (1_000_000, 9_810_000),
        ])
        return device
    }()

    /// A table through points in parts per million and the table's own unit; nil when they are none.
    private static func table(_ points: [(Int64, Int64)]) -> QuantileTable? {
        QuantileTable(points: points.map { QuantileTable.Point(probability: $0.0, value: $0.1) })
    }

    private static func wakeUp(_ points: [(Int64, Int64)]) -> WakeUpLatency {
        table(points).map { .drawn($0) } ?? .none
    }
}
