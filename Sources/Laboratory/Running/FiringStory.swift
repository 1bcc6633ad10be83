import LabAnalysis
import LabExactTime
import LabPlatform
import LabRecording
import LabReports
import LabScenarioModel
import LabTOML

/// One firing from its due point to its callback: what its thread did meanwhile, and what the wait is due to.
package struct FiringStory: Sendable {
    package private(set) var lines: [(time: Int64, text: String)] = []
    /// How long it waited for what, ns, the longest first.
    package private(set) var waits: [(wish: String, time: Int64)] = []
    package let due: Int64
    package let called: Int64
    /// What would have had to be otherwise while its thread was free.
    private let idle: String
    /// Until when a thread that is free shows that the wake-up has not come yet, by the tolerance.
    private let toleratedUntil: Int64
    /// For how long its clock had stood still in system sleep before it was due, as far as that is not told yet, ns.
    private var stood: Int64
    /// Whether the causes name the processor that gets up to speed.
    private let isRampUp: Bool
    /// Of a chain, how far it is behind the requested schedule, ns.
    private let behind: Int64
    /// Of a call that only a cancellation brought, what its task slept for, ns.
    private let armedInstead: Int64?

    /// Something that its thread was in.
    private struct State {
        var slice: Slice
        var text: String
        /// What would have had to be otherwise.
        var wish: String
        /// Whether its thread was free for other things.
        var isRunLoop = false
        var isOwnCallback = false
        /// Whether the run loop ran in a mode that the timer is not in.
        var isOtherMode = false
        /// Of work, when the processor is up to speed for it, ns.
        var fullSpeed: Int64 = .min
    }

    /// - Parameter end: the record of the firing.
    init(of end: Int, in trace: Trace, _ analysis: RunAnalysis, _ source: SourceText) {
        let (timer, called) = (trace.records[end].entity, trace.records[end].time)
        // None of a manual call, which no point waits for; of several calls at one instant each has its own.
        let accounts = analysis.accounts(of: timer, in: trace).filter { $0.fired == called }
        let before = trace.records[..<end].reversed().prefix { $0.time == called }
        let account =
            accounts.dropFirst(before.count { $0.kind == .fired && $0.entity == timer }).first ?? accounts.last
        // A chain waits from the instant that it was armed for; a grid from the first point that it serves.
        let swallowed = analysis.swallowedCall(of: timer, in: trace).flatMap { $0.at <= called ? $0 : nil }
        armedInstead = swallowed?.armed
        let points =
            swallowed.map { [$0.at] }
            ?? account.map { $0.waiting == nil ? [$0.armed] : [$0.lost.first ?? $0.due, $0.armed] } ?? []
        let due = (points + [called]).min() ?? called
        (self.due, self.called) = (due, called)
        behind = account?.waiting == nil ? account?.lag ?? 0 : 0
        let causes = account?.causes ?? []
        isRampUp = causes.contains { $0.cause == .rampUp }
        // What is told as a halt leaves nothing of its cause to a thread that is free.
        let isHalted = trace.records[..<end].contains { record in
            FiringStory.halt(record, of: timer, in: trace, analysis).map { due < $0.until && $0.until <= called }
                ?? false
        }
        let idleCause = causes.map(\.cause).first {
            [.tolerance, .wakeUp, .notAdded].contains($0) || $0 == .background && !isHalted
        }
        let isTolerated = idleCause == .tolerance
        let traits = trace.entity(timer)?.timer
        let isAwaiting = traits?.passedPoints == .queued && causes.contains { $0.cause == .ownCallback }
        switch idleCause {
        case .tolerance: idle = "no tolerance"
        case .notAdded: idle = "a run loop that it is in before it is due"
        case .background: idle = "an app that is not in the background"
        case .wakeUp, .ownCallback, .otherWork, .awaiting, .modeNotRun, .suspended, .loopNotRunning, .disposed, .rampUp,
            .systemSlept, nil:
            idle = isAwaiting ? "a shorter await in its own callback" : "an earlier wake-up by the device"
        }
        let stood = account?.stood ?? 0
        self.stood = stood
        toleratedUntil =
            isTolerated
            ? due.adding(saturating: stood).adding(saturating: max(traits?.tolerance ?? 0, traits?.defaultLeeway ?? 0))
            : .min
        tell(trace, analysis, source, timer, upTo: end, losesPoints: account.map { $0.armed > due } ?? false)
        waits.sort { $0.time > $1.time }
    }

    private mutating func tell(
        _ trace: Trace, _ analysis: RunAnalysis, _ source: SourceText, _ timer: EntityID, upTo end: Int,
        losesPoints: Bool
    ) {
        let thread = trace.records[end].thread
        let slices = Dictionary(uniqueKeysWithValues: trace.slices.map { ($0.begin, $0) })
        let added = trace.records.lazy.filter { $0.kind == .added && $0.entity == timer }
        // As in the causes: the modes that it was added for, a perform request too.
        let modes =
            added.isEmpty ? trace.entity(timer)?.timer?.modes ?? [] : added.map { EntityID(Int(clamping: $0.value)) }
        var open: [State] = []
        var since = due
        var halts: Set<String> = [Self.runningClock]
        // As in the causes: first of all, whatever goes on, a clock that stood still has more to run.
        func clock(to time: Int64) {
            let still = min(stood, time - since)
            guard still > 0 else { return }
            add(Self.runningClock, still)
            (stood, since) = (stood - still, since + still)
        }
        func pass(to time: Int64) {
            defer { since = max(since, time) }
            clock(to: time)
            guard time > since else { return }
            for wait in open.last?.isOwnCallback ?? true ? analysis.awaits(of: timer, since..<time, in: trace) : [] {
                pass(to: wait.during.lowerBound)
                let what = FiringStory.awaited(by: timer, wait.culprit, wait.place, trace, source)
                add("no wait" + what, wait.during.upperBound - since)
                lines.append((since, "its \(open.isEmpty ? "thread" : "callback") waits" + what))
                since = wait.during.upperBound
            }
            guard time > since else { return }
            // As in the causes: by itself the work would have taken so much less.
            if let slow = open.last?.fullSpeed, slow > since, isRampUp {
                add("a processor that is up to speed", min(slow, time) - since)
                since = min(slow, time)
                guard time > since else { return }
            }
            // Where the thread waits in a mode that is not the timer's, the mode is in the way, and not the wake-up.
            let isFree = open.last?.isRunLoop ?? true
            if isFree, open.last?.isOtherMode != true, losesPoints {
                add("a call when the thread was free again; it waits for the next point of its grid", time - since)
            } else {
                let isIdle = open.last.map { $0.isRunLoop && !$0.isOtherMode } ?? true
                add(isIdle ? idle : open.last?.wish ?? idle, time - since)
                guard isIdle, since < toleratedUntil else { return }
                // As in the causes: what the thread did before the wake-up came kept nothing waiting.
                waits =
                    [(idle, waits.reduce(0) { halts.contains($1.wish) ? $0 : $0 + $1.time })]
                    + waits.filter { halts.contains($0.wish) }
            }
        }
        for (index, record) in trace.records[..<end].enumerated() {
            if let halt = FiringStory.halt(record, of: timer, in: trace, analysis), due < halt.until,
                halt.until <= called
            {
                pass(to: max(record.time, due))
                if record.kind != .systemSlept { clock(to: halt.until) }
                if since < halt.until { add(halt.wish, halt.until - since) }
                halts.insert(halt.wish)
                since = max(since, halt.until)
                let line = source.line(of: trace.place(ofStep: record.extra, orOf: .none)).map { " (line \($0))" } ?? ""
                lines.append((max(record.time, due), "\(halt.text) until \(Self.text(halt.until))\(line)"))
            }
            guard record.thread == thread else { continue }
            if record.time >= due {
                if lines.isEmpty { lines.append((due, inside(open))) }
                pass(to: record.time)
            }
            if let last = open.lastIndex(where: { $0.slice.end == index }) {
                if record.time > due { lines.append((record.time, "ends: " + open[last].text)) }
                open.remove(at: last)
            } else if let slice = slices[index], record.kind != .fired || slice.end != nil {
                let state = FiringStory.state(of: slice, record, trace, source, timer, modes)
                open.append(state)
                if record.time >= due { lines.append((record.time, "begins: " + state.text)) }
                if isRampUp, due < state.fullSpeed, record.time < state.fullSpeed {
                    lines.append((state.fullSpeed, "the processor is up to speed for it"))
                }
            }
        }
        if lines.isEmpty { lines.append((due, inside(open))) }
        pass(to: called)
        lines.append((called, "called"))
        let callback = trace.records[(end + 1)...].prefix { record in
            record.entity != timer || record.kind != .returned && record.kind != .fired
        }
        for record in callback.lazy.filter({ $0.kind == .logged && $0.entity == timer }).prefix(Self.mostLogLines) {
            lines.append((record.time, "logs: " + trace.message(of: record, shown: VisibleText.line)))
        }
    }

    private static let mostLogLines = 3
    private static let runningClock = "a clock that goes on while the system sleeps"

    /// What keeps a timer from being called whatever its thread does, and until when.
    private static func halt(
        _ record: Record, of timer: EntityID, in trace: Trace, _ analysis: RunAnalysis
    ) -> (until: Int64, text: String, wish: String)? {
        func end(_ ranges: [Range<Int64>]?) -> Int64? { ranges?.first { $0.lowerBound == record.time }?.upperBound }
        switch record.kind {
        // Whatever its clock, what is due meanwhile is called at the wake-up at the earliest.
        case .systemSlept: return (record.value, "the system sleeps", "a system that is awake")
        case .enteredBackground:
            return end(analysis.backgrounds).map {
                ($0, "the app is in the background", "an app that is not suspended")
            }
        case .suspended where record.entity == EntityID(0):
            return end(analysis.suspensions[record.entity]).map {
                ($0, "the app is suspended", "an app that is not suspended")
            }
        case .suspended where [timer, trace.entity(timer)?.home].contains(record.entity):
            return end(analysis.suspensions[record.entity]).map { ($0, "it is suspended", "no suspension") }
        default: return nil
        }
    }

    private mutating func add(_ wish: String, _ time: Int64) {
        if let index = waits.firstIndex(where: { $0.wish == wish }) {
            waits[index].time += time
        } else {
            waits.append((wish, time))
        }
    }

    private static func state(
        of slice: Slice, _ record: Record, _ trace: Trace, _ source: SourceText, _ timer: EntityID,
        _ modes: [EntityID]
    ) -> State {
        func at(_ place: Range<Int>) -> String { line(place, in: source) }
        let name = trace.kindAndName(record.entity) ?? "?"
        let place = trace.entity(record.entity)?.place ?? 0..<0
        let step = trace.steps.indices.contains(Int(record.value)) ? trace.steps[Int(record.value)] : 0..<0
        if record.kind == .fired || record.kind == .calloutBegan, record.entity == timer {
            return State(
                slice: slice, text: "its own callback", wish: "a shorter callback of its own", isOwnCallback: true)
        } else if record.kind == .fired || record.kind == .calloutBegan {
            let isTimer = record.kind == .fired
            let what = (isTimer ? "callback of " : "") + name + at(isTimer || step.isEmpty ? place : step)
            return State(slice: slice, text: (isTimer ? "the " : "") + what, wish: "a shorter " + what)
        } else if record.kind == .workBegan {
            return State(
                slice: slice, text: "work" + at(step), wish: "less work, or on another thread or queue" + at(step),
                fullSpeed: record.time.adding(saturating: record.extra))
        } else if record.kind == .sleepBegan {
            return State(slice: slice, text: "a sleep" + at(step), wish: "no sleep on this thread" + at(step))
        }
        let mode = EntityID(Int(record.value))
        let call = trace.place(ofStep: record.extra, orOf: .none)
        return State(
            slice: slice, text: "the run loop in the \(trace.name(mode)) mode" + at(call),
            wish: "the \(trace.name(mode)) mode among its modes", isRunLoop: true,
            isOtherMode: !modes.isEmpty && !modes.contains(mode))
    }

    private static func line(_ place: Range<Int>, in source: SourceText) -> String {
        source.line(of: place).map { " (line \($0))" } ?? ""
    }

    /// ` (line 18) for queue main, which event layout keeps busy (line 23)`.
    private static func awaited(
        by timer: EntityID, _ culprit: EntityID, _ place: Range<Int>, _ trace: Trace, _ source: SourceText
    ) -> String {
        guard let wait = trace.wait(of: timer, keptBusyBy: culprit), let who = trace.kindAndName(culprit)
        else { return line(place, in: source) + " for a signal" }
        let step = trace.place(ofStep: wait.step, orOf: .none)
        return line(step, in: source) + " for \(wait.awaited), which \(who) keeps busy" + line(place, in: source)
    }

    private static func text(_ time: Int64) -> String { DurationText.format(time, digits: 9) }

    private func inside(_ states: [State]) -> String {
        (armedInstead == nil ? "due" : "cancelled in its sleep") + "; its thread is in "
            + (states.isEmpty ? "nothing" : states.map(\.text).joined(separator: ", in it "))
    }

    /// Of a longer chain the first and the last lines.
    private static let mostLines = 30

    /// The chain, then what would have had to be otherwise.
    package func page(_ name: String, file: String) -> Page {
        let late = called - due
        let due = armedInstead.map { "armed for \(Self.text($0))" } ?? "due at \(Self.text(due))"
        var page = Page(title: "\(name): \(due), called at \(Self.text(called))", name: file)
        page.facts = [StyledText(file, .code)]
        var shown = lines.map { ReportItem(Self.text($0.time), .faint, $0.text) }
        if shown.count > FiringStory.mostLines {
            let half = FiringStory.mostLines / 2
            shown = shown.prefix(half) + [ReportItem("… \(shown.count - 2 * half) more …", .faint)] + shown.suffix(half)
        }
        page.sections = [PlainSection("Chain", [.items(shown)])]
        let cancelled = armedInstead.map { armed in
            "called since it was cancelled in its sleep at \(Self.text(self.due)) "
                + "(\(FindingRule.swallowedCancellation.code.rawValue)), armed for \(Self.text(armed))"
        }
        let onTime =
            behind > 0
            ? "on time for what it was armed for, and \(DurationText.format(behind)) behind what was asked: each delay "
                + "before it adds up" : "on time: nothing would have had to be otherwise"
        let answer =
            late == 0
            ? [ReportItem(cancelled ?? onTime, cancelled != nil || behind > 0 ? .plain : .good)]
            : (cancelled.map { [ReportItem($0)] } ?? []) + [
                ReportItem("\(DurationText.format(late)) late; for it to be on time:", .strong)
            ]
                + waits.map { ReportItem(DurationText.format($0.time), .warning, $0.wish) }
        page.answer = [PlainSection("Answer", [.items(answer)])]
        return page
    }
}

