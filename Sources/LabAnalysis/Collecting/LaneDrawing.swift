import LabExactTime
import LabRecording

extension TimerStatistics {
    /// The lanes of a timer, or of all copies of one in the same lanes.
    func lanes(of timer: EntityID, step: Int64, count: Int) -> TimerLanes {
        precondition(step > 0 && count >= 0, "lanes have a positive step and a length")
        var signs = LaneSigns(step: step, count: count)
        let copies = copies(of: timer)
        for member in copies.isEmpty ? [timer] : copies { draw(Int(member.index), into: &signs) }
        return signs.lanes
    }

    /// Draws a timer's lanes over those of others; a chain's points are those that it was armed for.
    private func draw(_ index: Int, into lanes: inout LaneSigns) {
        var lost: [LostPoints] = []
        forEachAccount(of: index, nil) { account in
            if let call = account.call {
                let due = account.isChain ? account.armed : account.due
                // A manual call serves no point: it is never late.
                if account.occasion == .manual { return lanes.fire(at: call, due: nil) }
                for number in 0..<account.repeats {
                    let passed = account.step &* number
                    guard min(call, due) &+ passed < lanes.end else { break }
                    lanes.fire(at: call &+ passed, due: due &+ passed)
                }
            } else if account.lost.isEmpty {
                lanes.expect(account.due)
            }
            lost += account.lost.filter { $0.from < lanes.end }
        }
        for points in lost { lanes.leave(points) }
    }
}

struct LaneSigns {
    private let step: Int64
    private var columns: [Content]

    private struct Content: OptionSet {
        let rawValue: UInt8
        /// A point that a callback was made for, or one that is lost.
        static let served = Content(rawValue: 1)
        static let lost = Content(rawValue: 2)
        /// A callback that began less than a step after its point, or later.
        static let onTime = Content(rawValue: 4)
        static let late = Content(rawValue: 8)
    }

    /// - Parameter step: ns, positive.
    init(step: Int64, count: Int) {
        self.step = step
        columns = Array(repeating: [], count: count)
    }

    /// Where the lanes end, ns.
    var end: Int64 {
        let (product, overflow) = step.multipliedReportingOverflow(by: Int64(columns.count))
        return overflow ? .max : product
    }

    var lanes: TimerLanes {
        let due = columns.map { sign($0.contains(.served) ? "|" : nil, isLost: $0.contains(.lost)) }
        let fired = columns.map { column in
            sign(column.contains(.late) ? "X" : column.contains(.onTime) ? "x" : nil, isLost: column.contains(.lost))
        }
        return TimerLanes(
            step: step, due: String(decoding: due, as: UTF8.self), fired: String(decoding: fired, as: UTF8.self))
    }

    private func sign(_ sign: Unicode.Scalar?, isLost: Bool) -> UInt8 {
        isLost ? UInt8(ascii: sign == nil ? "o" : "*") : UInt8(ascii: sign ?? "-")
    }

    /// A callback less than a step late stands where its point does, so that both lanes show it in the same place.
    mutating func fire(at start: Int64, due point: Int64?) {
        let isLate = point.map { start.subtracting(saturating: $0) >= step } ?? false
        let dueColumn = point.flatMap { column(of: $0) }
        if let dueColumn { columns[dueColumn].insert(.served) }
        let own = isLate ? column(of: start) : dueColumn ?? column(of: start)
        if let own { columns[own].insert(isLate ? .late : .onTime) }
    }

    /// A point that may still be served after the end.
    mutating func expect(_ point: Int64) {
        if let column = column(of: point) { columns[column].insert(.served) }
    }

    /// Points without a callback of their own.
    mutating func leave(_ range: LostPoints) {
        var index = range.indices.lowerBound
        while index <= range.indices.upperBound, let point = range.grid.point(index), point < end {
            if let column = column(of: point) {
                columns[column].insert(.lost)
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
        return column < columns.count ? Int(column) : nil
    }
}
