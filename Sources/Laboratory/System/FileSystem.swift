#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few calls to the operating system that reading and writing files takes.
///
/// The C library alone: linking Foundation would more than double the time that a process takes to start.
enum FileSystem {
    enum Kind: Equatable {
        case file, directory, pipe
        /// A device or a socket.
        case other
    }

    /// What stands at a path, symbolic links followed; the error number when nothing can be seen there.
    static func kind(of path: String) -> Result<Kind, ErrorNumber> {
        guard isUsable(path) else { return .failure(ErrorNumber(ENOENT)) }
        var status = stat()
        guard stat(path, &status) == 0 else { return .failure(.latest) }
        return .success(kind(status))
    }

    static func kind(of descriptor: Int32) -> Result<Kind, ErrorNumber> {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.latest) }
        return .success(kind(status))
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFIFO: .pipe
        default: .other
        }
    }

    static func isDirectory(_ path: String) -> Bool { kind(of: path) == .success(.directory) }

    static func isFile(_ path: String) -> Bool { kind(of: path) == .success(.file) }

    /// The names in a directory, sorted by their bytes; empty when it cannot be read.
    static func names(in directory: String) -> [String] {
        guard isUsable(directory), let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The path without symbolic links, `.` and `..`; nil when it does not exist.
    static func realPath(_ path: String) -> String? {
        guard isUsable(path), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path as it is seen from the working directory when it lies below that, else as it is.
    static func shown(_ path: String) -> String {
        guard path.hasPrefix("/"), let here = realPath("."), here != "/", path.hasPrefix(here + "/") else {
            return path
        }
        return String(path.dropFirst(here.count + 1))
    }

    /// A path that exists, each name as its folder has it: where case does not count (APFS), it may be typed otherwise.
    static func spelledAsOnDisk(_ path: String) -> String {
        var spelled = ""
        for component in path.split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(component)
            let folder = spelled.isEmpty ? "." : spelled
            let differs = foldsCase(of: name, in: folder)
            spelled += differs ? entry(of: folder, named: name, among: names(in: folder)) : name
            spelled += "/"
        }
        return String(spelled.dropLast())
    }

    /// Whether a folder finds the same entry under the name in another case: one look, where reading a folder takes many.
    private static func foldsCase(of name: String, in folder: String) -> Bool {
        let lower = name.lowercased()
        let other = lower == name ? name.uppercased() : lower
        return other != name && isSameEntry(joined(folder, name), joined(folder, other))
    }

    /// Which of a folder's names stands for one that was typed: that name itself, or the one that leads to the same entry.
    ///
    /// Hard links may share an entry; then case alone may differ.
    static func entry(of folder: String, named name: String, among names: [String]) -> String {
        if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return name }
        let same = names.filter { isSameEntry(joined(folder, $0), joined(folder, name)) }
        return same.first { $0.lowercased() == name.lowercased() } ?? (same.count == 1 ? same[0] : name)
    }

    /// Whether two paths lead to one file.
    private static func isSameEntry(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    /// A path that C would cut at a NUL names another file.
    static func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

    /// The folder part of a path and its last component.
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

/// An error of the operating system, with its own words.
public struct ErrorNumber: Error, Hashable, Sendable {
    public var number: Int32

    init(_ number: Int32) { self.number = number }

    static var latest: ErrorNumber { ErrorNumber(errno) }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR || number == ENAMETOOLONG }

    /// Whether nobody reads what is written any more.
    public var isClosedPipe: Bool { number == EPIPE }

    /// As the C library says it, without a capital: `permission denied`.
    public var message: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
