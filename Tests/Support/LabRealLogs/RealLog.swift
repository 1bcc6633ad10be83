import Foundation

/// A log of a real program on a Linux host, with what that program was.
///
/// One line of `logs.txt` each: mechanism, interval in µs, work as thousandths of the interval, how often something held
/// it, busy threads beside it; then by how many µs each step differs from the interval.
package struct RealLog: Sendable, CustomStringConvertible {
    /// `timer`, `source`, `after`, `perform` or `sleep`.
    package var mechanism: String
    /// ns.
    package var interval: Int64
    /// Work of a callback in thousandths of the interval, in the mean.
    package var work: Int
    package var holds: Int
    package var load: Int
    /// ns, with the microseconds of its stamps.
    package var times: [Int64]
    /// Its line of the file, from 1.
    package var line: Int

    /// Whether it was a repeating timer, and not one that is armed anew each time.
    package var isGrid: Bool { mechanism == "timer" || mechanism == "source" }

    package var description: String {
        "line \(line): \(mechanism) every \(interval / 1000) µs, work \(work) ‰, \(holds) holds, load \(load), "
            + "\(times.count) lines"
    }

    /// Its lines as NSLog writes them.
    package var text: String {
        times.map { time in
            let micros = String(1_000_000 + time / 1000 % 1_000_000).dropFirst()
            let seconds = time / 1_000_000_000
            let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { String(100 + $0).dropFirst() }
            return "2026-03-01 \(clock.joined(separator: ":")).\(micros)+0000 app[77:1234] tick\n"
        }.joined()
    }

    package static let all: [RealLog] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "logs.txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").enumerated().compactMap { place, line in
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Int64($0) }
            guard numbers.count >= 5, let mechanism = words.first else { return nil }
            var times: [Int64] = [1_000_000_000]
            for deviation in numbers[4...] { times.append(times[times.count - 1] + (numbers[0] + deviation) * 1000) }
            return RealLog(
                mechanism: String(mechanism), interval: numbers[0] * 1000, work: Int(numbers[1]),
                holds: Int(numbers[2]),
                load: Int(numbers[3]), times: times, line: place + 1)
        }
    }()
}
