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
        /// Neither a file nor a shipped scenario has this name, which is no path.
        case unknownName
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
    /// What was likely meant.
    public var help: String?

    public init(path: String, reason: Reason, help: String? = nil) {
        self.path = path
        self.reason = reason
        self.help = help
    }

    public var status: ExitStatus {
        switch reason {
        case .missing, .unknownName, .ambiguous, .directory, .notAFile, .unreadable: .noInput
        case .tooLarge: .wrongData
        }
    }

    /// One line without the program's name.
    public var message: String {
        switch reason {
        case .missing: "\(path): no such file"
        case .unknownName: "no scenario or file named '\(path)'; 'timerlab list' shows the shipped ones"
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
        var bytes: [UInt8] = []
        var isTooLarge = false
        try stream(path, typed: typed) { piece in
            isTooLarge = bytes.count + piece.count > limit
            if !isTooLarge { bytes.append(contentsOf: piece) }
            return !isTooLarge
        }
        if isTooLarge { throw InputFault(path: typed, reason: .tooLarge(limit: limit)) }
        return bytes
    }

    /// Hands on a file, or standard input for `-`, piece by piece, until `body` says false.
    ///
    /// - Throws: `InputFault`.
    public static func stream(
        _ path: String, typed: String, body: (UnsafeRawBufferPointer) -> Bool
    ) throws(InputFault) {
        if path == "-" { return try stream(descriptor: STDIN_FILENO, typed: "standard input", body: body) }
        // Looked at before it is opened, since opening a device can do something.
        try check(FileSystem.kind(of: path), typed)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(.latest, typed) }
        defer { close(descriptor) }
        try check(FileSystem.kind(of: descriptor), typed)
        try stream(descriptor: descriptor, typed: typed, body: body)
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

    private static func stream(
        descriptor: Int32, typed: String, body: (UnsafeRawBufferPointer) -> Bool
    ) throws(InputFault) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                let error = ErrorNumber.latest
                throw InputFault(path: typed, reason: error.number == EISDIR ? .directory : .unreadable(error))
            }
            if count == 0 { return }
            let goesOn = piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            if !goesOn { return }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
