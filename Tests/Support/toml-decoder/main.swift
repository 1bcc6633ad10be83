// Reads TOML on standard input and prints tagged JSON, as the toml-test suite asks of a decoder.

import LabPlatform
import LabTOML

/// All of standard input.
func readInput() -> [UInt8] {
    var input: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = buffer.withUnsafeMutableBytes { (try? Descriptor.standardInput.read(into: $0)) ?? 0 }
        guard count > 0 else { return input }
        input.append(contentsOf: buffer[..<count])
    }
}

let source = SourceText(bytes: readInput())
let (root, mistake) = TOMLDocument.parse(source.bytes)
if let diagnostic = mistake {
    let position = source.position(of: diagnostic.span.lowerBound)
    var line = "\(position.line):\(position.column): error[\(diagnostic.code)]: \(diagnostic.message)\n"
    line.withUTF8 { try? Descriptor.standardError.write(UnsafeRawBufferPointer($0)) }
    ProcessEnvironment.endProcess(status: 1)
}
var writer = TaggedJSON()
writer.write(root)
print(writer.text)
