import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Testing

@testable import LabSimulation

/// The deadlines that libdispatch watches as a machine of their own: what is armed, and which wake-up is asked for.
@Suite("Deadlines")
struct DeadlineTableTests {
    /// A wake-up that a line has asked for.
    private struct WakeUp: Equatable {
        var line: Int
        var ticket: UInt32
        var time: Int64
        var isContinuous = false
    }

    private func table(
        _ wakeInWindow: OpenChoices.WakeInWindow = .earliest,
        _ order: OpenChoices.SimultaneousSources = .creation
    ) -> DeadlineTable {
        var choices = OpenChoices()
        choices.wakeInWindow = wakeInWindow
        choices.simultaneousSources = order
        return DeadlineTable(choices)
    }

    private func kernel() -> Kernel {
        let plan = ScenarioPlan()
        return Kernel(
            clock: VirtualClock(end: .max), recorder: Recorder(sink: RecordKeeper(), entities: []),
            dice: Dice(plan, entities: []), budget: Budget(plan), workFactor: nil, rampUpTime: nil)
    }

    /// The wake-up that was asked for since the last call; nil: none.
    private func asked(_ kernel: inout Kernel) -> WakeUp? {
        guard let entry = kernel.agenda.pop(), case .deadlines(let line, let ticket) = entry.occurrence else {
            return nil
        }
        return WakeUp(line: line, ticket: ticket, time: entry.time, isContinuous: entry.isContinuous)
    }

    /// Arms a deadline, and returns the wake-up that this asks for.
    private func arm(
        _ id: DeadlineID, in table: inout DeadlineTable, target: Int64, leeway: Int64 = 0, _ kernel: inout Kernel
    ) -> WakeUp? {
        table.arm(id, target: target, leeway: leeway, &kernel)
        return asked(&kernel)
    }

    private func make(_ count: Int, in table: inout DeadlineTable, isStrict: Bool = false) -> [DeadlineID] {
        (0..<count).map {
            table.make(for: .task(TaskID($0)), entity: EntityID(0), clock: .uptime, isStrict: isStrict)
        }
    }

    @Test("asks for a wake-up only when the one that was asked for is another one")
    func wakeUps() {
        var table = table()
        let ids = make(2, in: &table)
        var kernel = kernel()
        #expect(arm(ids[0], in: &table, target: 20, &kernel) == WakeUp(line: 0, ticket: 1, time: 20))
        #expect(arm(ids[1], in: &table, target: 30, &kernel) == nil)
        #expect(arm(ids[1], in: &table, target: 10, &kernel) == WakeUp(line: 0, ticket: 2, time: 10))
        table.disarm(ids[1], &kernel)
        #expect(asked(&kernel) == WakeUp(line: 0, ticket: 3, time: 20))
        table.disarm(ids[1], &kernel)
        #expect(asked(&kernel) == nil)
        // With nothing left the old wake-up is stale, and no new one is needed.
        table.free(ids[0], &kernel)
        #expect(asked(&kernel) == nil)
        kernel.clock.advance(to: 20)
        #expect(table.beginElapsing(line: 0, ticket: 3, &kernel).isEmpty)
    }

    @Test(
        "lets the wake-ups of one window share the instant that the device chooses",
        arguments: [
            // Wide windows: libdispatch moves the first one's wake-up by itself (event.c: _dispatch_timers_get_delay).
            (.earliest, 0, 100, 0), (.earliest, 400_000_000, 400_000_000, 100_000_000),
            (.shared, 400_000_000, 400_000_000, 300_000_000), (.latest, 400_000_000, 900_000_000, 400_000_000),
        ] as [(OpenChoices.WakeInWindow, Int64, Int64, Int64)])
    func windows(choice: OpenChoices.WakeInWindow, leeway: Int64, other: Int64, wakeUp: Int64) {
        var table = table(choice)
        let ids = make(3, in: &table)
        var kernel = kernel()
        var asked: Int64 = -1
        for (id, target) in zip(ids, [10, 100_000_010, 300_000_010] as [Int64]) {
            let length = id == ids[0] ? leeway : other
            if let found = arm(id, in: &table, target: target, leeway: length, &kernel) { asked = found.time }
        }
        #expect(asked == wakeUp + 10)
    }

