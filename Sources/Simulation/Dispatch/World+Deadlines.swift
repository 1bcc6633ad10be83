import Recording
import ScenarioModel

/// Watching deadlines: who is due when, on three clocks, and which wake-ups are shared.
extension World {
    // MARK: Clocks

    /// What a clock shows now, ns; all of them showed 0 at the scenario's start.
    func reading(of clock: TimerClock) -> Int64 {
        switch clock {
        case .uptime: now
        case .continuous: time
        case .wall: sum(time, wallJump)
        }
    }

    /// The instant on the uptime axis at which a clock shows `instant`, if nobody sleeps or sets it meanwhile.
    func uptime(of instant: Int64, on clock: TimerClock) -> Int64 {
        guard instant < .max else { return .max }
        let ahead =
            switch clock {
            case .uptime: Int128(0)
            case .continuous: Int128(sleepOffset)
            case .wall: Int128(sleepOffset) + Int128(wallJump)
            }
        return Int64(clamping: Int128(instant) - ahead)
    }

    /// The recording's time at which a clock shows `instant`, as things stand.
    func recordingTime(of instant: Int64, on clock: TimerClock) -> Int64 {
        switch clock {
        case .uptime: sum(instant, sleepOffset)
        case .continuous: instant
        case .wall: Int64(clamping: Int128(instant) - Int128(wallJump))
        }
    }

    /// A date as a clock shows it.
    func reading(of date: FireDate, on clock: TimerClock) -> Int64 {
        switch date {
        case .at(let instant):
            switch clock {
            case .uptime: Int64(clamping: Int128(instant) - Int128(sleepOffset))
            case .continuous: instant
            case .wall: sum(instant, wallJump)
            }
        case .after(let duration): sum(reading(of: clock), duration)
        case .distantFuture: .max
        case .distantPast: reading(of: clock)
        }
    }

    // MARK: Arming

    /// Makes room for a deadline.
    mutating func makeDeadline(
        for client: Deadline.Client, entity: EntityID, clock: TimerClock, isStrict: Bool = false
    ) -> Int32 {
        deadlineNumber += 1
        var deadline = Deadline(
            client: client, entity: entity, line: DeadlineLine.number(clock: clock, isStrict: isStrict))
        deadline.number = deadlineNumber
        if let free = freeDeadlines.popLast() {
            deadlines[Int(free)] = deadline
            return free
        }
        deadlines.append(deadline)
        return Int32(deadlines.count - 1)
    }

    mutating func freeDeadline(_ index: Int32) {
        disarm(deadline: index)
        deadlines[Int(index)].client = .nobody
        freeDeadlines.append(index)
    }

    /// Watches for `target`, on the deadline's own clock.
    mutating func arm(deadline index: Int32, target: Int64, leeway: Int64) {
        let line = deadlines[Int(index)].line
        let hadSay = hasSay(index)
        disarm(deadline: index, requestsWakeUp: false)
        deadlines[Int(index)].target = target
        deadlines[Int(index)].leeway = leeway
        if target < .max {
            timerSequence &+= 1
            deadlines[Int(index)].sequence = timerSequence
            if leeway > 0 { lines[line].hasLeeway = true }
            lines[line].heap.push(
                TimerHeap.Entry(due: target, sequence: timerSequence, timer: UInt32(index)))
        }
        if hadSay || target <= lines[line].windowEnd { requestWakeUp(line: line) }
    }

    /// Whether the line's wake-up would be another one without this deadline.
    private mutating func hasSay(_ index: Int32) -> Bool {
        let deadline = deadlines[Int(index)]
        return deadline.sequence != 0 && deadline.target <= lines[deadline.line].windowEnd
    }

    mutating func disarm(deadline index: Int32, requestsWakeUp: Bool = true) {
        guard deadlines[Int(index)].sequence != 0 else { return }
        let hadSay = hasSay(index)
        deadlines[Int(index)].sequence = 0
        let line = deadlines[Int(index)].line
        lines[line].staleEntries += 1
        dropStaleDeadlines(line: line)
        if requestsWakeUp, hadSay { requestWakeUp(line: line) }
    }

    private mutating func dropStaleDeadlines(line: Int) {
        while let first = lines[line].heap.first, deadlines[Int(first.timer)].sequence != first.sequence {
            lines[line].heap.popFirst()
            lines[line].staleEntries -= 1
        }
        guard lines[line].staleEntries > 64, lines[line].staleEntries * 2 > lines[line].heap.count else { return }
        let states = deadlines
        lines[line].heap.compact { states[Int($0.timer)].sequence == $0.sequence }
        lines[line].staleEntries = 0
    }

    // MARK: Waking up

    // What follows is mutating even where it only looks: a world that is passed by value may be copied for it, which
    // was measured to cost half the time of a firing.

