/// A case in which a rule or a remedy has another text.
package enum Situation: Hashable, Sendable {
    case mechanism(TimerKind)
    /// The finding is about a thread.
    case thread
    /// A callback waits for another thread, or a thread for a wake-up.
    case waiting
    /// A callback runs the run loop.
    case nestedLoop
    /// The mode that runs is one of the program's own.
    case ownMode
    /// The timer's clock runs while the system sleeps.
    case runningClock
    /// Objects refer to one another, and a timer's callback is no part of it.
    case objects
    /// A queue is suspended, or its block makes a timer for a run loop.
    case queue
    /// The system holds back the timers of an app that runs on in the background.
    case heldBack
    /// Its screen is not shown.
    case hidden

    /// The situation that a heading names.
    init(_ word: Substring) {
        let kind = TimerKind(rawValue: String(word)).map(Self.mechanism)
        guard let situation = kind ?? Self.others.first(where: { "\($0)" == word }) else {
            preconditionFailure("no situation is '\(word)'")
        }
        self = situation
    }

    private static let others: [Situation] = [
        .thread, .waiting, .nestedLoop, .ownMode, .runningClock, .objects, .queue, .heldBack, .hidden,
    ]

    /// The heading of its text.
    fileprivate var name: String {
        switch self {
        case .mechanism(let kind): kind.row.name
        case .thread: "Thread"
        case .waiting: "A callback that waits"
        case .nestedLoop: "A callback that runs the run loop"
        case .ownMode: "A mode of the program's own"
        case .objects: "Objects alone"
        case .runningClock: "On a clock that runs in a sleep"
        case .queue: "A queue"
        case .heldBack: "An app that runs on"
        case .hidden: "A screen that is not shown"
        }
    }
}

/// A text with other versions for some situations; the one for all others has none.
package struct SituationTexts: Sendable {
    private let versions: [(situations: [Situation], text: String)]

    /// - Parameter sections: the versions, each with the words of its situations.
    init(_ sections: [TextSection]) {
        versions = sections.map { ($0.words.dropFirst().map(Situation.init), $0.prose) }
    }

    /// The version for a situation, or else the version for all others.
    package func text(for situation: Situation?) -> String {
        (versions.first { version in situation.map { version.situations.contains($0) } ?? false }
            ?? versions.last { $0.situations.isEmpty } ?? versions.first)?.text ?? ""
    }

    /// All versions: `NSTimer, Timer.publish: They are dropped.`
    package var paragraphs: [String] {
        if versions.count == 1 { return versions.map(\.text) }
        return versions.map { ($0.isEmpty ? "Others" : $0.map(\.name).joined(separator: ", ")) + ": " + $1 }
    }
}
