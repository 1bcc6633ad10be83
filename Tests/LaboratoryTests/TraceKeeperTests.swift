import Recording
import Testing

@testable import Laboratory

@Suite("Keeping the records of a run")
struct TraceKeeperTests {
    private let entities = [Entity(.thread, name: "main"), Entity(.timer, name: "tick")]

    private func batches(_ count: Int) -> [[Record]] {
        (0..<count).map { index in
            let time = Int64(index) * 1_000_000
            return [
                Record(.fired, at: time, entity: EntityID(1), thread: 0, value: time, extra: 1),
                Record(.logged, at: time, entity: EntityID(1), thread: 0),
            ]
        }
    }

    private func keeper(limit: Int, keepsLog: Bool = true) -> TraceKeeper {
        let keeper = TraceKeeper(limit: limit, keepsLog: keepsLog)
        for batch in batches(10) { keeper.receive(batch, entities: entities) }
        return keeper
    }

    @Test("up to the limit everything is kept")
    func whole() {
        let keeper = keeper(limit: 20)
        #expect(keeper.records == batches(10).flatMap { $0 })
        #expect(keeper.statistics == nil)
    }

    @Test("beyond it the log and all statistics are kept", arguments: [0, 1, 2, 7, 19])
    func long(limit: Int) throws {
        let keeper = keeper(limit: limit)
        #expect(keeper.records == batches(10).flatMap { $0 }.filter { $0.kind == .logged })
        let statistics = try #require(keeper.statistics)
        let summary = statistics.statistics(entities: entities, intervals: [], duration: 10_000_000).summary(
            of: EntityID(1))
        #expect(summary?.fired == 10)
    }

    @Test("a log that nobody wants is not kept")
    func quiet() { #expect(keeper(limit: 5, keepsLog: false).records.isEmpty) }
}
