import LabPlatform
import LabWorkbench

/// A program: from the words on the command line to an exit status.
package struct CommandLineTool {
    private let name: String
    private let texts: [String: String]
    private let commands: [any Command]
    private let guess: @Sendable (String) -> String?

    /// - Parameters: - texts: those of its commands by their words, and its own by its name. - commands: in the order in
    ///   which help lists them. - guess: the command line that was likely meant by an unknown word.
    package init(
        _ name: String, _ texts: [String: String], _ commands: [any Command],
        guess: @escaping @Sendable (String) -> String? = { _ in nil }
    ) { (self.name, self.texts, self.commands, self.guess) = (name, texts, commands, guess) }

    /// The description of the program. Beside a command that is called, the others are only named: reading all texts
    /// would take longer than many runs.
    func spec(calling called: String? = nil) -> CommandSpec {
        var root = CommandSpec(name, in: texts, options: [Options.output, Options.color])
        root.guess = guess
        let isOne = commands.contains { $0.word == called }
        root.subcommands = commands.map { command in
            isOne && command.word != called
                ? .named(command.word)
                : CommandSpec(
                    command.word, in: texts, values: command.values, options: command.options,
                    arguments: command.arguments)
        }
        root.subcommands.append(isOne ? .named("completions") : .completions(of: name))
        return root
    }

    /// Runs the command of the process.
    package func runProcess() -> Never {
        Descriptor.occupyStandardStreams()
        Signals.ignoreClosedPipes()
        let interrupts = Interrupts()
        let status = run(Array(CommandLine.arguments.dropFirst()), interrupts)
        ProcessEnvironment.endProcess(status: interrupts.processStatus(status))
    }

    private func run(_ words: [String], _ interrupts: Interrupts) -> ExitStatus {
        let temporaries = TemporaryFiles()
        // The first signal goes to the command that asked for it.
        Signals.onInterrupt { number in
            if interrupts.stopCommand(number) { return false }
            temporaries.deleteAll()
            return true
        }
        let root = spec(calling: words.first)
        if words.isEmpty || words[0] == "__complete" {
            let lines = words.isEmpty ? root.briefHelp : root.completions(of: Array(words.dropFirst()))
            StandardOutput().write(lines: lines)
            return .success
        }
        var called: [String] = []
        do {
            let line = try root.parse(words)
            called = line.path
            return try run(line, of: root, temporaries, interrupts)
        } catch let error as UsageError {
            let text = root.text(of: error, calling: called)
            for line in "timerlab: error: \(text)".split(separator: "\n") { StandardError.say(String(line)) }
            return .usage
        } catch {
            let problem = error as? Problem
            StandardError.say("timerlab: error: \(problem?.summary ?? "\(error)")")
            return problem?.status ?? .internalFault
        }
    }

    private func run(
        _ line: ParsedCommand, of root: CommandSpec, _ temporaries: TemporaryFiles, _ interrupts: Interrupts
    ) throws -> ExitStatus {
        let command = line.request == .run ? commands.first { $0.word == line.path.first } : nil
        if let command, let message = clash(command.files(line), line) { throw UsageError(message) }
        let console = try Console(line, temporaries: temporaries, interrupts: interrupts)
        var status = ExitStatus.success
        switch line.request {
        case .help: console.output.write(root.helpText(for: line.path, width: min(console.width, 120)))
        case .version: console.output.write(Version.text(of: name, scenarios: Workbench.ofProcess().finder) + "\n")
        case .run:
            guard let command else {
                let script = CommandLineTexts.all[line.arguments.first ?? ""]
                console.output.write(script?.replacing("timerlab", with: name) ?? root.manualPage())
                break
            }
            do { status = try command.run(line, on: console) } catch let problem as Problem {
                status = console.complain(problem)
            }
        }
        return try console.finish(status)
    }

    /// Why the files of a command cannot all be used; nil if they can, or if it writes none.
    private func clash(_ files: FileUse, _ line: ParsedCommand) -> String? {
        var files = files
        let path = line.outputFile
        guard path != nil || !files.outputs.isEmpty else { return nil }
        files.outputs.insert((path.map { "-o \($0)" } ?? "standard output", path), at: 0)
        return Workbench.ofProcess().clash(in: files)
    }
}
