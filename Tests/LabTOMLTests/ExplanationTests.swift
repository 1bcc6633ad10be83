import Testing

@testable import LabTOML

@Suite("The explanations")
struct ExplanationTests {
    @Test("show the smallest text with each mistake, and the same put right")
    func examples() {
        for explanation in TOMLFault.all {
            guard let example = explanation.example, let corrected = explanation.corrected else { continue }
            #expect(Set(Reading(example).codes) == [explanation.code])
            #expect(Reading(corrected).codes == [], "\(explanation.code)")
        }
    }

    @Test("cover every code once, ascending, and name the rule")
    func codes() {
        let codes = TOMLFault.all.map(\.code)
        #expect(codes == Set(codes).sorted())
        #expect(codes.allSatisfy { $0.hasPrefix("TL10") && $0.count == 6 })
        #expect(TOMLFault.all.allSatisfy { !$0.rule.isEmpty && $0.rule.last != "." })
        #expect(TOMLFault.all.filter { $0.example == nil }.map(\.code) == ["TL1001", "TL1003", "TL1043"])
    }
}
