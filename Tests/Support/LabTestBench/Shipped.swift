import Foundation
import LabCatalogue
import LabTestFolders
import LabWorkbench
import Synchronization

/// The scenarios in `Scenarios`, found from here upwards so that the tests run in any checkout.
package enum Shipped {
    package static let folder: String = {
        var url = URL(filePath: #filePath).deletingLastPathComponent()
        while url.path != "/" {
            let candidate = url.appending(path: "Scenarios")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate.path }
            url.deleteLastPathComponent()
        }
        return "Scenarios"
    }()

    package static let workbench = Workbench(finder: ScenarioFinder(folder: folder, executable: "/nowhere/timerlab"))

    package static let listings = workbench.list().scenarios

    private static let outcomes = Once<RunOutcome>()
    private static let mended = Once<RemedyOutcome>()
    private static let codes = Once<[String]>()

    /// The run of a scenario as it is written, made once for all suites.
    package static func run(_ typed: String) throws(Problem) -> RunOutcome {
        try outcomes.value(typed) { () throws(Problem) in try workbench.run(typed) }
    }

    /// The remedies of a scenario, tried once for all suites, with its own seed only.
    package static func remedies(_ typed: String) throws(Problem) -> RemedyOutcome {
        try mended.value(typed) { () throws(Problem) in
            try workbench.remedies(of: workbench.read(typed), tryingSeeds: false)
        }
    }

    /// The code that `explain` shows for a finding, in each language that has one; made once for all suites.
    package static func code(of rule: FindingCode) -> [String] {
        codes.value(rule.rawValue) { rule.listings.map(\.code) }
    }

    /// The remedies of a finding's example, tried once for all suites.
    package static func remedies(of rule: FindingCode) throws -> RemedyOutcome {
        try mended.value("example of " + rule.rawValue) {
            let folder = try ScratchFolder()
            let file = try Bench.workbench.read(folder.write("example.toml", rule.example))
            return try Bench.workbench.remedies(of: file, tryingSeeds: false)
        }
    }
}

/// Values that are made once each, whichever test asks first.
private final class Once<Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let entries = Mutex<[String: Entry]>([:])

    func value<Failure: Error>(_ key: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        let entry = entries.withLock { entries in
            let entry = entries[key] ?? Entry()
            entries[key] = entry
            return entry
        }
        return try entry.value.withLock { value throws(Failure) in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}
