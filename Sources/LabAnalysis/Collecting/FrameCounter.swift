import LabRecording

/// Holds the firings of timers against the callbacks of the first display link: how many fall into a frame, and how long
/// after its beginning.
struct FrameCounter {
    private struct Ticks {
        /// The frame that the latest one fell into, counted from 1, and how many have done so.
        var frame: Int64 = 0
        var count: Int64 = 0
        /// Of whole frames, those without any included, from the first with one on.
        var counts = CountedValues()
        /// ns.
        var phases = CountedValues()
    }

    private var link: Int32 = -1
    private var frame: Int64 = 0
    private var began: Int64 = 0
    private var ticks: [Ticks] = []

    /// Whether there is a display link.
    var isNeeded: Bool { link >= 0 }

    mutating func grow(to entities: [Entity]) {
        if link < 0 { link = Int32(entities.firstIndex { $0.timer?.followsDisplay ?? false } ?? -1) }
        if isNeeded { ticks += (ticks.count..<max(ticks.count, entities.count)).map { _ in Ticks() } }
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

    /// What there is to tell of a timer; nil of a link itself, and without one.
    mutating func figures(of timer: EntityID) -> (ticksPerFrame: Spread?, phase: Spread?) {
        guard ticks.indices.contains(Int(timer.index)) else { return (nil, nil) }
        endFrame(of: Int(timer.index))
        return (Spread(ticks[Int(timer.index)].counts), Spread(ticks[Int(timer.index)].phases))
    }
}
