/// A set of run loop modes as bits; the topmost bit stands for membership in the common modes.
struct ModeSet: Equatable {
    var bits: UInt64

    /// Bit 63 names the common set, so this many modes can be told apart.
    static let capacity = 63
    static let none = ModeSet(bits: 0)
    static let common = ModeSet(bits: 1 << 63)

    init(bits: UInt64) { self.bits = bits }

    init(mode: Int8) { bits = 1 << UInt64(mode) }

    var isCommon: Bool { bits >> 63 == 1 }

    /// The modes themselves, with a common set filled in.
    func resolved(common: ModeSet) -> ModeSet {
        isCommon ? ModeSet(bits: (bits & ~(1 << 63)) | common.bits) : self
    }

    func contains(_ mode: Int8) -> Bool { bits >> UInt64(mode) & 1 == 1 }

    mutating func subtract(_ other: ModeSet) { bits &= ~other.bits }

    mutating func formUnion(_ other: ModeSet) { bits |= other.bits }

    func union(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits | other.bits) }

    /// The modes in ascending order of their number.
    var modes: [Int8] { (0..<Int8(ModeSet.capacity)).filter(contains) }
}
