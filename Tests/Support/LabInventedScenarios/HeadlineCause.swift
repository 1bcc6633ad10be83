import LabAnalysis
import LabCatalogue

extension RunAnalysis {
    /// Headlines that name a lesser cause: a finding behind one of a timer explains more skipped points, or as many and
    /// more waiting, by the shares of its causes. None, by a law. Nor does a table of causes begin with a lesser one.
    package var lesserHeadlines: [String] {
        // What a timer that was made again delays is told after that.
        let replaced = Set(findings.filter { $0.code == .startedTwice }.map(\.subject))
        return attributions.compactMap { attribution in
            let shares = attribution.shares
            // What waits for a signal or a queue waits for the work there.
            func kind(_ cause: Cause?) -> Cause? { cause == .awaiting ? .otherWork : cause }
            func size(_ finding: Finding) -> (lost: Int64, waited: Int64) {
                shares.filter { kind($0.cause) == kind(finding.cause) }
                    .reduce((0, 0)) { ($0.0 + $1.lost, $0.1 + $1.nanoseconds) }
            }
            let found = findings.filter {
                $0.subject == attribution.timer && $0.cause != nil && !replaced.contains($0.related)
            }
            let isSorted = zip(shares, shares.dropFirst()).allSatisfy {
                ($0.lost, $0.nanoseconds) >= ($1.lost, $1.nanoseconds)
            }
            guard let first = found.first else { return isSorted ? nil : "\(shares)" }
            // What the scenario asks for is no fault, however much it costs, nor is lateness within a tolerance, which
            // a finding does not count.
            let isLesser = found.contains {
                $0.harm == first.harm && size($0).waited == $0.cost && size($0) > size(first)
            }
            return isLesser || !isSorted ? "\(first.code) of \(first.subject): \(shares)" : nil
        }
    }
}
