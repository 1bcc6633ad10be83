import LabExactTime

/// The machine's costs, and its decisions where the rules leave a choice.
public struct DevicePlan: Sendable, Equatable {
    public var profile = "ideal"
    /// ns for one turn of `count += i`.
    public var loopCost = Rational.one
    /// From a wake-up's due instant to the first callback, when the thread slept.
    public var wakeUp = WakeUpLatency.none
    /// Factor on every piece of work, in parts per billion; nil for exactly 1.
    public var workFactor: QuantileTable?
    /// The time that the processor's way up to speed after a pause adds to a piece of work, ns; nil: none.
    public var rampUp: QuantileTable?
    /// The pause after which a processor gets up to speed again, ns: assumed. A clock is lowered within some tens of
    /// milliseconds of little load; the log lines to which `ramp_up` was fitted are a second apart.
    package static let rampUpIdle: Int64 = 100_000_000
    /// Cost of writing one log line, in ns.
    public var logCost: Int64 = 0
    /// Frames a second.
    public var refresh = Rational(whole: 60)
    /// The rates that the display can do, fastest first; empty: every whole divisor of `refresh`.
    public var refreshRates: [Int64] = []
    public var choices = OpenChoices()
    /// Why display links get 60 frames a second at most; nil: none.
    public var frameCap: FrameCap?
    /// Nil: macOS if the scenario names a mode that only AppKit has, else iOS.
    public var platform: AppPlatform?
    /// The scenario's own common modes besides the default mode; nil: those of the platform.
    public var ownCommonModes: [ModeName]?
    /// The time that the app runs in the background, ns: 0 for none, `Int64.max` for no limit.
    public var backgroundTime: Int64 = 0
    /// The delay of each wake-up in the background, ns; nil: none.
    public var throttle: QuantileTable?

    public init() {}

    /// The fastest rate of its display, in frames a second.
    package var fastestRefresh: Int64 { refresh.scaled(1) ?? 60 }

    /// Why a display link gets at most 60 frames a second of a faster display; nil: it may have them.
    package func frameHold(of wish: FrameRatePlan) -> String? {
        guard refresh > Rational(whole: 60) else { return nil }
        if let count = wish.frameInterval, count > 1 { return "its frame_interval of \(count)" }
        if let most = wish.maximum, most <= 60 { return "its fps_range, which ends at \(most)" }
        if let rate = wish.preferred, (1...60).contains(rate) {
            return wish.minimum == nil ? "its fps of \(rate)" : "its fps_range, which prefers \(rate)"
        }
        return frameCap?.holder
    }

    /// The modes of the common set besides the default mode.
    public var commonModes: [ModeName] { ownCommonModes ?? (platform ?? .ios).commonModes }

    /// Chooses macOS, unless the platform or the common modes were given.
    mutating func assumeMac() { if platform == nil, ownCommonModes == nil { platform = .macos } }
}

/// The platform whose frameworks add modes to the common set.
public enum AppPlatform: String, Sendable, CaseIterable {
    case ios, macos

    /// The common modes besides the default mode.
    ///
    /// Source: Threading Programming Guide, table 3-1 (`NSRunLoopCommonModes`); UIKit.
    var commonModes: [ModeName] {
        switch self {
        case .ios: [.tracking]
        case .macos: [.tracking, .modalPanel]
        }
    }
}

/// A limit of 60 frames a second (Apple, "Optimizing iPhone and iPad apps to support ProMotion displays").
public enum FrameCap: String, Sendable, CaseIterable {
    case noPromotionKey = "no-promotion-key"
    case lowPower = "low-power"

    var holder: String {
        switch self {
        case .noPromotionKey: "the Info.plist, which lacks CADisableMinimumFrameDurationOnPhone"
        case .lowPower: "Low Power Mode"
        }
    }
}

/// The source of wake-up latencies.
public enum WakeUpLatency: Sendable, Equatable {
    case none
    /// Drawn from a table, in ns.
    case drawn(QuantileTable)
    /// The latencies of a real log in order, ns; then from the first again.
    case replayed([Int64])
}

/// A distribution as a piecewise linear quantile function in integers, equal on every processor.
public struct QuantileTable: Sendable, Equatable {
    public struct Point: Sendable, Equatable {
        /// In parts per million, 0 … 1 000 000.
        public var probability: Int64
        public var value: Int64

