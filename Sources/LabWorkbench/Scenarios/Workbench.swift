import LabGate
import LabPlatform

/// The commands' work, values in and values out; only it reads and runs scenarios.
package struct Workbench {
    /// Finds scenarios, shipped ones too.
    package var finder: ScenarioFinder

    package init(finder: ScenarioFinder) { self.finder = finder }

    /// A workbench with the scenarios that the running process can find.
    package static func ofProcess() -> Workbench {
        Workbench(
            finder: ScenarioFinder(
                folder: ProcessEnvironment.variable("TIMERLAB_SCENARIOS"), executable: ProcessEnvironment.executable))
    }

    /// True if a name is that of a shipped scenario or a file.
    package func isScenario(_ name: String) throws(Problem) -> Bool {
        do {
            _ = try finder.find(name)
            return true
        } catch {
            if error.reason == .unknownName { return false }
            throw error
        }
    }

    /// A sentence for each file that a folder among the names leaves out.
    package func warnings(of names: [String]) -> [String] {
        names.compactMap { (try? finder.folder($0)) ?? nil }.flatMap(ScenarioFinder.warnings)
    }

    /// The listing and the text of a shipped scenario.
    package func shipped(_ name: String) throws(Problem) -> (listing: ScenarioListing, text: String) {
        let path = try finder.find(name)
        return (ScenarioListing(path: path), String(decoding: try InputFile.read(path, typed: name), as: UTF8.self))
    }

    /// The keys that `--set` takes, and the timers, of the first of these words that is a scenario; both empty for none.
    package func parts(of words: [String]) -> (keys: [String], timers: [String]) {
        for word in words {
            guard let path = try? finder.find(word), FileSystem.isFile(path), let file = try? read(word) else {
                continue
            }
            return (ScenarioOutline(of: file).leaves.map(\.path), file.reading.plan?.timers.map(\.id) ?? [])
        }
        return ([], [])
    }

    package func isFolder(_ path: String) -> Bool { FileSystem.isDirectory(path) }

    /// The shipped scenarios but those for `conform`, or those below the folders, and unreadable folders.
    package func list(folders: [String] = []) -> (scenarios: [ScenarioListing], faults: [Problem]) {
        if folders.isEmpty {
            let paths = finder.shippedPaths().filter { !ScenarioListing.isForConform($0) }
            let fault = finder.noRoot.map { Problem("no scenarios to list", help: $0, status: .noInput) }
            return (paths.map(ScenarioListing.init), [fault].compactMap(\.self))
        }
        var scenarios: [ScenarioListing] = []
        var faults: [Problem] = []
        for folder in folders {
            switch FileSystem.kind(of: folder) {
            case .success(.directory):
                for path in ScenarioFinder.scenarios(below: folder) {
                    do { scenarios.append(ScenarioListing(path: try finder.find(path))) } catch { faults.append(error) }
                }
            case .success(.file): scenarios.append(ScenarioListing(path: folder))
            case .success(.pipe), .success(.other): faults.append(Problem(path: folder, .notAFile))
            case .failure(let error): faults.append(Problem(reading: folder, error))
            }
        }
        return (scenarios, faults)
    }
}

package enum Version {
    package static let number = "1.0.0"
    /// The day of its release.
    package static let date = "2026-11-24"

    /// The number, the commit, the compiler and the platform, on a line.
    package static func text(of program: String, scenarios: ScenarioFinder) -> String {
        // `make install` writes it: a checkout may be newer than the program in it.
        let files = scenarios.roots.map { FileSystem.joined(FileSystem.split($0).folder, "commit") }
        let commits = files.compactMap { try? InputFile.read($0, typed: $0) }
        let commit = commits.first.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        return
            "\(program) \(number) (\(commit ?? "not installed")), Swift \(PlatformName.swift), \(PlatformName.system)"
    }
}
