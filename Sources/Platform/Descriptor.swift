#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file, pipe, terminal or directory.
public struct Descriptor: Hashable, Sendable {
    /// What a file is opened for.
    public enum Use: Hashable, Sendable {
        case reading
        case writing
        /// To be made, where nothing is yet.
        case writingNew
        /// A directory, for its lock.
        case locking
    }

    public let number: Int32

    public static var standardInput: Descriptor { Descriptor(number: STDIN_FILENO) }
    public static var standardOutput: Descriptor { Descriptor(number: STDOUT_FILENO) }
    public static var standardError: Descriptor { Descriptor(number: STDERR_FILENO) }

    private init(number: Int32) { self.number = number }

    /// Opens a file, which no program that is started inherits.
    public init(opening path: String, for use: Use) throws(ErrorNumber) {
        guard FileSystem.isUsable(path) else { throw .missing }
        switch use {
        case .reading: number = open(path, O_RDONLY | O_CLOEXEC)
        case .writing: number = open(path, O_WRONLY | O_CLOEXEC)
        case .writingNew: number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        case .locking: number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard number >= 0 else { throw .latest }
    }

    /// Gives it back to the system, and with it its lock.
    public func close() throws(ErrorNumber) {
        guard systemClose(number) == 0 else { throw .latest }
    }

    public func entry() throws(ErrorNumber) -> FileSystem.Entry {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .latest }
        return FileSystem.Entry(status)
    }

    /// Reads some bytes, as many as there are now: none at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int {
        while true {
            let count = systemRead(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let error = ErrorNumber.latest
            guard error.isInterrupted else { throw error }
        }
    }

    /// Writes all bytes, however often the system takes only a part.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(ErrorNumber) {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(number, base, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else {
                let error = ErrorNumber.latest
                guard error.isInterrupted else { throw error }
            }
        }
    }

    /// Waits until what was written is on the disk; does nothing where the file system has no such thing.
    public func synchronize() throws(ErrorNumber) {
        while fsync(number) != 0 {
            let error = ErrorNumber.latest
            if error.number == EINVAL || error.number == ENOTSUP { return }
            guard error.isInterrupted else { throw error }
        }
    }

    /// Takes over who may read and write a file; nothing happens where there is none.
    public func copyPermissions(of path: String) {
        guard let status = try? FileSystem.status(of: path) else { return }
        fchmod(number, status.st_mode & 0o7777)
    }

    /// Locks it against all others that lock it (`flock`), or does nothing where the file system has no locks.
    ///
    /// - Parameter patience: how long to wait for others, in hundredths of a second.
    /// - Throws: `ErrorNumber.locked` when they take longer.
    public func lock(patience: Int) throws(ErrorNumber) {
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

    public var isTerminal: Bool { isatty(number) == 1 }

    /// Columns; nil when it is no terminal or one that does not know.
    public var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

// Inside the type these names stand for its own functions.

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}
