extension CommandSpec {
    /// The manual page of the program with all its commands, in the macros of man(7).
    func manualPage() -> String {
        var lines = [
            ".TH \(quoted(name.uppercased())) 1 \"\" \(quoted(version ?? name))", ".SH NAME",
            roff(name) + " \\- " + roff(abstract), ".SH SYNOPSIS", ".B " + roff([self].usageLine), ".SH DESCRIPTION",
            roff(discussion), ".SH OPTIONS",
        ]
        lines += tagged([self].optionsInForce.filter { !$0.isHidden }.map { ($0.label, $0.summary) })
        lines.append(".SH COMMANDS")
        for command in subcommands {
            lines += [".SS " + quoted([self, command].usageLine), roff(command.abstract)]
            lines += command.discussion.split(separator: "\n").flatMap { [".PP", roff(String($0))] }
            lines += tagged(command.arguments.map { ($0.name, $0.summary) })
            lines += tagged(command.options.map(\.spec).filter { !$0.isHidden }.map { ($0.label, $0.summary) })
        }
        lines.append(".SH EXIT STATUS")
        lines += tagged(exitStatus.map { (String($0.status), $0.meaning) })
        lines.append(".SH EXAMPLES")
        lines += tagged((examples + subcommands.flatMap(\.examples)).map { ($0.command, $0.meaning) })
        return lines.joined(separator: "\n") + "\n"
    }

    private func tagged(_ rows: [(label: String, text: String)]) -> [String] {
        rows.flatMap { [".TP", ".B " + roff($0.label), roff($0.text)] }
    }

    private func quoted(_ text: String) -> String { "\"" + roff(text).replacing("\"", with: "\\(dq") + "\"" }

    /// Text in which no character steers the formatter: a hyphen stays the one that can be typed.
    private func roff(_ text: String) -> String {
        let line = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
