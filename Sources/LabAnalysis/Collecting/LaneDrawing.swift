import LabCatalogue
import LabRecording

extension RunAnalysis {
    /// The lane of a timer, or of all copies of one in the same lane: one `LaneSign` a step.
    ///
    /// - Parameters: - step: the length of a sign, ns, positive. - count: the number of signs, not negative.
    package func lane(of timer: EntityID, step: Int64, count: Int) -> String {
        precondition(step > 0 && count >= 0, "a lane has a positive step and a length")
        var signs = LaneSigns(step: step, count: count)
        for member in statistics.timers(of: timer) { draw(Int(member.index), into: &signs) }
        return signs.lane
    }

    /// Draws over the lanes of others; a chain's points are its armed instants.
    private func draw(_ index: Int, into lane: inout LaneSigns) {
        statistics.forEachAccount(of: index, nil) { account in
            if let call = account.call {
                let due = account.isChain ? account.armed : account.due
                // A manual call serves no point: it is never late.
                if account.occasion == .manual { return lane.fire(at: call, due: nil) }
                var number: Int64 = 0
                while number < account.repeats {
                    let (call, due) = (call &+ account.step &* number, due &+ account.step &* number)
                    guard min(call, due) < lane.end else { break }
                    lane.fire(at: call, due: due)
                    // One of several in the same columns is enough.
                    let rest = min(lane.rest(at: call), lane.rest(at: due))
                    number = number.adding(saturating: 1 + (rest - 1) / max(1, account.step))
                }
            } else if account.lost.isEmpty {
                lane.expect(account.due)
            }
            for points in account.lost where points.from < lane.end { lane.leave(points) }
        }
    }
}

struct LaneSigns {
    private let step: Int64
    private var columns: [Content]

    private struct Content: OptionSet {
        let rawValue: UInt8
        /// A point with a callback, or a skipped point.
        static let served = Content(rawValue: 1)
        static let skipped = Content(rawValue: 2)
        /// A callback that began less than a step after its point, or later.
        static let onTime = Content(rawValue: 4)
        static let late = Content(rawValue: 8)
    }

    /// - Parameter step: ns, positive.
    init(step: Int64, count: Int) {
        self.step = step
        columns = Array(repeating: [], count: count)
    }

    var end: Int64 { step.multiplied(saturatingBy: Int64(columns.count)) }

    var lane: String { String(columns.map { sign($0).rawValue }) }

    /// A late call outranks one on time, and a skipped point is always shown.
    private func sign(_ column: Content) -> LaneSign {
        let isCalled = !column.isDisjoint(with: [.onTime, .late])
        if column.contains(.skipped) { return isCalled ? .calledAndSkipped : .skipped }
        return column.contains(.late) ? .late : isCalled ? .onTime : column.contains(.served) ? .due : .nothing
    }

    /// A callback less than a step late has the column of its point.
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

    mutating func leave(_ range: LostPoints) {
        var index = range.indices.lowerBound
        while index <= range.indices.upperBound, let point = range.grid.point(index), point < end {
            let column = column(of: point)
            if let column { columns[column].insert(.skipped) }
            // The next point in another step.
            index = max(index + 1, range.grid.points(before: column.map { step * Int64($0 + 1) } ?? 0))
        }
    }

    /// The time from an instant to the next column, ns; 1 before the first one.
    func rest(at instant: Int64) -> Int64 { instant < 0 ? 1 : step - instant % step }

    private func column(of instant: Int64) -> Int? {
        guard instant >= 0 else { return nil }
        let column = instant / step
        return column < columns.count ? Int(column) : nil
    }
}
