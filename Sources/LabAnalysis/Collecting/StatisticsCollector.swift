import LabRecording

/// Firings, log lines and grids of a run, collected as runs of equal ones.
///
/// A firing that continues its timer's run of equal periods and equal lateness costs two comparisons and two additions;
/// every other one appends 32 bytes. Nothing is lost: all statistics are exact.
struct StatisticsCollector {
    private var firings: [OpenRun] = []
    private var lines: [OpenRun] = []
    /// The callback lengths by timer; empty while all callbacks took no time.
    private(set) var durations: [CountedValues] = []
    private(set) var counts: [Counts] = []
    private(set) var runs: [FiringRun] = []
    private(set) var logs: [FiringRun] = []
    private(set) var grids: [GridSpan] = []

    /// The values that change more rarely than firings.
    struct Counts {
        var closed: Int64 = 0
        var coalesced: Int64 = 0
        var grid: Int32 = -1
        /// The number of a chain's firings when it was last armed; -1 for a timer that keeps a grid.
        var firingsWhenArmed: Int64 = -1
        /// The number of firings when a delayed perform, of which several of one method may wait, last ended; -1 for others.
        var firingsWhenEnded: Int64 = -1
    }

    mutating func grow(to entities: [Entity]) {
        let known = firings.count
        guard entities.count > known else { return }
        firings.grow(to: entities.count, with: OpenRun())
        counts.grow(to: entities.count, with: Counts())
        for index in known..<entities.count {
            guard let timer = entities[index].timer else { continue }
            if timer.isChain { counts[index].firingsWhenArmed = 0 }
            if !timer.repeats, entities[index].mechanism == .perform { counts[index].firingsWhenEnded = 0 }
        }
    }

    /// The latest firing of a timer, ns; 0 if it never fired.
    func lastFiring(_ index: Int) -> Int64 { firings[index].last }

    func firedCount(_ index: Int) -> Int64 { counts[index].closed &+ firings[index].count }

    func hasFired(_ index: Int) -> Bool { firings[index].last > 0 || firings[index].count > 0 }

    /// Reads a record that is not a firing; its entity is a known one.
    mutating func read(_ record: Record, _ index: Int) {
        switch record.kind {
        case .returned:
            // In most recordings of very many timers callbacks take no time and log nothing.
            durations.grow(to: firings.count, with: CountedValues())
            durations[index].append(record.time &- firings[index].last)
        case .logged:
            lines.grow(to: firings.count, with: OpenRun())
            if record.time &- lines[index].last == lines[index].step {
                lines[index].last = record.time
                lines[index].count &+= 1
            } else {
                lines[index].turn(to: record.time, lateness: 0, entity: index, into: &logs)
            }
        case .gridSet: setGrid(record, index)
        case .gridEnded: if !endsEarlier(index) { endGrid(index, at: record.time) }
        case .firedManually:
            counts[index].closed &+= firings[index].count
            firings[index].close(entity: index, into: &runs)
            firings[index].lateness = FiringRun.byHand
        default: return
        }
    }

    var keptCount: Int { runs.count + logs.count + grids.count }

    /// Completes the runs of firings and log lines: the recording has ended.
    mutating func finish() {
        for index in firings.indices { firings[index].close(entity: index, into: &runs) }
        for index in lines.indices { lines[index].close(entity: index, into: &logs) }
    }

    /// Reads firings with nothing between them; their entities are known ones.
    mutating func fire(_ records: UnsafeBufferPointer<Record>) {
        if records.isEmpty { return }
        var firings: [OpenRun] = []
        swap(&firings, &self.firings)
        firings.withUnsafeMutableBufferPointer { firings in
            for record in records {
                let index = Int(record.entity.index)
                let lateness = record.time &- record.value
                if lateness == firings[index].lateness, record.time &- firings[index].last == firings[index].step {
                    firings[index].last = record.time
                    firings[index].count &+= 1
                } else {
                    let held = firings[index].count
                    firings[index].turn(to: record.time, lateness: lateness, entity: index, into: &runs)
                    counts[index].closed &+= held &+ 1 &- firings[index].count
                }
                if record.extra > 1 {
                    counts[index].coalesced = counts[index].coalesced.adding(saturating: record.extra - 1)
                    let grid = Int(counts[index].grid)
                    if grid >= 0, record.value < grids[grid].anchor { grids[grid].passed = record.extra - 1 }
                }
            }
        }
        swap(&firings, &self.firings)
    }

    /// Reads firings that continue their timer's run.
    mutating func goOn(_ more: EvenFirings) {
        let index = Int(more.first.entity.index)
        firings[index].last &+= more.step &* more.count
        firings[index].count &+= more.count
    }

    private mutating func setGrid(_ record: Record, _ index: Int) {
        let fired = firedCount(index)
        if counts[index].firingsWhenArmed >= 0 {
            let goesOn = counts[index].grid >= 0 && fired > counts[index].firingsWhenArmed
            counts[index].firingsWhenArmed = fired
            if goesOn { return }
        }
        endGrid(index, at: record.time)
        counts[index].grid = Int32(truncatingIfNeeded: grids.count)
        grids.append(
            GridSpan(
                anchor: record.value, since: record.time, end: .max, firingsBefore: fired,
                interval: Int32(clamping: record.extra), entity: Int32(truncatingIfNeeded: index)))
    }

    /// True if what ends is the request that was called, and a later one of the same method still waits.
    private mutating func endsEarlier(_ index: Int) -> Bool {
        let (ended, grid) = (counts[index].firingsWhenEnded, Int(counts[index].grid))
        guard ended >= 0, grid >= 0, case let fired = firedCount(index), fired > ended else { return false }
        counts[index].firingsWhenEnded = fired
        return firings[index].last &- firings[index].lateness != grids[grid].anchor
    }

    private mutating func endGrid(_ index: Int, at time: Int64) {
        let grid = Int(counts[index].grid)
        if grid >= 0 { grids[grid].end = time }
        counts[index].grid = -1
    }
}
