import Foundation
import LabQuotedLogs
import LabRealLogs
import LabScenarioMutation

/// `timerlab-fuzz COUNT [FIRST] [FOLDER]`: runs mutants FIRST ..< FIRST + COUNT of the scenarios and the baseline in
/// FOLDER, and of logs: of sixteen numbers eight are scenarios that are run, one is a scenario that is mended and one a
/// sweep, four are logs and two baselines.
///
/// A mutant that brings the process down is the last one named in the file `timerlab-fuzz.last`.
let arguments = CommandLine.arguments
let count = arguments.count > 1 ? UInt64(arguments[1]) ?? 10_000 : 10_000
let first = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
let corpus = Corpus(folder: arguments.count > 3 ? arguments[3] : "Scenarios")
guard !corpus.scenarios.isEmpty else {
    print("timerlab-fuzz: no scenarios found")
    exit(66)
}
let (scenarios, logs, baselines) = (
    Mutator(corpus: corpus.scenarios), Mutator(corpus: corpus.logs), Mutator(corpus: corpus.baselines)
)
let log = FileManager.default.temporaryDirectory.appending(path: "timerlab-fuzz-\(getpid()).log")
let ledger = open("timerlab-fuzz.last", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
var ran: UInt64 = 0
for number in first..<first + count {
    let text = Array("\(number)\n".utf8)
    pwrite(ledger, text, text.count, 0)
    let outcome =
        switch number % 16 {
        case 3: try filed(limited(scenarios.mutant(number))) { Trial.mend(scenarioAt: $0) }
        case 4: try filed(limited(scenarios.mutant(number))) { Trial.sweep(scenarioAt: $0) }
        case 5, 6, 13, 14: try filed(logs.mutant(number)) { Trial.analyze(logAt: $0) }
        case 7, 15: Trial.compare(baselines.mutant(number))
        default: Trial.run(scenarios.mutant(number))
        }
    if outcome == .ran { ran += 1 }
    if (number - first + 1) % 10_000 == 0 { print("\(number + 1 - first) mutants, \(ran) of them ran") }
}
close(ledger)
unlink("timerlab-fuzz.last")
unlink(log.path)
print("\(count) mutants from number \(first): \(ran) ran, \(count - ran) were refused")

/// Tried as a file of its own.
func filed(_ bytes: [UInt8], _ trial: (String) -> Trial.Outcome) throws -> Trial.Outcome {
    try Data(bytes).write(to: log)
    return trial(log.path)
}

/// A scenario that is stopped soon.
func limited(_ bytes: [UInt8]) -> [UInt8] { Array("budget = 20_000\n".utf8) + bytes }

/// What mutants are made of.
struct Corpus {
    var scenarios: [[UInt8]]
    var logs: [[UInt8]]
    var baselines: [[UInt8]]

    init(folder: String) {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        func bytes(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: folder + "/" + name).map(Array.init)
        }
        scenarios = names.filter { $0.hasSuffix(".toml") }.sorted().compactMap(bytes)
        logs =
            (QuotedLog.allCases.map(\.text) + RealLog.all.prefix(20).map(\.text) + Corpus.styles).map { Array($0.utf8) }
        // A few scenarios at a time: a mutant changes a word or two, which in the whole would be among thousands.
        let lines = String(decoding: bytes("timerlab.baseline") ?? [], as: UTF8.self).split(separator: "\n")
        let rest = Array(lines.drop { $0.hasPrefix("#") })
        baselines = stride(from: 0, to: max(1, rest.count), by: 60).map { start in
            Array((["# timerlab baseline 3"] + rest.dropFirst(start).prefix(60)).joined(separator: "\n").utf8)
        }
    }

    /// One log in each style that stamps its lines otherwise.
    private static let styles = [
        { "Nov 10 09:12:\($0) iPhone QTimer(Foundation)[20276] <Notice>: timer test" },
        { "[2017-11-10T09:12:\($0),566662+08:00] timer test" }, { "09:12:\($0).566 tick \($0)" },
        { "flutter: 17103\($0).25 tick" }, { "\($0),2017-11-10 09:12:\($0).5+0800,7,\"timer, test\"" },
        { "{\"timestamp\":\"2017-11-10 09:12:\($0).566622+0800\",\"processID\":20276,\"eventMessage\":\"tick\"}," },
        { "2017-11-10 09:12:\($0).566622+0800 0x1f1d Default 0x0 20276 0 QTimer: (Foundation) timer test" },
    ].map { line in (10..<40).map { line(String($0)) + "\n" }.joined() }
}
