/// A run loop as `NSLog(@"%@", [NSRunLoop currentRunLoop])` lets one read it.
package struct LoopDump: Hashable, Sendable {
    package struct Timer: Hashable, Sendable {
        package var entity: EntityID
        package var isValid: Bool
        package var isFiring: Bool
        /// In ns after the start.
        package var nextFireDate: Int64
        /// In ns.
        package var tolerance: Int64

        package init(entity: EntityID, isValid: Bool, isFiring: Bool, nextFireDate: Int64, tolerance: Int64) {
            self.entity = entity
            self.isValid = isValid
            self.isFiring = isFiring
            self.nextFireDate = nextFireDate
            self.tolerance = tolerance
        }
    }

    package struct Mode: Hashable, Sendable {
        package var name: EntityID
        package var timers: [Timer]
        package var sources0: [EntityID]
        package var sources1: [EntityID]
        package var observers: [EntityID]

        package init(
            name: EntityID, timers: [Timer], sources0: [EntityID], sources1: [EntityID], observers: [EntityID]
        ) {
            self.name = name
            self.timers = timers
            self.sources0 = sources0
            self.sources1 = sources1
            self.observers = observers
        }
    }

    package var thread: EntityID
    /// False when the thread has not used its run loop yet: there is none.
    package var exists = false
    /// The mode of the innermost activation; `EntityID.none` when the loop does not run.
    package var currentMode = EntityID.none
    package var commonModes: [EntityID] = []
    package var commonItems: [EntityID] = []
    package var blockCount = 0
    package var modes: [Mode] = []

    /// A run loop that does not exist yet.
    package init(thread: EntityID) { self.thread = thread }
}
