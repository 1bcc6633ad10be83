/// The harm of a finding to the program, the worst first.
package enum Harm: Int, Hashable, Sendable, Comparable {
    case crash
    /// Something is never deallocated, or fires for nobody.
    case leak
    case neverRuns
    case pointsLost
    /// It is late, drifts, wakes the processor often, or depends on what the system chooses.
    case impaired
    /// The scenario asked for it.
    case asked
    /// A device may do it, but did not do it here.
    case possible

    package static func < (left: Harm, right: Harm) -> Bool { left.rawValue < right.rawValue }

    package var severity: Severity {
        switch self {
        case .crash, .leak, .neverRuns, .pointsLost: .fault
        case .impaired, .possible: .warning
        case .asked: .note
        }
    }
}

package enum Severity: String, Hashable, Sendable {
    case fault, warning, note
}
