/// The harm of a finding to the program, the worst first.
package enum Harm: Comparable {
    case crash
    /// Something is never deallocated, or fires for nobody.
    case leak
    case neverRuns
    case pointsLost
    /// It is late, drifts, wakes the processor often, or depends on what the system chooses.
    case impaired
    /// The scenario asked for it, or a device may do it and did not do it here.
    case asked

    package var severity: Severity {
        switch self {
        case .crash, .leak, .neverRuns, .pointsLost: .fault
        case .impaired: .warning
        case .asked: .note
        }
    }
}

package enum Severity: String { case fault, warning, note }
