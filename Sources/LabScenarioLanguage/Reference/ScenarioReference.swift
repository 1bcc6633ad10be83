import LabCatalogue
import LabScenarioModel

/// Prints the description of the language.
package enum ScenarioReference {
    /// The reference of all tables, keys, steps, fields and codes, as Markdown.
    package static func markdown() -> String { sections().map(\.text).joined(separator: "\n") }

    /// The same by its headings, in their order.
    package static func sections() -> [ReferenceSection] {
        var page = MarkdownPage()
        page.section(1, "The scenario language")
        for table in [Schema.file] + Schema.tables { page.table(table) }
        page.section(2, "Steps")
        for (group, verbs) in Schema.verbGroups {
            page.heading(3, group)
            for verb in verbs { page.verb(verb) }
        }
        page.section(2, "Conditions")
        page.keys(Schema.condition.keys)
        page.section(2, "Log fields")
        page.rows(["field", "prints"], Schema.logFields.map { ["`\($0.usage)`", $0.doc] })
        page.section(2, "Comparisons")
        page.rows(
            ["figure", "is", "statistics"],
            Figure.Family.allCases.map { ["`\($0.rawValue)`", $0.meaning, $0.statisticNames] })
        page.section(2, "Holders")
        page.rows(
            ["word", "meaning"],
            Schema.holders.map { ["`\"\($0.word)\"`", LanguageText.of("Holders", key: $0.word).doc] })
        page.section(2, "Modes")
        page.rows(
            ["mode", "also"],
            ModeName.spellings.map { mode, names in ["`\"\(mode.name)\"`", MarkdownPage.listed(names)] })
        page.section(2, "Mistakes")
        page.rows(
            ["code", "meaning"],
            DiagnosticCode.ofReading.map { ["`\($0.rawValue)`", LanguageText.of($0.rawValue).doc] })
        return page.sections
    }
}
