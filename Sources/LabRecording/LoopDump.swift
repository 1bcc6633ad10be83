/// The description of a run loop that `NSLog(@"%@", [NSRunLoop currentRunLoop])` prints.
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
            (self.entity, self.isValid, self.isFiring) = (entity, isValid, isFiring)
            (self.nextFireDate, self.tolerance) = (nextFireDate, tolerance)
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
            (self.name, self.timers) = (name, timers)
            (self.sources0, self.sources1, self.observers) = (sources0, sources1, observers)
        }
    }

    public var thread: EntityID
    /// False when the thread has not used its run loop yet: there is none.
    public var exists = false
    /// The mode of the innermost activation; `EntityID.none` when the loop does not run.
    public var currentMode = EntityID.none
    public var commonModes: [EntityID] = []
    public var commonItems: [EntityID] = []
    public var blockCount = 0
    public var modes: [Mode] = []

    /// A run loop that does not exist yet.
    public init(thread: EntityID) { self.thread = thread }
}
