import Foundation
import LabGoldenRecordings

/// `timerlab-golden FOLDER STORE`: what the scenarios in FOLDER and in the file STORE record, one line each.
/// `timerlab-golden --invent COUNT`: a new store of invented scenarios.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2 else {
    print("usage: timerlab-golden FOLDER STORE | --invent COUNT")
    exit(64)
}
if words[0] == "--invent", let count = UInt64(words[1]), count > 0 {
    print(GoldenRecordings.store(seeds: 1...count), terminator: "")
} else {
    let stored = GoldenRecordings.stored(in: try String(contentsOfFile: words[1], encoding: .utf8))
    for line in GoldenRecordings.lines(shipped: try GoldenRecordings.shipped(in: words[0]), stored: stored) {
        print(line)
    }
}
