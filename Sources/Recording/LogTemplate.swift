import ExactTime

/// A log line's text with holes, filled in when it is printed, so that nobody formats text while a simulation runs.
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
    }

    public var pieces: [Piece]

    public init(pieces: [Piece]) { self.pieces = pieces }

    /// A line without holes.
    public init(_ text: String) { pieces = [.literal(text)] }

    /// How many arguments a line of this template takes.
    public var argumentCount: Int {
        pieces.count { piece in
            switch piece {
            case .literal: false
            case .number, .seconds, .thread, .mode: true
            }
        }
    }
}

/// One message and the stages that it went through until somebody answered (Objective-C Runtime Programming Guide,
/// "Message Forwarding").
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
        self.receiver = receiver
        self.selector = selector
        self.stages = stages
        self.outcome = outcome
    }
}

/// A run loop as `NSLog(@"%@", [NSRunLoop currentRunLoop])` lets one read it.
public struct LoopDump: Hashable, Sendable {
    public struct Timer: Hashable, Sendable {
        public var entity: EntityID
        public var isValid: Bool
        public var isFiring: Bool
        /// In ns after the start.
        public var nextFireDate: Int64
        /// In ns.
        public var tolerance: Int64

        public init(entity: EntityID, isValid: Bool, isFiring: Bool, nextFireDate: Int64, tolerance: Int64) {
            self.entity = entity
            self.isValid = isValid
            self.isFiring = isFiring
            self.nextFireDate = nextFireDate
            self.tolerance = tolerance
        }
    }

    public struct Mode: Hashable, Sendable {
        public var name: EntityID
        public var timers: [Timer]
        public var sources0: [EntityID]
        public var sources1: [EntityID]
        public var observers: [EntityID]

        public init(
            name: EntityID, timers: [Timer], sources0: [EntityID], sources1: [EntityID], observers: [EntityID]
        ) {
            self.name = name
            self.timers = timers
            self.sources0 = sources0
            self.sources1 = sources1
            self.observers = observers
        }
    }

    public var thread: EntityID
    /// False when the thread has not used its run loop yet: there is none.
    public var exists: Bool
    /// The mode of the innermost activation; `EntityID.none` when the loop does not run.
    public var currentMode: EntityID
    public var commonModes: [EntityID]
    public var commonItems: [EntityID]
    public var blockCount: Int
    public var modes: [Mode]

    public init(
        thread: EntityID, exists: Bool, currentMode: EntityID, commonModes: [EntityID], commonItems: [EntityID],
        blockCount: Int, modes: [Mode]
    ) {
        self.thread = thread
        self.exists = exists
        self.currentMode = currentMode
        self.commonModes = commonModes
        self.commonItems = commonItems
        self.blockCount = blockCount
        self.modes = modes
    }
}
