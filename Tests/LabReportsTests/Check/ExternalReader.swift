import Foundation
import Testing

/// Programs that were not written here, to read what was.
enum ExternalReader {
    /// The program's file; nil where it is not installed.
    static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static let hasPython = path(of: "python3") != nil
    static let hasXMLLint = path(of: "xmllint") != nil

    /// Runs a program that reads `text` as its last argument's file, and returns what it prints.
    static func run(_ program: String, _ arguments: [String], _ text: String) throws -> (status: Int32, output: String)
    {
        guard let path = path(of: program) else { throw CocoaError(.fileNoSuchFile) }
        let file = FileManager.default.temporaryDirectory.appending(path: "timerlab-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments + [file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    /// What a Python program prints that finds the text's file in `sys.argv[1]`.
    static func python(_ program: String, _ text: String) throws -> String {
        let (status, output) = try run("python3", ["-c", "import sys, json\n" + program], text)
        #expect(status == 0, "python3 refuses it")
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
