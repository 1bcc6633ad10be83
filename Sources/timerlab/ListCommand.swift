import LabCommandLine
import LabReports
import LabScenarioLanguage
import Laboratory

/// `timerlab list`: the shipped scenarios by chapter, those in a folder, or those that match words.
struct ListCommand: Command {
    private static let format = Option<ListFormatName>(
        "format", value: "FORMAT", .word, defaultText: "text", help: "How to print them.")

    var spec: CommandSpec {
        CommandSpec(
            name: "list",
            abstract: "List the shipped scenarios by chapter, or those in folders, or those that match words.",
            discussion: """
                Lists the chapters, the scenarios of a chapter (its number), all scenarios (all), or those whose titles, \
                comments or findings contain all WORDS. A word with a /, or the name of a folder, is a folder.
                """,
            options: [ListCommand.format],
            arguments: [
                ArgumentSpec(
                    name: "WORDS", help: "The words to look for, or folders to look in.", isOptional: true,
                    isRepeating: true,
                    hint: .directory)
            ],
            examples: [
                ("timerlab list", "The chapters of the course."),
                ("timerlab list 4", "The scenarios of a chapter."),
                ("timerlab list short-way", "Twelve lessons that show the essentials."),
                ("timerlab list scroll", "Scenarios about scrolling."),
                ("timerlab list ./Tests", "All scenarios below a folder."),
            ],
            exitStatus: Exits.of(0, 64, 66, 73, 130))
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
        if line[ListCommand.format] == .json {
            write(entries, line.arguments.isEmpty ? Mechanism.all : [], to: console.output)
        } else if entries.isEmpty, !words.isEmpty {
            let code = Explanations.all.first { $0.has(words) }?.code
            let other = code.map { "'timerlab explain \($0)' speaks of it" } ?? "'timerlab list all' shows all"
            console.note("no scenario has \(words.map(quoted).joined(separator: " and ")); \(other)")
        } else if line.arguments.isEmpty {
            console.write(Page(sections: overview(entries)))
        } else {
            console.write(Page(sections: chapters(entries)))
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

/// The kinds of names that a shell completes while a command is typed.
enum NameList: Sendable {
    case scenarios, mechanisms, codes, topics, profiles

    func all(_ workbench: Workbench) -> [String] {
        switch self {
        case .scenarios: workbench.finder.shippedNames
        case .mechanisms:
            Mechanism.names + Mechanism.all.flatMap(\.otherPlaces) + workbench.finder.shippedNames
        case .codes: Explanations.names + workbench.finder.shippedNames
        case .profiles: DeviceProfiles.all.map(\.plan.profile)
        case .topics: ReferenceTopics(workbench).names
        }
    }

    /// The completion of such a name, and of files beside it.
    func hint(files: [String] = []) -> ValueHint { .names({ _ in all(Workbench.ofProcess()) }, files: files) }
}
