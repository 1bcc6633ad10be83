import Testing

@testable import LabRecording

@Suite("Recordings")
struct LabRecordingTests {
    private let entities = [
        Entity(.process, name: "app"), Entity(.thread, name: "main", number: 7), Entity(.timer, name: "tick"),
        Entity(.mode, name: "default"),
    ]

    private func fingerprint(_ records: [Record], entities: [Entity]) -> UInt64 {
        var fingerprint = Fingerprint()
        fingerprint.absorb(records, entities: entities)
        return fingerprint.value
    }

    @Test("a record is 32 bytes, so that batches stay small")
    func size() {
        #expect(MemoryLayout<Record>.stride == 32)
    }

    @Test("a fingerprint depends on who did what when, and not on the order of definitions")
    func fingerprints() {
        let fired = Record(.fired, at: 5, entity: EntityID(2))
        let moved = [entities[0], entities[1], entities[3], entities[2]]
        let same = fingerprint([fired], entities: entities)
        #expect(same == fingerprint([Record(.fired, at: 5, entity: EntityID(3))], entities: moved))
        #expect(same != fingerprint([Record(.fired, at: 6, entity: EntityID(2))], entities: entities))
        #expect(same != fingerprint([Record(.returned, at: 5, entity: EntityID(2))], entities: entities))
        #expect(same != fingerprint([fired, fired], entities: entities))
    }

    @Test("what is no part of the trajectory leaves the fingerprint alone")
    func trajectory() {
        let fired = Record(.fired, at: 5, entity: EntityID(2))
        let added = Record(.added, at: 5, entity: EntityID(2), value: 3)
        #expect(fingerprint([added, fired], entities: entities) == fingerprint([fired], entities: entities))
    }

    @Test("batches do not matter to a fingerprint")
    func batches() {
        let records = (0..<100).map { Record(.fired, at: Int64($0), entity: EntityID(2)) }
        var split = Fingerprint()
        split.absorb(Array(records[..<37]), entities: entities)
        split.absorb(Array(records[37...]), entities: entities)
        #expect(split.value == fingerprint(records, entities: entities))
    }

    @Test(
        "the holes of a log line are filled in",
        arguments: [
            (LogTemplate.Piece.number(width: 1), 7, "7"), (.number(width: 3), 7, "007"),
            (.number(width: 3), -7, "-007"),
            (.number(width: 1), .min, "-9223372036854775808"), (.seconds, 16_666_666, "0.016666"),
            (.seconds, -1_500_000_000, "-1.500000"), (.mode, 3, "default"),
            (.thread, 1, "<NSThread: 0x28000040>{number = 1, name = main}"),
        ] as [(LogTemplate.Piece, Int64, String)])
    func holes(piece: LogTemplate.Piece, argument: Int64, text: String) {
        var trace = Trace()
        trace.entities = entities
        trace.templates = [LogTemplate(pieces: [.literal("<"), piece, .literal(">")])]
        trace.arguments = [argument]
        #expect(trace.message(of: Record(.logged, at: 0, entity: EntityID(2))) == "<\(text)>")
    }

    @Test("a line without its template or arguments is empty or zero, never a fall")
    func missing() {
        var trace = Trace()
        #expect(trace.message(of: Record(.logged, at: 0, entity: .none, value: 9)) == "")
        trace.templates = [LogTemplate(pieces: [.number(width: 1)])]
        #expect(trace.message(of: Record(.logged, at: 0, entity: .none, value: 0, extra: 44)) == "0")
    }
}
