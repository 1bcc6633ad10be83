import LabRecording
import LabTraceBuilding
import Testing

@testable import LabAnalysis

@Suite struct LaneTests {
    @Test("a drag shows three points skipped and one served late")
    func drag() {
        var builder = TraceBuilder(duration: 6 * s)
        let tick = builder.timer("plain", every: 500 * ms)
        builder.grid(tick, first: 500 * ms, every: 500 * ms)
        for start in [500, 1000, 1500, 4000, 4500, 5000, 5500] { builder.fire(tick, at: Int64(start) * ms) }
        builder.fire(tick, at: 3700 * ms, due: 2000 * ms, data: 4)
        let lane = RunAnalysis(of: builder.finished).lane(of: tick, step: 100 * ms, count: 60)
        #expect(lane == "-----•----•----•----|----×----×----×-!--•----•----•----•----")
    }

    @Test("no sign hides a skipped point, and a firing less than a sign late is on time")
    func ranks() {
        var builder = TraceBuilder(duration: 5 * s)
        let tick = builder.timer("tick", every: 250 * ms)
        builder.grid(tick, first: 0, every: 250 * ms)
        builder.fire(tick, at: 0, lasting: 600 * ms)
        builder.fire(tick, at: 1000 * ms, due: 750 * ms)
        builder.fire(tick, at: 1250 * ms, lasting: 2700 * ms)
        builder.fire(tick, at: 4000 * ms, due: 1500 * ms)
        for quarter: Int64 in 17..<20 { builder.fire(tick, at: quarter * 250 * ms) }
        let lane = RunAnalysis(of: builder.finished).lane(of: tick, step: 1 * s, count: 5)
        #expect(lane == "**××*")
    }

    @Test(
        "an interval that a sign does not divide never looks late", arguments: [70 * ms, 100 * ms, 333 * ms, 1 * s])
    func undivided(step: Int64) {
        var builder = TraceBuilder(duration: 10 * s)
        let tick = builder.timer("tick", every: 150 * ms)
        builder.grid(tick, first: 149 * ms, every: 150 * ms)
        for point in 0..<60 {
            builder.fire(tick, at: Int64(point) * 150 * ms + 151 * ms, due: Int64(point) * 150 * ms + 149 * ms)
        }
        let lane = RunAnalysis(of: builder.finished).lane(of: tick, step: step, count: Int(9 * s / step))
        #expect(!lane.contains("!") && !lane.contains("|"))
    }

    @Test("billions of skipped points are drawn by steps, not by points")
    func storm() {
        var builder = TraceBuilder(duration: 60 * s)
        let storm = builder.timer("storm", every: 1, kind: "gcd")
        builder.grid(storm, first: 0, every: 1)
        builder.fire(storm, at: 10 * s, due: 0)
        let lane = RunAnalysis(of: builder.finished).lane(of: storm, step: 10 * s, count: 7)
        #expect(lane == "×*××××-")
    }
}
