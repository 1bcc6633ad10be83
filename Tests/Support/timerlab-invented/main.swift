import Foundation
import LabInventedScenarios

/// `timerlab-invented PROGRAM COUNT [SEED]`: holds COUNT invented scenarios against this host, by the timerlab-host at PROGRAM.
///
/// It prints the smallest scenario of each seed that differs, and ends with status 1 if there is one.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2 || words.count == 3, let count = UInt64(words[1]),
    let first = UInt64(words.dropFirst(2).first ?? "1")
else {
    print("usage: timerlab-invented PROGRAM COUNT [SEED]")
    exit(64)
}
let trial = HostTrial(program: words[0])
var differing = 0
for seed in (0..<count).map({ first &+ $0 }) {
    guard let smallest = try trial.difference(seed: seed) else { continue }
    differing += 1
    print("seed \(seed) differs; the smallest scenario that does:\n\n" + smallest)
}
print("\(count) invented scenarios, \(differing) differ")
exit(differing == 0 ? 0 : 1)
