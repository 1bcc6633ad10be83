import ExactTime
import Recording

/// How often a timer was due and fired in each step of a time scale.
struct TimerLane {
    let scale: TimeScale
    private(set) var due: [Int]
    private(set) var served: [Int]
    private(set) var onTime: [Int]
    private(set) var late: [Int]

    init(scale: TimeScale) {
        self.scale = scale
        due = Array(repeating: 0, count: scale.columns)
        served = due
        onTime = due
        late = due
    }

    mutating func fired(at time: Int64, serving point: Int64) {
        guard time >= 0, time < scale.duration else { return }
        let column = scale.column(time)
        if point > time || point < 0 {
            onTime[column] += 1
        } else {
            let dueColumn = scale.column(point)
            served[dueColumn] += 1
            if dueColumn == column { onTime[column] += 1 } else { late[column] += 1 }
        }
    }

    /// Counts the points of a grid that held from one instant to another.
    mutating func add(_ grid: Grid, from start: Int64, to end: Int64) {
        let end = min(end, scale.duration)
        let first = max(grid.anchor, 0)
        guard first < end else { return }
        if grid.interval == nil {
            due[scale.column(first)] += 1
            return
        }
        var before = grid.points(before: scale.start(scale.column(first)))
        for column in scale.column(first)...scale.column(end - 1) {
            let upTo = grid.points(before: min(scale.end(column), end))
            due[column] += Int(clamping: upTo - before)
            before = upTo
        }
    }

    /// One sign a step: `|` due once, `2` … `9` so often, `#` more often, `-` not due.
    func dueSigns() -> String {
        var signs = ""
        for column in due.indices {
            switch max(due[column], served[column]) {
            case 0: signs += "-"
            case 1: signs += "|"
            case let count where count < 10: signs += String(count)
            default: signs += "#"
            }
        }
        return signs
    }

    /// One sign a step, as in a scenario's `timeline`: `x` fired in the step in which it was due, `X` in a later one,
    /// `o` skipped, `-` nothing.
    func firedSigns() -> String {
        var signs = ""
        for column in due.indices {
            if late[column] > 0 {
                signs += "X"
            } else if onTime[column] > 0 {
                signs += "x"
            } else {
                signs += due[column] > served[column] ? "o" : "-"
            }
        }
        return signs
    }
}
