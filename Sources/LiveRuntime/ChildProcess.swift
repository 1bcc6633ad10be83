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
    public static func run(_ executable: String, _ arguments: [String]) -> End {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The toolchain's backtraces take seconds and help nobody here.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do { try process.run() } catch { return .failed("\(error)") }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .killed(process.terminationStatus) : .exited(process.terminationStatus)
    }
}
