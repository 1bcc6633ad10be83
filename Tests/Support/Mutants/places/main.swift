import Foundation

// places COPY [DROPPED]: makes every comparison, assignment and branch of a switch in the simulation below COPY a place that
// TIMERLAB_MUTANT can break, and prints the places. A line `FILE:LINE` of the file DROPPED leaves out what does not compile.
// places draw PLACES COUNT SEED: as many of the places that a build has left, drawn by a seed.

// MARK: Drawing

struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 4, words[0] == "draw", let count = Int(words[2]), let seed = UInt64(words[3]) {
    let lines = try String(contentsOfFile: words[1], encoding: .utf8).split(separator: "\n")
    var numbers = Numbers(state: seed)
    for line in lines.shuffled(using: &numbers).prefix(count) { print(line) }
    exit(0)
}
guard let copy = words.first else { exit(64) }
let dropped = Set(
    words.count > 1 ? try String(contentsOfFile: words[1], encoding: .utf8).split(separator: "\n").map(String.init) : []
)
let root = URL(filePath: copy).appending(path: "Sources/LabSimulation")
var next = 1
var declarations =
    "import LabMutantChoice\n\n@inline(__always) func isMutant(_ id: Int32) -> Bool { chosenMutant() == id }\n"
for folder in ["RunLoop", "Timers", "Dispatch", "Objects", "Mechanisms", "Kernel"] {
    let files = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
    for name in files.sorted() where name.hasSuffix(".swift") {
        let url = root.appending(path: folder).appending(path: name)
        var finder = Finder(source: Source(try String(contentsOf: url, encoding: .utf8)), next: next)
        finder.findComparisons()
        finder.findBranches()
        finder.findAssignments()
        next = finder.next
        declarations += finder.declarations
        let places = finder.places.filter { place in
            !(place.line...place.lastLine).contains { dropped.contains("\(name):\($0)") }
                && !(place.isBranch && (1...12).contains { dropped.contains("\(name):\(place.lastLine + $0)") })
        }
        try rewritten(finder.source, places).write(to: url, atomically: true, encoding: .utf8)
        for place in places { print("\(place.id)\t\(folder)/\(name):\(place.line)\t\(place.text)") }
    }
}
try declarations.write(to: root.appending(path: "Mutants.swift"), atomically: true, encoding: .utf8)
let choice = URL(filePath: copy).appending(path: "Sources/LabMutantChoice")
try FileManager.default.createDirectory(at: choice.appending(path: "include"), withIntermediateDirectories: true)
try """
extern int labMutant;
static inline int chosenMutant(void) { return labMutant; }

""".write(to: choice.appending(path: "include/choice.h"), atomically: true, encoding: .utf8)
try """
#include "choice.h"
#include <stdlib.h>
int labMutant = 0;
__attribute__((constructor)) static void choose(void) {
    const char *text = getenv("TIMERLAB_MUTANT");
    if (text) labMutant = atoi(text);
}

""".write(to: choice.appending(path: "choice.c"), atomically: true, encoding: .utf8)
let package = URL(filePath: copy).appending(path: "Package.swift")
var manifest = try String(contentsOf: package, encoding: .utf8)
if !manifest.contains("LabMutantChoice") {
    manifest = manifest.replacing(
        "        .target(name: \"LabCatalogue\"),",
        with: "        .target(name: \"LabCatalogue\"), .target(name: \"LabMutantChoice\"),")
    manifest = manifest.replacing(
        "            name: \"LabSimulation\",\n            dependencies: [",
        with: "            name: \"LabSimulation\",\n            dependencies: [\"LabMutantChoice\", ")
    try manifest.write(to: package, atomically: true, encoding: .utf8)
}
