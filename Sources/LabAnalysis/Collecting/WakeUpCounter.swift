import LabRecording

/// Counts the wake-ups of idle threads for timers, from the records of the threads.
///
/// A callback wakes its thread if it begins later than anything else there. Timers that were due at the same instant
/// share the wake-up, even if they are called one after the other. All copies of a timer count as one: a wake-up that
/// only copies share counts as not shared.
struct WakeUpCounter {
    private struct ThreadState {
        var lastActive = Int64.min
        /// The latest wake-up of the thread, and its timer; -1 for something else.
        var wokenAt = Int64.min
        var timer: Int32 = -1
        var number: Int64 = 0
        /// The latest wake-up that began with something else but that a timer also needed.
        var firstShared: Int64 = 0
        var needed: Int64 = 0

        @inline(__always) mutating func wake(at time: Int64, for timer: Int, number: Int64) {
            wokenAt = time
            self.timer = Int32(truncatingIfNeeded: timer)
            self.number = number
        }
    }

    /// The wake-ups of a timer, or of all copies of one.
    private struct Count {
        var wakeUps = WakeUps(alone: 0, shared: 0)
        var lastShared: Int64 = 0
    }

    private var threads: [ThreadState] = []
    private var timers: [Count] = []
    /// The counts, by the timer that represents copies.
    private var groups: [Count] = []
    /// By timer, the timer that represents it; itself if it has no copies.
    private var leaders: [Int32] = []
    private var latest: Int64 = 0

    /// Wake-ups that some timer needed, each counted once.
    var total: Int64 { threads.sum(\.needed) }

    var countsByThread: [(thread: EntityID, count: Int64)] {
        threads.enumerated().filter { $0.element.needed > 0 }.map { (EntityID($0.offset), $0.element.needed) }
    }

    func counts(of timer: EntityID) -> WakeUps { timers[Int(timer.index)].wakeUps }

    func counts(ofGroup timer: EntityID) -> WakeUps { groups[Int(timer.index)].wakeUps }

    mutating func grow(to entities: [Entity]) {
        let known = timers.count
        let lastThread = entities[known...].lastIndex { $0.kind == .thread } ?? -1
        threads.grow(to: lastThread + 1, with: ThreadState())
        timers.grow(to: entities.count, with: Count())
        leaders.reserveCapacity(entities.count)
        var mostGroups = groups.count
        for index in known..<entities.count {
            leaders.append(Int32(entities.leader(of: index) ?? index))
            if entities[index].kind == .timer { mostGroups = max(mostGroups, Int(leaders[index]) + 1) }
        }
        groups.grow(to: mostGroups, with: Count())
    }

    /// Counts firings with nothing between them.
    mutating func fire(_ records: UnsafeBufferPointer<Record>) {
        var (timers, groups): ([Count], [Count]) = ([], [])
        swap(&timers, &self.timers)
        swap(&groups, &self.groups)
        timers.withUnsafeMutableBufferPointer { timers in
            groups.withUnsafeMutableBufferPointer { groups in
                var position = records.startIndex
                while position < records.endIndex {
                    let thread = Int(records[position].thread)
                    let end = records[position...].firstIndex { $0.thread != thread } ?? records.endIndex
                    if threads.indices.contains(thread) {
                        fire(UnsafeBufferPointer(rebasing: records[position..<end]), on: thread, timers, groups)
                    }
                    position = end
                }
            }
        }
        swap(&timers, &self.timers)
        swap(&groups, &self.groups)
    }

    @inline(__always) private mutating func fire(
        _ records: UnsafeBufferPointer<Record>, on thread: Int, _ timers: UnsafeMutableBufferPointer<Count>,
        _ groups: UnsafeMutableBufferPointer<Count>
    ) {
        var (state, latest) = (threads[thread], latest)
        leaders.withUnsafeBufferPointer { leaders in
            for record in records {
                let timer = Int(record.entity.index)
                if record.time > state.lastActive {
                    latest &+= 1
                    state.wake(at: record.time, for: timer, number: latest)
                    state.needed &+= 1
                    timers[timer].wakeUps.alone &+= 1
                    groups[Int(leaders[timer])].wakeUps.alone &+= 1
                } else if record.value <= state.wokenAt, Int(state.timer) != timer {
                    let first = Int(state.timer)
                    if first < 0, state.firstShared != state.number {
                        state.firstShared = state.number
                        state.needed &+= 1
                    }
                    let (leader, own) = (first < 0 ? -1 : Int(leaders[first]), Int(leaders[timer]))
                    Self.share(state.number, of: first, with: timer, timers)
                    if leader != own { Self.share(state.number, of: leader, with: own, groups) }
                }
                state.lastActive = record.time
            }
        }
        threads[thread] = state
        self.latest = latest
    }

    /// Counts firings that all wake their thread.
    mutating func goOn(_ firings: EvenFirings) {
        let (thread, timer) = (Int(firings.first.thread), Int(firings.first.entity.index))
        guard threads.indices.contains(thread) else { return }
        let last = firings.last.time
        latest &+= 1
        threads[thread].wake(at: last, for: timer, number: latest)
        threads[thread].lastActive = last
        threads[thread].needed &+= firings.count
        timers[timer].wakeUps.alone &+= firings.count
        groups[Int(leaders[timer])].wakeUps.alone &+= firings.count
    }

    /// Counts any event but a timer's callback: the thread is awake. The start of a pool thread is not an activity yet.
    @inline(__always) mutating func count(_ record: Record) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count, record.kind != .threadStarted else { return }
        if record.kind == .calloutBegan, record.time > threads[thread].lastActive {
            latest &+= 1
            threads[thread].wake(at: record.time, for: -1, number: latest)
        }
        threads[thread].lastActive = max(threads[thread].lastActive, record.time)
    }

    @inline(__always) private static func share(
        _ number: Int64, of first: Int, with other: Int, _ counts: UnsafeMutableBufferPointer<Count>
    ) {
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
