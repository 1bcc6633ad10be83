import LabPlatform
import LabScenarioLanguage
import LabTextLayout

/// A reason why a command cannot do its work, ready to print.
public struct Problem: Error, Sendable, CustomStringConvertible {
    package enum Kind {
        /// A line without a place.
        case plain(String, help: String?)
        case diagnostics([Diagnostic], ScenarioSources, path: String)
    }

    package var kind: Kind
    /// The help for a problem without a place.
    package var help: String? { if case .plain(_, let help) = kind { help } else { nil } }
    package var status: ExitStatus
    /// Why an input could not be read; nil for any other problem.
    package var reason: InputFault?

    package init(_ message: String, help: String? = nil, status: ExitStatus = .wrongData) {
        kind = .plain(message, help: help)
        self.status = status
    }

    package init(
        _ diagnostics: [Diagnostic], _ sources: ScenarioSources, path: String, status: ExitStatus = .wrongData
    ) {
        kind = .diagnostics(diagnostics, sources, path: path)
        self.status = status
    }

    /// The mistakes of a scenario that was read.
    package init(_ reading: ScenarioReading, path: String, status: ExitStatus = .wrongData) {
        self.init(reading.diagnostics, reading.sources, path: path, status: status)
    }

    package init(unknownTimer name: String, known: [String]) {
        let names = known.map { "'\($0)'" }.joined(separator: ", ")
        self.init(
            "unknown timer '\(name)'" + (names.isEmpty ? "" : " (expected one of: \(names))"), status: .usage)
    }

    /// A value of `--set` that leads nowhere.
    init(_ fault: OverrideFault, in place: String = "") {
        let message = "\(fault.override.option) \(fault.override.argument): \(place)\(fault.message)"
        self.init(message, help: fault.help, status: .usage)
    }

    /// An input that could not be read, as it was typed.
    init(path: String, _ fault: InputFault, help: String? = nil) {
        let status: ExitStatus = if case .tooLarge = fault { .wrongData } else { .noInput }
        self.init(fault.message(of: path), help: help, status: status)
        reason = fault
    }

    /// A file that is not there or cannot be read.
    init(reading path: String, _ error: ErrorNumber) {
        self.init(path: path, error.isMissing ? .missing : .unreadable(error))
    }

    /// An output that could not be written.
    package init(writing path: String, _ error: ErrorNumber) {
        self.init("\(path.isEmpty ? "''" : path): cannot be written: \(error.message)", status: .cannotWrite)
    }

    /// The text on standard error.
    public var description: String { text(width: 72) }

    /// The lines to print, each with a line end.
    ///
    /// - Parameters:
    ///   - width: columns of a quoted line.
    ///   - wrapWidth: columns of a terminal; nil: a message is a line.
    package func text(
        width: Int, wrapWidth: Int? = nil, decorate: (@Sendable (DiagnosticRenderer.Role, String) -> String)? = nil
    ) -> String {
        switch kind {
        case .plain(let message, let help):
            let lines = ["timerlab: error: " + message] + (help.map { ["help: " + $0] } ?? [])
            return lines.map { DisplayWidth.hanging(VisibleText.line($0), to: wrapWidth) + "\n" }.joined()
        case .diagnostics(let diagnostics, let sources, let path):
            var renderer = DiagnosticRenderer(path: path, width: width, decorate: decorate)
            renderer.wrapWidth = wrapWidth
            return diagnostics.map { renderer.text($0, in: sources) }.joined()
        }
    }
}

/// Why an input could not be read.
package enum InputFault: Hashable {
    case missing
    /// Neither a file nor a shipped scenario has this name.
    case unknownName
    /// Several files differ from the typed name only in case.
    case ambiguous([String])
    case directory
    /// A device or a socket.
    case notAFile
    case unreadable(ErrorNumber)
    case tooLarge(limit: Int)

    /// A line without the program's name, about a file as it was typed.
    fileprivate func message(of path: String) -> String {
        switch self {
        case .missing: "\(path.isEmpty ? "''" : path): no such file"
        case .unknownName: "no scenario or file named '\(path)'; 'timerlab list' shows the shipped ones"
        case .ambiguous(let paths):
            "\(path): no such file, but several that differ in case: \(paths.joined(separator: ", "))"
        case .directory: "\(path): is a directory"
        case .notAFile: "\(path): is a device, a FIFO or a socket, not a file"
        case .unreadable(let error): "\(path): cannot be read: \(error.message)"
        case .tooLarge(let limit): "\(path): is larger than \(limit >> 20) MiB"
        }
    }
}