    @Test(
        "what has passed is not waited for when the line is programmed, and that is only for another least deadline",
        arguments: [(500, 100, 550), (600, 100, nil), (520, 20, 550), (100, 0, 550)] as [(Int64, Int64, Int64?)])
    func passed(target: Int64, leeway: Int64, wakeUp: Int64?) {
        var table = table(.latest)
        let ids = make(2, in: &table)
        var kernel = kernel()
        #expect(arm(ids[0], in: &table, target: 500, leeway: 150, &kernel)?.time == 650)
        kernel.clock.advance(to: 550)
        #expect(arm(ids[1], in: &table, target: target, leeway: leeway, &kernel)?.time == wakeUp)
        kernel.clock.advance(to: 560)
        #expect(arm(ids[1], in: &table, target: 400, leeway: 100, &kernel)?.time == 560)
    }

    @Test(
        "lets deadlines of one instant elapse in the order that the device chooses",
        arguments: [(.creation, [0, 1, 2]), (.reversed, [2, 1, 0])] as [(OpenChoices.SimultaneousSources, [Int])])
    func order(choice: OpenChoices.SimultaneousSources, expected: [Int]) {
        var table = table(.earliest, choice)
        let ids = make(3, in: &table)
        var kernel = kernel()
        for id in ids.reversed() { table.arm(id, target: 10, leeway: 0, &kernel) }
        kernel.clock.advance(to: 10)
        let due = table.beginElapsing(line: 0, ticket: 1, &kernel)
        #expect(due == expected.map { ids[$0] })
    }

    @Test("a deadline that was made anew comes after those that were there")
    func renumbered() {
        var table = table()
        let ids = make(2, in: &table)
        table.renumber(ids[0])
        var kernel = kernel()
        for id in ids { table.arm(id, target: 10, leeway: 0, &kernel) }
        kernel.clock.advance(to: 10)
        #expect(table.beginElapsing(line: 0, ticket: 1, &kernel) == [ids[1], ids[0]])
    }

    @Test("what is armed while a line elapses waits for the one request at its end")
    func elapsing() {
        var table = table()
        let ids = make(2, in: &table)
        var kernel = kernel()
        for id in ids { table.arm(id, target: 10, leeway: 0, &kernel) }
        #expect(asked(&kernel) == WakeUp(line: 0, ticket: 1, time: 10))
        kernel.clock.advance(to: 10)
        #expect(table.beginElapsing(line: 0, ticket: 1, &kernel).count == 2)
        #expect(arm(ids[0], in: &table, target: 30, &kernel) == nil)
        #expect(arm(ids[1], in: &table, target: 25, &kernel) == nil)
        table.endElapsing(&kernel)
        #expect(asked(&kernel) == WakeUp(line: 0, ticket: 2, time: 25))
        table.endElapsing(&kernel)
        #expect(asked(&kernel) == nil)
    }

    @Test("a clock that jumps makes all wake-ups stale, and asks for them anew")
    func jump() {
        var table = table()
        let wall = table.make(for: .task(TaskID(0)), entity: EntityID(0), clock: .wall)
        var kernel = kernel()
        #expect(arm(wall, in: &table, target: 20, &kernel)?.time == 20)
        kernel.clock.setWall(by: 15)
        table.askAnew(&kernel)
        let anew = asked(&kernel)
        #expect(anew?.time == 5)
        #expect(anew?.isContinuous == true)
        #expect(asked(&kernel) == nil)
        let stale = table.beginElapsing(line: anew?.line ?? 0, ticket: 1, &kernel)
        #expect(stale.isEmpty)
    }
}
