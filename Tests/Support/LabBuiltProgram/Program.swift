import Foundation

/// A program that was built beside the tests, run as a user runs it.
package struct Program: Sendable {
    /// Where standard output and standard error go, both to the same.
    package enum Output: Sendable { case pipe, terminal }

    package let path: String

    package init?(_ name: String = "timerlab") {
        guard let path = BuiltProgram.path(of: name) else { return nil }
        self.path = path
    }

    /// Runs it in a folder and returns all that it has printed.
    ///
    /// - Parameters:
    ///   - scenarios: where the shipped ones are.
    ///   - redirected: as a shell is told, such as `2>&-`.
    ///   - signal: is sent to it after `delay`, s.
    package func run(
        _ words: [String], in folder: String, scenarios: String = "/nowhere", to output: Output = .pipe,
        redirected: String? = nil, environment: [String: String] = [:], signal: Int32? = nil, after delay: Double = 0
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: redirected == nil ? path : "/bin/sh")
        process.arguments = (redirected.map { ["-c", "exec \"$0\" \"$@\" \($0)", path] } ?? []) + words
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ["TERM": "dumb", "TIMERLAB_SCENARIOS": scenarios].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let ends = try output == .pipe ? Program.pipe() : Program.terminal()
        let writing = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
        process.standardOutput = writing
        process.standardError = writing
        try process.run()
        try writing.close()
        if let signal {
            Thread.sleep(forTimeInterval: delay)
            kill(process.processIdentifier, signal)
        }
        let text = Program.text(from: ends.reading)
        close(ends.reading)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Types keys to a bash at a terminal that finds the program in its path, and waits until that ends.
    package func type(_ keys: String, to bash: String, in folder: String, scenarios: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: bash)
        process.arguments = ["--norc", "-i"]
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = [
            "PATH": URL(filePath: path).deletingLastPathComponent().path + ":/bin:/usr/bin", "TERM": "dumb",
            "HOME": folder, "TIMERLAB_SCENARIOS": scenarios,
        ]
        let ends = try Program.terminal()
        let writing = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
        (process.standardInput, process.standardOutput, process.standardError) = (writing, writing, writing)
        try process.run()
        try writing.close()
        // A shell that waits for the end of a quote would wait for ever.
        let limit = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: limit)
        defer { limit.cancel() }
        _ = keys.withCString { write(ends.reading, $0, keys.utf8.count) }
        _ = Program.text(from: ends.reading)
        close(ends.reading)
        process.waitUntilExit()
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        return (ends[0], ends[1])
    }

    /// A terminal that hands on what is written to it byte for byte.
    private static func terminal() throws -> (reading: Int32, writing: Int32) {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        // The module of the C library has no header for it on Linux.
        typealias Opening =
            @convention(c) (
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, OpaquePointer?, OpaquePointer?, OpaquePointer?
            ) -> Int32
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty"),
            unsafeBitCast(symbol, to: Opening.self)(&reading, &writing, nil, nil, nil) == 0
        else { throw POSIXError(.ENODEV) }
        var settings = termios()
        guard tcgetattr(writing, &settings) == 0 else { throw POSIXError(.ENOTTY) }
        cfmakeraw(&settings)
        guard tcsetattr(writing, TCSANOW, &settings) == 0 else { throw POSIXError(.ENOTTY) }
        return (reading, writing)
    }

    /// All there is until everybody has closed the other end.
    private static func text(from descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }
}
