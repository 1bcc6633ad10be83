import Platform
import Synchronization

/// The files that are being written beside their places, so that an interrupted process can take them away.
public final class TemporaryFiles: Sendable {
    /// Nil once the process is about to end.
    private let paths = Mutex<[String]?>([])

    public init() {}

    /// Makes a file and notes it, so that an end of the process sees both or neither.
    func adding(_ path: String, _ make: () throws(ErrorNumber) -> Descriptor) throws(ErrorNumber) -> Descriptor {
        try paths.withLock { paths throws(ErrorNumber) in
            guard paths != nil else { throw .interrupted }
            let descriptor = try make()
            paths?.append(path)
            return descriptor
        }
    }

    func remove(_ path: String) { paths.withLock { $0?.removeAll { $0 == path } } }

    /// Deletes all that are left; none is made after that.
    public func deleteAll() {
        paths.withLock { paths in
            for path in paths ?? [] { FileSystem.remove(path) }
            paths = nil
        }
    }
}
