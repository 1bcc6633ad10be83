/// The signs of a lane: the state of a timer in one step of time.
package enum LaneSign: Character, CaseIterable {
    case nothing = "-"
    case onTime = "•"
    case late = "!"
    case due = "|"
    case skipped = "×"
    case calledAndSkipped = "*"

    package var meaning: String {
        switch self {
        case .nothing: "nothing"
        case .onTime: "on time"
        case .late: "late"
        case .due: "due"
        case .skipped: "skipped"
        case .calledAndSkipped: "called and skipped"
        }
    }

    /// `- nothing, • on time, …`
    package static let key = allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
}
