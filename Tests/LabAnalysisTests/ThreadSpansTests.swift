import LabRecording
import Testing

@testable import LabAnalysis

@Suite("Spans of a thread")
struct ThreadSpansTests {
    private func span(_ from: Int64, _ to: Int64, owner: Int, step: Int64 = -1) -> ThreadSpan {
        ThreadSpan(from: from, to: to, mode: EntityID(3), owner: EntityID(owner), step: step, caller: .none, call: 7)
    }

    @Test("come out as they went in, however long")
    func kept() {
        let second: Int64 = 1_000_000_000
        let spans = [
            span(0, 5, owner: 1), span(5, 9, owner: 2, step: 4), span(9, 9 * second, owner: 1),
            span(20 * second, 20 * second + 4_294_967_295, owner: 2), span(30 * second, .max, owner: 1, step: 2),
        ]
        var kept = ThreadSpans()
        for span in spans { kept.append(span) }
        #expect(Array(kept) == spans)
        #expect(kept.span(at: 21 * second).span == spans[3])
        #expect(kept.span(at: 10 * second).span == nil)
    }

    @Test("one that goes on is lengthened, past four seconds too; after a gap, or with another owner, it is a new one")
    func lengthened() {
        var kept = ThreadSpans()
        kept.append(span(0, 5, owner: 1))
        kept.append(span(5, 9_000_000_000, owner: 1))
        kept.append(span(9_000_000_000, 9_000_000_001, owner: 1))
        kept.append(span(9_000_000_002, 9_000_000_003, owner: 1))
        kept.append(span(9_000_000_003, 9_000_000_004, owner: 2))
        #expect(kept.map(\.to) == [9_000_000_001, 9_000_000_003, 9_000_000_004])
    }

    @Test("many equal occupations are written once")
    func size() {
        var kept = ThreadSpans()
        for index in 0..<1000 as Range<Int64> { kept.append(span(index * 10, index * 10 + 5, owner: Int(index % 3))) }
        #expect(kept.count == 1000 && kept[999] == span(9990, 9995, owner: 0))
    }
}
