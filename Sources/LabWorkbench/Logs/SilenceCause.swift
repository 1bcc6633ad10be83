import LabAnalysis

/// A shipped scenario that silences a timer as a log shows it.
enum SilenceCause: String {
    case drag = "tracking"
    case hang = "skipped-by-other-work"
    case suspension = "background"
    case systemSleep = "system-sleep"

    private var title: String {
        switch self {
        case .drag: "a drag"
        case .hang: "other work on its thread"
        case .suspension: "the app suspended"
        case .systemSleep: "the system asleep"
        }
    }

    /// The causes that fit a silence's length and place, likeliest first.
    static func fitting(_ hold: Episode, at start: Int64, of index: Int, in file: LogFile) -> [SilenceCause] {
        let timer = file.timers[index].times
        let inside = start + hold.length / 10..<start + hold.length - hold.length / 10
        let going = file.timers.enumerated().filter { other, candidate in
            other != index && candidate.times.times.contains(where: inside.contains)
        }
        let threads = Set(timer.threads)
        if going.contains(where: { !threads.isDisjoint(with: $0.element.times.threads) }) { return [.drag] }
        if !going.isEmpty { return [.hang, .drag] }
        switch hold.end {
        case .onPoint, .never: return []
        case .offGrid: return [.systemSleep, .suspension]
        case .armedAnew, .released, .last, nil:
            // Drags and visits to another app take a second or more; drags, and work in the background, ten at most.
            if hold.length < 1_000_000_000 { return [.hang, .drag] }
            let fitting: [SilenceCause] =
                hold.length < 10_000_000_000 ? [.drag, .hang, .suspension] : [.suspension, .hang, .drag]
            return hold.end == .last ? fitting + [.systemSleep] : fitting
        }
    }

    /// `tick: held from 16 s for 2.06 s …: tracking (a drag) explains it, as well as background (the app suspended)`.
    static func sentence(_ hold: Episode, of index: Int, since origin: Int64, in file: LogFile) -> String {
        let names = fitting(hold, at: origin + hold.from, of: index, in: file).map { "\($0.rawValue) (\($0.title))" }
        let told = "\(file.timers[index].times.name): \(hold.silence)"
        guard let first = names.first else {
            return told + "; no scenario: nothing was overdue, or a display link was held"
        }
        let others = names.dropFirst().joined(separator: ", ")
        return told + "; scenario \(first) explains it" + (others.isEmpty ? "" : ", as well as \(others)")
    }
}
