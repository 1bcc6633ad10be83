import LabPlatform
import LabReports
import LabScenarioLanguage
import LabTextLayout
import LabWorkbench
import Synchronization

/// The output of a command: a terminal, a pipe, or a file that appears when it is complete.
package final class Console {
    package let output: ByteStream
    /// The width of the output in columns.
    let width: Int
    /// The layout of text here.
    package let text: PageText
    /// The decoration of messages on standard error.
    let errorDecorator: TextDecorator
    /// The list of files that are being written.
    package let temporaries: TemporaryFiles
    /// The interruptions, for commands that can stop early.
    package let interrupts: Interrupts
    private let file: OutputFile?
    private let standardOutput: StandardOutput

    /// - Throws: `Problem` if the file of `-o` cannot be made.
    init(_ line: ParsedCommand, temporaries: TemporaryFiles, interrupts: Interrupts) throws(Problem) {
        self.interrupts = interrupts
        let file = try line.outputFile.map { path throws(Problem) in try OutputFile(path, temporaries: temporaries) }
        let standardOutput = StandardOutput()
        (self.file, self.temporaries, self.standardOutput) = (file, temporaries, standardOutput)
        output = ByteStream(isTerminal: file?.isTerminal ?? Descriptor.standardOutput.isTerminal) { bytes in
            file?.write(bytes) ?? standardOutput.write(bytes)
        }
        let use = line[Options.color] ?? (file == nil ? Self.colorOfEnvironment : .never)
        func decorator(_ isTerminal: Bool) -> TextDecorator {
            use == .always || use == .auto && isTerminal ? .ansi : .plain
        }
        errorDecorator = decorator(Descriptor.standardError.isTerminal)
        // A pipe and a file are 80 columns wide.
        width = Self.columnsAskedFor ?? (file == nil ? Descriptor.standardOutput.terminalWidth : nil) ?? 80
        text = PageText(width: width, decorator: decorator(file == nil && Descriptor.standardOutput.isTerminal))
    }

    /// Writes a page in text, or in Markdown.
    package func write(_ page: Page, as format: ReportFormatName? = nil, isFirst: Bool = true) {
        let writer: any PageWriter = format == .markdown ? PageMarkdown() : text
        writer.write(page, isFirst: isFirst, to: output)
    }

    /// Writes the report of a run or a log in any format.
    package func write(
        _ report: RunReport, as format: ReportFormatName?, isQuiet: Bool, log: LogExtent? = nil,
        showsMessages: Bool = false, isFirst: Bool, isBegun: Bool = false
    ) {
        var page = report.page(isQuiet: isQuiet, log: log, showsMessages: showsMessages)
        page.isBegun = isBegun
        write(
            page, as: format, isFirst: isFirst,
            json: { report.writeJSON(isQuiet: log == .omitted, showsMessages: showsMessages, to: $0) },
            csv: { report.writeCSV(hasHead: isFirst, to: $0) })
    }

    /// The part of a firing log to print: none if quiet, and a terminal shortens a long one.
    package func logExtent(_ line: ParsedCommand) -> LogExtent {
        if line[Options.quiet] { return .omitted }
        return output.isTerminal && line[Options.format] ?? .text == .text ? .terminal : .all
    }

    /// Writes the log of a run as it comes, below the head of its page.
    package func logStream(_ extent: LogExtent, isFirst: Bool) -> LogStream {
        LogStream(extent, to: output) { [text, output] header, file in
            text.write(RunReport.head(header, file), isFirst: isFirst, to: output)
        }
    }

    /// Writes a report in any format.
    package func write(
        _ page: @autoclosure () -> Page, as format: ReportFormatName?, isFirst: Bool = true,
        json: (ByteStream) -> Void, csv: (ByteStream) -> Void
    ) {
        switch format {
        case .json: json(output)
        case .csv: csv(output)
        case .text, .markdown, nil: write(page(), as: format, isFirst: isFirst)
        }
    }

    /// Writes a separate file and returns the exit status.
    package func write(to path: String, _ body: (ByteStream) -> Void) -> ExitStatus {
        do {
            try OutputFile.write(path, temporaries: temporaries, body)
            return .success
        } catch { return complain(error) }
    }

    /// Runs `body` for each file, also after a failure; returns the worst status.
    package func each(
        _ names: [String], _ body: (_ name: String, _ isFirst: Bool) throws(Problem) -> ExitStatus
    ) -> ExitStatus {
        var statuses: [ExitStatus] = []
        var isFirst = true
        for name in names {
            do {
                statuses.append(try body(name, isFirst))
                isFirst = false
            } catch { statuses.append(complain(error)) }
            if output.isBroken || statuses.last == .interrupted { break }
        }
        return ExitStatus.severest(statuses)
    }

    /// Prints a problem on standard error: mistakes with places and lines, anything else as one line; returns its
    /// status.
    @discardableResult package func complain(_ problem: Problem) -> ExitStatus {
        let decorator = errorDecorator
        output.flush()
        StandardError.write(
            problem.text(width: max(40, width - 8), wrapWidth: StandardError.width) { role, text in
                decorator.decorated(text, role.textRole)
            })
        return problem.status
    }

    /// Prints a warning on standard error.
    package func warn(_ message: String) { say("timerlab: warning: " + message) }

    /// Prints a note on standard error.
    package func note(_ message: String) { say("timerlab: note: " + message) }

    /// Writes a message to standard error, after all earlier output.
    private func say(_ message: String) {
        output.flush()
        StandardError.say(message)
    }

    /// Flushes the output, puts the file in its place and returns the final exit status.
    ///
    /// If the reader closes the pipe (`| head`), the status is success.
    func finish(_ status: ExitStatus) throws(Problem) -> ExitStatus {
        output.flush()
        if let file {
            if output.hasWritten || status == .success { try file.finish() } else { file.discard() }
            return status
        }
        switch standardOutput.failure {
        case nil: return status
        case let failure? where failure.isClosedPipe: return .success
        case let failure?: throw Problem(writing: "standard output", failure)
        }
    }

    /// A plausible width in `COLUMNS`; it overrides the terminal's own.
    static var columnsAskedFor: Int? {
        ProcessEnvironment.variable("COLUMNS").flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }

    /// Sources: no-color.org and force-color.org (present and not empty), bixense.com/clicolors (not 0, and 0). A dumb
    /// terminal has no escape codes.
    private static var colorOfEnvironment: ColorUse {
        func isSet(_ name: String) -> Bool { ProcessEnvironment.variable(name)?.isEmpty == false }
        func isZero(_ name: String) -> Bool { ProcessEnvironment.variable(name) == "0" }
        if isSet("NO_COLOR") || ProcessEnvironment.variable("TERM") == "dumb" { return .never }
        if isSet("FORCE_COLOR") || isSet("CLICOLOR_FORCE") && !isZero("CLICOLOR_FORCE") { return .always }
        return isZero("CLICOLOR") ? .never : .auto
    }
}

