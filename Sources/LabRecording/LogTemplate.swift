/// A log line's text with holes, filled in only for printing: a running simulation formats no text.
public struct LogTemplate: Hashable, Sendable {
    public enum Piece: Hashable, Sendable {
        case literal(String)
        /// The next argument as a decimal number, padded with zeros to a width.
        case number(width: Int)
        /// The next argument, ns, as seconds with six decimals.
        case seconds
        /// The next argument as a thread's entity index, in the form of `[NSThread currentThread]`'s description.
        case thread
        /// The next argument as a mode's entity index.
        case mode
        /// The next argument as the index of one of these words.
        case word(of: [String])
        /// The next argument as the index of a dump: the description of a run loop, in several lines.
        case dump

        var takesArgument: Bool { if case .literal = self { false } else { true } }
    }

    public var pieces: [Piece]

    public init(pieces: [Piece]) { self.pieces = pieces }

    /// A line without holes.
    public init(_ text: String) { pieces = [.literal(text)] }

    /// The number of arguments of a line.
    public var argumentCount: Int { pieces.count(where: \.takesArgument) }
}

/// A message and its stages until an object answered (Objective-C Runtime Programming Guide, "Message Forwarding").
public struct MessageTrace: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case method
        case forwardedToTarget(EntityID)
        case invocation(EntityID)
        /// A dummy signature: zero is returned and nothing happens.
        case swallowed
        case unrecognised
    }

    public var receiver: EntityID
    public var selector: String
    /// Stages in order: `lookup`, `resolveInstanceMethod:`, `forwardingTargetForSelector:`, …
    public var stages: [String]
    public var outcome: Outcome

    public init(receiver: EntityID, selector: String, stages: [String], outcome: Outcome) {
        (self.receiver, self.selector, self.stages, self.outcome) = (receiver, selector, stages, outcome)
    }
}
