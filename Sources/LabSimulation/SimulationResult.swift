import LabRecording

/// The result of a run.
package struct SimulationResult {
    /// The reason why the run ended.
    package enum End: Equatable {
        /// The duration was over, or nothing could happen any more.
        case duration
        /// `until_fired` was reached.
        case untilFired
        /// The body of main was over, and the process with it (exit(3)).
        case exited
        /// The simulated process crashed; the recording says why.
        case crashed
        /// The budget was used up, at one instant or in all.
        case budget(atOneInstant: Bool)
        /// A limit on kept or waiting items was reached (`Ceiling`).
        case full
    }

    /// The recording; without records unless they were kept.
    package var trace: Trace
    package var end: End
    /// The timers that were due next when the budget was used up, soonest first.
    package var pending: [Int] = []
    /// The number of callouts, passes and steps.
    package var occurrences: Int64
}