/// Standard output and its first failure.
final class StandardOutput {
    private(set) var failure: ErrorNumber?

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        do { try Descriptor.standardOutput.write(bytes) } catch { failure = error }
        return failure == nil
    }

    /// Writes lines for a shell; a tab divides them.
    func write(lines: [String]) {
        let parts = lines.map { $0.split(separator: "\t").map { VisibleText.lineStart(String($0)) } }
        var text = parts.map { $0.joined(separator: "\t") + "\n" }.joined()
        _ = text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }
}

/// Writes printable lines; a failure is ignored, since there is no place to report it.
package enum StandardError {
    /// The columns at which messages are wrapped; nil outside of a terminal.
    static var width: Int? {
        Descriptor.standardError.isTerminal
            ? max(40, Console.columnsAskedFor ?? Descriptor.standardError.terminalWidth ?? 80) : nil
    }

    /// A message, made safe to print.
    package static func say(_ message: String) {
        write(DisplayWidth.hanging(VisibleText.line(message), to: width) + "\n")
    }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { try? Descriptor.standardError.write(UnsafeRawBufferPointer($0)) }
    }
}

/// A long command's progress, on a line that is removed at the end; only on a terminal.
package enum Progress {
    /// True if standard error is a terminal on which a line can be erased.
    static var canBeShown: Bool { Descriptor.standardError.isTerminal && ProcessEnvironment.variable("TERM") != "dumb" }

    /// Puts a text in the place of the line, or removes it.
    package static func show(_ text: String = "") { if canBeShown { StandardError.write("\r\u{1B}[K" + text) } }

    package static func show(_ done: Int, of all: Int) {
        // A hundred steps are enough.
        if done == all || done % max(1, all / 100) == 0 { show("\(done) of \(all) scenarios") }
    }

    /// Runs `body`, and shows its time on a terminal from the first second on.
    package static func during<Result, Failure>(
        _ what: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard canBeShown else { return try body() }
        let isOver = Mutex(false)
        let title = VisibleText.line(what)
        let clock = Task.detached {
            for second in 1... {
                try await Task.sleep(for: .seconds(1))
                isOver.withLock { if !$0 { show("\(title), \(second) s; Ctrl-C ends it") } }
            }
        }
        defer {
            clock.cancel()
            isOver.withLock { $0 = true }
            show()
        }
        return try body()
    }
}

extension DiagnosticRenderer.Role {
    fileprivate var textRole: TextRole {
        switch self {
        case .place, .message: .strong
        case .error, .caret: .bad
        case .warning: .warning
        case .note, .gutter: .faint
        case .help: .good
        }
    }
}
