import Foundation
import LabBuiltProgram
import Testing

/// A folder in which a reader of the README or of a guide types its commands.
final class Reader {
    static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
    let folder = FileManager.default.temporaryDirectory.appending(path: "timerlab-reader-\(UUID().uuidString)").path
    let program: Program

    init() throws {
        program = try #require(Program(), "timerlab is built with the tests")
        try FileManager.default.createDirectory(atPath: folder + "/Scenarios", withIntermediateDirectories: true)
        for (from, to) in [
            ("quoted/heavy-work.log", "device.log"), ("templates/template-poller.toml", "Scenarios/poller.toml"),
        ] {
            try FileManager.default.copyItem(atPath: "\(Reader.root)/Scenarios/\(from)", toPath: "\(folder)/\(to)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func type(_ command: String, to output: Program.Output = .pipe, environment: [String: String] = [:]) throws -> (
        status: Int32, text: String
    ) {
        let words = command.split(separator: " ").dropFirst().map { $0.filter { !"'\"".contains($0) } }
        return try program.run(
            words, in: folder, scenarios: Reader.root + "/Scenarios", to: output, environment: environment)
    }

    /// The commands of a page, without their comments.
    ///
    /// - Parameter sentences: whether those inside sentences count, too.
    static func commands(of page: String, sentences: Bool = false) throws -> [String] {
        let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
        let blocks = text.split(separator: "\n").filter { $0.hasPrefix("timerlab ") }.map { line in
            line.components(separatedBy: "  ")[0].trimmingCharacters(in: .whitespaces)
        }
        return !sentences
            ? blocks
            : blocks + text.matches(of: /`(timerlab [^`…]+)`/).map { String($0.output.1) }
    }
}
