import LabPlatform

/// Reads whole files: regular ones, pipes and FIFOs, never a device or a directory.
package enum InputFile {
    /// The largest scenario, in bytes.
    package static let scenarioLimit = 64 << 20

    /// The bytes of a file, or of standard input for `-`.
    package static func read(_ path: String, typed: String, limit: Int = scenarioLimit) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        try stream(path, typed: typed) { piece throws(Problem) in
            bytes.append(contentsOf: piece)
            if bytes.count > limit { throw Problem(path: typed, .tooLarge(limit: limit)) }
        }
        return bytes
    }

    /// Passes a file, or standard input for `-`, to `body` piece by piece.
    static func stream(
        _ path: String, typed: String, body: (UnsafeRawBufferPointer) throws(Problem) -> Void
    ) throws(Problem) {
        if path == "-" { return try stream(.standardInput, typed: "standard input", body: body) }
        // Checked before it is opened, since opening a device can have an effect.
        try check(FileSystem.kind(of: path), typed)
        let descriptor: Descriptor
        do { descriptor = try Descriptor(opening: path, for: .reading) } catch { throw Problem(reading: typed, error) }
        defer { try? descriptor.close() }
        try check(Result { () throws(ErrorNumber) in try descriptor.entry().kind }, typed)
        try stream(descriptor, typed: typed, body: body)
    }

    private static func check(_ kind: Result<FileSystem.Kind, ErrorNumber>, _ typed: String) throws(Problem) {
        switch kind {
        case .success(.file), .success(.pipe): return
        case .success(.directory): throw Problem(path: typed, .directory)
        case .success(.other): throw Problem(path: typed, .notAFile)
        case .failure(let error): throw Problem(reading: typed, error)
        }
    }

    private static func stream(
        _ descriptor: Descriptor, typed: String, body: (UnsafeRawBufferPointer) throws(Problem) -> Void
    ) throws(Problem) {
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { piece throws(Problem) in
            var count = 0
            repeat {
                do throws(ErrorNumber) { count = try descriptor.read(into: piece) } catch {
                    throw Problem(path: typed, error == .isDirectory ? .directory : .unreadable(error))
                }
                try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            } while count > 0
        }
    }
}
