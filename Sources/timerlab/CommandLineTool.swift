import CommandLineArguments
import Laboratory
import Reports

/// The program: from the words on the command line to an exit status.
struct CommandLineTool {
    func run(_ words: [String]) -> ExitStatus {
        Signals.ignoreClosedPipes()
        let temporaries = TemporaryFiles()
        let interrupts = Interrupts()
        Signals.onInterrupt(interrupts) { temporaries.deleteAll() }
        let root = Commands.root
        do {
            return try run(root.parse(words), root, temporaries, interrupts)
        } catch let error as UsageError {
            StandardError.write("timerlab: error: \(error.text)\n")
            return .usage
        } catch let fault as OutputFault {
            StandardError.write("timerlab: error: \(fault.message)\n")
            return fault.status
        } catch {
            StandardError.write("timerlab: error: \(error)\n")
            return .internalFault
        }
    }

    private func run(
        _ line: ParsedCommand, _ root: CommandSpec, _ temporaries: TemporaryFiles, _ interrupts: Interrupts
    ) throws -> ExitStatus {
        let console = try Console(line, temporaries: temporaries, interrupts: interrupts)
        var status = ExitStatus.success
        switch line.request {
        case .help:
            console.output.write(root.helpText(for: line.path, width: min(console.width, 120)))
        case .version:
            console.output.write(root.version.map { $0 + "\n" } ?? "")
        case .run:
            guard let command = Commands.all.first(where: { $0.spec.name == line.path.first }) else {
                return .internalFault
            }
            status = try command.run(line, on: console)
        }
        return try console.finish(status)
    }
}
