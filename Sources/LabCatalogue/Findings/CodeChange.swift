/// The languages in which a change of code is shown.
package enum CodeLanguage: CaseIterable { case swift, objectiveC }

/// A change of code in both languages: lines with `- `, `+ ` or two spaces in front.
package struct CodeChange: Sendable {
    /// The change in a language, made when it is read; empty if a mechanism does not exist there.
    private let text: @Sendable (CodeLanguage) -> String

    package init(_ text: @escaping @Sendable (CodeLanguage) -> String) { self.text = text }

    package init(swift: String = "", objectiveC: String = "") { self.init { $0 == .swift ? swift : objectiveC } }

    package var swift: String { self[.swift] }
    package var objectiveC: String { self[.objectiveC] }

    package subscript(language: CodeLanguage) -> String { text(language) }

    /// The code in a language, or in Swift with a comment where that language has none.
    package func shown(in language: CodeLanguage) -> String {
        let isElsewhere = self[language].isEmpty && !swift.isEmpty
        return isElsewhere ? "  // Objective-C has none of this; in Swift:\n" + swift : self[language]
    }
}
