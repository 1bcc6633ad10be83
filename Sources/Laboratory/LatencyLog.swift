import ExactTime

/// The latencies of a timer's real log, to be replayed as wake-up latencies.
enum LatencyLog {
    /// How far each line with an NSLog time stamp lies behind the grid of `interval` ns that fits the log, in order.
    ///
    /// No firing comes early, so the grid is the one on which the earliest line is on time. Lines without a stamp are
    /// passed over; a line several intervals after the one before it means skipped points, not a latency.
    static func latencies(_ log: [UInt8], interval: Int64) -> [Int64] {
        guard interval > 0 else { return [] }
        let times = log.split(separator: 0x0A).compactMap { stamp(Array($0.prefix(40))) }
        guard let first = times.first else { return [] }
        let offsets = times.map { time -> Int64 in
            let distance = time - first
            let points = (distance + interval / 2) / interval
            return distance - points * interval
        }
        let least = offsets.min() ?? 0
        return offsets.map { $0 - least }
    }

    /// The instant of `2017-11-10 09:40:38.194879+0800 …`, ns since 1970; nil when the line begins otherwise.
    private static func stamp(_ line: [UInt8]) -> Int64? {
        guard line.count >= 31, line[4] == 0x2D, line[7] == 0x2D, line[10] == 0x20, line[13] == 0x3A, line[16] == 0x3A,
            line[19] == 0x2E, line[26] == 0x2B || line[26] == 0x2D
        else { return nil }
        let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19, 20..<26, 27..<29, 29..<31].map {
            number(line[$0])
        }
        guard let year = fields[0], let month = fields[1], let day = fields[2], let hour = fields[3],
            let minute = fields[4], let second = fields[5], let micros = fields[6], let eastHours = fields[7],
            let eastMinutes = fields[8], (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second < 61
        else { return nil }
        let east = (eastHours * 60 + eastMinutes) * 60
        return CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: micros * 1000
        ).unixNanoseconds(offset: line[26] == 0x2D ? -east : east)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}
