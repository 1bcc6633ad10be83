import LabExactTime

/// The time stamp of an NSLog line, `2017-11-10 09:40:38.194879`, kept as digits; only changed digits are written.
///
/// A date is expensive to compute, and most lines have the day, and often the second, of the line before. Microseconds
/// are truncated, as NSLog does.
struct LogStamp {
    static let length = 26

    /// `+0800`
    let offsetText: String
    private let epoch: Int64
    private let offset: Int
    /// Start of the second and of the day that the digits show; ns after the start of the recording.
    private var secondStart: Int64 = 0
    private var dayStart: Int64 = 0
    private var isPrimed = false
    /// Stored beside the other numbers, so that a line retains nothing.
    private var digits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(epoch: Int64, utcOffset: Int) {
        self.epoch = epoch
        offset = utcOffset
        withUnsafeMutableBytes(of: &digits) { $0.copyBytes(from: "0000-00-00 00:00:00.000000".utf8) }
        let minutes = utcOffset.magnitude / 60
        let sign = utcOffset < 0 ? "-" : "+"
        offsetText = sign + LogStamp.twoDigits(minutes / 60) + LogStamp.twoDigits(minutes % 60)
    }

    /// Writes the stamp of an instant, ns after the start of the recording.
    @inline(__always)
    mutating func write(_ time: Int64, to target: UnsafeMutableRawPointer) {
        let elapsed = time &- secondStart
        if !isPrimed || elapsed < 0 || elapsed >= 1_000_000_000 { moveSecond(to: time) }
        let micros = Int(UInt64(bitPattern: time &- secondStart) / 1000)
        withUnsafeMutableBytes(of: &digits) { bytes in
            let (high, rest) = (micros / 10_000, micros % 10_000)
            LogStamp.put(high, at: 20, bytes)
            LogStamp.put(rest / 100, at: 22, bytes)
            LogStamp.put(rest % 100, at: 24, bytes)
            if let base = bytes.baseAddress { target.copyMemory(from: base, byteCount: LogStamp.length) }
        }
    }

    private mutating func moveSecond(to time: Int64) {
        let secondsOn = (time &- secondStart) / 1_000_000_000
        secondStart &+= secondsOn &* 1_000_000_000
        var secondOfDay = (secondStart &- dayStart) / 1_000_000_000
        if !isPrimed || time < secondStart || secondOfDay < 0 || secondOfDay >= 86_400 {
            secondOfDay = moveDay(to: time)
        }
        let time = Int(secondOfDay)
        withUnsafeMutableBytes(of: &digits) { bytes in
            LogStamp.put(time / 3600, at: 11, bytes)
            LogStamp.put(time / 60 % 60, at: 14, bytes)
            LogStamp.put(time % 60, at: 17, bytes)
        }
    }

    private mutating func moveDay(to time: Int64) -> Int64 {
        let (sum, overflow) = epoch.addingReportingOverflow(time)
        let civil = CivilTime(unixNanoseconds: overflow ? .max : sum, offset: offset)
        let secondOfDay = Int64(civil.hour * 3600 + civil.minute * 60 + civil.second)
        secondStart = time &- Int64(civil.nanosecond)
        dayStart = secondStart &- secondOfDay &* 1_000_000_000
        isPrimed = true
        withUnsafeMutableBytes(of: &digits) { bytes in
            LogStamp.put(civil.year / 100 % 100, at: 0, bytes)
            LogStamp.put(civil.year % 100, at: 2, bytes)
            LogStamp.put(civil.month, at: 5, bytes)
            LogStamp.put(civil.day, at: 8, bytes)
        }
        return secondOfDay
    }

    @inline(__always)
    private static func put(_ number: Int, at index: Int, _ bytes: UnsafeMutableRawBufferPointer) {
        bytes[index] = UInt8(truncatingIfNeeded: number / 10 &+ 0x30)
        bytes[index &+ 1] = UInt8(truncatingIfNeeded: number % 10 &+ 0x30)
    }

    private static func twoDigits(_ number: UInt) -> String { (number < 10 ? "0" : "") + String(number) }
}
