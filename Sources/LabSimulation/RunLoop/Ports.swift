import LabScenarioModel
import LabScenarioProgram

/// The ports that a run loop waits for: what is armed, what has a message and since when, and what a pass takes.
///
/// A pass takes one port; what else has a message keeps it for a later pass. The wake-up port is one of them
/// (CFRunLoop.c: CFRunLoopWakeUp), each mode has a kernel timer of its own (CFRunLoop.c: __CFArmNextTimerInMode), and the
/// end of a run call's time wakes the loop whichever call it waits in (CFRunLoop.c: __CFRunLoopRun). The port of a kernel
/// timer follows from the timers of its mode but for three cases, which are kept as marks: it has gone off for a timer that
/// fires in another mode right now, it was armed for a date that had passed, and it went off inside a batch of timers.
///
/// Among ready ports the one that became ready first is taken: a port that gets a message goes to the tail of its set's
/// list, a receive takes the head (xnu, waitq.c: do_waitq_select_n_locked_sets, waitq_set_first_prepost; epoll does the
/// same). The main queue's port joins the set anew for each wait (CFRunLoop.c: __CFRunLoopRun).
struct Ports {
    enum Port: Equatable {
        case none
        case wakeUp
        /// The kernel timer of the activation's mode.
        case timer
        case mainQueue
        case source1(SourceID)
        /// The port on which UIKit's events come.
        case event
    }

    /// The ports of a mode that have a message now, and since when.
    struct Ready {
        var wakeUp: Arrival?
        var timer: Arrival?
        var mainQueue: Arrival?
        var event: Arrival?
        var sources: [(source: SourceID, since: Arrival)] = []

        /// The port that has had its message for the longest time, and its place; `Arrival.never` when there is none.
        var earliest: (port: Port, since: Arrival) {
            var (port, since) = (Port.none, Arrival.never)
            func consider(_ other: Port, _ arrival: Arrival?) {
                if let arrival, arrival < since { (port, since) = (other, arrival) }
            }
            consider(.timer, timer)
            for (source, arrival) in sources { consider(.source1(source), arrival) }
            consider(.event, event)
            consider(.mainQueue, mainQueue)
            consider(.wakeUp, wakeUp)
            return (port, since)
        }

        /// The sources that are ready, events the last.
        fileprivate var inputs: [Port] { sources.map { .source1($0.source) } + (event == nil ? [] : [.event]) }

        /// The first of these kinds that is ready, else the wake-up; `source1` stands for all sources.
        fileprivate func first(_ kinds: [Port]) -> Port {
            for kind in kinds {
                switch kind {
                case .timer: if timer != nil { return .timer }
                case .mainQueue: if mainQueue != nil { return .mainQueue }
                case .source1, .event: if let source = inputs.first { return source }
                case .none, .wakeUp: continue
                }
            }
            return wakeUp != nil ? .wakeUp : .none
        }
    }

    /// A kernel timer whose port the timers of its mode do not tell of.
    private struct Mark: Equatable {
        enum Reason {
            /// It has gone off for a timer that is not armed.
            case leftOver
            /// It was armed for what was due before `since`.
            case late
            /// It went off and was armed anew before a wait looked: it has kept its place in the list of the set.
            case place
        }

        var mode: ModeID
        var since: Arrival
        var reason: Reason
    }

    /// Whether its thread sleeps in the wait.
    var isWaiting = false
    private(set) var wakeUp: Arrival?
    private var mainQueue: Arrival?
    private var eventPlaces = PortPlaces()
    /// Events that have arrived and wait for their turn, oldest first.
    private(set) var inbox: [EventID] = []
    private var marks: [Mark] = []
    /// When the time of each activation in progress is over, the innermost last; `Int64.max`: never, or it has woken.
    private var limits: [Int64] = []
    /// How often a choice among ready ports has been drawn.
    private var draws: Int64 = 0

    // MARK: Wake-ups and limits

    /// A message for the wake-up port; several are one.
    mutating func requestWakeUp(_ arrival: Arrival) { if wakeUp == nil { wakeUp = arrival } }

    mutating func beginActivation(limit: Int64) { limits.append(limit) }

    mutating func endActivation() { limits.removeLast() }

    /// The thread was told to exit: no activation goes on.
    mutating func abandonActivations() {
        limits.removeAll()
        isWaiting = false
        wakeUp = nil
    }

    /// The next instant at which the time of an activation is over; `Int64.max`: none.
    var nextLimit: Int64 { limits.min() ?? .max }

    /// Each limit before `instant` wakes the loop, once; what comes at the same instant comes before a limit does.
    mutating func takeLimits(before instant: Int64) {
        for index in limits.indices where limits[index] < instant {
            requestWakeUp(Arrival(time: limits[index], order: 1))
            limits[index] = .max
        }
    }

    /// What was over in the handling half of a pass has woken nothing (CFRunLoop.c: __CFRunLoopSetIgnoreWakeUps).
    mutating func dropLimits(until now: Int64) {
        for index in limits.indices where limits[index] <= now { limits[index] = .max }
    }

    // MARK: Kernel timers

    /// A timer leaves these modes' arrays for the time of its callout in another mode, whose kernel timer alone is armed
    /// anew (CFRunLoop.c: __CFRunLoopDoTimer): a pass in one of them takes up the message and finds nothing due.
    mutating func leaveExpired(_ mode: ModeID, since: Arrival) {
        if !isLeftOver(mode) { marks.append(Mark(mode: mode, since: since, reason: .leftOver)) }
    }

    /// The kernel timers of these modes are armed for what is next now.
    @inline(__always) mutating func rearm(_ modes: ModeSet) {
        if !marks.isEmpty { marks.removeAll { $0.reason == .leftOver && modes.contains($0.mode) } }
    }