extension Workbench {
    /// Tells one firing of a scenario's timer, `tick#17`; an id stands for all timers that its code has made.
    package func explain(
        _ typed: String, firing text: String
    ) throws(Problem) -> (story: FiringStory, name: String, file: String) {
        let file = try read(typed)
        let plan = try plan(file, changes: ScenarioChanges())
        let run = try simulate(plan, of: file, keeping: .all)
        let (trace, analysis) = (run.trace, run.analysis)
        let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[1]) else {
            throw Problem("'\(text)' is no firing of \(typed)", help: "write TIMER#N", status: .usage)
        }
        guard number > 0 else {
            throw Problem("firings count from 1", help: "write \(parts[0])#1", status: .usage)
        }
        guard let index = trace.entities.firstIndex(where: { $0.kind == .timer && $0.name == parts[0] }) else {
            let known = analysis.timers.filter { trace.entity($0.entity)?.group == EntityID.none }
            throw Problem(unknownTimer: parts[0], known: known.map(\.name))
        }
        let timer = EntityID(index)
        let calls = trace.records.indices.filter {
            let entity = trace.records[$0].entity
            return trace.records[$0].kind == .fired && (entity == timer || trace.entity(entity)?.group == timer)
        }
        guard calls.indices.contains(number - 1) else {
            let finding = analysis.findings.first { $0.subject == timer }
            throw Problem(
                calls.isEmpty
                    ? "\(parts[0]) never fires" : "\(parts[0]) fires \(Plural.of(Int64(calls.count), "time")) only",
                help: calls.isEmpty
                    ? finding.map { "\($0.code): \($0.message)" } : "write \(parts[0])#\(calls.count)",
                status: .usage)
        }
        let call = calls[number - 1]
        let caller = trace.records[call].entity
        let name = caller == timer ? text : "\(text), \(trace.name(caller))"
        return (FiringStory(of: call, in: trace, analysis, file.lines), name, FileSystem.shown(file.path))
    }
}
