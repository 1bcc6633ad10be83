import LabCatalogue
import LabScenarioModel

/// Prints the description of the language.
package enum ScenarioReference {
    /// The reference of all tables, keys, steps, fields and codes, as Markdown.
    package static func markdown() -> String {
        var page = MarkdownPage()
        page.heading(1, "The scenario language")
        page.paragraph(
            "A scenario is a TOML file. Times are strings with a unit (`\"1s\"`, `\"16.67ms\"`, `\"1/60s\"`); a bare number "
                + "is an error. Unknown keys are errors. Ids share one namespace, so that a verb knows what its id names. "
                + "Tables may come in any order. It decides only ties: what is made or due at the same instant goes in "
                + "file order. Of several screens, the last one is on top."
        )
        for table in [Schema.file] + Schema.tables { page.table(table) }
        page.heading(2, "Steps")
        page.paragraph(
            "Everything that runs is a list of steps. A step is an inline table whose first key is its verb. Each step "
                + "takes `when`, a condition: it is left out unless that holds.")
        for group in VerbSchema.Group.allCases {
            page.heading(3, group.rawValue)
            for verb in Schema.verbs where verb.group == group { page.verb(verb) }
        }
        page.heading(2, "Conditions")
        page.paragraph("A condition is one of these.")
        page.keys(Schema.condition.keys)
        page.heading(2, "Log fields")
        page.paragraph("A log text may hold fields in braces; `{{` and `}}` are braces.")
        page.rows(["field", "prints"], Schema.logFields.map { ["`\($0.usage)`", $0.doc] })
        page.heading(2, "Comparisons")
        page.paragraph(
            "`\"< 1ms\"`, `\"<= 1ms\"`, `\">= 3\"`, `\"> 3\"`, `\"6s ± 20ms\"`, `\"5.98s … 6.01s\"` (or `..`), or an exact "
                + "value. Units of drift are ppm, ppb and %. Without a statistic, a comparison of a figure with "
                + "percentiles holds for every single value, one of `jitter` for its `rms`, one of `lag` for its `last`. A "
                + "percentile needs a sample: p95 from 20 values, p99 from 100; on fewer an expectation fails."
        )
        page.rows(
            ["figure", "is", "statistics"],
            Figure.Family.allCases.map { ["`\($0.rawValue)`", $0.meaning, $0.statisticNames] })
        page.heading(2, "Holders")
        page.rows(["word", "meaning"], Schema.holders.map { MarkdownPage.row($0.word) })
        page.heading(2, "Modes")
        page.paragraph(
            "Any string is the name of a mode. These have other names as well, those of code, which mean the same; a mode "
                + "that something is added to and that nothing runs is a warning (TL1308).")
        page.rows(
            ["mode", "also"],
            ModeName.spellings.map { mode, names in ["`\"\(mode.name)\"`", MarkdownPage.listed(names)] })
        page.heading(2, "Mistakes")
        page.rows(["code", "meaning"], DiagnosticCode.allCases.map { ["`\($0.rawValue)`", $0.meaning] })
        return page.text
    }
}