    /// A kernel timer is armed for a date that has passed: it goes off now.
    mutating func armLate(_ modes: ModeSet, _ arrival: Arrival) {
        for mode in modes.modes { marks.append(Mark(mode: mode, since: arrival, reason: .late)) }
    }

    /// A timer of a batch is called while the next one is due: the kernel timer of the mode, armed for that, goes off at
    /// once (CFRunLoop.c: __CFRunLoopDoTimer).
    mutating func goOffInBatch(_ mode: ModeID, _ arrival: Arrival) {
        if !marks.contains(where: { $0.mode == mode && $0.reason == .place }) {
            marks.append(Mark(mode: mode, since: arrival, reason: .place))
        }
    }

    /// Whether a mode's kernel timer has a message that its timers do not tell of.
    func isLeftOver(_ mode: ModeID) -> Bool { marks.contains { $0.reason == .leftOver && $0.mode == mode } }

    /// Since when a mode's kernel timer has a message, if it has: it is armed for `instant`.
    func expiry(of mode: ModeID, armedFor instant: Int64, now: Int64) -> Arrival? {
        var since = instant <= now ? Arrival(time: instant, order: 0) : nil
        for mark in marks where mark.mode == mode {
            switch mark.reason {
            case .leftOver: since = since.map { min($0, mark.since) } ?? mark.since
            case .late: since = since.map { max($0, mark.since) }
            case .place: since = since.map { _ in mark.since }
            }
        }
        return since
    }

    // MARK: The main queue and events

    /// A block has come into the empty main queue, or that was resumed.
    mutating func receiveMainQueue(_ arrival: Arrival) { if mainQueue == nil { mainQueue = arrival } }

    /// The main queue's port joins the set: what has waited so far waits from now on.
    mutating func beginWait(isMainQueueReady: Bool, _ arrival: Arrival) { mainQueue = isMainQueueReady ? arrival : nil }

    /// An event comes to its port, which is in the sets of these modes.
    mutating func receive(_ event: EventID, in modes: ModeSet, _ arrival: Arrival) {
        eventPlaces.list(in: modes, of: .none, arrival)
        inbox.append(event)
    }

    /// The oldest event, which there is, taken in a mode.
    mutating func takeEvent(in mode: ModeID, _ arrival: Arrival) -> EventID {
        eventPlaces.take(in: mode, of: .none, hasMore: inbox.count > 1, arrival)
        return inbox.removeFirst()
    }

    var hasEvents: Bool { !inbox.isEmpty }

    mutating func dropEvents() { inbox.removeAll() }

    // MARK: Taking one

    func ready(in mode: ModeID, timer: Arrival?, hasMainQueue: Bool, hasEvents: Bool) -> Ready {
        // In a mode that has come to the common ones since, the port has its place from the start.
        let event = eventPlaces.since(in: mode, of: .none) ?? Arrival(time: 0, order: 0)
        return Ready(
            wakeUp: wakeUp, timer: timer, mainQueue: hasMainQueue ? mainQueue : nil, event: hasEvents ? event : nil)
    }

    /// Takes one of the ready ports of a mode.
    ///
    /// - Parameters:
    ///   - prefersTimers: whether timers go before the main queue (`alternating`, `shuffled`).
    ///   - draw: a random word for each number (`shuffled`).
    mutating func take(
        _ ready: Ready, in mode: ModeID, _ order: OpenChoices.PortOrder, prefersTimers: Bool, draw: (Int64) -> UInt32
    ) -> Port {
        let port =
            switch order {
            case .arrival: ready.earliest.port
            case .alternating:
                ready.first(
                    ready.mainQueue != nil && !prefersTimers ? [.mainQueue] : [.timer, .source1(.none), .mainQueue])
            case .timersFirst: ready.first([.timer, .source1(.none), .mainQueue])
            case .sourcesFirst: ready.first([.source1(.none), .timer, .mainQueue])
            case .shuffled: drawn(ready, prefersTimers: prefersTimers, draw)
            }
        switch port {
        case .wakeUp: wakeUp = nil
        case .timer: marks.removeAll { $0.mode == mode }
        case .none, .mainQueue, .source1, .event: break
        }
        // What a look at the set finds without a message leaves the list.
        if inbox.isEmpty, let place = eventPlaces.since(in: mode, of: .none), place < ready.earliest.since {
            eventPlaces.leave(mode, of: .none)
        }
        if ready.timer == nil, !marks.isEmpty { marks.removeAll { $0.mode == mode && $0.reason == .place } }
        return port
    }

    /// One of the ready ports, drawn anew for each pass that has a choice.
    private mutating func drawn(_ ready: Ready, prefersTimers: Bool, _ draw: (Int64) -> UInt32) -> Port {
        let sources = ready.inputs
        let others = [ready.timer, ready.mainQueue, ready.wakeUp].count { $0 != nil }
        var drawn: UInt32 = 0
        if sources.count + others > 1 {
            drawn = draw(draws)
            draws += 1
        }
        // A coin for the wake-up, one for the sources, and between them which of the sources it is.
        if ready.wakeUp != nil, drawn >> 31 == 1 { return .wakeUp }
        let source = sources.isEmpty ? Port.none : sources[Int(drawn >> 1) % sources.count]
        if !sources.isEmpty, drawn & 1 == 1 { return source }
        if ready.mainQueue != nil, !prefersTimers { return .mainQueue }
        if ready.timer != nil { return .timer }
        if !sources.isEmpty { return source }
        return ready.mainQueue != nil ? .mainQueue : ready.wakeUp != nil ? .wakeUp : .none
    }
}
