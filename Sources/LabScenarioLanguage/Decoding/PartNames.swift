import LabCatalogue
import LabScenarioModel
import LabTextLayout

/// A part as other tables can refer to it, before it is decoded itself.
struct NamedPart {
    let reference: PartReference
    var place: Place
    var kind: TimerKind?
    var copies: Int?

    var definition: [Diagnostic.Related] { place.isEmpty ? [] : [.init("defined here", at: place)] }
}

struct PartNames {
    private var parts: [String: NamedPart] = [:]
    /// For suggestions, in file order, up to a limit.
    private(set) var known: [(name: String, kinds: PartKinds)] = [("main", [.thread, .queue])]
    /// The kinds of the timers as they are known before they are decoded, by index.
    var timerKinds: [TimerKind?] = []
    private static let mostKnown = 10_000
    /// The names that code has for the main thread and the main queue.
    private static let main: Set = ["main", ".main", "DispatchQueue.main", "RunLoop.main", "Thread.main", "MainActor"]

    /// Enters a part; the part that had the name before, if any.
    mutating func define(_ name: String, _ part: NamedPart) -> NamedPart? {
        if let earlier = parts[name] { return earlier }
        parts[name] = part
        if known.count < Self.mostKnown { known.append((name, [PartKind(part.reference)])) }
        return nil
    }

    /// The part of a name where one of these kinds can stand; `main` is a thread or a queue as the place asks.
    func part(_ name: String, among kinds: PartKinds) -> NamedPart? {
        guard Self.main.contains(name) else { return parts[name] }
        if kinds.contains(.queue), !kinds.contains(.thread) { return NamedPart(reference: .queue(0), place: 0..<0) }
        return parts["main"] ?? NamedPart(reference: .thread(0), place: 0..<0)
    }

    func names(of kinds: PartKinds) -> [String] { known.filter { !$0.kinds.isDisjoint(with: kinds) }.map(\.name) }
}

/// The names of counters, in the order in which steps mention them.
struct CounterNames {
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private var counted: Set<Int> = []
    private var begun: Set<Int> = []
    private var asked: [(counter: Int, place: Place, isTask: Bool)] = []

    var count: Int { names.count }

    private mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The counter that a step counts on, that of a background task if it begins one.
    mutating func count(_ name: String, beginsTask: Bool = false) -> Int {
        let counter = number(of: name)
        counted.insert(counter)
        if beginsTask { begun.insert(counter) }
        return counter
    }

    /// The counter that a condition or a log field asks for, or of the background task that a step ends.
    mutating func ask(_ name: String, at place: Place, endsTask: Bool = false) -> Int {
        let counter = number(of: name)
        asked.append((counter, place, endsTask))
        return counter
    }

    /// Counters that a step reads but none changes, and tasks that are ended but never begun.
    func mistakes() -> [Diagnostic] {
        asked.compactMap { counter, place, isTask in
            let (made, name) = (isTask ? begun : counted, names[counter].shownShort)
            guard !made.contains(counter) else { return nil }
            let (what, verb) = isTask ? ("begins a background task", "begin_background_task") : ("counts on", "count")
            return Diagnostic(
                DiagnosticCode.unknownID.rawValue, "no step \(what) \"\(name)\"", at: place,
                help: Spelling.question(names[counter], in: made.sorted().map { names[$0] })
                    ?? "write { \(verb) = \"\(name)\" } where it \(isTask ? "begins" : "happens")")
        }
    }
}
