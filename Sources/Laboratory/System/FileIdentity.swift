#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What makes a file the same under all its names: other spellings, symbolic and hard links.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64
    /// The name of a file that is not there yet, in the folder that device and number stand for.
    private let name: String?

    /// Nil for what is no regular file and cannot become one: what is written to a device does not replace it.
    init?(_ path: String) {
        guard FileSystem.isUsable(path) else { return nil }
        var status = stat()
        if stat(path, &status) == 0 {
            self.init(status, name: nil)
            return
        }
        let (folder, name) = FileSystem.split(path)
        guard !name.isEmpty, stat(folder, &status) == 0 else { return nil }
        self.init(status, name: name)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status, name: nil)
    }

    private init?(_ status: stat, name: String?) {
        guard status.st_mode & S_IFMT == (name == nil ? S_IFREG : S_IFDIR) else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        self.name = name
    }

    /// Whether there is such a file.
    var exists: Bool { name == nil }
}
