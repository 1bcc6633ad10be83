/// The waiting that a reason explains, ns, and the points that were skipped for it.
struct ReasonTime: Hashable, Sendable {
    var reason: Reason
    var time: Int128
    var lost: Int64 = 0
}

extension [ReasonTime] {
    /// The longest of them; among equals the first reason.
    var longest: ReasonTime? { self.max { ($0.time, $1.reason) < ($1.time, $0.reason) } }
}

/// Sums of waiting by reason.
struct ReasonTimes: Sendable {
    /// Each reason once, in the order in which they came.
    private(set) var rows: [ReasonTime] = []
    /// The index of each reason's row; empty while there are few.
    private var places: [Reason: Int] = [:]
    private static let mostSearched = 8

    mutating func add(_ reason: Reason, _ time: Int128, lost: Int64 = 0) {
        let isLong = rows.count > ReasonTimes.mostSearched
        if let place = isLong ? places[reason] : rows.firstIndex(where: { $0.reason == reason }) {
            rows[place].time += time
            rows[place].lost = rows[place].lost.adding(saturating: lost)
            return
        }
        rows.append(ReasonTime(reason: reason, time: time, lost: lost))
        guard rows.count > ReasonTimes.mostSearched else { return }
        for place in places.count..<rows.count { places[rows[place].reason] = place }
    }

    /// The reason with the most time; nil for no time.
    var longest: Reason? { rows.longest.flatMap { $0.time > 0 ? $0.reason : nil } }
}
