import Platform

/// Keeps others of this program from changing the files of a folder that one changes by what they say.
///
/// An advisory lock of the folder itself (`flock`), so that no file is left, and gone with the process that has it.
enum FolderLock {
    /// How long to wait for others, who need no more than milliseconds, in hundredths of a second.
    private static let patience = 1000

    /// Does `body` while nobody else does.
    ///
    /// - Throws: what `body` throws, and `OutputFault` when the folder cannot be locked.
    static func holding<Result>(folderOf path: String, _ body: () throws -> Result) throws -> Result {
        let folder = FileSystem.split(FileSystem.realPath(path) ?? path).folder
        let descriptor: Descriptor
        do {
            descriptor = try Descriptor(opening: folder, for: .locking)
        } catch {
            throw OutputFault(path: path, error: error)
        }
        // Closing gives the lock back.
        defer { try? descriptor.close() }
        do { try descriptor.lock(patience: patience) } catch { throw OutputFault(path: path, error: error) }
        return try body()
    }
}
