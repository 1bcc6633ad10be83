// Reads TOML on standard input and prints tagged JSON, as the toml-test suite asks of a decoder.

import TOML

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// All of standard input.
func readInput() -> [UInt8] {
    var input: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return input }
        input.append(contentsOf: buffer[..<count])
    }
}

let source = SourceText(bytes: readInput())
let (document, diagnostics) = TOMLDocument.parse(source.bytes)
for diagnostic in diagnostics {
    let position = source.position(of: diagnostic.span.lowerBound)
    let line = "\(position.line):\(position.column): error[\(diagnostic.code)]: \(diagnostic.message)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}
guard diagnostics.isEmpty else { exit(1) }
var writer = TaggedJSON()
writer.write(document.root)
print(writer.text)
