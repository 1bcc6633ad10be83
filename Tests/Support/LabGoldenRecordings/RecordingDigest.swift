import LabRecording

/// A recording in three numbers: what reports print of it, all bytes of its records, and all of its tables.
package struct RecordingDigest: Equatable, Sendable {
    /// The printed fingerprint, over time, kind and name of the trajectory.
    package var fingerprint: UInt64
    /// Over every field of every record.
    package var records: UInt64
    /// Over the header and the tables that records name by index, entities first.
    package var tables: UInt64

    package init(_ trace: Trace) {
        fingerprint = trace.fingerprint
        records = RecordingDigest.hash(of: trace.records)
        tables = RecordingDigest.hash(ofTablesOf: trace)
    }

    /// One line, sixteen hexadecimal digits each.
    package var text: String { [fingerprint, records, tables].map(Fingerprint.text).joined(separator: " ") }

    private static func hash(of records: [Record]) -> UInt64 {
        var state = UInt64(records.count)
        for record in records {
            state = mix(state, UInt64(bitPattern: record.time))
            state = mix(state, UInt64(bitPattern: record.value))
            state = mix(state, UInt64(bitPattern: record.extra))
            let names = UInt64(UInt32(bitPattern: record.entity.index)) << 32
            state = mix(state, names | UInt64(UInt16(bitPattern: record.thread)) << 8 | UInt64(record.kind.rawValue))
        }
        return state
    }

    private static func hash(ofTablesOf trace: Trace) -> UInt64 {
        var state: UInt64 = 0
        let tables: [Any] = [
            trace.header, trace.entities, trace.steps, trace.intervals, trace.texts, trace.templates, trace.dumps,
            trace.messages,
        ]
        for table in tables { state = mix(state, Fingerprint.hash("\(table)")) }
        for argument in trace.arguments { state = mix(state, UInt64(bitPattern: argument)) }
        return state
    }

    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 { Fingerprint.mix(state ^ word) &+ word }
}
