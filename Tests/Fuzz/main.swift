import Foundation
import ScenarioMutation

/// `timerlab-fuzz COUNT [FIRST] [FOLDER]`: runs mutants FIRST ..< FIRST + COUNT of the scenarios in FOLDER.
///
/// A mutant that brings the process down is the last one named in the file `timerlab-fuzz.last`.
func files(in folder: String) -> [[UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".toml") }.sorted().compactMap {
        FileManager.default.contents(atPath: folder + "/" + $0).map(Array.init)
    }
}

let arguments = CommandLine.arguments
let count = arguments.count > 1 ? UInt64(arguments[1]) ?? 10_000 : 10_000
let first = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
let corpus = files(in: arguments.count > 3 ? arguments[3] : "Scenarios")
guard !corpus.isEmpty else {
    print("timerlab-fuzz: no scenarios found")
    exit(66)
}
let mutator = Mutator(corpus: corpus)
let ledger = open("timerlab-fuzz.last", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
var ran: UInt64 = 0
for number in first..<first + count {
    let text = Array("\(number)\n".utf8)
    pwrite(ledger, text, text.count, 0)
    if Trial.run(mutator.mutant(number)) == .ran { ran += 1 }
    if (number - first + 1) % 10_000 == 0 { print("\(number + 1 - first) mutants, \(ran) of them ran") }
}
close(ledger)
unlink("timerlab-fuzz.last")
print("\(count) mutants of \(corpus.count) scenarios from number \(first): \(ran) ran, \(count - ran) were refused")
