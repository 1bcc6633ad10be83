import CommandLineArguments
import Laboratory
import Platform
import Reports

/// Where a command prints: a terminal, a pipe, or a file that appears when all is written.
final class Console {
    let output: ByteStream
    /// Columns to fit the output into.
    let width: Int
    let decorator: TextDecorator
    /// How messages on standard error are decorated.
    let errorDecorator: TextDecorator
    /// Where files that are being written are noted.
    let temporaries: TemporaryFiles
    /// For commands that can stop half-way.
    let interrupts: Interrupts
    private let file: OutputFile?
    private let standardOutput: StandardOutput

    /// - Throws: `OutputFault` when the file of `-o` cannot be made.
    init(_ line: ParsedCommand, temporaries: TemporaryFiles, interrupts: Interrupts) throws(OutputFault) {
        self.interrupts = interrupts
        let path = line.value("output")
        let isFile = path != nil && path != "-"
        let file = isFile ? try OutputFile(path ?? "", temporaries: temporaries) : nil
        let standardOutput = StandardOutput()
        self.file = file
        self.temporaries = temporaries
        self.standardOutput = standardOutput
        output = ByteStream(isTerminal: file?.isTerminal ?? Descriptor.standardOutput.isTerminal) { bytes in
            file?.write(bytes) ?? standardOutput.write(bytes)
        }
        let mayColour = !line.flag("no-color") && Console.environmentAllowsColour
        decorator = mayColour && !isFile && Descriptor.standardOutput.isTerminal ? .ansi : .plain
        errorDecorator = mayColour && Descriptor.standardError.isTerminal ? .ansi : .plain
        width = Console.width(toFile: isFile)
    }

    /// How text is laid out here.
    var text: PageText { PageText(width: width, decorator: decorator) }

    /// Writes a page in text, or in Markdown.
    func write(_ page: Page, as format: String? = nil, isFirst: Bool = true) {
        let writer: any PageWriter =
            format == "markdown" ? PageMarkdown() : text
        writer.write(page, isFirst: isFirst, to: output)
    }

    /// Writes the report of a run or a log in any format.
    func write(
        _ report: RunReport, as format: String?, isQuiet: Bool, log: LogExtent? = nil, showsMessages: Bool = false,
        isFirst: Bool
    ) {
        switch format {
        case "json":
            JSONReport(isQuiet: log == .omitted, showsMessages: showsMessages).write(
                report, isFirst: isFirst, to: output)
        case "csv": CSVReport().write(report, isFirst: isFirst, to: output)
        default:
            let page = report.page(isQuiet: isQuiet, log: log, showsMessages: showsMessages)
            write(page, as: format, isFirst: isFirst)
        }
    }

    /// Says on standard error what went wrong, and what to do about it.
    func complain(_ message: String, help: String? = nil) {
        say("timerlab: error: \(VisibleText.line(message))\n" + (help.map { "help: \(VisibleText.line($0))\n" } ?? ""))
    }

    /// Says on standard error what was left out.
    func warn(_ message: String) { say("timerlab: warning: \(VisibleText.line(message))\n") }

    /// Says on standard error what is worth knowing.
    func note(_ message: String) { say("timerlab: note: \(VisibleText.line(message))\n") }

    /// Writes lines that are fit to be printed to standard error, after all that was written before.
    func say(_ lines: String) {
        output.flush()
        StandardError.write(lines)
    }

    /// Hands on what has been written, puts the file in its place, and says what all this comes to.
    ///
    /// A reader that has seen enough (`| head`) makes a success of whatever went before.
    func finish(_ status: ExitStatus) throws(OutputFault) -> ExitStatus {
        output.flush()
        if let file {
            if output.hasWritten || status == .success { try file.finish() } else { file.discard() }
            return status
        }
        switch standardOutput.failure {
        case nil: return status
        case let failure? where failure.isClosedPipe: return .success
        case let failure?: throw OutputFault(path: "standard output", error: failure)
        }
    }

    /// `COLUMNS` outranks what the terminal says; a pipe and a file are 80 columns wide.
    private static func width(toFile: Bool) -> Int {
        if let text = ProcessEnvironment.variable("COLUMNS"), let columns = Int(text), (1...10_000).contains(columns) {
            return columns
        }
        return toFile ? 80 : Descriptor.standardOutput.terminalWidth ?? 80
    }

    /// no-color.org: present and not empty; a dumb terminal knows no escape codes.
    private static var environmentAllowsColour: Bool {
        let noColor = ProcessEnvironment.variable("NO_COLOR") ?? ""
        return noColor.isEmpty && ProcessEnvironment.variable("TERM") != "dumb"
    }
}

/// Standard output and its first failure.
private final class StandardOutput {
    private(set) var failure: ErrorNumber?

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        do { try Descriptor.standardOutput.write(bytes) } catch { failure = error }
        return failure == nil
    }
}

/// Lines that are fit to be printed; nobody can be told when they cannot be written.
enum StandardError {
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { try? Descriptor.standardError.write(UnsafeRawBufferPointer($0)) }
    }
}
