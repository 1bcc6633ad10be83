import Platform

/// What makes a file the same under all its names: other spellings, symbolic and hard links.
struct FileIdentity: Hashable {
    /// The file, or the folder that it would be in.
    private let entry: FileSystem.Entry
    /// The name of a file that is not there yet.
    private let name: String?

    /// Nil for what is no regular file and cannot become one: what is written to a device does not replace it.
    init?(_ path: String) {
        guard FileSystem.isUsable(path) else { return nil }
        if let entry = try? FileSystem.entry(at: path) {
            self.init(entry, name: nil)
            return
        }
        let (folder, name) = FileSystem.split(path)
        guard !name.isEmpty, let entry = try? FileSystem.entry(at: folder) else { return nil }
        self.init(entry, name: name)
    }

    init?(_ descriptor: Descriptor) {
        guard let entry = try? descriptor.entry() else { return nil }
        self.init(entry, name: nil)
    }

    private init?(_ entry: FileSystem.Entry, name: String?) {
        guard entry.kind == (name == nil ? .file : .directory) else { return nil }
        self.entry = entry
        self.name = name
    }

    /// Whether there is such a file.
    var exists: Bool { name == nil }
}
