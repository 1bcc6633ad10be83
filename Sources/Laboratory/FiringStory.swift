import Analysis
import ExactTime
import Platform
import Recording
import Reports
import ScenarioModel

/// One firing from its due point to its callback: what its thread did meanwhile, and whom the wait is due to.
public struct FiringStory: Sendable {
    /// Something that its thread was in, or that held the timer back.
    private struct State: Equatable {
        var text: String
        /// What would have had to be otherwise.
        var wish: String
        var end: Record.Kind
    }

    public private(set) var lines: [(time: Int64, text: String)] = []
    /// How long it waited for what, ns, the longest first.
    public private(set) var waits: [(wish: String, time: Int64)] = []
    public let due: Int64
    public let called: Int64

    /// Nil when the timer has not fired so often.
    init?(of timer: EntityID, firing number: Int, in trace: Trace, lines source: SourceLines) {
        var count = 0
        let end = trace.records.firstIndex { record in
            if record.kind == .fired, record.entity == timer { count += 1 }
            return count == number && number > 0
        }
        guard let end else { return nil }
        let call = trace.records[end]
        called = call.time
        let traits = trace.entity(timer)?.timer
        // The first due point that it serves is the one after the point before, if its schedule stayed as it was.
        var first = min(call.value, called)
        let own = trace.records[..<end].lazy.filter { $0.entity == timer }
        if let before = own.last(where: { [.fired, .gridSet, .gridEnded].contains($0.kind) }), before.kind == .fired,
            let interval = traits?.interval?.scaled(1), traits?.isRelative == false
        {
            first = min(first, before.value.adding(saturating: interval))
        }
        due = first
        var open: [State] = []
        var since = due
        var sums: [(wish: String, time: Int64)] = []
        func at(_ place: Range<Int>) -> String { source.line(of: place).map { " (line \($0))" } ?? "" }
        func state(_ record: Record) -> State? {
            let name = trace.kindAndName(record.entity) ?? "?"
            let step = trace.steps.indices.contains(Int(record.value)) ? trace.steps[Int(record.value)] : 0..<0
            switch record.kind {
            case .fired where record.entity == timer:
                return State(text: "its own callback", wish: "a shorter callback of its own", end: .returned)
            case .fired:
                let what = "callback of \(name)" + at(trace.entity(record.entity)?.place ?? 0..<0)
                return State(text: "the " + what, wish: "a shorter " + what, end: .returned)
            case .calloutBegan:
                let what = "callout of \(name)" + at(step.isEmpty ? trace.entity(record.entity)?.place ?? 0..<0 : step)
                return State(text: "the " + what, wish: "a shorter " + what, end: .calloutEnded)
            case .workBegan:
                return State(
                    text: "work" + at(step), wish: "less work, or on another thread or queue" + at(step),
                    end: .workEnded)
            case .sleepBegan:
                return State(text: "a sleep" + at(step), wish: "no sleep on this thread" + at(step), end: .sleepEnded)
            case .waitBegan:
                return State(
                    text: "the wait for a port", wish: "an earlier wake-up: no tolerance, less latency", end: .waitEnded
                )
            case .activationBegan:
                let mode = EntityID(Int(record.value))
                let isServed = traits?.modes.contains(mode) ?? true
                return State(
                    text: "the run loop in mode \(trace.name(mode))",
                    wish: isServed
                        ? "an earlier pass of the run loop in mode \(trace.name(mode))"
                        : "mode \(trace.name(mode)) among its modes", end: .activationEnded)
            default: return nil
            }
        }
        func add(_ wish: String, _ time: Int64) {
            if let index = sums.firstIndex(where: { $0.wish == wish }) {
                sums[index].time += time
            } else {
                sums.append((wish, time))
            }
        }
        func pass(to time: Int64) {
            // Where the thread waits in a mode that is not the timer's, the mode is in the way, and not the wake-up.
            let isFree = open.last.map { [.waitEnded, .activationEnded].contains($0.end) } ?? true
            let inner = isFree ? open.last { $0.end == .activationEnded } : nil
            let mode = inner.flatMap { $0.wish.hasPrefix("mode ") ? $0 : nil }
            if time > since, isFree, mode == nil, call.value > due {
                add("a call when the thread was free again; it waits for the next point of its grid", time - since)
            } else if time > since {
                add((mode ?? open.last)?.wish ?? "a thread that is free for it", time - since)
            }
            since = max(since, time)
        }
        for (index, record) in trace.records[..<end].enumerated() {
            if record.kind == .systemSlept, record.value > due {
                pass(to: max(record.time, due))
                let wake = min(record.value, called)
                add("a clock that goes on while the system sleeps", max(0, wake - since))
                since = max(since, wake)
                lines.append((max(record.time, due), "the system sleeps until \(Self.text(wake))"))
            }
            guard record.thread == call.thread else { continue }
            if record.time >= due {
                if lines.isEmpty { lines.append((due, "due; its thread is in " + Self.inside(open.map(\.text)))) }
                pass(to: record.time)
            }
            if let last = open.lastIndex(where: { $0.end == record.kind }) {
                if record.time > due { lines.append((record.time, "ends: " + open[last].text)) }
                open.remove(at: last)
            } else if let state = state(record) {
                // A callback that returns at the instant at which it began has no end of its own.
                let next = trace.records[(index + 1)..<end].first {
                    $0.entity == record.entity && [.returned, .fired].contains($0.kind)
                }
                if record.kind == .fired, next?.kind != .returned { continue }
                open.append(state)
                if record.time >= due { lines.append((record.time, "begins: " + state.text)) }
            }
        }
        pass(to: called)
        if lines.isEmpty { lines.append((due, "due; its thread is in " + Self.inside(open.map(\.text)))) }
        lines.append((called, "called"))
        waits = sums.sorted { $0.time > $1.time }
    }

