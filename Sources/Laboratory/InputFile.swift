import Platform

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
        case .notAFile: "\(path): is a device, a FIFO or a socket, not a file"
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
        if path == "-" { return try stream(.standardInput, typed: "standard input", body: body) }
        // Looked at before it is opened, since opening a device can do something.
        try check(typed) { () throws(ErrorNumber) in try FileSystem.entry(at: path) }
        let descriptor: Descriptor
        do { descriptor = try Descriptor(opening: path, for: .reading) } catch { throw fault(error, typed) }
        defer { try? descriptor.close() }
        try check(typed) { () throws(ErrorNumber) in try descriptor.entry() }
        try stream(descriptor, typed: typed, body: body)
    }

    private static func check(_ typed: String, _ entry: () throws(ErrorNumber) -> FileSystem.Entry) throws(InputFault) {
        let kind: FileSystem.Kind
        do { kind = try entry().kind } catch { throw fault(error, typed) }
        switch kind {
        case .file, .pipe: return
        case .directory: throw InputFault(path: typed, reason: .directory)
        case .other: throw InputFault(path: typed, reason: .notAFile)
        }
    }

    private static func fault(_ error: ErrorNumber, _ typed: String) -> InputFault {
        InputFault(path: typed, reason: error.isMissing ? .missing : .unreadable(error))
    }

    private static func stream(
        _ descriptor: Descriptor, typed: String, body: (UnsafeRawBufferPointer) -> Bool
    ) throws(InputFault) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let answer = piece.withUnsafeMutableBytes { buffer in
                Result { () throws(ErrorNumber) in try descriptor.read(into: buffer) }
            }
            let count: Int
            do { count = try answer.get() } catch {
                throw InputFault(path: typed, reason: error == .isDirectory ? .directory : .unreadable(error))
            }
            if count == 0 { return }
            let goesOn = piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            if !goesOn { return }
        }
    }
}
