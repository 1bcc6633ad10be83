/// The result of a command, as the exit status of the process (`sysexits.h` from 64 on), from best to worst.
package enum ExitStatus: Int32, CaseIterable {
    case success = 0
    /// With `--strict`: figures or facts moved without a failure.
    case moved = 2
    /// Something is worse or failed, or the baseline is missing or outdated.
    case failed = 1
    /// Wrong usage; also an unknown path of `--set`, mechanism or code.
    case usage = 64
    /// The scenario or log is wrong.
    case wrongData = 65
    /// No such file, a directory, a device, unreadable.
    case noInput = 66
    case cannotWrite = 73
    case internalFault = 70
    /// Interrupted; the process returns 128 + the number of the signal (`Interrupts.processStatus`).
    case interrupted = 130

    /// The worst of several files' statuses.
    package static func severest(_ statuses: [ExitStatus]) -> ExitStatus {
        allCases.last(where: statuses.contains) ?? .success
    }
}
