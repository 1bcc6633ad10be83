import Recording

/// Counts how often an idle thread was woken for timers, from what the threads' records say.
///
/// A callback that begins later than anything else on its thread has woken it. Timers that were due at that instant as
/// well share the wake-up, also when they are called one after the other. All copies of one timer count as one, too: a
/// wake-up that several of them share is one of theirs, and alone if no other timer shares it.
struct WakeUpCounter {
    private struct ThreadState {
        var lastActive = Int64.min
        /// When the thread was woken last, and by which timer; -1 for something else.
        var wokenAt = Int64.min
        var timer: Int32 = -1
        /// The number of that wake-up.
        var number: Int64 = 0
        /// The last one that began with something else and that a timer needed as well.
        var firstShared: Int64 = 0
        /// Wake-ups that some timer needed, each counted once.
        var needed: Int64 = 0

        @inline(__always)
        mutating func wake(at time: Int64, for timer: Int, number: Int64) {
            wokenAt = time
            self.timer = Int32(truncatingIfNeeded: timer)
            self.number = number
        }
    }

    /// The wake-ups of a timer, or of all copies of one.
    private struct Count {
        var wakeUps = WakeUps(alone: 0, shared: 0)
        /// The last one that it shared.
        var lastShared: Int64 = 0
    }

    private var threads: [ThreadState] = []
    private var timers: [Count] = []
    /// By the timer that stands for the copies.
    private var groups: [Count] = []
    /// By timer, which one stands for it; itself where it has no copies.
    private var leaders: [Int32] = []
    private var latest: Int64 = 0

    /// Wake-ups that some timer needed, each counted once.
    var total: Int64 { threads.reduce(0) { $0 + $1.needed } }

    /// Those of each thread that has some.
    var countsByThread: [(thread: EntityID, count: Int64)] {
        threads.enumerated().filter { $0.element.needed > 0 }.map { (EntityID($0.offset), $0.element.needed) }
    }

    /// Those of one timer.
    func counts(of timer: EntityID) -> WakeUps { timers[Int(timer.index)].wakeUps }

    /// Those of a timer and all its copies together.
    func counts(ofGroup timer: EntityID) -> WakeUps { groups[Int(timer.index)].wakeUps }

    mutating func grow(to entities: [Entity]) {
        for index in threads.count..<max(threads.count, entities.count) {
            threads.append(ThreadState())
            timers.append(Count())
            groups.append(Count())
            let group = entities[index].group.index
            let isCopy = entities[index].kind == .timer && entities.indices.contains(Int(group))
            leaders.append(isCopy ? group : Int32(index))
        }
    }

    @inline(__always)
    mutating func fire(_ record: Record, _ timer: Int) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else { return }
        if record.time > threads[thread].lastActive {
            latest &+= 1
            threads[thread].wake(at: record.time, for: timer, number: latest)
            count(1, of: timer, on: thread)
        } else if record.value <= threads[thread].wokenAt {
            share(thread, timer)
        }
        threads[thread].lastActive = record.time
    }

    /// Takes up several firings of one timer on one thread with nothing between them.
    ///
    /// - Parameter areEven: whether they come at equal distances.
    @inline(__always)
    mutating func fire(_ records: [Record], _ range: Range<Int>, _ timer: Int, areEven: Bool) {
        let thread = Int(records[range.lowerBound].thread)
        guard thread >= 0, thread < threads.count else { return }
        var state = threads[thread]
        var woken: Int64 = 0
        let (first, last) = (records[range.lowerBound], records[range.upperBound &- 1])
        if areEven, first.time > state.lastActive, last.time > first.time || range.count == 1 {
            latest &+= 1
            state.wake(at: last.time, for: timer, number: latest)
            state.lastActive = last.time
            woken = Int64(range.count)
        } else {
            for position in range {
                let record = records[position]
                if record.time > state.lastActive {
                    latest &+= 1
                    state.wake(at: record.time, for: timer, number: latest)
                    woken &+= 1
                } else if record.value <= state.wokenAt {
                    threads[thread] = state
                    share(thread, timer)
                    state = threads[thread]
                }
                state.lastActive = record.time
            }
        }
        threads[thread] = state
        if woken > 0 { count(woken, of: timer, on: thread) }
    }

    /// What is no timer's callback: the thread is awake.
    @inline(__always)
    mutating func note(_ record: Record) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else { return }
        if record.kind == .calloutBegan, record.time > threads[thread].lastActive {
            latest &+= 1
            threads[thread].wake(at: record.time, for: -1, number: latest)
        }
        threads[thread].lastActive = max(threads[thread].lastActive, record.time)
    }

    @inline(__always)
    private mutating func count(_ woken: Int64, of timer: Int, on thread: Int) {
        threads[thread].needed &+= woken
        timers[timer].wakeUps.alone &+= woken
        groups[Int(leaders[timer])].wakeUps.alone &+= woken
    }

    private mutating func share(_ thread: Int, _ timer: Int) {
        let (first, number) = (Int(threads[thread].timer), threads[thread].number)
        guard first != timer else { return }
        if first < 0, threads[thread].firstShared != number {
            threads[thread].firstShared = number
            threads[thread].needed &+= 1
        }
        let (leader, own) = (first < 0 ? -1 : Int(leaders[first]), Int(leaders[timer]))
        WakeUpCounter.share(number, of: first, with: timer, &timers)
        if leader != own { WakeUpCounter.share(number, of: leader, with: own, &groups) }
    }

    private static func share(_ number: Int64, of first: Int, with other: Int, _ counts: inout [Count]) {
        if first >= 0, counts[first].lastShared != number {
            counts[first].lastShared = number
            counts[first].wakeUps.alone -= 1
            counts[first].wakeUps.shared += 1
        }
        if counts[other].lastShared != number {
            counts[other].lastShared = number
            counts[other].wakeUps.shared += 1
        }
    }
}
