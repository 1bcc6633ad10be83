import LabAnalysis
import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@Suite("Copies that are always on time")
struct PunctualTests {
    /// A record of its return, at the instant at which it began, says nothing new of a callback.
    @Test("are told alike whether they are added up as they stand or along their schedules", arguments: 1...9)
    func alike(count: Int64) throws {
        func summary(returning: Bool) throws -> TimerSummary {
            var builder = TraceBuilder(duration: 10 * s)
            let group = builder.timer("tick", every: 1 * s)
            for copy in 0..<3 as Range<Int64> {
                let interval = 10 * s / (count + 1) + 1 + copy * ms
                let timer = builder.timer("tick[\(copy)]", every: interval, group: group)
                builder.grid(timer, first: interval, every: interval)
                for number in 1...count {
                    builder.fire(timer, at: number * interval)
                    if returning { builder.record(.returned, at: number * interval, timer) }
                }
            }
            return try #require(RunAnalysis(of: builder.finished).summary(of: group))
        }
        let together = try summary(returning: false)
        #expect(try together == summary(returning: true))
        #expect(together.fired == 3 * count && together.skipped == 0 && together.lateness?.max == 0)
    }
}
