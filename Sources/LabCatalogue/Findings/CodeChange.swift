/// The languages in which a change of code is shown.
package enum CodeLanguage: CaseIterable { case swift, objectiveC }

/// A change of code in both languages: lines with `- `, `+ ` or two spaces in front.
package struct CodeChange {
    package let swift: String
    /// Empty if a mechanism does not exist there.
    package let objectiveC: String

    package init(swift: String = "", objectiveC: String = "") { (self.swift, self.objectiveC) = (swift, objectiveC) }

    package subscript(language: CodeLanguage) -> String { language == .swift ? swift : objectiveC }
}
