import LabAnalysis
import LabExactTime
import LabLogImport
import LabQuotedLogs
import Testing

/// A small generator whose numbers are the same on every machine.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var word = state
        word = (word ^ (word >> 31)) &* 0x9E37_79B9_7F4A_7C15
        return word ^ (word >> 29)
    }
}

@Suite("No log is too broken to be read")
struct MutationTests {
    private static let seeds = QuotedLog.allCases.map(\.text) + StyleSample.all.map(\.text)

    /// Some bytes changed, lines moved, doubled or cut.
    private static func mutated(_ text: String, _ dice: inout Dice) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &dice) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 90)], at: 0)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + 60))
            default: bytes[place] = [0x30, 0x39, 0x0A, 0x00, 0xFF, 0x7B, 0x22, 0x5B].randomElement(using: &dice) ?? 0
            }
        }
        return bytes
    }

    @Test("mutated logs: times ascend, every firing has a point, nothing is counted twice", arguments: 0..<40)
    func mutated(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        for text in MutationTests.seeds {
            for _ in 0..<5 {
                let bytes = MutationTests.mutated(text, &dice)
                var reader = LogReader()
                bytes.withUnsafeBytes { reader.feed($0) }
                let log = reader.finish()
                #expect(log.firingCount <= log.timedCount)
                let intervals = log.timers.map { timer in
                    IntervalGuess(times: timer.times, breaks: timer.breaks, resolution: log.resolution)?.interval
                }
                let plans = zip(log.timers, intervals).map {
                    GridPlan($0, interval: $1, isRelative: seed.isMultiple(of: 2))
                }
                for (timer, plan) in zip(log.timers, plans) {
                    #expect(zip(timer.times, timer.times.dropFirst()).allSatisfy { $0 <= $1 })
                    #expect(plan.map(\.time) == timer.times)
                }
                for (timer, interval) in zip(log.timers, intervals) {
                    guard let interval,
                        let firings = FiringTimes(times: timer.times, breaks: timer.breaks, interval: interval)
                    else { continue }
                    let verdict = MechanismVerdict(firings, resolution: log.resolution)
                    #expect(verdict.map { ($0.kind == nil) != ($0.doubt == nil) } ?? true)
                }
                let trace = log.recording(plans)
                let records = trace.records
                #expect(zip(records, records.dropFirst()).allSatisfy { $0.time <= $1.time })
                #expect(records.count { $0.kind == .fired } == log.firingCount)
                #expect(records.allSatisfy { $0.time >= 0 && $0.time < max(1, trace.header.duration) })
            }
        }
    }

    @Test("the size of the pieces that a log comes in makes no difference", arguments: StyleSample.all)
    func pieces(_ sample: StyleSample) {
        var reader = LogReader()
        for byte in sample.text.utf8 { [byte].withUnsafeBytes { reader.feed($0) } }
        #expect(reader.finish().timers == read(sample.text).timers)
    }

    @Test("a line of ten megabytes, NULs and bytes that are no text are passed over")
    func hostile() {
        let lines = QuotedLog.empty.text.split(separator: "\n")
        var bytes = Array((lines[0] + "\n").utf8)
        bytes += [UInt8](repeating: 0x41, count: 10_000_000) + [0x0A]
        bytes += [0, 0, 0xC3, 0x28, 0xFF, 0x0A]
        bytes += Array(lines.dropFirst().joined(separator: "\n").utf8)
        var reader = LogReader()
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            bytes[start..<min(bytes.count, start + 65_536)].withUnsafeBytes { reader.feed($0) }
        }
        let log = reader.finish()
        #expect(log.timers.first?.times == read(QuotedLog.empty.text).timers.first?.times)
        #expect(log.notes.contains { $0.kind == .cutLines && $0.message == "1 line cut after 64 KiB" })
    }

    @Test("times at the ends of what 64 bits hold, and clocks that jump at every line, do not overflow")
    func extremes() {
        let years = ["0001", "1677", "1932", "1934", "1970", "2038", "2115", "2117", "2262", "9999"]
        var text = ""
        for round in 0..<400 { text += "\(years[round * 7 % years.count])-01-01 00:00:00 a[1:2] tick\n" }
        text += "9223372036854775807 tick\n9999999999 tick\n999999999999999999999 tick\n"
        let log = read(text)
        let trace = log.recording(
            log.timers.map { IntervalGuess(times: $0.times)?.interval })
        #expect(trace.records.count { $0.kind == .fired } == log.firingCount)
        #expect(log.firingCount > 0)
    }
}
