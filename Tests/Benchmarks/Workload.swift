/// Repeating timers: `interval_i = 1 s + i × 1 s / N`, first firing after one interval.
///
/// The scenario file of the same name says the same to the program.
struct Workload {
    var name: String
    var timers: Int
    var firings: Int

    /// ns.
    var intervals: [Int64] { (0..<timers).map { 1_000_000_000 + Int64($0) * (1_000_000_000 / Int64(timers)) } }

    static let millions = [
        Workload(name: "W1", timers: 1, firings: 1_000_000), Workload(name: "W2", timers: 1_000, firings: 1_000_000),
        Workload(name: "W3", timers: 100_000, firings: 1_000_000),
    ]

    /// As good as nothing to simulate: what remains is the start and the end of a process.
    static let start = Workload(name: "W4", timers: 1, firings: 10)
}

/// What the program writes of a workload: its report only, or a line for each firing besides.
enum Output: String, CaseIterable {
    case quiet = "-q"
    case log = "text log"
    case json = "JSON log"

    func arguments(_ scenario: String) -> [String] {
        let logging = ["--set", "timer.tick.do=[{ log = \"timer test\" }]"]
        return switch self {
        case .quiet: ["run", "-q", scenario]
        case .log: ["run"] + logging + [scenario]
        case .json: ["run", "--format", "json"] + logging + [scenario]
        }
    }
}
