/// A set of run loop modes as bits; the topmost bit stands for membership in the common modes.
///
/// A loop gets the modes in ascending order of their number; the common set is not one of them.
public struct ModeSet: Equatable, Sendable, Sequence, IteratorProtocol {
    public var bits: UInt64

    /// Bit 63 names the common set, so this many modes can be told apart.
    public static let capacity = 63

    @inlinable public static var none: ModeSet { ModeSet(bits: 0) }

    @inlinable public static var common: ModeSet { ModeSet(bits: 1 << 63) }

    @inlinable public init(bits: UInt64) { self.bits = bits }

    @inlinable public init(mode: ModeID) { bits = 1 << UInt64(mode.raw) }

    @inlinable public var isCommon: Bool { bits >> 63 == 1 }

    /// The modes themselves, with a common set filled in.
    @inlinable public func resolved(common: ModeSet) -> ModeSet {
        isCommon ? ModeSet(bits: (bits & ~(1 << 63)) | common.bits) : self
    }

    @inlinable public func contains(_ mode: ModeID) -> Bool { bits >> UInt64(mode.raw) & 1 == 1 }

    @inlinable public func subtracting(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits & ~other.bits) }

    @inlinable public mutating func formUnion(_ other: ModeSet) { bits |= other.bits }

    /// Removes the mode with the least number.
    @inlinable public mutating func next() -> ModeID? {
        let rest = bits & ~Self.common.bits
        guard rest != 0 else { return nil }
        bits &= bits &- 1
        return ModeID(rest.trailingZeroBitCount)
    }
}
