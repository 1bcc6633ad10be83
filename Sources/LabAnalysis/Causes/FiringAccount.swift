import LabExactTime
import LabRecording

/// One callback of a timer, or points that none followed: what it was made for, and what explains how late it came.
package struct FiringAccount: Hashable, Sendable {
    /// When the callback began, ns; nil for points that none followed.
    package var fired: Int64?
    /// Its point of the requested schedule by number, from 0, and by instant, ns; the last one where none followed.
    package var point: Int64
    package var due: Int64
    /// The instant that the mechanism was armed for, ns.
    package var armed: Int64
    /// From its point to the callback, ns; nil for a chain, whose points pass over.
    package var waiting: Int64?
    /// How far it is behind, ns; nil for points that none followed.
    package var lag: Int64?
    /// The points that are lost with it, the earliest first, ns.
    package var lost: [Int64]
    /// What explains the waiting of all these points, of a chain what its lag has grown by; largest first. nil: not
    /// looked for, after so many callbacks that waited for very many others.
    package var causes: [CauseShare]?
    /// For how long its clock had stood still in system sleep before it was due, ns.
    package var stood: Int64 = 0
}

extension TimerStatistics {
    /// Lost points that are named one by one.
    private static let mostLost: Int64 = 1000

    /// Calls `body` for every callback of a timer, in order, with what explains it as long as there is patience.
    func forEachAccount(
        of index: Int, _ finder: CauseFinder, in trace: Trace, patience: inout Int, _ body: (FiringAccount) -> Void
    ) {
        let isChain = entities[index].timer?.isChain == true
        var causes = TallyBuilder(entities[index].timer)
        var requested = Grid(anchor: 0, interval: nil)
        walk(of: index, folding: false) { event in
            if patience > 0 { causes.take(event, finder, patience: &patience) }
            let tally = causes.takeTally().told {
                $0 != .none && isOneOfMany(Int($0.index)) ? EntityID(group(of: Int($0.index))) : $0
            }
            let shares = patience > 0 ? tally.attribution(of: finder.timer, in: trace).shares : nil
            switch event {
            case .schedule(let grid, _): requested = grid
            case .firings(let firings, let points):
                let own = points?.servedPoint
                let stood = finder.standstill(of: points ?? finder.wait(of: firings))
                for number in 0..<firings.count {
                    let fired = firings.start &+ firings.step &* number
                    let lag = firings.lag &+ firings.lagStep &* number
                    let lost =
                        number == 0 ? points?.parts.lost.flatMap { $0.instants(atMost: Self.mostLost) } ?? [] : []
                    let due = own.map { $0 &+ firings.step &* number } ?? fired.subtracting(saturating: lag)
                    body(
                        FiringAccount(
                            fired: fired, point: (firings.point ?? firings.index) &+ firings.indexStep &* number,
                            due: due,
                            armed: fired.subtracting(saturating: firings.lateness),
                            waiting: isChain ? nil : fired.subtracting(saturating: due), lag: lag,
                            lost: lost, causes: shares, stood: stood))
                }
            case .unserved(let points):
                let due = points.grid.point(points.last) ?? points.from
                body(
                    FiringAccount(
                        fired: nil, point: max(0, requested.firstIndex(after: due) - 1), due: due, armed: points.armed,
                        waiting: points.until.subtracting(saturating: due), lag: nil,
                        lost: points.instants(atMost: Self.mostLost), causes: shares))
            case .ended: break
            }
        }
    }
}

extension ServedPoints {
    fileprivate func instants(atMost most: Int64) -> [Int64] {
        // Those that a jump of the wall clock has passed are due at one instant.
        if repeats > 1, served == nil { return Array(repeating: from, count: Int(min(repeats, most))) }
        return (first...min(last, first.adding(saturating: most - 1))).compactMap(grid.point)
    }
}
