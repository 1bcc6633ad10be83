import LabPlatform
import LabTextLayout

/// Finds the file that a user means.
///
/// An existing name is used, with its folder's spelling. Otherwise each component may match in another case, if exactly
/// one does. A bare name may then be a shipped scenario; a path never is, so that a mistyped one finds no other file.
package struct ScenarioFinder {
    /// The folders with shipped scenarios, in the order in which they are searched.
    let roots: [String]

    package init(roots: [String]) { self.roots = roots }

    /// Looks for shipped scenarios in the `folder` of `$TIMERLAB_SCENARIOS`, where `make install` puts them, and beside the
    /// `Package.swift` above the real path of the `executable`.
    package init(folder: String?, executable: String?) {
        var roots: [String] = []
        if let folder, !folder.isEmpty { roots.append(folder) }
        if let executable {
            let place = FileSystem.split(executable).folder
            roots.append(FileSystem.joined(FileSystem.split(place).folder, "share/timerlab/Scenarios"))
            let checkout = FileSystem.folder(from: place, with: "Package.swift")
            roots += checkout.map { [FileSystem.joined($0, "Scenarios")] } ?? []
        }
        self.roots = roots.filter(FileSystem.isDirectory)
    }

    func find(_ typed: String) throws(Problem) -> String {
        if typed == "-" { return typed }
        guard FileSystem.isUsable(typed) else { throw Problem(path: typed, .missing) }
        let kind = FileSystem.kind(of: typed)
        if case .failure(let error) = kind, !error.isMissing { throw Problem(path: typed, .unreadable(error)) }
        if case .success(let kind) = kind, kind != .directory { return FileSystem.spelledAsOnDisk(typed) }
        if let path = try one(of: matches(typed), typed) { return path }
        if !Self.isPath(typed) {
            if case .success(.file) = FileSystem.kind(of: typed + ".toml") { return typed + ".toml" }
            if let path = try shipped(typed) { return path }
        }
        if (try? kind.get()) == .directory {
            do { _ = try FileSystem.names(in: typed) } catch { throw Problem(reading: typed, error) }
            throw Problem(
                path: typed, .directory,
                help: "'timerlab check \(typed)' checks the scenarios in it, 'timerlab list \(typed)' lists them")
        }
        throw missing(typed)
    }

    static func name(of path: String) -> String {
        let file = FileSystem.split(path).name
        return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
    }

    /// True if a name can only be that of a file: it ends in `.toml` or has a `/`.
    package static func isPath(_ name: String) -> Bool { name.contains("/") || name.lowercased().hasSuffix(".toml") }

    /// The shipped scenario for a missing `scenarios/NAME.toml`: the README's first command outside of a checkout.
    package func standIn(for typed: String) throws(Problem) -> String? {
        let components = typed.split(separator: "/").map(String.init)
        guard components.count > 1, components[0].lowercased() == "scenarios", !typed.hasPrefix("/"),
            !components.contains("..")
        else { return nil }
        do {
            _ = try find(typed)
            return nil
        } catch { guard error.reason == .missing else { return nil } }
        let found = roots.lazy.map { matches(Array(components.dropFirst()), from: $0) }
        return try one(of: found.first { !$0.isEmpty } ?? [], typed)
    }

    /// Why nothing shipped is found; nil if there is something.
    var noRoot: String? {
        roots.isEmpty ? "the shipped ones are not beside the program; TIMERLAB_SCENARIOS names their folder" : nil
    }

    private func missing(_ typed: String) -> Problem {
        let names = shippedNames
        if Self.isPath(typed) {
            let name = Self.name(of: typed)
            let help = names.contains(name) ? "the shipped scenario is called '\(name)', without a path" : nil
            return Problem(path: typed, .missing, help: help)
        }
        let meant = Spelling.nearest(to: typed, in: names).map { [$0] } ?? Self.names(like: typed, names)
        let list = meant.map { "'\($0)'" }.joined(separator: " or ")
        return Problem(path: typed, .unknownName, help: meant.isEmpty ? noRoot : "did you mean \(list)?")
    }

    /// The first few names that begin with a word, or else contain it.
    private static func names(like word: String, _ names: [String]) -> [String] {
        let wanted = word.lowercased().replacing("_", with: "-")
        guard wanted.count > 2 else { return [] }
        let begun = names.filter { $0.hasPrefix(wanted) }
        return Array((begun.isEmpty ? names.filter { $0.contains(wanted) } : begun).prefix(3))
    }

    /// The typed folder, its case corrected if exactly one matches; nil if it is no folder.
    func folder(_ typed: String) throws(Problem) -> String? {
        if FileSystem.isDirectory(typed) { return FileSystem.spelledAsOnDisk(typed) }
        guard FileSystem.isUsable(typed), typed != "-", case .failure(let error) = FileSystem.kind(of: typed),
            error.isMissing
        else { return nil }
        return try one(of: matches(typed, wantsFolders: true), typed)
    }

    /// All shipped scenarios, each name once, in the order of their paths.
    package func shippedPaths() -> [String] {
        var names: Set<String> = []
        return roots.flatMap { root in
            Self.scenarios(below: root).filter { names.insert(String($0.dropFirst(root.count))).inserted }
        }
    }

    /// The names by which `find` finds the shipped scenarios.
    package var shippedNames: [String] { shippedPaths().map(Self.name) }

    /// The scenario files below a folder by path, and the folders that cannot be read: they may have some, too.
    static func scenarios(below folder: String) -> [String] { contents(of: folder).filter(\.isFile).map(\.path) }

    /// Warnings about FIFOs, devices and sockets with a scenario's name: to open one may wait forever or do something.
    static func warnings(below folder: String) -> [String] {
        contents(of: folder).filter { !$0.isFile }.map { "\($0.path): left out, as it is no regular file" }
    }

    private static func contents(
        of folder: String, within outer: [FileSystem.Entry] = [], root: String? = nil
    ) -> [(path: String, isFile: Bool)] {
        // A folder within itself is a loop of symbolic links, two make hundreds of paths; none of ours is deeper.
        guard outer.count < 8, let own = try? FileSystem.entry(at: folder), !outer.contains(own),
            let root = root ?? FileSystem.realPath(folder)
        else { return [] }
        // Through a link out of the folder `check` would run, and `remedy` write, files that nobody named.
        func leadsOut(_ path: String) -> Bool {
            guard FileSystem.isLink(path), let real = FileSystem.realPath(path) else { return false }
            return !(real + "/").hasPrefix(root == "/" ? root : root + "/")
        }
        guard let names = try? FileSystem.names(in: folder) else { return [(folder, true)] }
        return names.filter { !$0.hasPrefix(".") && !leadsOut(FileSystem.joined(folder, $0)) }.flatMap { name in
            let path = FileSystem.joined(folder, name)
            switch FileSystem.kind(of: path) {
            case .success(.directory): return contents(of: path, within: outer + [own], root: root)
            case .success(.pipe), .success(.other): return name.hasSuffix(".toml") ? [(path, false)] : []
            case .success(.file), .failure: return name.hasSuffix(".toml") ? [(path, true)] : []
            }
        }
    }

    private func shipped(_ name: String) throws(Problem) -> String? {
        let file = name.lowercased() + ".toml"
        let found = roots.lazy.map { root in
            Self.scenarios(below: root).filter { FileSystem.split($0).name.lowercased() == file }
        }
        return try one(of: found.first { !$0.isEmpty } ?? [], name)
    }

    private func matches(_ typed: String, wantsFolders: Bool = false) -> [String] {
        let components = typed.split(separator: "/").map(String.init)
        return matches(components, from: typed.hasPrefix("/") ? "/" : ".", wantsFolders: wantsFolders)
    }

    /// The files, or else the folders, with these names in any case.
    private func matches(_ components: [String], from start: String, wantsFolders: Bool = false) -> [String] {
        var folders = [start]
        for (index, component) in components.enumerated() {
            let wanted = component.lowercased()
            folders = folders.flatMap { folder in
                let isStep = component == "." || component == ".."
                let names = isStep ? [component] : (try? FileSystem.names(in: folder)) ?? []
                return names.filter { $0.lowercased() == wanted }.map { FileSystem.joined(folder, $0) }
            }
            if index == components.count - 1 { folders.removeAll { FileSystem.isDirectory($0) != wantsFolders } }
            if folders.isEmpty || folders.count > 64 { return [] }
        }
        return components.isEmpty ? [] : folders
    }

    private func one(of paths: [String], _ typed: String) throws(Problem) -> String? {
        if paths.count > 1 { throw Problem(path: typed, .ambiguous(paths)) }
        return paths.first
    }
}
