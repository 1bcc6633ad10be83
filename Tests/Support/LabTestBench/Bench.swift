import LabAnalysis
import LabCatalogue
import LabRecording
import LabReports
import LabTestFolders
import LabWorkbench

/// Runs texts of scenarios, each as the file `a.toml` in a folder of its own.
package enum Bench {
    /// A workbench without shipped scenarios.
    package static let workbench = Workbench(finder: ScenarioFinder(roots: []))

    package static func run(
        _ text: String, sets: [String] = [], keeping kept: KeptRecords = .log
    ) throws -> RunReport {
        let folder = try ScratchFolder()
        let changes = ScenarioChanges(sets: sets)
        return try workbench.run(folder.write("a.toml", text), changes: changes, keeping: kept).report
    }

    package static func findings(_ text: String, sets: [String] = []) throws -> [Finding] {
        try run(text, sets: sets).analysis.findings
    }

    /// The messages of the findings of a kind.
    package static func messages(_ code: FindingCode, _ text: String) throws -> [String] {
        try run(text).messages(code)
    }

    /// The account of a call, `tick#3`.
    package static func explain(_ text: String, _ firing: String) throws -> AccountPage {
        let folder = try ScratchFolder()
        return try workbench.explain(folder.write("a.toml", text), firing: firing)
    }

    /// The text of a page.
    package static func text(_ page: Page, width: Int = 80) -> String {
        ByteStream.text { PageText(width: width).write(page, to: $0) }
    }
}

extension RunReport {
    /// The messages of the findings of a kind, or of all, without their lines.
    package func messages(_ code: FindingCode? = nil) -> [String] {
        analysis.findings.filter { code == nil || $0.code == code }.map { $0.message.text(in: trace) }
    }
}

/// Parts of a scenario's text.
package enum Toml {
    /// An NSTimer that repeats each second.
    package static let tick = timer("tick", "nstimer", "1s", repeats: true)

    package static func timer(
        _ id: String, _ kind: String, _ interval: String? = nil, repeats: Bool = false
    ) -> String {
        "[[timer]]\nid = \"\(id)\"\nkind = \"\(kind)\"" + (interval.map { "\ninterval = \"\($0)\"" } ?? "")
            + (repeats ? "\nrepeats = true" : "")
    }

    package static func event(_ instant: String, _ steps: String) -> String {
        "[[event]]\nat = \"\(instant)\"\ndo = [\(steps)]"
    }

    package static func object(_ id: String, by holder: String) -> String {
        "[[object]]\nid = \"\(id)\"\nheld_by = \"\(holder)\""
    }
}