    /// Asks the kernel for the line's next wake-up, unless that very one has been asked for.
    private mutating func requestWakeUp(line: Int, anew: Bool = false) {
        // Whoever is armed while a line elapses waits for the one request at its end.
        guard line != elapsingLine else { return }
        let instant = wakeUp(of: line)
        guard anew || instant != lines[line].wakeTime else { return }
        lines[line].wakeTime = instant
        lines[line].ticket &+= 1
        guard instant < .max else { return }
        queue.push(
            .deadlines(line: Int32(line), ticket: lines[line].ticket), at: max(now, instant),
            isContinuous: lines[line].clock != .uptime)
    }

    /// A clock has jumped or stood still: what is awaited comes at another instant now.
    mutating func requestWakeUpsAnew() {
        for line in lines.indices { requestWakeUp(line: line, anew: true) }
    }

    private mutating func wakeUp(of line: Int) -> Int64 {
        lines[line].windowEnd = .max
        guard let first = lines[line].heap.first else { return .max }
        lines[line].windowEnd = first.due
        let clock = lines[line].clock
        let target = lines[line].hasLeeway ? sharedTarget(of: line, from: first.due) : first.due
        let instant = uptime(of: target, on: clock)
        guard instant > now else { return now }
        guard hasWakeUpLatency, instant < .max else { return instant }
        let deadline = deadlines[Int(first.timer)]
        return sum(instant, wakeUpLatency(of: deadline.entity, index: deadline.elapsed))
    }

    /// Where in the window of the line's first target the wake-up lands (event.c: _dispatch_timers_get_delay).
    private mutating func sharedTarget(of line: Int, from first: Int64) -> Int64 {
        guard let leader = lines[line].heap.first else { return first }
        // Whoever is due after the first one's window cannot end it earlier.
        let window = sum(first, deadlines[Int(leader.timer)].leeway)
        var end = window
        if lines[line].heap.count > 1 {
            for entry in liveDeadlines(of: line, by: window) {
                end = min(end, sum(entry.due, deadlines[Int(entry.timer)].leeway))
            }
        }
        lines[line].windowEnd = end
        switch plan.device.choices.wakeInWindow {
        case .latest: return end
        case .shared: return lines[line].heap.count > 1 ? liveDeadlines(of: line, by: end).last?.due ?? first : first
        case .earliest:
            // libdispatch itself moves the wake-up when the window is wide enough.
            let margin = lines[line].window
            guard sum(first, margin) < end else { return first }
            return liveDeadlines(of: line, by: end - margin).last?.due ?? first
        }
    }

    private mutating func liveDeadlines(of line: Int, by limit: Int64) -> [TimerHeap.Entry] {
        let states = deadlines
        var live = lines[line].heap.due(by: limit)
        live.removeAll { states[Int($0.timer)].sequence != $0.sequence }
        if live.count > 1 { live.sort { $0 < $1 } }
        return live
    }

    /// The wake-up of a line: everything whose target has come elapses.
    mutating func elapse(line number: Int32, ticket: UInt32) {
        let line = Int(number)
        guard lines[line].ticket == ticket else { return }
        lines[line].wakeTime = .max
        elapsingLine = line
        let due = liveDeadlines(of: line, by: reading(of: lines[line].clock))
        for entry in due {
            deadlines[Int(entry.timer)].sequence = 0
            lines[line].staleEntries += 1
        }
        dropStaleDeadlines(line: line)
        for entry in inServingOrder(due) {
            let client = deadlines[Int(entry.timer)].client
            deadlines[Int(entry.timer)].elapsed += 1
            switch client {
            case .source(let source): elapse(source: Int(source))
            case .delayed(let block): elapse(delayed: Int(block))
            case .task(let task): elapse(task: Int(task))
            case .nobody: break
            }
        }
        elapsingLine = -1
        requestWakeUp(line: line)
    }

    /// Targets of one instant have no order of their own: the device decides (`simultaneous_sources`).
    private mutating func inServingOrder(_ entries: [TimerHeap.Entry]) -> [TimerHeap.Entry] {
        guard entries.count > 1 else { return entries }
        var keyed: [(due: Int64, key: Int64, number: Int64, entry: TimerHeap.Entry)] = []
        for entry in entries {
            let deadline = deadlines[Int(entry.timer)]
            let key: Int64
            switch plan.device.choices.simultaneousSources {
            case .creation: key = deadline.number
            case .reversed: key = -deadline.number
            case .shuffled:
                let name = entityKeys[Int(deadline.entity.index)]
                key = Int64(random.draw(key: name, purpose: .order, index: deadline.elapsed))
            }
            keyed.append((entry.due, key, deadline.number, entry))
        }
        keyed.sort { ($0.due, $0.key, $0.number) < ($1.due, $1.key, $1.number) }
        return keyed.map(\.entry)
    }
}
