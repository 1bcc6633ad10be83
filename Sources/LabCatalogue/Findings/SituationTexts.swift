/// A case in which a rule or a remedy has another text.
package enum Situation: Hashable, Sendable {
    case mechanism(TimerKind)
    /// The finding is about a thread.
    case thread
    /// A callback waits for another thread.
    case waiting
    /// The timer is in the common modes already.
    case commonModes
    /// The timer's clock runs while the system sleeps.
    case runningClock

    /// The heading of its text.
    fileprivate var name: String {
        switch self {
        case .mechanism(let kind): kind.row.name
        case .thread: "Thread"
        case .waiting: "A callback that waits"
        case .commonModes: "In the common modes already"
        case .runningClock: "On a clock that runs in a sleep"
        }
    }
}

/// A text with other versions for some situations.
package struct SituationTexts: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// The situations of one version.
    package struct Key: Sendable {
        fileprivate let situations: [Situation]

        static func of(_ kinds: TimerKind...) -> Key { Key(situations: kinds.map(Situation.mechanism)) }

        static let others = Key(situations: [])
        static let thread = Key(situations: [.thread])
        static let waiting = Key(situations: [.waiting])
        static let commonModes = Key(situations: [.commonModes])
        static let runningClock = Key(situations: [.runningClock])
    }

    private let versions: [(key: Key, text: String)]

    package init(stringLiteral text: String) { versions = [(.others, text)] }

    package init(dictionaryLiteral elements: (Key, String)...) { versions = elements }

    /// The version for a situation, or else the version for all others.
    package func text(for situation: Situation?) -> String {
        (versions.first { version in situation.map { version.key.situations.contains($0) } ?? false }
            ?? versions.last { $0.key.situations.isEmpty } ?? versions.first)?.text ?? ""
    }

    /// All versions: `NSTimer, Timer.publish: They are dropped.`
    package var paragraphs: [String] {
        versions.map { version in
            var names = version.key.situations.map(\.name)
            if names.isEmpty, versions.count > 1 { names = ["Others"] }
            return (names.isEmpty ? "" : names.joined(separator: ", ") + ": ") + version.text
        }
    }
}
