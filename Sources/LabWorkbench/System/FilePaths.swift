import LabPlatform

/// Files by their paths.
///
/// Only the C library: Foundation would more than double the start time of a process.
extension FileSystem {
    /// The kind of the entry at a path, or an error; symbolic links are followed.
    static func kind(of path: String) -> Result<Kind, ErrorNumber> {
        Result { () throws(ErrorNumber) in try entry(at: path).kind }
    }

    static func isDirectory(_ path: String) -> Bool { kind(of: path) == .success(.directory) }

    static func isFile(_ path: String) -> Bool { kind(of: path) == .success(.file) }

    /// The path relative to the working directory if it is below that, else as it is.
    static func shown(_ path: String) -> String {
        guard path.hasPrefix("/"), let here = realPath("."), here != "/", path.hasPrefix(here + "/") else {
            return path
        }
        return String(path.dropFirst(here.count + 1))
    }

    /// An existing path, with each name as its folder spells it, since case may not count (APFS).
    static func spelledAsOnDisk(_ path: String) -> String {
        var spelled = ""
        for component in path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false) {
            let name = String(Substring(component))
            let folder = spelled.isEmpty ? "." : spelled
            let differs = foldsCase(of: name, in: folder)
            spelled += differs ? entry(of: folder, named: name, among: (try? names(in: folder)) ?? []) : name
            spelled += "/"
        }
        return String(spelled.dropLast())
    }

    /// True if a folder finds the entry under the name in another case: a look-up instead of reading the folder.
    private static func foldsCase(of name: String, in folder: String) -> Bool {
        let lower = name.lowercased()
        let other = lower == name ? name.uppercased() : lower
        return other != name && isSameEntry(joined(folder, name), joined(folder, other))
    }

    /// The name in a folder for a typed one: that name itself, or another name of the same entry.
    ///
    /// Hard links may share an entry; then case alone may differ.
    static func entry(of folder: String, named name: String, among names: [String]) -> String {
        if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return name }
        let same = names.filter { isSameEntry(joined(folder, $0), joined(folder, name)) }
        return same.first { $0.lowercased() == name.lowercased() } ?? (same.count == 1 ? same[0] : name)
    }

    private static func isSameEntry(_ one: String, _ other: String) -> Bool {
        (try? entry(at: one)).map { $0 == (try? entry(at: other)) } ?? false
    }

    /// The nearest folder, from this one upwards, with an entry of a name; nil if none has one.
    static func folder(from folder: String, with name: String) -> String? {
        var folder = folder
        while case .failure = kind(of: joined(folder, name)) {
            guard !["/", ".", ""].contains(folder) else { return nil }
            folder = split(folder).folder
        }
        return folder
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    static func joined(_ folder: String, _ name: String) -> String {
        if folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
