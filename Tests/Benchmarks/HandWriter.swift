import Foundation

/// A log written by hand: the least that a line costs in Swift.
enum HandWriter {
    /// Writes so many lines, one a second, 66 bytes each.
    static func write(lines: Int, to path: String) {
        var line = Array("2026-01-01 00:00:00.000000+0000 bench[1000:1] timer test\n".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 << 20)
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { return }
        func put(_ number: Int, at place: Int) {
            line[place] = 48 + UInt8(number / 10)
            line[place + 1] = 48 + UInt8(number % 10)
        }
        for second in 0..<lines {
            put(1 + second / 86_400, at: 8)
            put(second / 3_600 % 24, at: 11)
            put(second / 60 % 60, at: 14)
            put(second % 60, at: 17)
            bytes += line
            if bytes.count > 1 << 20 - 100 {
                file.write(Data(bytes))
                bytes.removeAll(keepingCapacity: true)
            }
        }
        file.write(Data(bytes))
    }
}
