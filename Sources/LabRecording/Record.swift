/// An index into a trace's table of entities.
public struct EntityID: Hashable, Sendable, Comparable {
    public let index: Int32

    @inlinable public init(_ index: some BinaryInteger) { self.index = Int32(truncatingIfNeeded: index) }

    @inlinable public static var none: EntityID { EntityID(-1) }

    @inlinable public var exists: Bool { index != -1 }

    @inlinable public static func < (left: EntityID, right: EntityID) -> Bool { left.index < right.index }
}

/// An event of a run: 32 bytes, handed from producer to consumer in batches.
///
/// `time` is ns after the start of the recording and never decreases. The meaning of `entity`, `value` and `extra`
/// depends on `kind`. Instants in `value` and `extra` are ns after the start as well.
public struct Record: Hashable, Sendable {
    public var time: Int64
    public var value: Int64
    public var extra: Int64
    public var entity: EntityID
    /// The thread of the event, as an entity; `EntityID.none` for an event outside of all threads.
    public var thread: Int16
    public var kind: Kind

    @inlinable public init(
        _ kind: Kind, at time: Int64, entity: EntityID, thread: Int16 = -1, value: Int64 = 0, extra: Int64 = 0
    ) {
        self.time = time
        self.value = value
        self.extra = extra
        self.entity = entity
        self.thread = thread
        self.kind = kind
    }

    public enum Kind: UInt8, Sendable, CaseIterable {
        // Timers. `entity` is the timer.
        /// A callback begins: `value` the due instant served, `extra` the number of its grid points (GCD's `data`).
        case fired
        /// The callback has returned. Left out if it took no time.
        case returned
        /// From here on the timer is due at `value` and then at each `extra`-th interval of the trace (`-1`: once).
        case gridSet
        /// From here on the timer has no due points (invalidated, cancelled, paused, or done).
        case gridEnded
        /// Added to mode `value` of the run loop of the thread.
        case added
        /// Removed from mode `value`.
        case removed
        case invalidated
        case cancelled
        /// `extra` the step (`-1`: none), as in `deallocBegan`, `systemSlept` and `enteredBackground`. Of the process: the
        /// app, which went on in the background until then.
        case suspended
        case resumed
        /// An extra call (`fire`), which leaves the schedule alone; the firing itself follows.
        case firedManually

        // Threads and run loops. `entity` is the thread unless said.
        case threadStarted
        case threadEnded
        case threadCancelled
        case loopCreated
        /// An activation begins: `value` the mode, `extra` the step of the call (`-1`: the app's own).
        case activationBegan
        /// An activation ends: `value` the mode, `extra` a raw `RunResult`.
        case activationEnded
        /// A run method has returned: `value` 1 for true or the raw `RunResult`, `extra` the step of the call.
        case runReturned
        /// A callout other than a timer's begins or ends. `entity` is the event, observer, queue, source or block.
        /// `value` is the step that made it (`-1`: none), `extra` a block's raw `BlockOrigin`.
        case calloutBegan = 20
        case calloutEnded
        /// Work of step `value` begins or ends; `entity` is the owner of the callout that it belongs to.
        case workBegan
        case workEnded
        /// The thread is blocked in a sleep of step `value`.
        case sleepBegan
        case sleepEnded
        /// `value` the dump's index in the trace.
        case dumped

        // Objects. `entity` is the object.
        case created
        /// `value` the holder's entity, `extra` the label's index in the texts of the trace.
        case retained
        case released
        case deallocBegan
        case deallocated
        /// A weak variable was passed to a callee that retains: `entity` the callee (a timer), `value` the object.
        case weakTargetRetained
        /// A weak property was assigned an object that nothing else holds: it is nil at once.
        case weakPropertyCleared
        /// A message went through its stages: `value` the message's index in the trace.
        case messaged

        // Text. `entity` is the owner of the callout.
        /// A log line: `value` the template, `extra` the index of its first argument.
        case logged

        // The system; `entity` is the process.
        /// Asleep until `value`.
        case systemSlept
        /// `value` 1 if the app is suspended at once; a background task that its last steps begin resumes it.
        case enteredBackground
        case enteredForeground
        /// `value` the jump of the wall clock, `extra` the step.
        case wallClockSet
        /// Something that the rules ignore or refuse: `entity` the subject, `value` a raw `Remark`, `extra` the step.
        case remarked
        /// The simulated process ends here, because of the entity: `value` the reason's index in the texts, `extra` the step.
        case crashed

        // Weak references. `entity` is the object, `value` the entity whose variable it is, `extra` the name's index.
        /// It refers to the object until it is changed or the object's deallocation begins.
        case weaklyReferred
        case weaklyReferredNoMore
    }
}

