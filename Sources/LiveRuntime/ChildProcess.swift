import Foundation

/// Another process, for scenarios that end theirs.
public enum ChildProcess {
    public enum End: Sendable, Equatable {
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
        /// It could not be started.
        case failed(String)
    }

    /// Runs a program to its end, its output thrown away.
    ///
    /// - Parameter input: what it can read; nil: nothing.
    public static func run(_ executable: String, _ arguments: [String], input: String? = nil) -> End {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The toolchain's backtraces take seconds and are of no use here.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do {
            process.standardInput = try input.map(file) ?? FileHandle.nullDevice
            try process.run()
        } catch {
            return .failed("\(error)")
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .killed(process.terminationStatus) : .exited(process.terminationStatus)
    }

    /// A file without a name: unlike a pipe it does not mind a reader that ends before it has read everything.
    private static func file(of text: String) throws -> FileHandle {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        return try FileHandle(forReadingFrom: place)
    }
}
