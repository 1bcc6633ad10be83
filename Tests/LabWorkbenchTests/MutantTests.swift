import Foundation
import LabQuotedLogs
import LabScenarioMutation
import LabTestBench
import LabTestFolders
import Testing

/// A few of the mutants of which `.ci/run` tries thousands, and `make fuzz` as many as one likes.
@Suite("Mutants")
struct MutantTests {
    @Test("no mutant of a shipped scenario does more than be refused or run", arguments: 0..<2)
    func mutants(share: Int) throws {
        let corpus = try Shipped.listings.map { [UInt8](try Data(contentsOf: URL(filePath: $0.path))) }
        let mutator = Mutator(corpus: corpus)
        var ran = 0
        for number in 0..<100 where Trial.run(mutator.mutant(UInt64(share * 100 + number))) == .ran { ran += 1 }
        #expect(ran > 0, "mutants that are all refused try nothing but the reader")
        #expect(ran < 100, "mutants that all run try nothing of the reader")
    }

    @Test("no mutant of a log does more than be refused or analysed")
    func logs() throws {
        let folder = try ScratchFolder()
        let mutator = Mutator(corpus: QuotedLog.allCases.map { Array($0.text.utf8) })
        let path = folder.path + "/a.log"
        let ran = try (0..<80).filter { number in
            try Data(mutator.mutant(UInt64(number))).write(to: URL(filePath: path))
            return Trial.analyze(logAt: path) == .ran
        }
        #expect(ran.count > 40, "a log may have any lines between those of its timer")
    }

    @Test("no mutant of a baseline does more than be refused or compared, and is the same when it is read again")
    func baselines() throws {
        let lines = try String(contentsOfFile: Shipped.folder + "/timerlab.baseline", encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        let text = (["# timerlab baseline 3"] + lines.prefix(60)).joined(separator: "\n")
        let mutator = Mutator(corpus: [Array(text.utf8)])
        let ran = (0..<120).filter { Trial.compare(mutator.mutant(UInt64($0))) == .ran }
        #expect((12..<117).contains(ran.count), "\(ran.count)")
    }
}
