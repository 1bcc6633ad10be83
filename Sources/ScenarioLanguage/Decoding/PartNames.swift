import ScenarioModel
import TextLayout

/// A part as other tables can refer to it, before it is decoded itself.
struct NamedPart: Sendable {
    let reference: PartReference
    var place: Place
    /// Of a timer, when it has a known one.
    var kind: TimerKind?
    /// Of a timer that stands for many.
    var copies: Int?

    /// Where it is described, as a related place.
    var definition: [Diagnostic.Related] { place.isEmpty ? [] : [.init("defined here", at: place)] }
}

struct PartNames: Sendable {
    private var parts: [String: NamedPart] = [:]
    /// For suggestions, in file order, up to a limit.
    private(set) var known: [(name: String, kinds: PartKinds)] = []
    /// The kinds of the timers as they are known before they are decoded, by index.
    let timerKinds: [TimerKind?]
    private static let mostKnown = 10_000

    init(kinds: [TimerKind?] = []) {
        timerKinds = kinds
        known = [("main", [.thread, .queue])]
    }

    /// Enters a part; the part that had the name before, if any.
    mutating func define(_ name: String, _ part: NamedPart) -> NamedPart? {
        if let earlier = parts[name] { return earlier }
        parts[name] = part
        if known.count < PartNames.mostKnown { known.append((name, PartKinds(part.reference))) }
        return nil
    }

    /// The part of a name where one of these kinds can stand; `main` is a thread or a queue as the place asks.
    func part(_ name: String, among kinds: PartKinds) -> NamedPart? {
        guard name == "main" else { return parts[name] }
        if kinds.contains(.queue), !kinds.contains(.thread) { return NamedPart(reference: .queue(0), place: 0..<0) }
        return parts[name] ?? NamedPart(reference: .thread(0), place: 0..<0)
    }

    /// The names that could stand where one of these kinds can.
    func names(of kinds: PartKinds) -> [String] { known.filter { !$0.kinds.isDisjoint(with: kinds) }.map(\.name) }
}

/// The names of counters, in the order in which steps mention them.
struct CounterNames {
    private var names: [String] = []
    private var isCounted: [Bool] = []
    private var asked: [(counter: Int, place: Place)] = []

    var count: Int { names.count }

    private mutating func number(of name: String) -> Int {
        if let known = names.firstIndex(of: name) { return known }
        names.append(name)
        isCounted.append(false)
        return names.count - 1
    }

    /// The counter that a step counts on.
    mutating func count(_ name: String) -> Int {
        let counter = number(of: name)
        isCounted[counter] = true
        return counter
    }

    /// The counter that a condition or a log field asks for.
    mutating func ask(_ name: String, at place: Place) -> Int {
        asked.append((number(of: name), place))
        return asked[asked.count - 1].counter
    }

    /// Counters that are asked for and that nothing counts on.
    func mistakes() -> [Diagnostic] {
        let known = names.indices.filter { isCounted[$0] }.map { names[$0] }
        return asked.filter { !isCounted[$0.counter] }.map { question in
            let name = names[question.counter]
            return Diagnostic(
                .unknownID, "no step counts on \"\(name.shownShort)\"", at: question.place,
                help: Spelling.question(name, in: known) ?? "write { count = \"\(name.shownShort)\" } where it happens")
        }
    }
}
