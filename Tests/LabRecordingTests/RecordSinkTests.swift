import LabRecording
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

    @Test("Firings that are handed on together are kept, and hashed, as one by one")
    func together() {
        let firings = EvenFirings(
            Record(.fired, at: 3, entity: EntityID(0), thread: 0, value: 3, extra: 1), every: 5, count: 7)
        let keeper = RecordKeeper()
        RecordFork([keeper]).receive(firings, entities: [], intervals: [], texts: [])
        #expect(keeper.records.map(\.time) == [3, 8, 13, 18, 23, 28, 33] && keeper.records.last == firings.last)
        let entities = [Entity(.timer, name: "tick")]
        var (together, apart) = (Fingerprint(), Fingerprint())
        together.absorb(firings, entities: entities)
        apart.absorb(keeper.records, entities: entities)
        #expect(together == apart)
    }
}
