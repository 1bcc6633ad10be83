/// A language that the code of a timer is written in.
protocol CodeLanguage {
    init(_ code: TimerCode)

    var code: TimerCode { get }
    /// The statements that make it, each in one or several lines.
    var made: [String] { get }
    /// The statement that ends it.
    var end: String { get }
    /// The statement that lets go of it.
    var released: String { get }

    /// A weak variable that is passed instead of `self`, where the language has to declare it in front of the call.
    static var weakVariable: [String] { get }
    /// The heads of the methods that a class has for its end, for a controller's screen that goes, and for any other's.
    static var deallocHead: String { get }
    static var viewWillDisappearHead: String { get }
    static var stopHead: String { get }
}

extension CodeLanguage {
    /// What a change makes of the code of some timers: lines with `- `, `+ ` or two spaces in front.
    static func change(from before: [TimerCode], to after: [TimerCode]) -> String {
        zip(sections(before), sections(after)).flatMap(difference).joined(separator: "\n")
    }

    /// Statements that belong together, each kind at its place.
    private static func sections(_ timers: [TimerCode]) -> [[String]] {
        let all = timers.map(Self.init)
        func ends(_ count: KeyPath<TimerCode.Ends, Int>) -> [String] {
            all.filter { $0.code.ends[keyPath: count] > 0 }.map(\.end)
        }
        let isPassedWeakly = timers.contains { $0.timer.callback.target?.passedWeakly == true }
        let owner = timers.first?.owner
        let isController = (owner?.className ?? "controller").lowercased().hasSuffix("controller")
        return [isPassedWeakly ? weakVariable : []]
            + all.map { $0.code.isRemade ? [$0.end] + $0.made : $0.made } + [
                ends(\.elsewhere).map { $0 + "  // wherever it is ended" },
                all.filter { $0.code.isReleased && $0.code.isHeld }.map(\.released),
                method(
                    deallocHead, ends(\.inDealloc),
                    isAlone: (owner?.dealloc.count ?? 0) <= timers.reduce(0) { $0 + $1.ends.inDealloc }),
                method(
                    isController ? viewWillDisappearHead : stopHead, ends(\.withScreen),
                    isAlone: (owner?.viewWillDisappear.count ?? 0) <= timers.reduce(0) { $0 + $1.ends.withScreen }),
            ]
    }

    /// A method that ends timers, whole where it does nothing else.
    private static func method(_ head: String, _ ends: [String], isAlone: Bool) -> [String] {
        if isAlone { return ends.isEmpty ? [] : [block(head, ends)] }
        return [head] + ends.map { "    " + $0 } + ["    // …", "}"]
    }

    /// What is taken away and what is added; beside what is only added stands a statement that stays, and around what
    /// is new in a method the whole of it.
    private static func difference(_ before: [String], _ after: [String]) -> [String] {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for move in after.difference(from: before) {
            switch move {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        if removed.isEmpty, inserted.isEmpty { return [] }
        let isMethod = before.last == "}"
        var lines: [String] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                lines.append(signed("- ", before[old]))
                old += 1
            } else if inserted.contains(new) {
                lines.append(signed("+ ", after[new]))
                new += 1
            } else {
                let isInFront = inserted.contains(new + 1) && !removed.contains(old + 1)
                let isBehind = new == 1 && inserted == [0] && removed.isEmpty
                if isMethod || isInFront || isBehind { lines.append(signed("  ", before[old])) }
                (old, new) = (old + 1, new + 1)
            }
        }
        return lines
    }

    private static func signed(_ sign: String, _ statement: String) -> String {
        statement.split(separator: "\n").map { sign + $0 }.joined(separator: "\n")
    }

    /// Code inside of a block, in one line where it is one.
    static func block(_ opening: String, _ body: [String], _ closing: String = "}") -> String {
        let lines = body.flatMap { $0.split(separator: "\n") }
        return lines.count == 1 && opening.hasSuffix("{")
            ? "\(opening) \(lines[0]) \(closing)"
            : opening + "\n" + lines.map { "    \($0)\n" }.joined() + closing
    }

    /// A loop that waits for a time before each call, and before the first one for another time, or not at all; without
    /// a loop where it does not repeat.
    func looped(_ call: String, _ head: String, separator: String, sleep: (String) -> String) -> [String] {
        let timer = code.timer
        guard timer.repeats else { return [sleep(code.first), call] }
        let parts = timer.hasOwnDelay ? [call, sleep(code.seconds)] : [sleep(code.seconds), call]
        return (timer.hasOwnDelay && timer.delay != .zero ? [sleep(code.first)] : [])
            + ["\(head) { \(parts.joined(separator: separator)) }"]
    }

    /// A loop that waits for the points of a grid.
    func onGrid(_ call: String, _ head: String, from first: String, until sleep: String, next: String) -> [String] {
        code.timer.repeats
            ? [first, "\(head) {\n    \(sleep)\n    \(call)\n    \(next)\n}"]
            : [first.replacing("var ", with: "let "), sleep, call]
    }

    /// What is said behind a call that the method which it calls makes again.
    var later: String {
        guard code.timer.repeats else { return "" }
        return "  // and again at the end of \(code.method)"
            + (code.timer.hasOwnDelay ? ", after \(code.seconds) s" : "")
    }
}
