import Recording
import ScenarioModel

extension LogField {
    /// How the field's value is printed.
    package var hole: LogTemplate.Piece {
        switch self {
        case .firing, .turn, .data, .isValid, .answer, .counter, .ticks, .remaining: .number(width: 1)
        case .countdown(_, let width): .number(width: Int(clamping: width))
        case .thread: .thread
        case .timestamp, .targetTimestamp, .frameDuration, .linkDuration, .fireDate, .now: .seconds
        case .mode: .mode
        case .activity: .word(of: ObserverPlan.Activity.allCases.map(\.rawValue))
        }
    }

    /// What `remaining` prints.
    public static func seconds(until end: Int64, from now: Int64) -> Int64 {
        now >= end ? 0 : (end - now - 1) / 1_000_000_000 + 1
    }

    /// `mach_absolute_time` in ticks of 125/3 ns.
    package static func ticks(_ now: Int64) -> Int64 { Int64(clamping: Int128(now) * 3 / 125) }
}
