import ScenarioMutation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `timerlab-fuzz COUNT [FIRST] [FOLDER]`: runs mutants FIRST ..< FIRST + COUNT of the scenarios in FOLDER.
///
/// A mutant that brings the process down is the last one named in the file `timerlab-fuzz.last`.
func files(in folder: String) -> [[UInt8]] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasSuffix(".toml") { names.append(name) }
    }
    return names.sorted().compactMap { contents(of: folder + "/" + $0) }
}

func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { return bytes }
        bytes += buffer[..<count]
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
