import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Testing

@testable import LabSimulation

/// The deadlines that libdispatch watches as a machine of their own: what is armed, and which wake-up is asked for.
@Suite("Deadlines")
struct DeadlineTableTests {
    typealias WakeUp = DeadlineTable.WakeUp

    private func table(
        _ wakeInWindow: OpenChoices.WakeInWindow = .earliest,
        _ order: OpenChoices.SimultaneousSources = .creation
    ) -> DeadlineTable {
        var choices = OpenChoices()
        choices.wakeInWindow = wakeInWindow
        choices.simultaneousSources = order
        return DeadlineTable(choices)
    }

    private let dice = Dice(ScenarioPlan(), entities: [])

    private func clock(at time: Int64 = 0) -> VirtualClock {
        var clock = VirtualClock(end: .max)
        clock.advance(to: time)
        return clock
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
        let at = { (time: Int64, ticket: UInt32) in WakeUp(line: 0, ticket: ticket, time: time, isContinuous: false) }
        #expect(table.arm(ids[0], target: 20, leeway: 0, sequence: 1, clock(), dice) == at(20, 1))
        #expect(table.arm(ids[1], target: 30, leeway: 0, sequence: 2, clock(), dice) == nil)
        #expect(table.arm(ids[1], target: 10, leeway: 0, sequence: 3, clock(), dice) == at(10, 2))
        #expect(table.disarm(ids[1], clock(), dice) == at(20, 3))
        #expect(table.disarm(ids[1], clock(), dice) == nil)
        // With nothing left the old wake-up is stale, and no new one is needed.
        #expect(table.free(ids[0], clock(), dice) == nil)
        #expect(table.beginElapsing(line: 0, ticket: 3, clock(at: 20), dice).isEmpty)
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
        var asked: Int64 = -1
        for (id, target) in zip(ids, [10, 100_000_010, 300_000_010] as [Int64]) {
            let length = id == ids[0] ? leeway : other
            if let found = table.arm(id, target: target, leeway: length, sequence: UInt32(id.raw) + 1, clock(), dice) {
                asked = found.time
            }
        }
        #expect(asked == wakeUp + 10)
    }

    @Test(
        "what has passed is not waited for when the line is programmed, and that is only for another least deadline",
        arguments: [(500, 100, 550), (600, 100, nil), (520, 20, 550), (100, 0, 550)] as [(Int64, Int64, Int64?)])
    func passed(target: Int64, leeway: Int64, wakeUp: Int64?) {
        var table = table(.latest)
        let ids = make(2, in: &table)
        #expect(table.arm(ids[0], target: 500, leeway: 150, sequence: 1, clock(), dice)?.time == 650)
        #expect(table.arm(ids[1], target: target, leeway: leeway, sequence: 2, clock(at: 550), dice)?.time == wakeUp)
        #expect(table.arm(ids[1], target: 400, leeway: 100, sequence: 3, clock(at: 560), dice)?.time == 560)
    }

    @Test(
        "lets deadlines of one instant elapse in the order that the device chooses",
        arguments: [(.creation, [0, 1, 2]), (.reversed, [2, 1, 0])] as [(OpenChoices.SimultaneousSources, [Int])])
    func order(choice: OpenChoices.SimultaneousSources, expected: [Int]) {
        var table = table(.earliest, choice)
        let ids = make(3, in: &table)
        for (place, id) in ids.reversed().enumerated() {
            _ = table.arm(id, target: 10, leeway: 0, sequence: UInt32(place + 1), clock(), dice)
        }
        let due = table.beginElapsing(line: 0, ticket: 1, clock(at: 10), dice)
        #expect(due == expected.map { ids[$0] })
    }

    @Test("a deadline that was made anew comes after those that were there")
    func renumbered() {
        var table = table()
        let ids = make(2, in: &table)
        table.renumber(ids[0])
        for id in ids { _ = table.arm(id, target: 10, leeway: 0, sequence: UInt32(id.raw) + 1, clock(), dice) }
        #expect(table.beginElapsing(line: 0, ticket: 1, clock(at: 10), dice) == [ids[1], ids[0]])
    }

    @Test("what is armed while a line elapses waits for the one request at its end")
    func elapsing() {
        var table = table()
        let ids = make(2, in: &table)
        for id in ids { _ = table.arm(id, target: 10, leeway: 0, sequence: UInt32(id.raw) + 1, clock(), dice) }
        let now = clock(at: 10)
        #expect(table.beginElapsing(line: 0, ticket: 1, now, dice).count == 2)
        #expect(table.arm(ids[0], target: 30, leeway: 0, sequence: 3, now, dice) == nil)
        #expect(table.arm(ids[1], target: 25, leeway: 0, sequence: 4, now, dice) == nil)
        #expect(table.endElapsing(now, dice) == WakeUp(line: 0, ticket: 2, time: 25, isContinuous: false))
        #expect(table.endElapsing(now, dice) == nil)
    }

    @Test("a clock that jumps makes all wake-ups stale, and asks for them anew")
    func jump() {
        var table = table()
        let wall = table.make(for: .task(TaskID(0)), entity: EntityID(0), clock: .wall)
        var clock = clock()
        let first = table.arm(wall, target: 20, leeway: 0, sequence: 1, clock, dice)
        clock.setWall(by: 15)
        let anew = table.wakeUpsAnew(clock, dice)
        #expect(first?.time == 20)
        #expect(anew.map(\.time) == [5])
        #expect(anew.map(\.isContinuous) == [true])
        let stale = table.beginElapsing(line: anew.first.map(\.line) ?? 0, ticket: 1, clock, dice)
        #expect(stale.isEmpty)
    }
}
