#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why an input could not be read.
public struct InputFault: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case missing
        /// Several files differ from what was typed in nothing but case.
        case ambiguous([String])
        case directory
        /// A device or a socket.
        case notAFile
        case unreadable(ErrorNumber)
        case tooLarge(limit: Int)
    }

    /// As it was typed.
    public var path: String
    public var reason: Reason

    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var status: ExitStatus {
        switch reason {
        case .missing, .ambiguous, .directory, .notAFile, .unreadable: .noInput
        case .tooLarge: .wrongData
        }
    }

    /// One line without the program's name.
    public var message: String {
        switch reason {
        case .missing: "\(path): no such file"
        case .ambiguous(let paths):
            "\(path): no such file, but several that differ in case: \(paths.joined(separator: ", "))"
        case .directory: "\(path): is a directory"
        case .notAFile: "\(path): is a device or a socket, not a file"
        case .unreadable(let error): "\(path): cannot be read: \(error.message)"
        case .tooLarge(let limit): "\(path): is larger than \(limit >> 20) MiB"
        }
    }
}

/// Reads whole files: regular ones, pipes and FIFOs, never a device or a directory.
public enum InputFile {
    /// The largest scenario, in bytes.
    public static let scenarioLimit = 64 << 20

    /// The bytes of a file, or of standard input for `-`.
    ///
    /// - Throws: `InputFault`.
    public static func read(_ path: String, typed: String, limit: Int = scenarioLimit) throws(InputFault) -> [UInt8] {
        if path == "-" { return try read(descriptor: STDIN_FILENO, typed: "standard input", limit: limit) }
        // Looked at before it is opened, since opening a device can do something.
        try check(FileSystem.kind(of: path), typed)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(.latest, typed) }
        defer { close(descriptor) }
        try check(FileSystem.kind(of: descriptor), typed)
        return try read(descriptor: descriptor, typed: typed, limit: limit)
    }

    private static func check(_ kind: Result<FileSystem.Kind, ErrorNumber>, _ typed: String) throws(InputFault) {
        switch kind {
        case .success(.file), .success(.pipe): return
        case .success(.directory): throw InputFault(path: typed, reason: .directory)
        case .success(.other): throw InputFault(path: typed, reason: .notAFile)
        case .failure(let error): throw fault(error, typed)
        }
    }

    private static func fault(_ error: ErrorNumber, _ typed: String) -> InputFault {
        InputFault(path: typed, reason: error.isMissing ? .missing : .unreadable(error))
    }

    private static func read(descriptor: Int32, typed: String, limit: Int) throws(InputFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                let error = ErrorNumber.latest
                throw InputFault(path: typed, reason: error.number == EISDIR ? .directory : .unreadable(error))
            }
            if count == 0 { return bytes }
            if bytes.count + count > limit { throw InputFault(path: typed, reason: .tooLarge(limit: limit)) }
            bytes.append(contentsOf: piece[..<count])
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
