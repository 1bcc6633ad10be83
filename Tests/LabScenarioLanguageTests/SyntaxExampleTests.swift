import LabTOML
import Testing

@testable import LabScenarioLanguage

@Suite("The explanations of mistakes in TOML")
struct SyntaxExampleTests {
    private func code(_ text: String) -> String? { TOMLDocument.parse(Array(text.utf8)).mistake?.code }

    @Test("show the smallest text with each mistake, and the same put right")
    func examples() {
        for fault in TOMLFault.allCases {
            let text = LanguageText.of(fault.rawValue)
            guard let example = text[.example], let corrected = text[.corrected] else { continue }
            #expect(code(example) == fault.rawValue)
            #expect(code(corrected) == nil, "\(fault.rawValue)")
        }
    }

    @Test("cover every code once, ascending, and name the rule")
    func codes() {
        let codes = TOMLFault.allCases.map(\.rawValue)
        let texts = codes.map { LanguageText.of($0) }
        #expect(codes == Set(codes).sorted())
        #expect(codes.allSatisfy { $0.hasPrefix("TL10") && $0.count == 6 })
        #expect(texts.allSatisfy { !$0.doc.isEmpty && $0.doc.last != "." })
        #expect(codes.filter { LanguageText.of($0)[.example] == nil } == ["TL1001", "TL1003", "TL1043"])
    }
}
