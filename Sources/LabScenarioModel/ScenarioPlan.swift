/// Where a part stands in its scenario file: a range of byte offsets; empty when it stands nowhere.
package typealias Place = Range<Int>

/// A validated scenario: what to run, as plain values.
///
/// References between parts are indices into the arrays of this value; thread 0 is the main thread, queue 0 the main
/// queue. Instants and durations are ns.
package struct ScenarioPlan: Sendable, Equatable {
    package var title = ""
    /// The rows of the claims ledger that this scenario reproduces.
    package var claims: [String] = []
    /// The code that the scenario models; nil when it names none.
    package var code: CodeMark?
    /// Half-open: what is due at this instant is not run any more.
    package var duration: Int64 = 0
    /// Where the duration stands, in the file or on the command line.
    package var durationPlace: Place = 0..<0
    package var seed: UInt64 = 1
    /// How many counters its steps have.
    package var counters = 0
    package var budget = Budget()
    package var device = DevicePlan() {
        didSet { if namesAppKitMode { device.assumeMac() } }
    }
    /// True if the scenario names a mode that only AppKit has.
    package var namesAppKitMode = false {
        didSet { if namesAppKitMode { device.assumeMac() } }
    }
    package var log = LogPlan()
    package var threads: [ThreadPlan] = [ThreadPlan.main]
    package var queues: [QueuePlan] = [QueuePlan.main]
    package var timers: [TimerPlan] = []
    package var objects: [ObjectPlan] = []
    package var events: [EventPlan] = []
    package var observers: [ObserverPlan] = []
    package var sources: [SourcePlan] = []
    package var expectations: [ExpectationPlan] = []
    package var guards: [GuardPlan] = []
    package var compare: ComparePlan?
    /// Ends the run as soon as this many firings have begun; nil runs to `duration`.
    package var untilFired: Int64?
    /// What a thread makes when it starts, in file order.
    package var creationOrder: [PartReference] = []

    package init() {}
}

/// Names one part of a scenario, whatever its kind.
package enum PartReference: Hashable, Sendable {
    case timer(Int)
    case object(Int)
    case thread(Int)
    case queue(Int)
    case event(Int)
    case observer(Int)
    case source(Int)

    /// Its place among the parts of its kind.
    package var index: Int {
        switch self {
        case .timer(let index), .object(let index), .thread(let index), .queue(let index), .event(let index),
            .observer(let index), .source(let index):
            index
        }
    }
}

/// When a run that cannot end is stopped.
package struct Budget: Sendable, Equatable {
    /// Occurrences in the whole run.
    package var occurrences: Int64 = 250_000_000
    /// Occurrences at one and the same instant.
    package var occurrencesPerInstant: Int64 = 1_000_000

    package init() {}
}

/// A run loop mode, by the name that scenarios use.
package struct ModeName: Hashable, Sendable {
    package let name: String

    package init(_ name: String) { self.name = name }

    package static let `default` = ModeName("default")
    package static let tracking = ModeName("tracking")
    /// AppKit's mode of modal panels and alerts (`NSModalPanelRunLoopMode`).
    package static let modalPanel = ModeName("modal")
    /// Not a mode but the name of a set (CFRunLoop.c: kCFRunLoopCommonModes).
    package static let common = ModeName("common")
}

/// The table of a timer's figures that may not get worse, and by how much.
package struct GuardPlan: Sendable, Equatable {
    /// For instance `tick.lateness.p99`.
    package var figure: String
    package var allowance: Allowance
    package var place: Place

    package enum Allowance: Sendable, Hashable {
        /// In parts per million of the baseline's value.
        case relative(partsPerMillion: Int64)
        /// In the figure's own unit (ns, or a count).
        case absolute(Int64)
    }

    package init(figure: String, allowance: Allowance, place: Place) {
        (self.figure, self.allowance, self.place) = (figure, allowance, place)
    }
}

/// A piece of source code that a scenario models, so that `check` can say that it changed.
package struct CodeMark: Sendable, Hashable {
    /// Relative to the folder of the scenario's file.
    package var path: String
    /// First and last line, from 1; nil means the whole file.
    package var lines: ClosedRange<Int>?
    package var place: Place

    package init(path: String, lines: ClosedRange<Int>?, place: Place = 0..<0) {
        (self.path, self.lines, self.place) = (path, lines, place)
    }

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
        self.init(path: path, lines: lines, place: place)
    }

    /// As the scenario writes it: `../App/Countdown.swift:42-58`.
    package var text: String { path + (lines.map(CodeMark.suffix) ?? "") }

    /// `Countdown.swift:42-58`, without the folders.
    package var title: String {
        (path.split(separator: "/").last.map(String.init) ?? path) + (lines.map(CodeMark.suffix) ?? "")
    }

    private static func suffix(_ lines: ClosedRange<Int>) -> String { ":\(lines.lowerBound)-\(lines.upperBound)" }
}

/// Which timer a comparison replaces by other mechanisms.
package struct ComparePlan: Sendable, Equatable {
    package var timer: Int
    /// What the workload is called in the table.
    package var workload: String
    /// Its place in the table's order.
    package var order: Int64

    package init(timer: Int, workload: String, order: Int64) {
        (self.timer, self.workload, self.order) = (timer, workload, order)
    }
}
