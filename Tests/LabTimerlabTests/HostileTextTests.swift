import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

/// Every command, in every format, gets one hostile string wherever text that is not the program's own can stand.
@Suite("Hostile text")
struct HostileTextTests {
    private static let text =
        "=a\u{1B}]0;t\u{7}\u{9B}31m\n::error::pwned\r##[error]b\n##vso[c\n##teamcity[d\u{1B}[2J\u{7F}\u{2028}\u{202E}c|<b>&\"'`*[x](y)~~~~,;"
    private static let file = "\(text).toml"
    private static let log = "\(text).log"
    private static let wrong = "\(text) wrong.toml"

    private let folder: ScratchFolder
    private let program: Program

    init() throws {
        program = try #require(Program(), "timerlab is built with the tests")
        folder = try ScratchFolder()
        let text = HostileTextTests.text.unicodeScalars.map { "\\U" + String(format: "%08x", $0.value) }.joined()
        let scenario = """
            title = "\(text)"
            claims = ["\(text)"]
            duration = "3.5s"
            [log]
            process = "\(text)"
            [[object]]
            id = "owner"
            class = "\(text)"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            held_by = ["owner"]
            modes = ["default", "\(text)"]
            do = [
              { log = "\(text)" }, { log = "\(text) {n}" },
              { perform = "\(text)", after = "100ms", do = [{ log = "x" }] }, { dump_loop = true },
            ]
            [[expect]]
            log = ["\(text)"]
            [guard]
            "tick.fired" = "+0"
            """
        try folder.write(HostileTextTests.file, scenario)
        try folder.write("again.toml", scenario)
        // What the scenario is said to have been, and has done.
        _ = try program.run(["check", "--update", "again.toml"], in: folder.path)
        let kept = try folder.read("timerlab.baseline")
        let moved = kept.replacing("tick.fired = 3", with: "tick.fired = 2")
            .replacing("duration=3.5s", with: "duration=\u{1B}]0;t\u{7}\u{202E}4s")
        try folder.write("timerlab.baseline", moved)
        let wrong = """
            "\(text)" = 1
            title = "\(text)"
            duration = "1 \(text)"
            # \(HostileTextTests.text.replacing("\n", with: "").replacing("\r", with: ""))
            [[timer]]
            id = "\(text)"
            kind = "\(text)"
            """
        try folder.write("wrong/" + HostileTextTests.wrong, wrong)
        let message = HostileTextTests.text.replacing("\n", with: " ").replacing("\r", with: " ")
        let lines = (10..<40).map { "2017-11-10 09:40:\($0).20\($0)84+0800 \(message)[9749:3330951] \(message)\n" }
        try folder.write(HostileTextTests.log, lines.joined())
    }

    private static let commands: [[String]] =
        ["text", "json", "csv", "markdown"].flatMap { format in
            [
                ["run", "--messages", "--format", format, file], ["run", "-q", "--format", format, file, file],
                ["analyze", "--format", format, log],
                ["analyze", "--format", format, "--by", "message", "--expect", "./" + file, log],
                ["compare", "--format", format, file, "again.toml"],
                ["compare", "--format", format, "nstimer", "gcd", "--scenario", file],
            ]
        }
        + ["text", "jsonl", "junit", "github", "markdown", "sarif", "html"].flatMap { format in
            [["check", ".", "--report", format], ["check", "again.toml", "--mutate", "--report", format]]
        }
        + [
            ["run", text], ["run", "wrong/" + wrong], ["run", file, "--set", "\(text)=1"],
            ["run", file, "--set", "timer.\(text).interval=\(text)"], ["run", file, "--seed", text],
            ["run", file, "-o", "none/\(text)"], ["run", file, "--graph", text], ["run", file, "--\(text)"],
            ["run", file, "-o", file], ["run", file, "--graph", "\(text)/a.svg"], ["run", file, "--messages"],
            ["lint", file], ["lint", "wrong"], ["lint", "wrong", "--format", "json"], ["lint", text],
            ["check", text], ["check", file, "--baseline", file], ["check", file, "--report", text],
            ["list", "."], ["list", ".", "--format", "json"], ["list", text], ["explain", text], [text],
            ["compare", text, "gcd"], ["compare", "gcd@\(text)", "gcd"], ["compare", "nstimer+\(text)", "gcd"],
            ["analyze", text], ["analyze", log, "--match", text], ["analyze", log, "--column", text],
            ["calibrate", log], ["calibrate", "--scenario", log], ["calibrate", log, "--name", text],
            ["completions", text], ["profiles", text], ["timerlab-host", "conform", text],
            ["timerlab-host", "conform", file, "--limit", "1s"], ["timerlab-host", "run", file, "--limit", "1s"],
            ["run", file, "-q", "--graph", "a.svg"],
            ["reference", text], ["compare", file, "--seed", text], ["check", ".", "--seeds", text],
            ["run", file, "--set", "device.profile=\(text).toml"],
        ]

