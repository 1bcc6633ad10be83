import Foundation
import LabBuiltProgram
import LabScenarioLanguage
import LabWorkbench
import Testing

@testable import LabCommandLine
@testable import timerlab

@Suite("From one's own code to an answer")
struct WaysInTests {
    @Test("every command of the README does what it says, one after the other")
    func readme() throws {
        let reader = try Reader()
        let commands = try Reader.commands(of: "README.md", sentences: true)
        #expect(commands.count > 20)
        for command in commands {
            let result = try reader.type(command)
            #expect(result.status == 0, "\(command): \(result.text)")
        }
        let length = try String(contentsOfFile: Reader.root + "/README.md", encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).count
        #expect(length <= 141)
    }

    @Test("the page in Chinese shows lines that its commands print, for seven questions")
    func chinese() throws {
        let reader = try Reader()
        let page = try reader.type("timerlab reference zh").text
        let blocks = page.components(separatedBy: "```\n$ ").dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(blocks.count == 7)
        for block in blocks {
            let lines = block.split(separator: "\n")
            let printed = try reader.type(String(lines[0])).text.split(separator: "\n")
            for line in lines.dropFirst() { #expect(printed.contains(line), "\(lines[0]): \(line)") }
        }
        let readme = try Reader.commands(of: "README.md", sentences: true)
        let typed = readme + blocks.map { String($0.prefix { $0 != "\n" }) }
        for command in try Reader.commands(of: "Scenarios/guide/zh.md", sentences: true) where !typed.contains(command)
        {
            #expect(try reader.type(command).status == 0, "\(command)")
        }
    }

    @Test("each step of the tutorial prints what it says")
    func tutorial() throws {
        let reader = try Reader()
        let says = [
            "is written", "TL0103", "common modes", "always on time", "2 of 2 hold", "Wrote timerlab.baseline",
            "1 as before", "lost common mode: noticed by",
        ]
        let commands = try Reader.commands(of: "Scenarios/guide/tutorial.md")
        try #require(commands.count == says.count)
        for (command, word) in zip(commands, says) {
            if command == "timerlab run countdown.toml", word == "2 of 2 hold" {
                try mend(reader.folder + "/countdown.toml")
            }
            let result = try reader.type(command)
            #expect(result.text.contains(word) && result.status == 0, "\(command): \(result.text)")
        }
    }

    /// What the fifth step asks for.
    private func mend(_ path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("repeats  = true\n", with: "repeats  = true\nmodes    = [\"common\"]\n")
            .replacing("skipped = 2\nfinding = [\"TL0103\"]", with: "skipped = 0\nfired   = 10")
            .write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("each line of from-code is a scenario that is understood")
    func fromCode() throws {
        let text = try String(contentsOfFile: Reader.root + "/Scenarios/guide/from-code.md", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
        var count = 0
        for row in rows {
            guard let right = row.components(separatedBy: " | ").last, right.contains("`") else { continue }
            var timer = ["[[timer]]", "id = \"tick\""]
            var others: [String] = []
            var steps: [String] = []
            for part in right.split(separator: "`").map(String.init) where part.contains("=") || part.hasPrefix("[") {
                if part.hasPrefix("{") {
                    steps.append(part)
                } else if part.hasPrefix("[") || !others.isEmpty {
                    others.append(part)
                } else if !right.contains("short form") || !part.hasPrefix("modes") {
                    timer.append(part)
                }
            }
            if timer.count == 2 { timer += ["kind = \"Timer\"", "interval = \"1s\"", "repeats = true"] }
            if !steps.isEmpty { timer.append("do = [\(steps.joined(separator: ", "))]") }
            let screen = ["[[object]]", "id = \"screen\"", "held_by = \"navigation\"", "[[queue]]", "id = \"q\""]
            let toml = (["duration = \"10s\""] + screen + timer + others).joined(separator: "\n")
            let reading = ScenarioReader.read(bytes: Array((toml + "\n").utf8))
            #expect(reading.plan != nil, "\(row)\n\(toml)\n\(reading.diagnostics)")
            count += 1
        }
        #expect(count > 35)
    }

    @Test("a word of from-code is found in the reference, a word that is nowhere is not")
    func codeWords() throws {
        let reader = try Reader()
        #expect(try reader.type("timerlab reference debounce").text.contains("DispatchWorkItem"))
        #expect(try reader.type("timerlab reference from-code NSAlert modal").text.contains("NSModalPanelRunLoopMode"))
        #expect(try reader.type("timerlab reference from-code Port").text.contains("[[source]]"))
        #expect(try reader.type("timerlab reference sundial").status == 64)
    }

    @Test(
        "init writes what runs and what its expectations say, and leaves a file alone that is there",
        arguments: ["countdown", "poller", "display-link", "gcd", "task-sleep", "worker", "leak"])
    func begin(kind: String) throws {
        let reader = try Reader()
        #expect(try reader.type("timerlab init \(kind)").status == 0)
        #expect(try reader.type("timerlab run \(kind).toml").status == 0)
        #expect(try reader.type("timerlab init \(kind)").status == 73)
        #expect(try reader.type("timerlab init leak -o \(kind).toml").status == 73)
        #expect(try reader.type("timerlab init leak -o \(kind).toml --force").status == 0)
        let text = try String(contentsOfFile: "\(reader.folder)/\(kind).toml", encoding: .utf8)
        #expect(text.hasPrefix("#:schema ") && text.contains("[guard]") && text.contains("deallocated = false"))
    }

    @Test("list has chapters in the order of the course, and finds words in titles, comments and findings")
    func list() throws {
        let reader = try Reader()
        func headings(_ command: String) throws -> [Substring] {
            try reader.type(command).text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        }
        let all = try reader.type("timerlab list all").text
        let chapters = try headings("timerlab list all")
        #expect(chapters.prefix(4) == ["Start here", "1  Making and ending", "2  Late and skipped", "3  Heavy work"])
        #expect(try headings("timerlab list 3") == ["3  Heavy work"])
        #expect(try reader.type("timerlab list").text.split(separator: "\n").count <= 24)
        #expect(!all.contains("(0.1"))
        #expect(try reader.type("timerlab list scroll common").text.contains("common-modes-are-a-set"))
        #expect(try reader.type("timerlab list TL0101").text.contains("heavy-work"))
        #expect(try reader.type("timerlab list sundial").text.contains("no scenario has 'sundial'"))
        #expect(try reader.type("timerlab list Scenarios").text.contains("poller"))
    }

    @Test(
        "reference finds a table, a step, a key, a word, a page",
        arguments: [
            ("timer", "## `[[timer]]`"), ("work", "#### `work`"), ("tolerance", "| `tolerance` |"),
            ("continuous", "mach_continuous_time"), ("tutorial", "# Ten minutes"), ("steps", "#### `repeat`"),
            ("expect", "## `[[expect]]`"), ("gate", "## Exit status"),
        ])
    func reference(topic: String, text: String) throws {
        let reader = try Reader()
        let piped = try reader.type("timerlab reference \(topic)")
        #expect(piped.status == 0 && piped.text.contains(text), "\(piped.text.prefix(500))")
        let shown = try reader.type("timerlab reference \(topic)", to: .terminal, environment: ["COLUMNS": "80"]).text
        #expect(!shown.contains("| ---") && !shown.contains("## "))
        #expect(shown.split(whereSeparator: \.isNewline).count { $0.count > 80 && !$0.hasPrefix("    ") } == 0)
        let mistyped = try reader.type("timerlab reference tolerence")
        #expect(mistyped.status == 64 && mistyped.text.contains("did you mean 'tolerance'?"))
    }

    @Test(
        "nothing that a terminal of 80 columns shows is wider",
        arguments: [
            "lint bad.toml", "reference", "reference live", "reference gate", "reference steps", "reference poller",
            "remedy weak-target", "explain TL0101", "profiles mac", "run heavy-work -q", "help completions",
        ])
    func width(command: String) throws {
        let reader = try Reader()
        try "duration = \"1s\"\n[[timer]]\nfoo = 3\ndo = [{ frob = 1 }]\n".write(
            toFile: reader.folder + "/bad.toml", atomically: true, encoding: .utf8)
        let environment = ["COLUMNS": "80", "NO_COLOR": "1"]
        let text = try reader.type("timerlab \(command)", to: .terminal, environment: environment).text
        #expect(text.split(whereSeparator: \.isNewline).filter { $0.count > 80 } == [])
    }

    @Test("reference begins with what there is to look up, and knows the beginnings that init has")
    func overview() throws {
        let reader = try Reader()
        let shown = try reader.type("timerlab reference", to: .terminal, environment: ["COLUMNS": "80"]).text
        #expect(shown.contains("timerlab reference TOPIC") && shown.contains("from-code WORD"))
        #expect(shown.split(separator: "\n").count <= 24)
        #expect(try reader.type("timerlab reference").text == reader.type("timerlab reference all").text)
        #expect(try reader.type("timerlab reference poller").text.contains("did you mean 'timerlab init poller'?"))
    }

    @Test(
        "colours are printed on a terminal, or when they are asked for",
        arguments: [
            (Program.Output.terminal, "", [:], true), (.pipe, "", [:], false), (.pipe, "", ["FORCE_COLOR": "1"], true),
            (.terminal, "", ["NO_COLOR": "1"], false), (.terminal, "--color=never", ["FORCE_COLOR": "1"], false),
            (.pipe, "--color=always", ["NO_COLOR": "1"], true), (.terminal, "", ["CLICOLOR": "0"], false),
            (.terminal, "", ["CLICOLOR": "1"], true), (.pipe, "", ["CLICOLOR_FORCE": "1"], true),
            (.pipe, "", ["CLICOLOR_FORCE": "0"], false), (.pipe, "", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        ] as [(Program.Output, String, [String: String], Bool)])
    func color(output: Program.Output, word: String, environment: [String: String], isColoured: Bool) throws {
        let environment = environment.merging(["TERM": "xterm"]) { $1 }
        let text = try Reader().type("timerlab run -q tracking \(word)", to: output, environment: environment).text
        #expect(text.contains("\u{1B}[1m") == isColoured)
    }

    @Test("the version says what was built, by which compiler, for what")
    func version() throws {
        let text = try Reader().type("timerlab --version").text
        #expect(text.contains(/^timerlab \d+\.\d+\.\d+ \(.+\), Swift 6\.\d+.*, (macOS|Linux) \w+/))
    }

    @Test(
        "shells complete names of scenarios, codes, mechanisms, formats and topics", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let reader = try Reader()
        for (line, offered) in [
            ("run weak-t", "weak-target"), ("explain TL010", "TL0103"), ("compare task-s", "task-sleep"),
            ("run --format j", "json"), ("run --format=j", "json"), ("reference tut", "tutorial"),
            ("profiles iphone-6", "iphone-60hz"), ("compare --device iphone-6", "iphone-60hz"),
            ("compare nstimer@", "nstimer@worker"),
            ("run heavy-work --set timer.tick.int", "timer.tick.interval"), ("explain heavy-work ti", "tick"),
        ] {
            guard let text = try reader.offer(by: shell, behind: line, until: offered) else { return }
            #expect(text.contains(offered), "\(shell): \(line): \(text)")
        }
    }

    @Test("the manual page has a date and the usual sections, in lines of 80 bytes")
    func manual() throws {
        let page = try Reader().type("timerlab completions man").text
        let lines = page.split(separator: "\n")
        for name in ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
            #expect(lines.contains { $0 == ".SH \(name)" })
        }
        #expect(lines[0].contains(#/^\.TH "TIMERLAB" 1 "20\d\d-\d\d-\d\d" /#))
        #expect(lines.filter { !$0.hasPrefix(".") && $0.utf8.count > 80 } == [])
    }

    @Test(
        "a file's name that is a command is offered in quotes, and never run",
        arguments: ["$(touch ran).toml", "`touch ran`.toml", "o'clock.toml", "two words.toml", "a\"b.toml"])
    func hostileCompletion(name: String) throws {
        let reader = try Reader()
        for folder in [reader.folder, reader.folder + "/Scenarios"] {
            try "duration = \"1s\"\n".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        for line in ["run", "lint", "run \(name.prefix(1))"] {
            let text = try reader.offer(
                by: "bash", behind: line, scenarios: reader.folder + "/Scenarios", until: "",
                printing: #"for word in "${COMPREPLY[@]}"; do eval "echo $word"; done"#)
            guard let text else { return }
            #expect(text.split(separator: "\n").contains(name[...]), "\(line): \(text)")
        }
        #expect(!FileManager.default.fileExists(atPath: reader.folder + "/ran"))
    }

    @Test(
        "a bash at a terminal completes what is a command, a quote or a space, and runs none of it",
        arguments: [
            ("run '$", "$(touch ran).toml"), ("run '`", "`touch ran`.toml"), ("run o\\'", "o'clock.toml"),
            ("run two\\ ", "two words.toml"), ("run a\\\"", "a\"b.toml"), ("compare nstimer@w", "nstimer@worker"),
            ("run --format=j", "--format=json"),
        ])
    func terminalCompletion(typed: String, completed: String) throws {
        let reader = try Reader()
        guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
        if completed.hasSuffix(".toml") {
            try "duration = \"1s\"\n".write(toFile: "\(reader.folder)/\(completed)", atomically: true, encoding: .utf8)
        }
        let printing = "\u{1}printf '%s\\n' \u{5} > words; exit\n"
        try reader.program.type(
            "source <(timerlab completions bash)\ntimerlab \(typed)\t" + printing, to: "/bin/bash", in: reader.folder,
            scenarios: "/nowhere")
        let words = try String(contentsOfFile: reader.folder + "/words", encoding: .utf8)
        #expect(words.split(separator: "\n").last == completed[...], "\(words)")
        #expect(!FileManager.default.fileExists(atPath: reader.folder + "/ran"))
    }
}

extension Reader {
    /// The words that a shell offers behind `timerlab LINE`, printed by a piece of script; nil where there is no such shell.
    fileprivate func offer(
        by shell: String, behind line: String, scenarios: String = Reader.root + "/Scenarios", until offered: String,
        printing: String = #"printf '%s\n' "${COMPREPLY[@]}""#
    ) throws -> String? {
        guard let path = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: FileManager.default.isExecutableFile)
        else { return nil }
        let script = try type("timerlab completions \(shell)").text
        try script.write(toFile: folder + "/_timerlab", atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments =
            (shell == "zsh" ? ["-f"] : []) + ["-c", Reader.asking(shell, printing), shell, line, offered]
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = [
            "PATH": URL(filePath: program.path).deletingLastPathComponent().path + ":/bin:/usr/bin", "TERM": "dumb",
            "HOME": folder, "TIMERLAB_SCENARIOS": scenarios,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// What a shell is told to print: what it offers behind `timerlab $1`.
    private static func asking(_ shell: String, _ printing: String) -> String {
        switch shell {
        case "bash":
            """
            . ./_timerlab; COMP_LINE="timerlab $1"; COMP_POINT=${#COMP_LINE}
            set -f; IFS=' '; COMP_WORDS=(timerlab ${1//=/ = }); [[ $1 == *' '* ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); [[ $1 == *' '* ]] || COMP_LINE+=' '
            COMP_POINT=${#COMP_LINE}; unset IFS; set +f; _timerlab
            \(printing)
            """
        case "zsh":
            """
            zmodload zsh/zpty; zpty z zsh -f -i
            till() {
                for i in {1..100}; do
                    while zpty -r -t z more; do text+=${more//$'\\a'}; done
                    [[ $text == *$1* ]] && return; sleep 0.1
                done
            }
            zpty -w z "autoload -Uz compinit; compinit -u; . ./_timerlab; print RE''ADY"; till READY
            zpty -w -n z "timerlab $1"$'\\t'; till $2; print -r -- $text; zpty -d z
            """
        default: "source ./_timerlab; complete -C \"timerlab $argv[2]\""
        }
    }
}
