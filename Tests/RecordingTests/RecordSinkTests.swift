import Recording
import Testing

@Suite("Keeping records")
struct RecordSinkTests {
    private let batch = (0..<10).map { Record(.logged, at: $0, entity: EntityID(0), thread: 0) }

    @Test("is over when there are as many as may be")
    func ceiling() {
        let keeper = RecordKeeper(keeping: .log, atMost: 15)
        let fork = RecordFork([RecordKeeper(keeping: []), keeper])
        fork.receive(batch, entities: [], intervals: [], texts: [])
        #expect(!fork.isFull)
        fork.receive(batch, entities: [], intervals: [], texts: [])
        #expect(fork.isFull && keeper.records.count == 20)
    }

    @Test("of the log is told to what makes its lines")
    func log() {
        #expect(RecordKeeper(keeping: .log).keepsLog && !RecordKeeper(keeping: .references).keepsLog)
        #expect(RecordFork([RecordKeeper(keeping: []), RecordKeeper()]).keepsLog)
    }
}
