import LabCatalogue

/// A part's place in its scenario file: byte offsets; empty for none.
public typealias Place = Range<Int>

/// A validated scenario as plain values.
///
/// References between parts are indices into the arrays of this value; thread 0 is the main thread, queue 0 the main
/// queue. Instants and durations are ns.
public struct ScenarioPlan: Sendable, Equatable {
    public var title = ""
    /// The rows of the claims ledger that this scenario reproduces.
    public var claims: [String] = []
    /// The code that the scenario models; nil when it names none.
    package var code: CodeMark?
    /// The end of the run, half-open: nothing that is due at this instant runs any more.
    public var duration: Int64 = 0
    /// The place of the duration in the file or on the command line.
    public var durationPlace: Place = 0..<0
    public var seed: UInt64 = 1
    /// The number of counters in its steps.
    public var counters = 0
    public var budget = Budget()
    public var device = DevicePlan() {
        didSet { if namesAppKitMode { device.assumeMac() } }
    }
    /// True if the scenario names a mode that only AppKit has.
    public var namesAppKitMode = false {
        didSet { if namesAppKitMode { device.assumeMac() } }
    }
    public var log = LogPlan()
    public var threads: [ThreadPlan] = [ThreadPlan(id: "main")]
    public var queues: [QueuePlan] = [QueuePlan(id: "main", kind: .main)]
    public var timers: [TimerPlan] = []
    public var objects: [ObjectPlan] = []
    public var events: [EventPlan] = []
    public var observers: [ObserverPlan] = []
    public var sources: [SourcePlan] = []
    public var expectations: [ExpectationPlan] = []
    public var guards: [GuardPlan] = []
    public var compare: ComparePlan?
    /// Ends the run as soon as this many firings have begun; nil runs to `duration`.
    public var untilFired: Int64?
    /// The parts that a thread makes when it starts, in file order.
    public var creationOrder: [PartReference] = []
    /// The parts that a `create` step makes, not the start of their thread.
    public var madeBySteps: Set<PartReference> = []

    public init() {}
}

/// A reference to a part of any kind.
public enum PartReference: Hashable, Sendable {
    case timer(Int)
    case object(Int)
    case thread(Int)
    case queue(Int)
    case event(Int)
    case observer(Int)
    case source(Int)

    /// Its place among the parts of its kind.
    public var index: Int {
        switch self {
        case .timer(let index), .object(let index), .thread(let index), .queue(let index), .event(let index),
            .observer(let index), .source(let index):
            index
        }
    }

    package var object: Int? { if case .object(let index) = self { index } else { nil } }
}

/// The limits that stop a run without an end.
public struct Budget: Sendable, Equatable {
    /// Occurrences in the whole run.
    public var occurrences: Int64 = 20_000_000
    /// Occurrences at one instant.
    public var occurrencesPerInstant: Int64 = 1_000_000

    public init() {}
}

/// A run loop mode, by the name that scenarios use.
public struct ModeName: Hashable, Sendable {
    public let name: String

    public init(_ name: String) { self.name = name }

    public static let `default` = ModeName("default")
    public static let tracking = ModeName("tracking")
    /// AppKit's mode of modal panels and alerts (`NSModalPanelRunLoopMode`).
    public static let modalPanel = ModeName("modal")
    /// Not a mode but the name of a set (CFRunLoop.c: kCFRunLoopCommonModes).
    public static let common = ModeName("common")

    /// True if the program made it up, so that neither the common modes nor the main queue is in it.
    package var isOwn: Bool { ![.default, .common, .tracking, .modalPanel].contains(self) }
}

/// A figure that a scenario guards, with the margin by which it may get worse.
public struct GuardPlan: Sendable, Hashable {
    public var name: FigureName
    public var allowance: Allowance
    /// The place in the scenario; empty if it has none.
    public var place: Place

    public enum Allowance: Sendable, Hashable {
        /// In parts per million of the baseline's value.
        case relative(partsPerMillion: Int64)
        /// In the figure's own unit (ns, or a count).
        case absolute(Int64)
    }

    public init(_ name: FigureName, _ allowance: Allowance, place: Place = 0..<0) {
        (self.name, self.allowance, self.place) = (name, allowance, place)
    }
}

/// A piece of source code that a scenario models; `check` reports its changes.
package struct CodeMark: Hashable {
    /// Relative to the folder of the scenario's file.
    package var path: String
    /// First and last line, from 1; nil means the whole file.
    package var lines: ClosedRange<Int>?
    package var place: Place

    /// Reads `PATH`, `PATH:LINE` or `PATH:FIRST-LAST`; nil for an absolute path or lines that run backwards.
    package init?(_ text: String, place: Place = 0..<0) {
        var path = text
        var lines: ClosedRange<Int>?
        if let colon = text.lastIndex(of: ":") {
            let ends = text[text.index(after: colon)...].split(separator: "-", omittingEmptySubsequences: false).map {
                Int($0)
            }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], 1 <= first,
                first <= last
            else { return nil }
            lines = first...last
            path = String(text[..<colon])
        }
        guard !path.isEmpty, !path.hasPrefix("/") else { return nil }
        (self.path, self.lines, self.place) = (path, lines, place)
    }

    /// As the scenario writes it: `../App/Countdown.swift:42-58`.
    package var text: String { path + suffix }

    /// `Countdown.swift:42-58`, without the folders.
    package var title: String { (path.split(separator: "/").last ?? path[...]) + suffix }

    private var suffix: String {
        lines.map { ":\($0.lowerBound)" + ($0.count > 1 ? "-\($0.upperBound)" : "") } ?? ""
    }
}

/// The timer that a comparison replaces by other mechanisms.
public struct ComparePlan: Sendable, Equatable {
    public var timer: Int
    /// The name of the workload in the table.
    public var workload: String
    /// Its place in the table's order.
    public var order: Int64

    public init(timer: Int, workload: String, order: Int64) {
        (self.timer, self.workload, self.order) = (timer, workload, order)
    }
}
