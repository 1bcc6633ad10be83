import LabLogImport
import LabRealLogs

extension Law {
    /// Of one log a seed: of a loop that sleeps, of a timer that keeps its points, or of one that catches up.
    static let inventedTimers = Law(claim: "no log of one timer is taken for one of several") { seed in
        let kind = Int(seed % 7)
        let stamps: Int64 = [1000, 1_000_000, 1_000_000_000][kind % 3]
        let logs =
            switch kind {
            case 0..<3: KnownLog.chains(1, stamps: stamps, seed: Int(seed))
            case 3..<6: KnownLog.grids(1, stamps: stamps, seed: Int(seed))
            default: KnownLog.catchUps(1, seed: Int(seed))
            }
        guard let log = logs.first, let found = Interleaving(log.times, resolution: log.resolution)
        else { return .kept }
        return .broken("\(found.parts.count) timers", toml: log.text)
    }
}
