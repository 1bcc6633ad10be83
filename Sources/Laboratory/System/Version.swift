import Platform

/// What this program is and where it was made.
package enum Version {
    package static let number = "1.0.0"

    /// The number, the commit, the compiler and the platform, on a line.
    package static func text(of finder: ScenarioFinder) -> String {
        // Written by `make install`: what runs in a checkout may be older than what is checked out.
        let files = finder.roots.map { FileSystem.joined(FileSystem.split($0).folder, "commit") }
        let commits = files.compactMap { try? InputFile.read($0, typed: $0) }
        let commit = commits.first.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        return "timerlab \(number) (\(commit ?? "not installed")), Swift \(PlatformName.swift), \(PlatformName.system)"
    }
}
