import Platform
import Synchronization

/// The files that are being written beside their places, so that an interrupted process can take them away.
public final class TemporaryFiles: Sendable {
    private let paths = Mutex<[String]>([])

    public init() {}

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    func remove(_ path: String) { paths.withLock { $0.removeAll { $0 == path } } }

    /// Deletes all that are left.
    public func deleteAll() {
        paths.withLock { paths in
            for path in paths { FileSystem.remove(path) }
            paths.removeAll()
        }
    }
}
