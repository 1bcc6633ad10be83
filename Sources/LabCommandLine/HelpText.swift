import LabTextLayout
import LabWorkbench

extension CommandSpec {
    /// The help of the command at `path`, at most `width` columns wide, ending in a newline.
    ///
    /// A path with an unknown part gives the help of the last command that exists.
    func helpText(for path: [String] = [], width: Int = 80) -> String {
        HelpPage(chain: chain(along: path), width: max(width, HelpPage.narrowest)).text
    }

    /// The program in ten lines: its purpose, the first commands, and the way to the others.
    var briefHelp: [String] {
        let length = examples.map(\.label.count).max() ?? 0
        return DisplayWidth.wrapped(abstract, to: 80)
            + examples.map { "  " + $0.label + String(repeating: " ", count: length - $0.label.count + 2) + $0.text }
            + ["'\(name) help' lists all commands, '\(name) help COMMAND' their options."]
    }

    /// The manual page with all commands, in the macros of man(7).
    func manualPage() -> String {
        var lines = [
            ".TH \(quoted(name.uppercased())) 1 \"\(Version.date)\" \(quoted("\(name) \(Version.number)"))", ".SH NAME",
        ]
        lines += text(name + " - " + abstract) + [".SH SYNOPSIS", ".B " + roff([self].usageLine), ".SH DESCRIPTION"]
        lines += text(discussion) + [".SH OPTIONS"]
        lines += tagged([self].optionsInForce.filter { !$0.isHidden }.map { ($0.label, $0.summary) })
        lines.append(".SH COMMANDS")
        for command in subcommands {
            lines += [".SS " + quoted([self, command].usageLine)] + text(command.abstract)
            lines += command.discussion.split(separator: "\n").flatMap { [".PP"] + text(String($0)) }
            lines += tagged(command.arguments.map { ($0.name, $0.summary) })
            lines += tagged(command.options.map(\.spec).filter { !$0.isHidden }.map { ($0.label, $0.summary) })
        }
        lines.append(".SH ENVIRONMENT")
        let manual = [HelpRow](text: CommandLineTexts.all["manual"])
        lines += tagged(manual.under("environment ")) + [".SH FILES"] + tagged(manual.under("file "))
        lines += [".SH EXIT STATUS"] + tagged(exitStatus) + [".SH EXAMPLES"]
        lines += tagged(examples + subcommands.flatMap(\.examples)) + [".SH SEE ALSO"]
        lines += manual.under("see also").flatMap { text($0.text) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func tagged(_ rows: [HelpRow]) -> [String] {
        rows.flatMap { [".TP", ".B " + roff($0.label)] + text($0.text) }
    }

    private func quoted(_ text: String) -> String { "\"" + roff(text).replacing("\"", with: "\\(dq") + "\"" }

    /// Lines of text of at most 80 columns, if its words allow.
    private func text(_ text: String) -> [String] {
        DisplayWidth.wrapped(roff(text), to: 80).map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
    }

    /// Text without control characters of the formatter: a hyphen stays one that can be typed.
    private func roff(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
    }
}

extension [CommandSpec] {
    /// The usage line of the last command of a chain.
    var usageLine: String {
        guard let command = last else { return "" }
        var words = [invocation]
        if flatMap(\.options).contains(where: { !$0.spec.isHidden }) { words.append("[OPTIONS]") }
        words += command.subcommands.isEmpty ? command.arguments.map(\.usage) : ["COMMAND"]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ArgumentSpec {
    /// The argument in a usage line: in brackets if it is optional, with dots if it repeats.
    fileprivate var usage: String {
        let word = isRepeating ? "\(name)..." : name
        return isOptional ? "[\(word)]" : word
    }

    fileprivate var summary: String { summarised(help, values: hint.values) }
}

private struct HelpPage {
    static let textColumn = 26
    /// The least width of the text column: a narrower one would be unreadable, so lines become longer.
    static let narrowest = textColumn + 20

    let chain: [CommandSpec]
    let width: Int

    var text: String {
        guard let command = chain.last else { return "" }
        let options = chain.optionsInForce.filter { !$0.isHidden }
        let sections = [
            lines("OVERVIEW: " + command.abstract, width), lines(command.discussion, width),
            lines("USAGE: " + chain.usageLine, width),
            table("ARGUMENTS", command.arguments.map { ($0.name, $0.summary) }),
            table("OPTIONS", options.map { ($0.label, $0.summary) }), subcommands(of: command),
            table("EXIT STATUS", command.exitStatus),
            // Last, where a reader looks.
            table("EXAMPLES", command.examples),
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    func subcommands(of command: CommandSpec) -> [String] {
        let lines = table("SUBCOMMANDS", command.reachableSubcommands.map { ($0.name, $0.abstract) })
        return lines.isEmpty ? [] : lines + ["", "  See '\(command.name) help COMMAND' for more on a command."]
    }

    func table(_ title: String, _ rows: [HelpRow]) -> [String] {
        rows.isEmpty ? [] : ["\(title):"] + rows.flatMap { row($0.label, $0.text) }
    }

    private func lines(_ text: String, _ width: Int) -> [String] {
        text.split(separator: "\n").flatMap { DisplayWidth.wrapped(String($0), to: width) }
    }

    func row(_ label: String, _ text: String) -> [String] {
        let margin = String(repeating: " ", count: Self.textColumn)
        let lines = lines(text, width - Self.textColumn)
        let indented = "  " + label
        let gap = Self.textColumn - DisplayWidth.of(indented)
        guard gap > 0 else { return [indented] + lines.map { margin + $0 } }
        let first = indented + String(repeating: " ", count: gap) + (lines.first ?? "")
        return [first] + lines.dropFirst().map { margin + $0 }
    }
}

extension OptionSpec {
    var summary: String {
        summarised(
            help, values: hint.values, defaultText.map { "default: " + $0 },
            isRepeatable && takesValue ? "repeatable" : nil, required.map { "with --" + $0 })
    }
}

/// A help text with the possible values and other remarks.
private func summarised(_ help: String, values: [String], _ notes: String?...) -> String {
    let parts = (values.isEmpty ? [] : ["values: " + values.joined(separator: ", ")]) + notes.compactMap(\.self)
    return parts.isEmpty ? help : "\(help) (\(parts.joined(separator: "; ")))"
}
