import LabCommandLine
import LabReports
import LabWorkbench

/// `timerlab list`: the shipped scenarios by chapter, those in a folder, or those that match words.
struct ListCommand: Command {
    let word = "list"
    var options: [any DeclaredOption] { [Options.listFormat] }
    var arguments: [ArgumentSpec] {
        [ArgumentSpec(name: "WORDS", isOptional: true, isRepeating: true, hint: .directory)]
    }

    func files(_ line: ParsedCommand) -> FileUse {
        let folders = line.arguments.filter(isFolder)
        return FileUse(scenarios: folders, readsShipped: folders.isEmpty)
    }

    private func isFolder(_ word: String) -> Bool { word.contains("/") || Workbench.ofProcess().isFolder(word) }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let workbench = Workbench.ofProcess()
        let folders = line.arguments.filter(isFolder)
        let words = line.arguments.filter { !isFolder($0) }
        let (listings, faults) = workbench.list(folders: folders)
        let all = ScenarioListing.inReadingOrder(listings)
        let chapter = words.isEmpty || words == ["all"] ? all : all.filter { $0.isIn(chapter: words) }
        let entries = chapter.isEmpty ? all.filter { $0.has(words) } : chapter
        for fault in faults { console.complain(fault) }
        for warning in workbench.warnings(of: folders) { console.warn(warning) }
        if line[Options.listFormat] == .json {
            write(entries, line.arguments.isEmpty ? Mechanism.all : [], to: console.output)
        } else if entries.isEmpty, !words.isEmpty {
            let code = Explanations.all.first { $0.has(words) }?.code
            let other = code.map { "'timerlab explain \($0)' speaks of it" } ?? "'timerlab list all' shows all"
            console.note("no scenario has \(words.map(quoted).joined(separator: " and ")); \(other)")
        } else {
            console.write(Page(sections: line.arguments.isEmpty ? overview(entries) : chapters(entries)))
        }
        return ExitStatus.severest(faults.map(\.status))
    }

    /// The chapters with their scenarios, in the order of the course.
    private func grouped(_ entries: [ScenarioListing]) -> [(title: String, entries: [ScenarioListing])] {
        entries.reduce(into: []) { chapters, entry in
            let title = entry.chapter == "Scenarios" ? "Start here" : entry.chapter
            if chapters.last?.title != title { chapters.append((title, [])) }
            chapters[chapters.count - 1].entries.append(entry)
        }
    }

    private func chapters(_ entries: [ScenarioListing]) -> [ReportSection] {
        grouped(entries).map { chapter in
            ReportSection(chapter.title, [.items(chapter.entries.map { ReportItem($0.name, .strong, $0.title) })])
        }
    }

    /// The first scenarios by name, and a line for each chapter.
    private func overview(_ entries: [ScenarioListing]) -> [ReportSection] {
        var rest = grouped(entries)
        let first = rest.isEmpty ? [] : chapters(rest.removeFirst().entries)
        let items = rest.map { chapter in
            let first = chapter.entries.first?.name ?? ""
            return ReportItem(chapter.title, .strong, "\(chapter.entries.count): \(first), …", .faint)
        }
        let hint = "timerlab list 4, list scroll, list short-way, list all"
        return first + [ReportSection("Chapters", note: hint, [.items(items)])]
    }

    private func write(_ entries: [ScenarioListing], _ mechanisms: [Mechanism], to output: ByteStream) {
        for entry in entries {
            output.writeJSON(
                "scenario",
                [
                    "name": entry.name, "path": entry.path, "title": entry.title, "chapter": entry.chapter,
                    "claims": entry.claims, "question": entry.question, "source": entry.source,
                ])
        }
        for mechanism in mechanisms {
            output.writeJSON(
                "mechanism",
                ["name": mechanism.name, "meaning": mechanism.meaning, "elsewhere": mechanism.otherPlaces])
        }
    }
}