    private static func text(_ time: Int64) -> String { DurationText.format(time, digits: 9) }

    private static func inside(_ states: [String]) -> String {
        states.isEmpty ? "nothing" : states.joined(separator: ", in it ")
    }

    /// Of a longer chain the first and the last lines.
    private static let mostLines = 30

    /// The chain, then what would have had to be otherwise.
    package func page(_ name: String, file: String) -> Page {
        let late = called - due
        var page = Page(title: "\(name): due at \(Self.text(due)), called at \(Self.text(called))", name: file)
        page.facts = [StyledText(file, .code)]
        var shown = lines.map { ReportItem(Self.text($0.time), .faint, $0.text) }
        if shown.count > FiringStory.mostLines {
            let half = FiringStory.mostLines / 2
            shown = shown.prefix(half) + [ReportItem("… \(shown.count - 2 * half) more …", .faint)] + shown.suffix(half)
        }
        page.sections = [PlainSection("Chain", [.items(shown)])]
        let answer =
            late == 0
            ? [ReportItem("on time: nothing would have had to be otherwise", .good)]
            : [ReportItem("\(DurationText.format(late)) late; for it to be on time:", .strong)]
                + waits.map { ReportItem(DurationText.format($0.time), .warning, $0.wish) }
        page.answer = [PlainSection("Answer", [.items(answer)])]
        return page
    }
}

extension Workbench {
    /// Tells one firing of a scenario's timer, `tick#17`.
    ///
    /// - Throws: `Problem` when there is no such firing.
    public func explain(_ typed: String, firing text: String) throws(Problem) -> (story: FiringStory, file: String) {
        let file = try read(typed)
        let plan = try plan(file, changes: ScenarioChanges())
        let run = try simulate(plan, of: file, keeping: .all)
        let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[1]) else {
            throw Problem("'\(text)' is no firing of \(typed)", help: "write TIMER#N", status: .usage)
        }
        guard let timer = run.trace.entities.firstIndex(where: { $0.kind == .timer && $0.name == parts[0] }) else {
            throw Problem(unknownTimer: parts[0], known: run.analysis.timers.map(\.name))
        }
        guard let story = FiringStory(of: EntityID(timer), firing: number, in: run.trace, lines: file.lines) else {
            let count = run.trace.records.count { $0.kind == .fired && $0.entity == EntityID(timer) }
            throw Problem("\(parts[0]) fired \(count) times, not \(number)", status: .usage)
        }
        return (story, FileSystem.shown(file.path))
    }
}