/// The firing of a timer in whose callback a block was made.
public struct BlockOrigin: RawRepresentable, Hashable, Sendable {
    /// The bits of entity and firing; 0 for none.
    public let rawValue: Int64
    private static let firingBits: Int64 = 40

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter firing: 0 outside of callbacks.
    public init(timer: EntityID, firing: Int64) {
        rawValue = firing == 0 ? 0 : (Int64(timer.index) + 1) << Self.firingBits | firing
    }

    /// The timer; `EntityID.none` for a block made outside of timers' callbacks.
    public var timer: EntityID { EntityID((rawValue >> Self.firingBits) - 1) }

    /// The number of the firing, from 1.
    public var firing: Int64 { rawValue & (1 << Self.firingBits - 1) }

    /// True for an earlier firing of the same timer.
    public func isBefore(_ other: BlockOrigin) -> Bool {
        rawValue < other.rawValue && rawValue >> Self.firingBits == other.rawValue >> Self.firingBits
    }
}

/// Why a run of a run loop ended (CFRunLoopRunResult, with its numbers).
public enum RunResult: Int64, Sendable, CaseIterable {
    case finished = 1
    case stopped = 2
    case timedOut = 3
    case handledSource = 4
    /// The run had not ended at the end of the recording.
    case running = 0
}

/// Events that the real run loop ignores or refuses without a word.
public enum Remark: Int64, Sendable, CaseIterable {
    /// A timer that belongs to one run loop was offered to another (CFRunLoopAddTimer ignores it).
    case addedToSecondLoop
    /// An invalid timer was added.
    case addedInvalidTimer
    /// A run in the common modes, which are not a mode, is refused.
    case ranCommonModes
    /// A run in an empty mode returns at once.
    case ranEmptyMode
    /// Invalidated on a thread other than the one whose run loop has it.
    case invalidatedOnOtherThread
    /// `nil` was added or messaged because a weak variable had been cleared.
    case messagedNil
    /// A block was given to a run loop that nothing wakes.
    case blockDoesNotWake
    /// Stopping a run loop that does not run has no effect.
    case stoppedIdleLoop
    /// `performSelector:onThread:` to a thread that has ended.
    case performedOnEndedThread
    /// An interval of 0 was raised to what the mechanism allows.
    case intervalRaised
    /// The tolerance was cut to half the interval.
    case toleranceCut
    /// A block, a perform request or an event waited in the run loop of a thread that has ended.
    case neverServed
    /// The code that made this timer made another one while this one was valid. Or an event handed over another block
    /// with a delay before the earlier one was over.
    case remade
    /// The display changed its rate.
    case displayRateSet
    /// An object was retained in its own dealloc.
    case retainedInDealloc
    /// At the end of the run the record's thread waited for what could not come any more. That is the entity (a queue
    /// or another thread), or a signal from a block that only this thread could run. If the entity is the thread
    /// itself, nothing could signal it.
    case waitsForever
    /// An invalid timer got a new fire date.
    case movedInvalidTimer
    /// At the end of the run the record's thread was cancelled, but in a run call without a limit, which does not
    /// check. The step is the call.
    case cancelledInRunCall
    /// A run loop was stopped whose run call begins another activation, as `run()` and the app do.
    case stoppedInVain
    /// At the end of the run the record's thread was in a run call without a limit (the step), with steps after it.
    case keptByRunCall
    /// A timer got a date that was reckoned by the wall clock.
    case datedByWallClock
    /// A timer, source or link that had ended was started again.
    case startedInvalidTimer
    /// At the end of the run a block of the main queue waited for another one, in a run call without an end (the step).
    case heldByRunCall
}

extension Record.Kind {
    /// True if records of this kind are part of the trajectory of a fingerprint.
    public var isTrajectory: Bool {
        switch self {
        case .fired, .returned, .invalidated, .cancelled, .suspended, .resumed, .threadStarted, .threadEnded,
            .activationBegan, .activationEnded, .runReturned, .calloutBegan, .calloutEnded, .workBegan, .workEnded,
            .sleepBegan, .sleepEnded, .deallocBegan, .deallocated, .logged, .systemSlept, .enteredBackground,
            .enteredForeground, .wallClockSet, .crashed:
            true
        case .gridSet, .gridEnded, .added, .removed, .firedManually, .threadCancelled, .loopCreated, .dumped, .created,
            .retained, .released, .weakTargetRetained, .weakPropertyCleared, .messaged,
            .remarked, .weaklyReferred, .weaklyReferredNoMore:
            false
        }
    }
}
