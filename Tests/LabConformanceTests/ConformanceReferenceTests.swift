import Foundation
import LabInventedScenarios
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation
import LabSteps
import Testing

@testable import LabConformance

/// Two recordings of one scenario, the second of them simulated as well, so that no noise of a host comes in.
@Suite("Holding a recording against the simulation")
struct ConformanceReferenceTests {
    @Test("an invented scenario does not differ from itself", arguments: 1...8 as ClosedRange<UInt64>)
    func itself(seed: UInt64) throws {
        let reference = try ConformanceReference(RandomScenarios.scenario(seed: seed), variants: 6)
        let comparison = reference.compare(try Simulator.record(reference.plan).trace, tolerance: 1)
        #expect(comparison.differences == [])
        #expect(comparison.compared > 0 || comparison.leftOut > 0)
    }

    @Test("a late host does not differ from the simulation", arguments: 1...4 as ClosedRange<UInt64>)
    func lateHost(seed: UInt64) throws {
        let reference = try ConformanceReference(RandomScenarios.scenario(seed: seed), variants: 48)
        var late = reference.plan
        late.device.wakeUp = .drawn(
            try #require(
                QuantileTable(points: [
                    .init(probability: 0, value: 50_000), .init(probability: 1_000_000, value: 400_000),
                ])))
        let comparison = reference.compare(try Simulator.record(late).trace, tolerance: 6_000_000)
        #expect(comparison.differences == [])
    }

    /// One timer every 100 ms on the main thread, and what a change to its recording is found to be.
    private func kinds(
        tolerance: Int64 = 0, usesWindows: Bool = false, _ change: (inout [Record], _ firings: [Int]) -> Void
    ) throws -> [Difference.Kind] {
        var plan = ScenarioPlan()
        plan.duration = 1_000_000_000
        var timer = TimerPlan(id: "tick", kind: .nstimer, place: 1..<2)
        timer.interval = .init(whole: 100_000_000)
        timer.repeats = true
        timer.tolerance = tolerance
        plan.timers = [timer]
        plan.creationOrder = [.timer(0)]
        let reference = try ConformanceReference(plan, usesWindows: usesWindows)
        var trace = try Simulator.record(plan.onIdealHost).trace
        change(&trace.records, trace.records.indices.filter { trace.records[$0].kind == .fired })
        return reference.compare(trace, tolerance: 6_000_000).differences.map(\.kind)
    }

    @Test("a firing that is missing is found")
    func missing() throws {
        #expect(try kinds { records, firings in records.removeLast(records.count - firings[4]) } == [.missing])
    }

    @Test("a firing for another point of the grid is found, and those after it are its consequence")
    func otherPoint() throws {
        #expect(try kinds { records, firings in records.remove(at: firings[4]) } == [.essence])
    }

    @Test("a firing later than the noise is found")
    func late() throws {
        #expect(try kinds { records, firings in records[firings[4]].time += 9_000_000 } == [.lateness])
    }

    @Test("a firing before its time is found")
    func early() throws {
        #expect(try kinds { records, firings in records[firings[4]].time -= 3_000_000 } == [.lateness])
    }

    @Test("a run call whose time counts from before its Entry observers is found")
    func earlyReturn() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Rules/entry-limit-long.toml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let reference = try ConformanceReference(#require(ScenarioReader.read(bytes: Array(text.utf8)).plan))
        var trace = try Simulator.record(reference.plan).trace
        #expect(reference.compare(trace, tolerance: 6_000_000).differences == [])
        #expect(reference.compare(trace, tolerance: 6_000_000).otherKinds[.workBegan] == 1)
        for index in trace.records.indices where trace.records[index].kind == .runReturned {
            trace.records[index].time -= 100_000_000
        }
        #expect(reference.compare(trace, tolerance: 6_000_000).differences.map(\.kind) == [.instant])
    }

    @Test("a firing on another thread is found")
    func otherThread() throws {
        #expect(try kinds { records, firings in records[firings[4]].thread = -1 } == [.thread])
    }

    @Test("a firing too many is found")
    func extra() throws {
        #expect(
            try kinds { records, firings in
                var record = records[firings[8]]
                record.time -= 50_000_000
                record.value -= 50_000_000
                records.insert(record, at: firings[8])
            } == [.extra])
    }

    @Test("what is late by no more than the noise is no difference")
    func noise() throws {
        #expect(try kinds { records, firings in for firing in firings { records[firing].time += 5_000_000 } } == [])
    }

    @Test("a firing inside its window is a difference only on a host that uses none, one behind it on every host")
    func windows() throws {
        func found(late: Int64, usesWindows: Bool) throws -> [Difference.Kind] {
            try kinds(tolerance: 40_000_000, usesWindows: usesWindows) { $0[$1[4]].time += late }
        }
        #expect(try found(late: 38_000_000, usesWindows: true) == [])
        #expect(try found(late: 38_000_000, usesWindows: false) == [.lateness])
        #expect(try found(late: 50_000_000, usesWindows: true) == [.lateness])
    }

    @Test("wherever in their windows all timers come, it is no difference", arguments: 1...8 as ClosedRange<UInt64>)
    func anywhereInWindows(seed: UInt64) throws {
        let reference = try ConformanceReference(RandomScenarios.scenario(seed: seed), usesWindows: true)
        for choice in OpenChoices.WakeInWindow.allCases {
            var plan = reference.plan
            plan.device.choices.wakeInWindow = choice
            let comparison = reference.compare(try Simulator.record(plan).trace, tolerance: 6_000_000)
            #expect(comparison.differences == [], "\(choice)")
        }
    }

    @Test("sources of equal order that are signalled together may come in any order, others may not")
    func sourcesTogether() throws {
        func differences(orders: [Int64]) throws -> [Difference.Kind] {
            var plan = ScenarioPlan()
            plan.duration = 500_000_000
            for (index, order) in orders.enumerated() {
                var source = SourcePlan(id: "source\(index)", kind: .source0, place: index + 1..<index + 2)
                source.order = order
                source.at = [100_000_000]
                plan.sources.append(source)
                plan.creationOrder.append(.source(index))
            }
            plan.events = [EventPlan(id: "wakes", at: 200_000_000, steps: [])]
            let reference = try ConformanceReference(plan)
            plan.sources[0].order = 7
            return reference.compare(try Simulator.record(plan).trace, tolerance: 1_000_000).differences.map(\.kind)
        }
        #expect(try differences(orders: [3, 3]) == [])
        #expect(try differences(orders: [2, 3]) == [.order])
    }

    @Test("two things that are due closer than the noise are left out and counted; far apart, they are compared")
    func ties() throws {
        func leftOut(gap: Int64) throws -> Int {
            var plan = ScenarioPlan()
            plan.duration = 500_000_000
            for (id, delay) in [("kills", 100_000_000), ("dies", 100_000_000 + gap)] {
                var timer = TimerPlan(id: id, kind: .nstimer, place: plan.timers.count + 1..<plan.timers.count + 2)
                timer.delay = .init(whole: delay)
                timer.interval = .init(whole: delay)
                plan.timers.append(timer)
            }
            plan.timers[0].steps = [Step(.invalidate(.timer(1)), place: 5..<6)]
            plan.creationOrder = [.timer(0), .timer(1)]
            let reference = try ConformanceReference(plan)
            let comparison = reference.compare(try Simulator.record(plan).trace, tolerance: 1_000_000)
            #expect(comparison.differences == [])
            return comparison.leftOut + comparison.compared
        }
        #expect(try leftOut(gap: 50_000_000) == 1)
        #expect(try leftOut(gap: -50_000_000) == 2)
        #expect(try leftOut(gap: 500_000) <= 2)
    }

    @Test(
        "the start of a thread makes the start of another uncertain only if it does something",
        arguments: [false, true])
    func starts(isBusy: Bool) throws {
        var plan = ScenarioPlan()
        plan.duration = 100_000_000
        let body = [Step(.log(LogTextPlan(pieces: [.literal("started")])), place: 5..<6)]
        plan.threads.append(ThreadPlan(id: "v", place: 1..<2, body: isBusy ? body : []))
        plan.threads.append(ThreadPlan(id: "w", place: 2..<3, body: body))
        let pairs = Coincidences(try Simulator.record(plan).trace, plan: plan, noise: 1_000_000).pairs
        #expect(pairs.isEmpty == !isBusy)
    }

    @Test("of two items of one thread, far apart in cause, the order counts")
    func order() throws {
        var plan = ScenarioPlan()
        plan.duration = 500_000_000
        let lines = ["first", "second"].enumerated().map { index, text in
            Step(
                .async(
                    queue: 0,
                    steps: [Step(.log(LogTextPlan(pieces: [.literal(text)])), place: 20 + index..<21 + index)],
                    captures: []), place: 10 + index..<11 + index)
        }
        plan.events = [EventPlan(id: "event", place: 1..<2, at: 100_000_000, steps: lines)]
        let reference = try ConformanceReference(plan)
        var trace = try Simulator.record(plan).trace
        let blocks = trace.records.indices.filter { [.calloutBegan, .logged].contains(trace.records[$0].kind) }
        #expect(blocks.count == 5)
        trace.records.swapAt(blocks[1], blocks[3])
        trace.records.swapAt(blocks[2], blocks[4])
        #expect(reference.compare(trace, tolerance: 6_000_000).differences.allSatisfy { $0.kind == .order })
        #expect(!reference.compare(trace, tolerance: 6_000_000).differences.isEmpty)
    }
}
