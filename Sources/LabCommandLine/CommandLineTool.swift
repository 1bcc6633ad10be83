import LabPlatform
import LabReports
import Laboratory

/// A program: from the words on the command line to an exit status.
package struct CommandLineTool {
    private let root: CommandSpec
    private let commands: [any Command]

    package init(_ root: CommandSpec, _ commands: [any Command]) { (self.root, self.commands) = (root, commands) }

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
        Signals.onInterrupt(interrupts) { temporaries.deleteAll() }
        if words.isEmpty || words[0] == "__complete" {
            let lines = words.isEmpty ? root.briefHelp : root.completions(of: Array(words.dropFirst()))
            StandardOutput().write(lines: lines)
            return .success
        }
        do {
            return try run(root.parse(words), temporaries, interrupts)
        } catch let error as UsageError {
            for text in "timerlab: error: \(error.text)".split(separator: "\n") { StandardError.say(String(text)) }
            return .usage
        } catch let problem as Problem {
            StandardError.say("timerlab: error: " + problem.summary)
            return problem.status
        } catch {
            StandardError.say("timerlab: error: \(error)")
            return .internalFault
        }
    }

    private func run(
        _ line: ParsedCommand, _ temporaries: TemporaryFiles, _ interrupts: Interrupts
    ) throws -> ExitStatus {
        let index = line.request == .run ? root.subcommands.firstIndex { $0.name == line.path.first } : nil
        let command = index.map { commands[$0] }
        if let command, let message = clash(command.files(line), line) {
            throw root.usageError(message, at: line.path)
        }
        let console = try Console(line, temporaries: temporaries, interrupts: interrupts)
        var status = ExitStatus.success
        switch line.request {
        case .help: console.output.write(root.helpText(for: line.path, width: min(console.width, 120)))
        case .version: console.output.write(Version.text(of: root.name, scenarios: Workbench.ofProcess().finder) + "\n")
        case .run:
            guard let command else { return .internalFault }
            do { status = try command.run(line, on: console) } catch let problem as Problem {
                console.complain(problem)
                status = problem.status
            }
        }
        return try console.finish(status)
    }

    /// The reason why the files of a command cannot all be used; nil if they can, or if it writes none.
    private func clash(_ files: FileUse, _ line: ParsedCommand) -> String? {
        var files = files
        let path = line[Options.output].flatMap { $0 == "-" ? nil : $0 }
        guard path != nil || !files.outputs.isEmpty else { return nil }
        files.outputs.insert((path.map { "-o \($0)" } ?? "standard output", path), at: 0)
        return Workbench.ofProcess().clash(in: files)
    }
}
