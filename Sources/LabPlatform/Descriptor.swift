import LabCLibrary

/// An open file, pipe, terminal or directory.
package struct Descriptor {
    /// The purpose for which a file is opened.
    package struct Use {
        fileprivate let flags: Int32

        package static let reading = Use(flags: O_RDONLY)
        /// For writing to an existing file; a symbolic link that replaces it is not followed.
        package static let writing = Use(flags: O_WRONLY | O_NOFOLLOW)
        /// The same for a system name of an open file (`/dev/stdout`), which is a link.
        package static let writingAnywhere = Use(flags: O_WRONLY)
        /// For a new file, which must not exist yet.
        package static let writingNew = Use(flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        /// A directory, for its lock.
        package static let locking = Use(flags: O_RDONLY | O_DIRECTORY)
    }

    let number: Int32

    package static var standardInput: Descriptor { Descriptor(number: STDIN_FILENO) }
    package static var standardOutput: Descriptor { Descriptor(number: STDOUT_FILENO) }
    package static var standardError: Descriptor { Descriptor(number: STDERR_FILENO) }

    private init(number: Int32) { self.number = number }

    /// Occupies the numbers of closed standard streams, so that no file gets such a number, and with it the text of the
    /// stream. Writing to the stream still fails.
    package static func occupyStandardStreams() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The least free number is this one.
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Opens a file, which no program that is started inherits.
    package init(opening path: String, for use: Use) throws(ErrorNumber) {
        guard FileSystem.isUsable(path) else { throw .missing }
        number = try ErrorNumber.check { open(path, use.flags | O_CLOEXEC, 0o666) }
    }

    /// Closes it and releases its lock. Even if a signal interrupts the call, it is closed afterwards.
    package func close() throws(ErrorNumber) {
        guard LabCLibrary.close(number) != 0, case let error = ErrorNumber.latest, error != .interrupted else { return }
        throw error
    }

    package func entry() throws(ErrorNumber) -> FileSystem.Entry {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .latest }
        return FileSystem.Entry(status)
    }

    /// Reads the bytes that are there now; none at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int {
        try ErrorNumber.check { LabCLibrary.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Writes all bytes, in several calls if needed.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(ErrorNumber) {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = try ErrorNumber.check { LabCLibrary.write(number, base, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Waits until the written bytes are on the disk; does nothing if the file system cannot do that.
    package func synchronize() throws(ErrorNumber) {
        #if canImport(Darwin)
            // On macOS fsync leaves the bytes in the drive's cache (fsync(2)); not every volume has this call.
            if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        do { _ = try ErrorNumber.check { fsync(number) } } catch {
            guard error.number == EINVAL || error.number == ENOTSUP else { throw error }
        }
    }

    /// Copies the owner and the permissions of a file, if it exists.
    ///
    /// Only the superuser can change the owner. Another user owns it, in the file's group if that is allowed.
    package func copyOwnerAndPermissions(of path: String) {
        guard let status = try? FileSystem.status(of: path) else { return }
        if fchown(number, status.st_uid, status.st_gid) != 0 { _ = fchown(number, uid_t.max, status.st_gid) }
        // After the owner, since changing the owner clears some permissions.
        fchmod(number, status.st_mode & 0o7777)
    }

    /// Locks it against other processes (`flock`); does nothing if the file system has no locks.
    ///
    /// - Parameter patience: the time to wait for others, in hundredths of a second.
    /// - Throws: `ErrorNumber.locked` when they take longer.
    package func lock(patience: Int) throws(ErrorNumber) {
        for _ in 0..<patience {
            if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
            let error = ErrorNumber.latest
            switch error.number {
            case EWOULDBLOCK, EINTR: usleep(10_000)
            case ENOLCK, ENOTSUP, EINVAL, ENOSYS: return
            default: throw error
            }
        }
        throw .locked
    }

    package var isTerminal: Bool { isatty(number) == 1 }

    /// The width in columns; nil if it is not a terminal, or one that does not report it.
    package var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
