import Recording

/// Counts how often an idle thread was woken for timers, from what the threads' records say.
///
/// A callback that begins later than anything else on its thread has woken it. Timers that were due at that instant as
/// well share the wake-up, also when they are called one after the other.
struct WakeUpCounter {
    private struct ThreadState {
        var lastActive = Int64.min
        /// When the thread was woken last, and by which timer; -1 for something else.
        var wokenAt = Int64.min
        var timer: Int32 = -1
        var isShared = false
    }

    private var threads: [ThreadState] = []
    /// By timer.
    private(set) var counts: [WakeUps] = []
    /// Wake-ups that some timer needed, each counted once.
    private(set) var total: Int64 = 0

    mutating func grow(to count: Int) {
        let missing = count - threads.count
        guard missing > 0 else { return }
        threads.append(contentsOf: repeatElement(ThreadState(), count: missing))
        counts.append(contentsOf: repeatElement(WakeUps(alone: 0, shared: 0), count: missing))
    }

    @inline(__always)
    mutating func fire(_ record: Record, _ timer: Int) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else { return }
        if record.time > threads[thread].lastActive {
            threads[thread].wokenAt = record.time
            threads[thread].timer = Int32(truncatingIfNeeded: timer)
            threads[thread].isShared = false
            counts[timer].alone &+= 1
            total &+= 1
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
            threads[thread] = ThreadState(
                lastActive: last.time, wokenAt: last.time, timer: Int32(truncatingIfNeeded: timer), isShared: false)
            counts[timer].alone &+= Int64(range.count)
            total &+= Int64(range.count)
            return
        }
        for position in range {
            let record = records[position]
            if record.time > state.lastActive {
                state.wokenAt = record.time
                state.timer = Int32(truncatingIfNeeded: timer)
                state.isShared = false
                woken &+= 1
            } else if record.value <= state.wokenAt {
                threads[thread] = state
                share(thread, timer)
                state = threads[thread]
            }
            state.lastActive = record.time
        }
        threads[thread] = state
        if woken > 0 {
            counts[timer].alone &+= woken
            total &+= woken
        }
    }

    /// What is no timer's callback: the thread is awake.
    @inline(__always)
    mutating func note(_ record: Record) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else { return }
        if record.kind == .calloutBegan, record.time > threads[thread].lastActive {
            threads[thread].wokenAt = record.time
            threads[thread].timer = -1
            threads[thread].isShared = false
        }
        threads[thread].lastActive = max(threads[thread].lastActive, record.time)
    }

    /// Those of a timer, or of all copies of one.
    func counts(of timer: EntityID, _ statistics: TimerStatistics) -> WakeUps {
        let copies = statistics.copies(of: timer)
        return (copies.isEmpty ? [timer] : copies).reduce(into: WakeUps(alone: 0, shared: 0)) { sum, copy in
            sum.alone += counts[Int(copy.index)].alone
            sum.shared += counts[Int(copy.index)].shared
        }
    }

    private mutating func share(_ thread: Int, _ timer: Int) {
        let first = Int(threads[thread].timer)
        guard first != timer else { return }
        if !threads[thread].isShared {
            threads[thread].isShared = true
            if first >= 0 {
                counts[first].alone -= 1
                counts[first].shared += 1
            } else {
                total += 1
            }
        }
        counts[timer].shared += 1
    }
}
