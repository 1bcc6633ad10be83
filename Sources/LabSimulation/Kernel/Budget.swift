import LabScenarioModel

/// The limits of a run, and the reason if it ends before its duration.
struct Budget {
    private let limits: LabScenarioModel.Budget
    private var firingLimit: Int64
    private(set) var occurrences: Int64 = 0
    private(set) var firings: Int64 = 0
    private var instant: Int64 = -1
    /// The number of occurrences before this instant.
    private var before: Int64 = 0
    /// The reason of the end; nil while the run continues.
    private(set) var ending: SimulationResult.End?

    init(_ plan: borrowing ScenarioPlan) {
        limits = plan.budget
        firingLimit = plan.untilFired ?? .max
    }

    /// Counts an occurrence; false when the budget is used up, which ends the run.
    @inline(__always) mutating func charge(at now: Int64) -> Bool {
        occurrences &+= 1
        if now != instant {
            instant = now
            before = occurrences
        }
        if occurrences &- before < limits.occurrencesPerInstant, occurrences <= limits.occurrences { return true }
        end(.budget(atOneInstant: occurrences <= limits.occurrences))
        return false
    }

    /// Counts a firing; false when `until_fired` ends the run before it.
    @inline(__always) mutating func countFiring() -> Bool {
        if firings >= firingLimit {
            end(.untilFired)
            return false
        }
        firings &+= 1
        return true
    }

    /// True if another firing and the pass after it are allowed.
    @inline(__always) var hasAllowance: Bool { occurrences &+ 2 <= limits.occurrences && firings < firingLimit }

    /// The number of firings that are allowed, each with the pass after it.
    var allowance: Int64 { max(0, min((limits.occurrences &- occurrences) / 2, firingLimit &- firings)) }

    /// Counts firings at as many instants, and the passes after them.
    mutating func countAllowed(_ count: Int64) {
        occurrences &+= 2 &* count
        firings &+= count
    }

    @inline(__always) mutating func countAllowedFiring() { firings &+= 1 }

    /// Counts the first firing of an instant and the pass after it as occurrences.
    @inline(__always) mutating func countAllowedPass() { occurrences &+= 2 }

    /// Only the first reason counts.
    mutating func end(_ reason: SimulationResult.End) {
        guard ending == nil else { return }
        ending = reason
        firingLimit = firings
    }
}
