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
        let pipe = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The toolchain's backtraces take seconds and help nobody here.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do { try process.run() } catch { return .failed("\(error)") }
        if let input {
            pipe.fileHandleForWriting.write(Data(input.utf8))
            try? pipe.fileHandleForWriting.close()
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .killed(process.terminationStatus) : .exited(process.terminationStatus)
    }
}
