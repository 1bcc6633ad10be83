import Laboratory
import Reports
import ScenarioLanguage

extension Console {
    /// Prints a problem on standard error: mistakes with their places and lines, anything else as one line.
    func complain(_ problem: Problem) {
        switch problem.kind {
        case .plain(let message, let help):
            complain(message, help: help)
        case .diagnostics(let diagnostics, let sources, let path):
            let decorator = errorDecorator
            let renderer = DiagnosticRenderer(path: path, width: max(40, width - 8)) { role, text in
                decorator.decorated(text, role.textRole)
            }
            say(diagnostics.map { renderer.text($0, in: sources) }.joined())
        }
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
