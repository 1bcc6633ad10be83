import LabExactTime
import LabTraceBuilding
import Testing

@testable import LabAnalysis

@Suite("Jitter")
struct JitterTests {
    /// The jitter of a timer that is called at these instants, ns.
    private func jitter(of starts: [Int64]) -> Jitter? {
        var builder = TraceBuilder(duration: .max)
        let tick = builder.timer("tick", every: 10)
        builder.grid(tick, first: starts.first ?? 10, every: 10)
        for start in starts { builder.fire(tick, at: start) }
        return RunAnalysis(of: builder.finished).summary(of: tick)?.jitter
    }

    @Test("an even timer has none")
    func even() {
        #expect(jitter(of: (1...1000).map { $0 * 16_666_667 }) == Jitter(rms: 0, peakToPeak: 0))
    }

    @Test("periods of 9, 11, 10 and 14 spread by the root of 3.5 about 11, and by 5 from end to end")
    func spread() {
        let starts: [Int64] = [100, 109, 120, 130, 144]
        #expect(jitter(of: starts.map { $0 * 1000 }) == Jitter(rms: 1871, peakToPeak: 5000))
    }

    @Test("a nanosecond of it shows after a century")
    func exact() {
        let century: Int64 = 3_155_760_000_000_000_000
        #expect(jitter(of: [century, century + 999, century + 2000]) == Jitter(rms: 1, peakToPeak: 2))
    }

    @Test("one period does not differ from itself")
    func few() {
        #expect(jitter(of: []) == nil)
        #expect(jitter(of: [5]) == nil)
        #expect(jitter(of: [5, 17]) == nil)
    }

    @Test("calls that go back or leap over all of time are survived")
    func hostile() {
        #expect(jitter(of: [10, 5, 12])?.peakToPeak == 3)
        _ = jitter(of: [.min, .max, .min, .max])
    }
}
