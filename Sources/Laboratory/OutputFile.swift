import Reports

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why an output could not be written.
public struct OutputFault: Error, Hashable, Sendable {
    public var path: String
    public var error: ErrorNumber

    public init(path: String, error: ErrorNumber) {
        self.path = path
        self.error = error
    }

    public var status: ExitStatus { .cannotWrite }

    /// One line without the program's name.
    public var message: String { "\(path): cannot be written: \(error.message)" }
}

/// A file that appears whole or not at all: written beside its place, then renamed.
///
/// What is no regular file (a device, a FIFO) cannot be replaced and is written in place.
public final class OutputFile {
    private let typed: String
    private let target: String
    private let temporary: String?
    private let temporaries: TemporaryFiles?
    private let descriptor: Int32
    private var failure: ErrorNumber?
    private var isOpen = true

    /// - Parameter temporaries: where to note the file that is being written.
    /// - Throws: `OutputFault` when the file cannot be made.
    public init(_ path: String, temporaries: TemporaryFiles? = nil) throws(OutputFault) {
        typed = path
        self.temporaries = temporaries
        guard FileSystem.isUsable(path) else { throw OutputFault(path: path, error: ErrorNumber(ENOENT)) }
        target = FileSystem.realPath(path) ?? path
        switch FileSystem.kind(of: target) {
        case .success(.directory):
            throw OutputFault(path: path, error: ErrorNumber(EISDIR))
        case .success(.pipe), .success(.other):
            temporary = nil
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputFault(path: path, error: .latest) }
        case .success(.file), .failure:
            let made = OutputFile.makeTemporary(in: FileSystem.split(target).folder, temporaries)
            guard let made else { throw OutputFault(path: path, error: .latest) }
            (temporary, descriptor) = made
        }
        copyPermissions()
    }

    /// Makes a file that nobody else has, under a name that nobody can know before; nil when that cannot be done.
    private static func makeTemporary(
        in folder: String, _ temporaries: TemporaryFiles?
    ) -> (path: String, descriptor: Int32)? {
        while true {
            let name = ".timerlab-" + String(UInt64.random(in: .min ... .max), radix: 16) + "~"
            let path = FileSystem.joined(folder, name)
            temporaries?.add(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (path, descriptor) }
            let error = errno
            temporaries?.remove(path)
            if error != EEXIST {
                errno = error
                return nil
            }
        }
    }

    deinit { discard() }

    /// Writes everything; false after the first failure, which `finish` throws.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        failure = Descriptor.write(bytes, to: descriptor)
        return failure == nil
    }

    /// Whether what is written appears on a terminal.
    public var isTerminal: Bool { ProcessEnvironment.isTerminal(descriptor) }

    /// Puts the file in its place, once its bytes are on the disk: a machine that stops leaves the old file or the new.
    ///
    /// - Throws: `OutputFault`; then nothing is left of what was written.
    public func finish() throws(OutputFault) {
        guard isOpen else { return }
        isOpen = false
        if failure == nil, temporary != nil { failure = Descriptor.synchronize(descriptor) }
        if close(descriptor) != 0, failure == nil { failure = .latest }
        if failure == nil, let temporary, rename(temporary, target) != 0 { failure = .latest }
        removeTemporary(unlinked: failure != nil)
        guard let failure else { return }
        throw OutputFault(path: typed, error: failure)
    }

    /// Leaves the old file as it was.
    public func discard() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
        removeTemporary(unlinked: true)
    }

    private func removeTemporary(unlinked: Bool) {
        guard let temporary else { return }
        if unlinked { unlink(temporary) }
        temporaries?.remove(temporary)
    }

    private func copyPermissions() {
        var status = stat()
        guard temporary != nil, stat(target, &status) == 0 else { return }
        fchmod(descriptor, status.st_mode & 0o7777)
    }
}

extension OutputFile {
    /// Writes what `body` puts into the stream, whole or not at all.
    ///
    /// - Throws: `OutputFault`; then nothing is left of what was written.
    public static func write(
        _ path: String, temporaries: TemporaryFiles? = nil, _ body: (ByteStream) -> Void
    ) throws(OutputFault) {
        let file = try OutputFile(path, temporaries: temporaries)
        let stream = ByteStream(isTerminal: file.isTerminal) { file.write($0) }
        body(stream)
        stream.flush()
        try file.finish()
    }
}

/// Writing to an open descriptor.
public enum Descriptor {
    /// Waits until what was written is on the disk; nil when it is, or the file system has no such thing.
    static func synchronize(_ descriptor: Int32) -> ErrorNumber? {
        while fsync(descriptor) != 0 {
            if errno != EINTR { return errno == EINVAL || errno == ENOTSUP ? nil : .latest }
        }
        return nil
    }

    /// Writes all bytes, however often the system takes only a part; nil when they were written.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> ErrorNumber? {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(descriptor, base, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return .latest
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return nil
    }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}
