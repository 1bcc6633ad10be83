import Foundation
import ScenarioMutation
import Testing

/// A few thousand of the mutants that `make fuzz` makes as many of as one likes.
@Suite("Mutants")
struct MutantTests {
    @Test("no mutant of a shipped scenario does more than be refused or run", arguments: 0..<8)
    func mutants(share: Int) throws {
        let corpus = try Shipped.listings.map { [UInt8](try Data(contentsOf: URL(filePath: $0.path))) }
        let mutator = Mutator(corpus: corpus)
        var ran = 0
        for number in 0..<400 where Trial.run(mutator.mutant(UInt64(share * 400 + number))) == .ran { ran += 1 }
        #expect(ran > 0, "mutants that are all refused try nothing but the reader")
        #expect(ran < 400, "mutants that all run try nothing of the reader")
    }
}
