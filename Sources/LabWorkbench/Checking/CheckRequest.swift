import LabPlatform
import LabReports
import LabTextLayout

package struct CheckRequest {
    /// Scenarios and folders of scenarios, as they were typed.
    var paths: [String]
    /// The file with the baseline; nil for `timerlab.baseline` in each folder, beside each file, or in a folder above.
    package var baseline: String?
    /// Changes of each scenario, `PATH=VALUE`: only expectations are held then.
    package var sets: [String] = []
    /// True to write a new baseline.
    package var updates = false
    /// The number of seeds for scenarios with random draws, in pairs with the baseline's; nil for their own seed alone.
    package var seeds: Int?
    /// True for status 2 after a move without a failure.
    package var isStrict = false
    /// True to make each guarded scenario worse and list the guards that notice.
    package var mutates = false
    /// True to run everything twice.
    package var checksDeterminism = false
    /// The number of scenarios to run at a time; nil for the number of cores.
    package var jobs: Int?

    package init(paths: [String]) { self.paths = paths }
}

/// The report of a check, other problems in the order of the scenarios, and the status of both.
package typealias CheckOutcome = (report: CheckReport, problems: [Problem], status: ExitStatus)

typealias CheckTarget = (path: String, baseline: Int, name: String)

struct CheckTargets {
    static let baselineName = "timerlab.baseline"

    private(set) var targets: [CheckTarget] = []
    /// The files; one is whole if a whole folder is checked, so that every scenario in it must be among them.
    private(set) var baselines: [(path: String, isWhole: Bool)] = []
    /// The names, as typed, that could not be searched.
    private(set) var problems: [(typed: String, problem: Problem)] = []

    init(_ request: CheckRequest, finder: ScenarioFinder) {
        for typed in request.paths {
            do throws(Problem) {
                if let folder = try finder.folder(typed) {
                    try add(folder: folder, typed: typed, request)
                } else {
                    let path = try finder.find(typed)
                    if path == "-" { throw Problem("check takes paths, no standard input", status: .usage) }
                    let (folder, name) = FileSystem.split(path)
                    add(path, name: name, in: folder, isWhole: false, request)
                }
            } catch { problems.append((typed, error)) }
        }
        refuseTwins()
    }

    private mutating func add(folder: String, typed: String, _ request: CheckRequest) throws(Problem) {
        let scenarios = ScenarioFinder.scenarios(below: folder).filter { !ScenarioListing.isProfile($0) }
        guard !scenarios.isEmpty else {
            // A gate that checks nothing would never fail.
            throw Problem("\(typed): holds no scenarios", status: .noInput)
        }
        // What a folder that cannot be read holds may still be there.
        let isWhole = !scenarios.contains(where: FileSystem.isDirectory)
        let prefix = folder == "." ? 0 : folder.utf8.count + (folder.hasSuffix("/") ? 0 : 1)
        for path in scenarios {
            let name = String(decoding: Array(path.utf8).dropFirst(prefix), as: UTF8.self)
            add(path, name: name, in: folder, isWhole: isWhole, request)
        }
    }

    private mutating func add(_ path: String, name: String, in folder: String, isWhole: Bool, _ request: CheckRequest) {
        let (found, above) = Self.baseline(of: folder)
        if request.updates, request.baseline == nil, !above.isEmpty {
            let own = FileSystem.shown(FileSystem.joined(folder, Self.baselineName))
            let problem = Problem(
                "\(FileSystem.shown(folder)) has no baseline of its own, and \(found) is in a folder above",
                help:
                    "say which to write: --baseline \(ShellText.quoted(found)), or --baseline \(ShellText.quoted(own))",
                status: .usage)
            if !problems.contains(where: { $0.problem.description == problem.description }) {
                problems.append((path, problem))
            }
            return
        }
        let place = request.baseline ?? found
        let isFound = request.baseline == nil || FileIdentity.areSame(found, place)
        let name = isFound ? above + name : name
        let index = baselines.firstIndex { FileIdentity.areSame($0.path, place) } ?? baselines.count
        if index == baselines.count { baselines.append((place, false)) }
        if isWhole, !isFound || above.isEmpty { baselines[index].isWhole = true }
        targets.append((path, index, name))
    }

    /// A folder's own baseline, or that of the nearest folder above with one, and the path from there to the folder.
    private static func baseline(of folder: String) -> (path: String, above: String) {
        let own = FileSystem.joined(folder, baselineName)
        guard case .failure(let error) = FileSystem.kind(of: own), error.isMissing else { return (own, "") }
        var outer = FileSystem.realPath(folder) ?? "/"
        var above = ""
        while outer != "/" {
            let name: String
            (outer, name) = FileSystem.split(outer)
            above = name + "/" + above
            let path = FileSystem.joined(outer, baselineName)
            if FileSystem.isFile(path) { return (FileSystem.shown(path), above) }
        }
        return (own, "")
    }

    /// Two scenarios of one name in one baseline would overwrite each other's numbers.
    private mutating func refuseTwins() {
        var seen: [String: CheckTarget] = [:]
        targets = targets.filter { target in
            let key = "\(target.baseline) \(target.name)"
            guard let other = seen[key] else {
                seen[key] = target
                return true
            }
            // The same scenario, typed another way.
            if FileIdentity.areSame(other.path, target.path) { return false }
            let message =
                "\(other.path) and \(target.path) would both be called \(target.name) in "
                + baselines[target.baseline].path
            let help = "give each folder a baseline of its own"
            problems.append((target.path, Problem(message, help: help, status: .usage)))
            return false
        }
    }
}
