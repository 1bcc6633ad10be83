/// The languages in which a change of code is shown.
package enum CodeLanguage: CaseIterable { case swift, objectiveC }

/// A change of code in both languages: lines with `- `, `+ ` or two spaces in front.
package struct CodeChange {
    package let swift: String
    /// Empty if a mechanism does not exist there.
    package let objectiveC: String

    package init(swift: String = "", objectiveC: String = "") { (self.swift, self.objectiveC) = (swift, objectiveC) }

    package subscript(language: CodeLanguage) -> String { language == .swift ? swift : objectiveC }

    /// The code in a language, or in Swift with a comment where that language has none.
    package func shown(in language: CodeLanguage) -> String {
        let isElsewhere = self[language].isEmpty && !swift.isEmpty
        return isElsewhere ? "  // Objective-C has none of this; in Swift:\n" + swift : self[language]
    }
}
