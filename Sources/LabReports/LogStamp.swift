import LabExactTime
import LabRecording

/// The time stamp of an NSLog line, `2017-11-10 09:40:38.194879`, kept as digits; only changed digits are written.
///
/// A date is costly, and many lines have the second of the one before. Microseconds are truncated, as by NSLog.
struct LogStamp {
    /// `+0800`
    let offsetText: String
    private let epoch: Int64
    private let offset: Int
    /// Start of the second that the digits show; ns after the start of the recording, long before it at first.
    private var secondStart = Int64.min
    /// That second of its minute.
    private var second = 0
    /// The digits and what follows them, so that a line is copied at once.
    private var line = Array("0000-00-00 00:00:00.000000".utf8)

    init(_ header: TraceHeader) {
        (epoch, offset) = (header.epoch, header.utcOffset)
        offsetText = CivilTime.zone(offset, separator: "")
    }

    /// Lets a text follow the stamp on its line, from now on.
    mutating func precede(_ rest: [UInt8]) { line.replaceSubrange(26..., with: rest) }

    /// Adds the stamp of an instant, ns after the start of the recording, and what follows it.
    mutating func append(_ time: Int64, to lines: inout [UInt8]) {
        let elapsed = time &- secondStart
        if elapsed < 0 || elapsed >= 1_000_000_000 { moveSecond(to: time) }
        let micros = Int(UInt64(bitPattern: time &- secondStart) / 1000)
        line.withUnsafeMutableBufferPointer { bytes in
            let (high, rest) = (micros / 10_000, micros % 10_000)
            Self.put(second, at: 17, bytes)
            Self.put(high, at: 20, bytes)
            Self.put(rest / 100, at: 22, bytes)
            Self.put(rest % 100, at: 24, bytes)
            lines.append(contentsOf: bytes)
        }
    }

    /// The times of day of two instants, `09:40:38.194 to 09:40:40.201`; with their dates if these differ.
    mutating func span(_ from: Int64, _ to: Int64) -> String {
        var lines: [UInt8] = []
        append(from, to: &lines)
        append(to, to: &lines)
        let start = lines[..<10] == lines[26..<36] ? 11 : 0
        return [0, 26].map { String(decoding: lines[$0 + start..<$0 + 23], as: UTF8.self) }.joined(separator: " to ")
    }

    private mutating func moveSecond(to time: Int64) {
        let (sum, overflow) = epoch.addingReportingOverflow(time)
        let elapsed = time &- secondStart
        if !overflow, 0..<Int64(60 - second) * 1_000_000_000 ~= elapsed {
            let seconds = elapsed / 1_000_000_000
            second += Int(seconds)
            secondStart += seconds * 1_000_000_000
            return
        }
        let civil = CivilTime(unixNanoseconds: overflow ? .max : sum, offset: offset)
        secondStart = time &- Int64(civil.nanosecond)
        second = civil.second
        line.withUnsafeMutableBufferPointer { bytes in
            Self.put(civil.year / 100 % 100, at: 0, bytes)
            Self.put(civil.year % 100, at: 2, bytes)
            for (number, index) in [(civil.month, 5), (civil.day, 8), (civil.hour, 11), (civil.minute, 14)] {
                Self.put(number, at: index, bytes)
            }
        }
    }

    @inline(__always)
    private static func put(_ number: Int, at index: Int, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
        bytes[index] = UInt8(truncatingIfNeeded: number / 10 &+ 0x30)
        bytes[index &+ 1] = UInt8(truncatingIfNeeded: number % 10 &+ 0x30)
    }
}
