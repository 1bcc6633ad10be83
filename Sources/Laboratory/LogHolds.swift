import ExactTime
import LogImport
import Reports

extension LogHolds {
    /// The longest are listed.
    private static let mostListed = 16

    /// The steps of a log's timer that last one and a half times as long as its usual ones, or longer, and cost a point.
    init(of timer: LogFile.Timer) {
        self.init()
        guard timer.hasRhythm, let interval = timer.reading.interval, let length = interval.scaled(1), length > 0,
            let first = timer.times.times.first
        else { return }
        let times = timer.times.times
        let bound = length.multipliedReportingOverflow(by: timer.reading.usualMultiple)
        func isLong(_ step: Int64) -> Bool { !bound.overflow && step / 3 >= bound.partialValue / 2 }
        guard zip(times.dropFirst(), times).contains(where: { isLong($0 - $1) }) else { return }
        let plan = timer.plan
        let phases = LogHolds.phases(plan, interval)
        let usual = phases.value(atRank: phases.count / 2)
        func distance(_ place: Int) -> Int64 {
            let straight = abs(phases[place] - usual)
            return min(straight, length - straight)
        }
        let ordinary = phases.indices.lazy.map(distance).value(atRank: phases.count / 2)
        let near = min(max(4 * ordinary, length / 50), length / 4)
        let broken = Set(timer.times.breaks + plan.segments)
        for (index, firing) in plan.enumerated().dropFirst() where !broken.contains(index) {
            let step = times[index] - times[index - 1]
            let lost = timer.reading.isRelative ? step / length - 1 : firing.points - 1
            // A late line that costs no point is lateness.
            guard isLong(step), lost > 0 else { continue }
            let end: LogHold.End
            if timer.reading.isRelative {
                end = .armedAnew
            } else if distance(index) <= near {
                end = .onPoint
            } else if times[index...].indices.prefix(4).contains(where: { distance($0) <= near }) {
                end = .released
            } else {
                end = .offGrid
            }
            count += 1
            listed.append(LogHold(from: times[index - 1] - first, length: step, lost: lost, end: end))
            if listed.count >= 4 * LogHolds.mostListed { keepLongest() }
        }
        keepLongest()
    }

    private mutating func keepLongest() {
        listed = listed.sorted { ($0.length, $1.from) > ($1.length, $0.from) }.prefix(LogHolds.mostListed)
            .sorted { $0.from < $1.from }
    }

    /// How far behind a point of its grid each line stands, ns.
    private static func phases(_ plan: GridPlan, _ interval: Rational) -> [Int64] {
        var anchor: Int64 = 0
        return plan.map { firing in
            if let new = firing.newAnchor { anchor = new }
            let grid = Grid(anchor: anchor, interval: interval)
            return firing.time - (grid.point(grid.firstIndex(after: firing.time) - 1) ?? firing.time)
        }
    }
}

extension LogFile.Timer {
    /// Whether its lines keep some rhythm, so that a pause in it is one.
    var hasRhythm: Bool {
        switch verdict?.doubt {
        case .noRhythm, .losesPoints, .tooManyFirings: false
        case .tooShort, .guessedInterval, .undecided, .contradicted, nil: verdict != nil
        }
    }
}
