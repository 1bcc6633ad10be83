import Platform
import ScenarioLanguage

extension ScenarioFile {
    /// All mistakes, ready to be printed.
    public var mistakes: Problem { Problem(reading, path: typed, status: lintStatus) }

    /// What is probably not meant in a scenario that can be run; nil when there is nothing.
    var warnings: Problem? { reading.diagnostics.isEmpty ? nil : mistakes }

    /// Errors make a scenario wrong, warnings do not.
    public var lintStatus: ExitStatus { reading.diagnostics.contains { $0.severity == .error } ? .wrongData : .success }
}

extension Workbench {
    /// Reads a scenario without running it.
    ///
    /// - Throws: `Problem` when it cannot be read at all, and for changes that lead nowhere.
    public func lint(_ typed: String, sets: [String] = []) throws(Problem) -> ScenarioFile {
        let file = try read(typed, sets: sets)
        if let fault = file.reading.overrideFaults.first { throw Problem(fault) }
        return file
    }

    /// The same names, each folder replaced by the scenarios below it.
    public func expanded(_ names: [String]) -> [String] {
        names.flatMap { name in
            let scenarios = FileSystem.isDirectory(name) ? ScenarioFinder.scenarios(below: name) : []
            return scenarios.isEmpty ? [name] : scenarios
        }
    }
}
