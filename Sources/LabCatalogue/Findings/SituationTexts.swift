/// A case in which a rule or a remedy has another text.
package enum Situation: Hashable, Sendable {
    case mechanism(TimerKind)
    /// The finding is about a thread.
    case thread
    /// A callback waits for another thread, or a thread for a wake-up.
    case waiting
    /// Nothing gives the signal.
    case unsignalled
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
    /// It is called once.
    case once
    /// Its callback shows what is true then, or only acts.
    case countsNothing
    /// The Info.plist lacks the key for more than 60 frames a second.
    case withoutKey
    /// Its interval is 0.
    case withoutInterval
    /// A timer's `userInfo` keeps the object.
    case userInfo
    /// The run loop is that of the main thread.
    case mainThread
    /// The thread has exited in a callback.
    case exited

    /// Its word in the headings of texts.
    fileprivate var word: String { if case .mechanism(let kind) = self { kind.rawValue } else { "\(self)" } }

    /// Those that are no mechanism, by the headings of their texts.
    private static let others: KeyValuePairs<String, Situation> = [
        "Thread": .thread, "A callback that waits": .waiting, "A signal that nothing gives": .unsignalled,
        "A callback that runs the run loop": .nestedLoop,
        "A mode of the program's own": .ownMode, "On a clock that runs in a sleep": .runningClock,
        "Objects alone": .objects, "A queue": .queue, "An app that runs on": .heldBack,
        "A screen that is not shown": .hidden, "A single call": .once, "A callback that counts nothing": .countsNothing,
        "An Info.plist without the key": .withoutKey, "An interval of 0": .withoutInterval, "A userInfo": .userInfo,
        "The main thread": .mainThread, "A thread that exits": .exited,
    ]

    /// The name of the situation that a heading's word says.
    fileprivate static func name(of word: Substring) -> String {
        if let kind = TimerKind(rawValue: String(word)) { return kind.row.name }
        guard let name = others.first(where: { $0.value.word == word })?.key else {
            preconditionFailure("no situation is '\(word)'")
        }
        return name
    }
}

/// A text with other versions for some situations; the one for all others has none.
package struct SituationTexts: Sendable {
    private let versions: [(words: ArraySlice<Substring>, text: String)]

    /// - Parameter sections: the versions, each with the words of its situations.
    init(_ sections: [TextSection]) {
        versions = sections.map { ($0.words.dropFirst(), $0.prose) }
    }

    /// The version for a situation, or else the version for all others.
    package func text(for situation: Situation?) -> String {
        let word = situation?.word
        return
            (versions.first { version in version.words.contains { $0 == word ?? "" } }
            ?? versions.last { $0.words.isEmpty } ?? versions.first)?.text ?? ""
    }

    /// All versions: `NSTimer, Timer.publish: They are dropped.`
    package var paragraphs: [String] {
        if versions.count == 1 { return versions.map(\.text) }
        return versions.map {
            ($0.isEmpty ? "Others" : $0.map(Situation.name(of:)).joined(separator: ", ")) + ": " + $1
        }
    }
}
