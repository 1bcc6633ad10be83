import LabCLibrary

/// The files under paths, as the operating system reports them.
package enum FileSystem {
    package enum Kind: Hashable {
        case file, directory, pipe
        /// A device or a socket.
        case other
    }

    /// The identity of a file or directory, independent of its names.
    package struct Entry: Hashable {
        package let kind: Kind
        let device: UInt64
        /// The number of the entry, unique together with the device.
        let number: UInt64

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFREG: kind = .file
            case S_IFDIR: kind = .directory
            case S_IFIFO: kind = .pipe
            default: kind = .other
            }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// C would cut a path at a NUL, so it would name another file.
    package static func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

    /// The file or directory at a path; symbolic links are followed.
    ///
    /// - Throws: the reason why there is nothing.
    package static func entry(at path: String) throws(ErrorNumber) -> Entry { Entry(try status(of: path)) }

    static func status(of path: String) throws(ErrorNumber) -> stat {
        guard isUsable(path) else { throw .missing }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .latest }
        return status
    }

    /// True if a path is a symbolic link to nothing.
    package static func isDanglingLink(_ path: String) -> Bool { isLink(path) && (try? status(of: path)) == nil }

    /// True if a path is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return isUsable(path) && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a directory, sorted by their bytes.
    ///
    /// - Throws: the reason why they cannot be read, or why no path through the directory leads anywhere.
    package static func names(in directory: String) throws(ErrorNumber) -> [String] {
        _ = try status(of: directory + "/.")
        guard let stream = opendir(directory) else { throw .latest }
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
    package static func realPath(_ path: String) -> String? {
        guard isUsable(path), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Replaces a file by another one in one step.
    package static func replace(_ path: String, with new: String) throws(ErrorNumber) {
        _ = try ErrorNumber.check { rename(new, path) }
    }

    /// Waits until the names in a directory are on the disk, if it can be read.
    package static func synchronize(directory: String) throws(ErrorNumber) {
        guard let descriptor = try? Descriptor(opening: directory, for: .locking) else { return }
        defer { try? descriptor.close() }
        try descriptor.synchronize()
    }

    /// Deletes a name, if it exists.
    package static func remove(_ path: String) { unlink(path) }
}

/// An error of the operating system, with its own words.
package struct ErrorNumber: Error, Hashable {
    let number: Int32

    static var latest: ErrorNumber { ErrorNumber(number: errno) }

    package static var missing: ErrorNumber { ErrorNumber(number: ENOENT) }

    /// A signal interrupted the call before it did anything.
    package static var interrupted: ErrorNumber { ErrorNumber(number: EINTR) }

    package static var isDirectory: ErrorNumber { ErrorNumber(number: EISDIR) }

    /// Another process has the lock.
    static var locked: ErrorNumber { ErrorNumber(number: EWOULDBLOCK) }

    /// True if there is nothing under a path.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR || number == ENAMETOOLONG }

    /// True if a new file already exists.
    package var isAlreadyThere: Bool { number == EEXIST }

    /// True if the reader of a pipe is gone.
    package var isClosedPipe: Bool { number == EPIPE }

    /// Calls the system, and repeats the call after a signal.
    ///
    /// - Parameter call: the call; a negative result is a failure.
    static func check<Number: SignedInteger>(_ call: () -> Number) throws(ErrorNumber) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let error = Self.latest
            guard error == .interrupted else { throw error }
        }
    }

    /// The C library's text, without a capital: `permission denied`.
    package var message: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
