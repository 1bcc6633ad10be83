#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps others of this program from changing the files of a folder that one changes by what they say.
///
/// An advisory lock of the folder itself (`flock`), so that no file is left, and gone with the process that has it.
enum FolderLock {
    /// How long to wait for others, who need no more than milliseconds, s.
    private static let patience = 10

    /// Does `body` while nobody else does.
    ///
    /// - Throws: what `body` throws, and `OutputFault` when the folder cannot be locked.
    static func holding<Result>(folderOf path: String, _ body: () throws -> Result) throws -> Result {
        let folder = FileSystem.split(FileSystem.realPath(path) ?? path).folder
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFault(path: path, error: .latest) }
        // Closing gives the lock back.
        defer { close(descriptor) }
        if let error = lock(descriptor) { throw OutputFault(path: path, error: error) }
        return try body()
    }

    /// Nil when the lock is there, or the file system has none.
    private static func lock(_ descriptor: Int32) -> ErrorNumber? {
        for _ in 0..<patience * 100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return nil }
            switch errno {
            case EWOULDBLOCK, EINTR: usleep(10_000)
            case ENOLCK, ENOTSUP, EINVAL, ENOSYS: return nil
            default: return .latest
            }
        }
        return ErrorNumber(EWOULDBLOCK)
    }
}