        public init(probability: Int64, value: Int64) { (self.probability, self.value) = (probability, value) }
    }

    /// Ascending in both coordinates; the first is at 0 and the last at 1 000 000.
    public let points: [Point]

    /// The table through these points, or nil when they are not ascending from p0 to p100.
    public init?(points: [Point]) {
        guard let first = points.first, let last = points.last, first.probability == 0, last.probability == 1_000_000
        else { return nil }
        for (left, right) in zip(points, points.dropFirst())
        where left.probability >= right.probability || left.value > right.value { return nil }
        self.points = points
    }

    /// Its value if it is a single one, which needs no draw.
    package var constant: Int64? { points.first?.value == points.last?.value ? points.first?.value : nil }

    /// The value at `draw / 2³²`, rounded down between the two points around it.
    public func value(at draw: UInt32) -> Int64 {
        // In parts of 2⁻³² of a millionth, of which 10⁶ × 2³² fit in 64 bits.
        let position = UInt64(draw) * 1_000_000
        return points.withUnsafeBufferPointer { points in
            var right = 1
            while right < points.count - 1, UInt64(points[right].probability) << 32 <= position { right += 1 }
            let (low, high) = (points[right - 1], points[right])
            let width = UInt64(high.probability - low.probability) << 32
            let offset = position - UInt64(low.probability) << 32
            let product = UInt64(bitPattern: high.value &- low.value).multipliedFullWidth(by: offset)
            return low.value &+ Int64(bitPattern: width.dividingFullWidth(product).quotient)
        }
    }
}

/// The choices that the sources leave open, each with its default.
public struct OpenChoices: Sendable, Equatable {
    /// The place of the wake-up in a tolerance or leeway window.
    public enum WakeInWindow: Sendable, Equatable {
        case earliest, shared, latest
        /// At this part of the window, 0 … 1, shared or not.
        case part(Rational)

        /// Those that have a name.
        public static let allCases: [Self] = [.earliest, .shared, .latest]
    }
    /// The ready port that a pass serves first.
    public enum PortOrder: String, Sendable, CaseIterable {
        case arrival, alternating
        case timersFirst = "timers-first"
        case sourcesFirst = "sources-first"
        case shuffled
    }
    /// The order of dispatch sources that are due together.
    public enum SimultaneousSources: String, Sendable, CaseIterable { case creation, reversed, shuffled }
    /// The behaviour of a display link after a callback that outlasted its frame.
    public enum DisplayOverrun: String, Sendable, CaseIterable {
        case nextVsync = "next-vsync"
        case atOnce = "at-once"
    }
    /// The rule that turns a preferred frame rate into a divisor of the display's rate.
    public enum RateRounding: String, Sendable, CaseIterable {
        case notSlower = "not-slower"
        case nearest
    }
    /// The effect of `set_fire_date` inside a callback for the very instant of the firing.
    public enum FireDateNow: String, Sendable, CaseIterable { case honoured, ignored }

    /// The instant at a part of a window, rounded down, ns.
    public static func instant(at part: Rational, from start: Int64, to end: Int64) -> Int64 {
        let offset = (Int128(end) - Int128(start)) * Int128(part.numerator) / Int128(part.denominator)
        return Int64(clamping: Int128(start) + offset)
    }

    public var wakeInWindow = WakeInWindow.shared
    public var portOrder = PortOrder.arrival
    public var simultaneousSources = SimultaneousSources.creation
    public var displayOverrun = DisplayOverrun.nextVsync
    public var rateRounding = RateRounding.nearest
    public var fireDateNow = FireDateNow.honoured

    public init() {}
}

/// The shape of the firing log's lines.
public struct LogPlan: Sendable, Equatable {
    public var process = "timerlab"
    public var pid: Int64 = 1
    /// The main thread's number in the log; other threads have the numbers after it.
    public var thread: Int64 = 1
    /// ns since 1970-01-01T00:00:00Z at the scenario's start; by default 2001-01-01, the reference date.
    public var epoch: Int64 = 978_307_200_000_000_000
    /// Seconds east of UTC.
    public var utcOffset = 0

    public init() {}
}
