import ExactTime
import Recording

/// Grid points that waited from when they were due to one common instant.
struct Waiting {
    /// The points, by index into a grid; a late firing waits for its only one.
    var grid: Grid
    var first: Int64
    var last: Int64
    /// When the wait ended: the callback began, or the points were given up.
    var until: Int64

    /// One point.
    init(due: Int64, until: Int64) {
        grid = Grid(anchor: due, interval: nil)
        first = 0
        last = 0
        self.until = until
    }

    init(grid: Grid, first: Int64, last: Int64, until: Int64) {
        self.grid = grid
        self.first = first
        self.last = last
        self.until = until
    }

    var count: Int64 { last - first + 1 }
    var from: Int64 { grid.point(first) ?? until }

    /// How long all points together waited between two instants.
    func time(from start: Int64, to end: Int64) -> Int128 {
        let begun = min(last, grid.points(before: end) - 1)
        let before = min(begun, grid.firstIndex(after: start) - 1)
        var total: Int128 = 0
        if before >= first { total = Int128(before - first + 1) * (Int128(end) - Int128(start)) }
        let inside = max(first, before + 1)
        if inside <= begun {
            total += Int128(begun - inside + 1) * Int128(end) - grid.sum(from: inside, through: begun)
        }
        return total
    }
}
