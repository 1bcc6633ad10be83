import LabExactTime
import LabScenarioModel

/// A device that scenarios can name, and where its figures are from.
package struct DeviceProfile: Sendable {
    package let plan: DevicePlan

    /// In a few words.
    package var title: String { LanguageText.of(plan.profile)[.title] ?? "" }

    /// The origin of a figure, by its key in `[device]`: a measurement, a page that states it, or "assumed".
    package var sources: [String: String] { LanguageText.keys(of: plan.profile).mapValues(\.doc) }
}

/// The devices that scenarios can name as their profile.
package enum DeviceProfiles {
    /// All of them by name.
    package static let builtIn: [String: DevicePlan] = Dictionary(
        all.map { ($0.plan.profile, $0.plan) }, uniquingKeysWith: { first, _ in first })

    /// All of them in the order of `timerlab profiles`.
    package static let all: [DeviceProfile] = [
        DeviceProfile(plan: ideal),
        DeviceProfile(plan: simulator),
        DeviceProfile(plan: iphone6),
        DeviceProfile(plan: recentPhone("iphone-60hz", refresh: 60, rates: [])),
        DeviceProfile(
            plan: recentPhone("iphone-120hz", refresh: 120, rates: [120, 80, 60, 48, 40, 30, 24, 20, 16, 15, 12, 10])),
        DeviceProfile(plan: mac),
    ]

    package static let ideal = DevicePlan()

    package static let mac = device("mac") { $0.platform = .macos }

    /// Fitted to the quoted logs of claims 0.9 and 0.10.
    ///
    /// Wake-up: the nine lines of an empty callback (0.9) differ by their wake-up latency alone. Measured from the
    /// earliest they lie in two heaps, near 0.1 ms and near 1.1 ms. Successive lines are at most 1.058 ms off a second,
    /// so the table has those heaps and spans 1.058 ms. Its lower end is a guess, since a log does not show an offset
    /// that all lines share. Work: with a loop of 10⁶ turns (0.10) the lines spread by 1.352 ms, so the work varies by
    /// the remaining 0.294 ms. At the 2 ns that an unoptimised turn takes on such a machine that is ±7.35 %.
    package static let simulator = device("simulator") { device in
        device.loopCost = Rational(whole: 2)
        device.wakeUp = wakeUp([
            (0, 20_000), (400_000, 130_000), (500_000, 320_000), (600_000, 900_000), (1_000_000, 1_078_000),
        ])
        device.workFactor = table([(0, 926_500_000), (1_000_000, 1_073_500_000)])
        device.choices.wakeInWindow = .part(Rational(2, over: 3) ?? .one)
    }

    /// Fitted to the quoted logs of claims 0.11, 0.12 and 0.13.
    ///
    /// Wake-up: without work (0.13) successive lines are at most 0.157 ms off a second; the table spans just that. Loop
    /// cost: 10⁹ turns (0.12) take between 5 and 6 s, since five points are dropped each time. 5.4 ns a turn is in the
    /// middle. Its lines drift apart by up to 26 ms, more than the ramp below explains: the rest is a factor of ±0.15 %.
    /// Ramp: with 10⁶ turns (0.11) the lines are up to 9.81 ms apart although the work takes only 5.4 ms. That is no
    /// factor, since 10⁹ turns do not spread a thousand times as much. It is additional time for each piece of work
    /// while the processor gets up to speed. The table follows the eight lines, measured from the earliest.
    package static let iphone6 = device("iphone6") { device in
        device.loopCost = Rational(54, over: 10) ?? .one
        device.wakeUp = wakeUp(phoneWakeUp)
        device.workFactor = table([(0, 998_500_000), (1_000_000, 1_001_500_000)])
        device.rampUp = table([
            (0, 0), (100_000, 5_000_000), (200_000, 6_700_000), (500_000, 7_700_000), (800_000, 9_100_000),
            (1_000_000, 9_810_000),
        ])
        device.choices.wakeInWindow = .part(.one)
    }

    private static func recentPhone(_ name: String, refresh: Int64, rates: [Int64]) -> DevicePlan {
        device(name) { device in
            device.wakeUp = wakeUp(phoneWakeUp)
            device.refresh = Rational(whole: refresh)
            device.refreshRates = rates
            device.choices.wakeInWindow = .part(.one)
        }
    }

    private static func device(_ name: String, set: (inout DevicePlan) -> Void) -> DevicePlan {
        var device = DevicePlan()
        device.profile = name
        set(&device)
        return device
    }

    private static let phoneWakeUp: [(Int64, Int64)] = [
        (0, 5_000), (500_000, 60_000), (950_000, 130_000), (1_000_000, 162_000),
    ]

    /// A table through points in parts per million and the table's own unit; nil when they are none.
    private static func table(_ points: [(Int64, Int64)]) -> QuantileTable? {
        QuantileTable(points: points.map { QuantileTable.Point(probability: $0.0, value: $0.1) })
    }

    private static func wakeUp(_ points: [(Int64, Int64)]) -> WakeUpLatency {
        table(points).map { .drawn($0) } ?? .none
    }
}
