/// A log line's text with holes, filled in when it is printed, so that a running simulation formats no text.
package struct LogTemplate: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case literal(String)
        /// The next argument as a decimal number, padded with zeros to a width.
        case number(width: Int)
        /// The next argument, ns, as seconds with six decimals.
        case seconds
        /// The next argument as a thread's entity index, in the form of `[NSThread currentThread]`'s description.
        case thread
        /// The next argument as a mode's entity index.
        case mode
        /// The next argument as a place among these words.
        case word(of: [String])
        /// The next argument as the index of a dump: the description of a run loop, in several lines.
        case dump
    }

    package var pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }

    /// A line without holes.
    package init(_ text: String) { pieces = [.literal(text)] }

    /// How many arguments a line of this template takes.
    package var argumentCount: Int {
        pieces.count { if case .literal = $0 { false } else { true } }
    }
}

/// One message and the stages that it went through until an object answered (Objective-C Runtime Programming Guide,
/// "Message Forwarding").
package struct MessageTrace: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case method
        case forwardedToTarget(EntityID)
        case invocation(EntityID)
        /// A dummy signature: zero is returned and nothing happens.
        case swallowed
        case unrecognised
    }

    package var receiver: EntityID
    package var selector: String
    /// Stages in order: `lookup`, `resolveInstanceMethod:`, `forwardingTargetForSelector:`, …
    package var stages: [String]
    package var outcome: Outcome

    package init(receiver: EntityID, selector: String, stages: [String], outcome: Outcome) {
        self.receiver = receiver
        self.selector = selector
        self.stages = stages
        self.outcome = outcome
    }
}