    @Test("a terminal gets no control from it, and no line of its own", arguments: commands)
    func terminal(words: [String]) throws {
        let printed = try run(words, to: .terminal)
        refuseControls(printed, words)
        refuseCommands(printed, words)
    }

    private func refuseControls(_ printed: String, _ words: [String]) {
        let controls = printed.unicodeScalars.filter {
            [.control, .lineSeparator].contains($0.properties.generalCategory) && $0 != "\n" || $0 == "\u{202E}"
        }
        #expect(controls.isEmpty, "\(words): \(printed.debugDescription)")
    }

    @Test("a pipe gets no workflow command from it", arguments: commands)
    func pipe(words: [String]) throws { refuseCommands(try run(words), words) }

    /// Runs the lab, or the host's program where its name comes first.
    private func run(_ words: [String], to output: Program.Output = .pipe) throws -> String {
        guard words[0] == "timerlab-host" else { return try program.run(words, in: folder.path, to: output).text }
        let host = try #require(Program(words[0]), "timerlab-host is built with the tests")
        return try host.run(Array(words.dropFirst()), in: folder.path, to: output).text
    }

    /// Only a log that is text keeps NSLog's bytes.
    @Test(
        "a file in any other format has no control either, and breaks no rule of it",
        arguments: commands.filter { words in
            ["--format", "--report"].contains { option in
                words.firstIndex(of: option).map { !["text", text].contains(words[$0 + 1]) } ?? false
            }
        })
    func formats(words: [String]) throws {
        _ = try program.run(words + ["-o", "out"], in: folder.path)
        let written = try folder.read("out")
        refuseControls(written, words)
        switch words.first(where: { ["json", "jsonl", "sarif", "csv", "junit", "html"].contains($0) }) {
        case "json", "jsonl":
            for line in written.split(separator: "\n") {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
        case "sarif": #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(written.utf8)) }
        case "csv":
            let formulas = written.split(separator: "\n").flatMap { $0.split(separator: ",") }
                .filter { $0.hasPrefix("=") || $0.hasPrefix("\"=") }
            #expect(formulas.isEmpty)
        case "junit": #expect(!written.contains("<b>"))
        case "html": #expect(!written.contains("<b>&"))
        default: break
        }
    }

    @Test("a drawing has neither controls nor elements of its own", arguments: ["svg"])
    func graphs(format: String) throws {
        _ = try program.run(["run", HostileTextTests.file, "-q", "--graph", "out.\(format)"], in: folder.path)
        let written = try folder.read("out.\(format)")
        refuseControls(written, [format])
        #expect(!written.contains("<b>"))
    }

    @Test("a page for a browser has neither controls nor elements of its own, nor a line that is a command")
    func pages() throws {
        let pages = [
            ["run", HostileTextTests.file, "-q"], ["run", HostileTextTests.file, "--set", "timer.tick.modes=tracking"],
            ["analyze", HostileTextTests.log], ["compare", HostileTextTests.file, "again.toml"],
        ]
        for words in pages {
            _ = try program.run(words + ["--html", "out.html"], in: folder.path)
            let written = try folder.read("out.html")
            refuseControls(written, words)
            refuseCommands(written, words)
            #expect(!written.contains("<b>&"), "\(words)")
        }
    }

    private func refuseCommands(_ printed: String, _ words: [String]) {
        let lines = printed.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        let commands = lines.map { String($0).trimmingCharacters(in: .whitespaces) }.filter {
            $0.hasPrefix("##[") || $0.hasPrefix("##vso[") || $0.hasPrefix("##teamcity[")
                || $0.hasPrefix("::error::pwned")
        }
        #expect(!printed.isEmpty && commands.isEmpty, "\(words): \(printed.debugDescription)")
    }

    @Test("a title that is a workflow command begins no line as one")
    func title() throws {
        try folder.write("title.toml", "title = \"::error::pwned\"\nduration = \"1s\"\n")
        let printed = try program.run(["run", "title.toml"], in: folder.path).text
        #expect(printed.hasPrefix(#"\u{3a}:error::pwned"#))
    }
}
