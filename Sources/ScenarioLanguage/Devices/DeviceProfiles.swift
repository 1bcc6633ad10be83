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

    /// The simulator on a Mac of 2017, after the six quoted log lines with a loop of 10⁶ turns (claims 0.9, 0.10).
    ///
    /// A wake-up comes up to 1.36 ms late: the lines lie −0.696 … +0.656 ms around the first one, and neighbours up to
    /// 1.352 ms off a second. A loop of 10⁶ turns is far shorter, 1 ns a turn.
    public static let simulator: DevicePlan = {
        var device = DevicePlan()
        device.profile = "simulator"
        device.loopCost = Rational.one
        device.wakeUp = wakeUp([
            (0, 20_000), (250_000, 350_000), (500_000, 650_000), (750_000, 950_000), (1_000_000, 1_372_000),
        ])
        return device
    }()

    /// An iPhone 6 under iOS 11, after the quoted logs (claims 0.9, 0.11 – 0.13).
    ///
    /// A loop of 10⁹ turns: lines 5.983549 … 6.006883 s apart while five grid points are dropped each time, so that the
    /// work lies between 5 and 6 s, near 5.4 ns a turn. A loop of 10⁶ turns then takes some 5.4 ms, and its varying speed
    /// explains the intervals −7.711 … +6.705 ms off a second, since the line is written after the work: the first,
    /// late line is at least 7.711 ms after its due point. Without work the lines lie within 0.157 ms (claim 0.13) and
    /// 1.058 ms (0.9) of a second.
    public static let iphone6: DevicePlan = {
        var device = DevicePlan()
        device.profile = "iphone6"
        device.loopCost = Rational(54, over: 10) ?? .one
        device.wakeUp = wakeUp([(0, 10_000), (500_000, 60_000), (950_000, 150_000), (1_000_000, 1_000_000)])
        return device
    }()

    /// A table through points in parts per million and ns; nothing when they are no table.
    private static func wakeUp(_ points: [(Int64, Int64)]) -> WakeUpLatency {
        let table = QuantileTable(points: points.map { QuantileTable.Point(probability: $0.0, value: $0.1) })
        return table.map { .drawn($0) } ?? .none
    }
}
