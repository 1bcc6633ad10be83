import LabExactTime

/// A sentence about a recording: words, and the parts, instants and amounts that it names.
///
/// A string literal makes one: `"\(timer) was due at \(at: instant)"`.
package struct Statement: Hashable, ExpressibleByStringInterpolation, StringInterpolationProtocol {
    fileprivate enum Piece: Hashable {
        case words(String)
        case name(EntityID)
        /// `thread worker`, or the words for an unknown part.
        case kindAndName(EntityID, or: String)
        /// ns from the start of the recording, to the microsecond.
        case instant(Int64)
        /// ns.
        case duration(Int64)
        case count(Int64, of: String)
        /// The byte range of a line of the scenario; empty for none.
        case place(Range<Int>)
    }

    fileprivate var pieces: [Piece] = []

    package init(stringLiteral words: String) { appendLiteral(words) }

    package init(stringInterpolation statement: Statement) { self = statement }

    package init(literalCapacity: Int, interpolationCount count: Int) { pieces.reserveCapacity(2 * count + 1) }

    /// - Parameter separator: a literal between each two.
    package init(_ statements: [Statement], separator: String) {
        pieces = Array(statements.map(\.pieces).joined(separator: [.words(separator)]))
    }

    package static func + (left: Statement, right: Statement) -> Statement {
        var both = left
        both += right
        return both
    }

    package static func += (left: inout Statement, right: Statement) { left.pieces += right.pieces }

    package mutating func appendLiteral(_ words: String) { if !words.isEmpty { pieces.append(.words(words)) } }

    package mutating func appendInterpolation(_ words: some CustomStringConvertible) { appendLiteral("\(words)") }

    package mutating func appendInterpolation(_ statement: Statement) { pieces += statement.pieces }

    /// The name of a part.
    package mutating func appendInterpolation(_ part: EntityID) { pieces.append(.name(part)) }

    /// The name of a part with its kind: `thread worker`.
    package mutating func appendInterpolation(kind part: EntityID, or words: String = "something") {
        pieces.append(.kindAndName(part, or: words))
    }

    /// An instant, ns from the start of the recording.
    package mutating func appendInterpolation(at instant: Int64) { pieces.append(.instant(instant)) }

    /// A duration, ns.
    package mutating func appendInterpolation(ns duration: Int64) { pieces.append(.duration(duration)) }

    /// A counted noun: `2 firings`.
    package mutating func appendInterpolation(_ count: some BinaryInteger, _ noun: String) {
        pieces.append(.count(Int64(clamping: count), of: noun))
    }

    /// The line of a byte range of the scenario, in parentheses.
    package mutating func appendInterpolation(place: Range<Int>) { pieces.append(.place(place)) }

    /// The sentence about a recording.
    ///
    /// - Parameter placed: ` (tracking.toml:12)` for a byte range; empty if it has no line.
    package func text(in trace: Trace, placed: (Range<Int>) -> String = { _ in "" }) -> String {
        pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .name(let part): trace.name(part)
            case .kindAndName(let part, let words): trace.kindAndName(part) ?? words
            case .instant(let time): DurationText.format(time, digits: 6)
            case .duration(let time): DurationText.format(time)
            case .count(let count, let noun): Plural.of(count, noun)
            case .place(let place): placed(place)
            }
        }.joined()
    }
}

extension Trace {
    /// `thread worker`; an entity without an id is already called `event 1` or `async block`.
    package func kindAndName(_ id: EntityID) -> String? {
        guard let entity = entity(id) else { return nil }
        let kind = "\(entity.kind)"
        return entity.name.split(separator: " ").contains { $0 == kind } ? entity.name : "\(kind) \(entity.name)"
    }
}
