import Testing

@testable import LabScenarioLanguage

@Suite("The examples of mistakes")
struct DiagnosticExampleTests {
    @Test("each holds its mistake and no other", arguments: DiagnosticCode.ofReading.filter { $0 != .tooMany })
    func example(code: DiagnosticCode) {
        let text = "duration = \"5s\"\n" + (LanguageText.of(code.rawValue)[.example] ?? "") + "\n"
        let codes = Set(ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.map(\.code))
        #expect(codes == [code.rawValue])
    }

    @Test("codes and meanings are told apart")
    func distinct() {
        let meanings = DiagnosticCode.ofReading.map { LanguageText.of($0.rawValue).doc }
        #expect(Set(meanings).count == meanings.count)
    }
}
