import ExactTime
import Recording

extension ScheduleWalk {
    /// Draws a timer's lanes over those of others; a chain's points are those that it was armed for.
    func draw(into lanes: inout LaneSigns, byHand: [Int64]) {
        // A firing by hand serves no point: it is never late.
        for start in byHand { lanes.fire(at: start, due: nil) }
        var lost: [ServedPoints] = []
        walk(folding: false) { event in
            switch event {
            case .schedule, .ended: break
            case .firings(let firings, let points):
                for number in 0..<firings.count {
                    let start = firings.start &+ firings.step &* number
                    guard start < lanes.end else { break }
                    lanes.fire(at: start, due: start &- firings.lateness)
                }
                if let points, points.lost > 0, points.from < lanes.end { lost += points.parts.lost }
            case .unserved(let points): lost.append(points)
            }
        }
        for points in lost { lanes.skip(points) }
    }
}

/// The signs of two lanes while they are drawn.
struct LaneSigns {
    private let step: Int64
    private var due: [UInt8]
    private var fired: [UInt8]

    /// - Parameter step: ns, positive.
    init(step: Int64, count: Int) {
        self.step = step
        due = Array(repeating: LaneSigns.nothing, count: count)
        fired = due
    }

    /// Where the lanes end, ns.
    var end: Int64 {
        let (product, overflow) = step.multipliedReportingOverflow(by: Int64(due.count))
        return overflow ? .max : product
    }

    var lanes: TimerLanes {
        TimerLanes(
            step: step, due: String(decoding: due, as: UTF8.self), fired: String(decoding: fired, as: UTF8.self))
    }

    private static let nothing = UInt8(ascii: "-")
    private static let skipped = UInt8(ascii: "o")
    private static let served = UInt8(ascii: "|")
    private static let onTime = UInt8(ascii: "x")
    private static let late = UInt8(ascii: "X")

    mutating func fire(at start: Int64, due point: Int64?) {
        let column = column(of: start)
        if let point, let dueColumn = self.column(of: point) { due[dueColumn] = LaneSigns.served }
        guard let column else { return }
        let isOnTime = point.map { self.column(of: $0) == column } ?? true
        if !isOnTime {
            fired[column] = LaneSigns.late
        } else if fired[column] != LaneSigns.late {
            fired[column] = LaneSigns.onTime
        }
    }

    mutating func skip(_ range: ServedPoints) {
        var index = range.first
        while index <= range.last, let point = range.grid.point(index), point < end {
            if let column = column(of: point) {
                if due[column] == LaneSigns.nothing { due[column] = LaneSigns.skipped }
                if fired[column] == LaneSigns.nothing { fired[column] = LaneSigns.skipped }
                // The next point that falls into another step.
                index = max(index + 1, range.grid.points(before: step * Int64(column + 1)))
            } else {
                index = max(index + 1, range.grid.points(before: 0))
            }
        }
    }

    private func column(of instant: Int64) -> Int? {
        guard instant >= 0 else { return nil }
        let column = instant / step
        return column < due.count ? Int(column) : nil
    }
}

extension TimerStatistics {
    /// The lanes of a timer, or of all copies of one in the same lanes.
    ///
    /// - Parameters:
    ///   - step: the length of a sign, ns, positive.
    ///   - count: how many signs, not negative.
    public func lanes(of timer: EntityID, step: Int64, count: Int) -> TimerLanes {
        precondition(step > 0 && count >= 0, "lanes have a positive step and a length")
        var signs = LaneSigns(step: step, count: count)
        let copies = copies(of: timer)
        for member in copies.isEmpty ? [timer] : copies {
            let byHand = history(of: Int(member.index)).runs.filter(\.isByHand).flatMap(\.starts)
            walk(of: Int(member.index)).draw(into: &signs, byHand: byHand)
        }
        return signs.lanes
    }
}
