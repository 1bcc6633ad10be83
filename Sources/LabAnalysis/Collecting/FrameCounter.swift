import LabRecording

/// Compares the firings of timers with the frames of the first display link: their number in each frame, and their time
/// after its start.
struct FrameCounter {
    private struct Ticks {
        /// The frame of the latest firing, counted from 1, and the number of firings in it.
        var frame: Int64 = 0
        var count: Int64 = 0
        /// The counts of whole frames, from the first with a callback on; later frames without one count as well.
        var counts = CountedValues()
        /// ns.
        var phases = CountedValues()
    }

    private var link: Int32 = -1
    private var frame: Int64 = 0
    private var began: Int64 = 0
    private var ticks: [Ticks] = []

    var isNeeded: Bool { link >= 0 }

    mutating func grow(to entities: [Entity]) {
        if link < 0 { link = Int32(entities.firstIndex { $0.timer?.followsDisplay ?? false } ?? -1) }
        if isNeeded { ticks.grow(to: entities.count, with: Ticks()) }
    }

    /// The entity of the record is a known one.
    mutating func fire(_ record: Record) {
        guard record.entity.index != link else {
            (frame, began) = (frame + 1, record.time)
            return
        }
        let timer = Int(record.entity.index)
        guard frame > 0 else { return }
        endFrame(of: timer)
        ticks[timer].count += 1
        ticks[timer].phases.append(record.time - began)
    }

    private mutating func endFrame(of timer: Int) {
        let latest = ticks[timer].frame
        guard latest < frame else { return }
        if latest > 0 {
            ticks[timer].counts.append(ticks[timer].count)
            ticks[timer].counts.append(0, count: Int(clamping: frame - latest - 1))
        }
        (ticks[timer].frame, ticks[timer].count) = (frame, 0)
    }

    /// The figures of a timer; nil for a link itself, and without one.
    mutating func figures(of timer: EntityID) -> (ticksPerFrame: Spread?, phase: Spread?) {
        guard ticks.indices.contains(Int(timer.index)) else { return (nil, nil) }
        endFrame(of: Int(timer.index))
        return (Spread(ticks[Int(timer.index)].counts), Spread(ticks[Int(timer.index)].phases))
    }
}
