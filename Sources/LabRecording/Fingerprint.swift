/// A hash of a trajectory: of its events and their times, not of wording or the order of definitions.
///
/// Equal on every machine: only integers and names count.
public struct Fingerprint: Hashable, Sendable {
    public private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var keys: [UInt64] = []

    public init() {}

    /// Adds a batch; `entities` as in `RecordSink`.
    public mutating func absorb(_ batch: [Record], entities: [Entity]) {
        learn(entities)
        var state = value
        keys.withUnsafeBufferPointer { keys in
            for record in batch where record.kind.isTrajectory {
                let index = Int(record.entity.index)
                let key = keys.indices.contains(index) ? keys[index] : 0
                Self.absorb(record, key, &state)
            }
        }
        value = state
    }

    /// Adds a run of firings.
    public mutating func absorb(_ firings: EvenFirings, entities: [Entity]) {
        learn(entities)
        let key = keys[firings.first.entity] ?? 0
        var state = value
        for record in firings { Self.absorb(record, key, &state) }
        value = state
    }

    private mutating func learn(_ entities: [Entity]) {
        keys += entities.indices.dropFirst(keys.count).map {
            Self.hash(entities[$0].name) &+ UInt64(entities[$0].kind.rawValue)
        }
    }

    @inline(__always) private static func absorb(_ record: Record, _ key: UInt64, _ state: inout UInt64) {
        let word = UInt64(bitPattern: record.time) ^ (key &+ UInt64(record.kind.rawValue) &* 0xD6E8_FEB8_6659_FD93)
        state = mix(state ^ word)
    }

    /// Sixteen hexadecimal digits.
    public static func text(_ value: UInt64) -> String { value.padded(to: 16, radix: 16) }

    /// FNV-1a over the UTF-8 bytes.
    public static func hash(_ text: String) -> UInt64 { hash(text.utf8) }

    /// FNV-1a over some bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// A bijection of 64 bits that spreads every bit (two rounds of multiply and shift).
    @inlinable public static func mix(_ input: UInt64) -> UInt64 {
        var word = input
        word = (word ^ (word >> 32)) &* 0xD6E8_FEB8_6659_FD93
        word = (word ^ (word >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return word ^ (word >> 32)
    }
}
