import LabRecording

/// The history of timers in run loops, and of the run calls of threads.
struct RunLoopStories {
    /// The history of one timer, by the order of records.
    struct Story {
        var made: Int?
        /// When it was first added after it was last made.
        var added: (order: Int, thread: EntityID, modes: [EntityID])?
        /// The instant at which it was added as one that had been made again, ns.
        var addedAgain: Int64?
        /// The instant at which it was last made, unless it was added since, ns.
        var unadded: Int64?
    }

    /// The rare events of a timer.
    struct Turn {
        /// The instant at which it was last invalidated or cancelled, ns.
        var end: Int64?
        var ended: Int?
        /// When a step of the scenario ended it, ns, and whose step that was. Nil if the end of its thread or its last
        /// owner did.
        var endedByStep: (at: Int64, by: EntityID)?
        /// The jumps of the wall clock while its points were on that clock: size in ns, step, and the number of earlier
        /// jumps.
        var wallJumps: [(by: Int64, step: Int64, count: Int)] = []
        /// The instants at which it got a date by the wall clock, ns.
        var dated: [Int64] = []
        /// The instant at which it was last suspended, ns, and the step.
        var suspended: (at: Int64, by: EntityID)?
        /// The same, until it is resumed.
        var rest: (at: Int64, by: EntityID)?
        var deallocated: Int?
        var resumed = false
    }

    private(set) var stories: [Story] = []
    /// By timer, the thread of its first call; negative for none.
    var firstThreads: [Int16] = []
    private var turns: [EntityID: Turn] = [:]
    /// The modes that a timer was last added to: most are in the same.
    private var latestModes: [EntityID] = []
    /// The instant at which the first run call of a thread returned.
    private(set) var firstReturns: [EntityID: Int] = [:]
    /// All run calls that have returned, in order, with their steps and values.
    private(set) var returns: [(thread: EntityID, step: Int64, value: Int64)] = []
    /// By thread: the open activations, and for each mode the end of the last activation that ran in it.
    private var open: [EntityID: [EntityID]] = [:]
    private var lastEnds: [EntityID: [EntityID: Int]] = [:]
    /// The end of the latest activation of a thread, ns.
    private var lastReturns: [EntityID: Int64] = [:]
    /// The ends of threads, ns.
    private(set) var ends: [EntityID: Int64] = [:]
    /// Threads that ended inside a run call.
    private(set) var exits: Set<EntityID> = []
    /// Threads that a step asked to end.
    private(set) var cancelled: Set<EntityID> = []
    /// The jumps of the wall clock, and their instants, ns.
    private(set) var wallJumps: [(at: Int64, by: Int64, step: Int64)] = []
    private var order = 0

    mutating func grow(to count: Int) {
        stories.grow(to: count, with: Story())
        firstThreads.grow(to: count, with: -1)
    }

    /// The history of a timer, if any.
    func turn(of timer: EntityID) -> Turn? { turns.isEmpty ? nil : turns[timer] }

    /// The entity of the record is a known one.
    ///
    /// - Parameter owner: the entity that runs on the record's thread.
    mutating func read(_ record: Record, by owner: EntityID) {
        let entity = Int(record.entity.index)
        order += 1
        switch record.kind {
        case .created, .gridSet:
            if record.kind == .gridSet, let jump = wallJumps.last, jump.at == record.time, stories[entity].made != nil,
                turn(of: record.entity)?.wallJumps.last?.count != wallJumps.count
            {
                turns[record.entity, default: Turn()].wallJumps.append((jump.by, jump.step, wallJumps.count))
            }
            if record.kind == .created { stories[entity].unadded = record.time }
            stories[entity].made = stories[entity].made ?? order
        case .wallClockSet: wallJumps.append((record.time, record.value, record.extra))
        case .remarked where record.value == Remark.datedByWallClock.rawValue:
            turns[record.entity, default: Turn()].dated.append(record.time)
        case .added:
            let mode = EntityID(record.value)
            let isAgain = stories[entity].added != nil && stories[entity].unadded != nil
            stories[entity].unadded = nil
            if isAgain { stories[entity].addedAgain = record.time }
            if isAgain || stories[entity].added == nil {
                if latestModes.first != mode { latestModes = [mode] }
                stories[entity].added = (order, EntityID(record.thread), latestModes)
            } else if stories[entity].added?.modes.contains(mode) == false {
                stories[entity].added?.modes.append(mode)
            }
        case .invalidated, .cancelled:
            var turn = turns[record.entity] ?? Turn()
            turn.end = record.time
            if turn.ended == nil, record.extra >= 0 { turn.endedByStep = (record.time, owner) }
            turn.ended = turn.ended ?? order
            turns[record.entity] = turn
        case .deallocBegan: turns[record.entity, default: Turn()].deallocated = order
        case .suspended:
            turns[record.entity, default: Turn()].suspended = (record.time, owner)
            turns[record.entity]?.rest = (record.time, owner)
        case .resumed:
            turns[record.entity, default: Turn()].resumed = true
            turns[record.entity]?.rest = nil
        case .activationBegan: open[record.entity, default: []].append(EntityID(record.value))
        case .activationEnded:
            if let mode = open[record.entity]?.popLast() { lastEnds[record.entity, default: [:]][mode] = order }
            lastReturns[record.entity] = record.time
        case .threadEnded:
            ends[record.entity] = record.time
            // A thread that exits leaves its run calls open.
            for mode in open[record.entity] ?? [] {
                lastEnds[record.entity, default: [:]][mode] = order
                (lastReturns[record.entity], open[record.entity]) = (record.time, nil)
                exits.insert(record.entity)
            }
        case .threadCancelled: cancelled.insert(record.entity)
        case .runReturned:
            if returns.last?.thread != record.entity, firstReturns[record.entity] == nil {
                firstReturns[record.entity] = order
            }
            returns.append((record.entity, record.extra, record.value))
        default: return
        }
    }

    /// The last instant at which a thread's run loop ran, ns; nil if it never ran, or runs at the end.
    func lastReturn(of thread: EntityID) -> Int64? { open[thread]?.isEmpty == false ? nil : lastReturns[thread] }

    /// The modes in which a thread's run loop ran at some time after a record.
    func modes(ofThread thread: EntityID, after moment: Int) -> [EntityID] {
        (open[thread] ?? []) + (lastEnds[thread] ?? [:]).filter { $0.value > moment }.map(\.key)
    }
}
