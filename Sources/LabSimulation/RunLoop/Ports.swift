import LabScenarioModel
import LabScenarioProgram

/// The ports that a run loop waits for: the armed timers, the messages with their instants, and the port to serve.
///
/// A pass serves one port; every other port keeps its message for a later pass. The wake-up port is in the sets of all
/// modes (CFRunLoop.c: CFRunLoopWakeUp). Each mode has a kernel timer (CFRunLoop.c: __CFArmNextTimerInMode). The timers of
/// a mode decide when it goes off. This value keeps two exceptions: the kernel timer went off for a timer that is firing in
/// another mode, or a tolerance was set after it was armed.
///
/// A pass serves the first ready port in the list of the mode's set (`PortPlaces`). The main queue's port joins
/// the set for each wait and leaves it afterwards (CFRunLoop.c: __CFRunLoopRun).
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
        /// The first source with a message.
        var source: SourcePorts.Entry?
        /// All sources with a message, in their order, if a draw decides among them.
        var sources: [SourceID] = []

        /// The port that has had its message for the longest time, and its place; `Arrival.never` when there is none.
        var earliest: (port: Port, since: Arrival) {
            var (port, since) = (Port.none, Arrival.never)
            func consider(_ other: Port, _ arrival: Arrival?) {
                if let arrival, arrival < since { (port, since) = (other, arrival) }
            }
            consider(.timer, timer)
            if let source { consider(.source1(source.source), source.since) }
            consider(.event, event)
            consider(.mainQueue, mainQueue)
            consider(.wakeUp, wakeUp)
            return (port, since)
        }

        /// The ready sources, events last.
        fileprivate var inputs: [Port] { sources.map { .source1($0) } + (event == nil ? [] : [.event]) }

        /// The first of these kinds that is ready, else the wake-up; `source1` means any source.
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

    /// The modes of the run loop: the wake-up port is in the set of each.
    private let modes: ModeSet
    /// True while the thread sleeps in the wait.
    var isWaiting = false
    /// True if the wake-up port has a message.
    private(set) var hasWakeUp = false
    private var wakeUpPlaces = PortPlaces()
    private var mainQueue: Arrival?
    private var eventPlaces = PortPlaces()
    /// Events that have arrived and wait for their turn, oldest first.
    private(set) var inbox: [EventID] = []
    private var timerPlaces = PortPlaces()
    /// The modes whose kernel timer went off for a timer that is not armed.
    private var leftOver = ModeSet.none
    /// The instants for which kernel timers were armed before a tolerance was set, on the uptime axis, ns.
    private var pinned: [(mode: ModeID, instant: Int64)] = []
    /// The number of draws among ready ports.
    private var draws: Int64 = 0

    init(modes: ModeSet) { self.modes = modes }

    // MARK: Wake-ups

    /// A message for the wake-up port; several are one.
    mutating func requestWakeUp(_ arrival: Arrival) {
        guard !hasWakeUp else { return }
        hasWakeUp = true
        wakeUpPlaces.list(in: modes, of: .none, arrival)
    }

    /// The thread was asked to exit: its loop waits no more.
    mutating func abandonWait() { (isWaiting, hasWakeUp) = (false, false) }

    // MARK: Kernel timers

    /// A mode's kernel timer goes off.
    @inline(__always) mutating func goOff(_ mode: ModeID, _ arrival: Arrival) {
        timerPlaces.list(in: ModeSet(mode: mode), of: .none, arrival)
    }

    /// A timer leaves this mode's array for its callout in another mode, whose kernel timer alone is armed for the next
    /// timer (CFRunLoop.c: __CFRunLoopDoTimer). A pass in this mode serves the message and finds nothing due.
    mutating func leaveExpired(_ mode: ModeID, since: Arrival) {
        goOff(mode, since)
        leftOver.formUnion(ModeSet(mode: mode))
    }

    /// The kernel timers of these modes are armed for the next timer. A message that was not served is gone, and the
    /// port keeps its place.
    @inline(__always) mutating func rearm(_ modes: ModeSet) {
        leftOver = leftOver.subtracting(modes)
        if !pinned.isEmpty { pinned.removeAll { modes.contains($0.mode) } }
    }

    /// True if a mode's kernel timer has a message although none of its timers is due.
    func isLeftOver(_ mode: ModeID) -> Bool { leftOver.contains(mode) }

    /// A tolerance is set: the kernel timer of the mode stays armed for `instant`.
    mutating func pin(_ mode: ModeID, at instant: Int64) {
        if pinnedInstant(of: mode) == nil { pinned.append((mode, instant)) }
    }

    /// The instant for which a mode's kernel timer was armed before a tolerance was set; nil: its timers decide.
    @inline(__always) func pinnedInstant(of mode: ModeID) -> Int64? {
        pinned.isEmpty ? nil : pinned.first { $0.mode == mode }?.instant
    }

    /// The place of a mode's kernel timer, armed for `instant`, if it has a message.
    @inline(__always) func expiry(of mode: ModeID, armedFor instant: Int64, now: Int64) -> Arrival? {
        guard instant <= now || leftOver.contains(mode) else { return nil }
        return timerPlaces.since(in: mode, of: .none) ?? Arrival(time: instant, order: 0)
    }

    // MARK: The main queue and events

    /// The empty main queue has got a block, or the queue was resumed.
    mutating func receiveMainQueue(_ arrival: Arrival) { if mainQueue == nil { mainQueue = arrival } }

    /// The main queue's port joins the set; for its place, earlier blocks count from now.
    mutating func beginWait(isMainQueueReady: Bool, _ arrival: Arrival) { mainQueue = isMainQueueReady ? arrival : nil }

    /// An event reaches its port, which is in the sets of these modes.
    mutating func receive(_ event: EventID, in modes: ModeSet, _ arrival: Arrival) {
        eventPlaces.list(in: modes, of: .none, arrival)
        inbox.append(event)
    }

    /// Removes the oldest event, in a mode; there must be one.
    mutating func takeEvent(in mode: ModeID, _ arrival: Arrival) -> EventID {
        eventPlaces.serve(in: mode, of: .none, hasMore: inbox.count > 1, arrival)
        return inbox.removeFirst()
    }

    var hasEvents: Bool { !inbox.isEmpty }

    mutating func dropEvents() { inbox.removeAll() }

    // MARK: Serving one

    func ready(in mode: ModeID, timer: Arrival?, hasMainQueue: Bool, hasEvents: Bool) -> Ready {
        // In a mode that joined the common modes later, the port has its place from the start.
        let event = eventPlaces.since(in: mode, of: .none) ?? Arrival(time: 0, order: 0)
        return Ready(
            wakeUp: hasWakeUp ? wakeUpPlaces.since(in: mode, of: .none) : nil, timer: timer,
            mainQueue: hasMainQueue ? mainQueue : nil, event: hasEvents ? event : nil)
    }

    /// Serves one of the ready ports of a mode.
    ///
    /// - Parameters:
    ///   - prefersTimers: true if timers go before the main queue (`alternating`, `shuffled`).
    ///   - draw: a random word for each number (`shuffled`).
    mutating func serve(
        _ ready: Ready, in mode: ModeID, _ order: OpenChoices.PortOrder, prefersTimers: Bool, draw: (Int64) -> UInt32
    ) -> Port {
        let (earliest, end) = ready.earliest
        let port =
            switch order {
            case .arrival: earliest
            case .alternating:
                ready.first(
                    ready.mainQueue != nil && !prefersTimers ? [.mainQueue] : [.timer, .source1(.none), .mainQueue])
            case .timersFirst: ready.first([.timer, .source1(.none), .mainQueue])
            case .sourcesFirst: ready.first([.source1(.none), .timer, .mainQueue])
            case .shuffled: drawn(ready, prefersTimers: prefersTimers, draw)
            }
        // The look reaches the first ready port; a port before that without a message leaves the list.
        if inbox.isEmpty { eventPlaces.look(in: mode, of: .none, before: end) }
        if ready.timer == nil { timerPlaces.look(in: mode, of: .none, before: end) }
        if !hasWakeUp { wakeUpPlaces.look(in: mode, of: .none, before: end) }
        switch port {
        case .wakeUp:
            hasWakeUp = false
            wakeUpPlaces.leave(mode, of: .none)
        case .timer:
            rearm(ModeSet(mode: mode))
            timerPlaces.leave(mode, of: .none)
        case .none, .mainQueue, .source1, .event: break
        }
        return port
    }

    /// A ready port, drawn for each pass that has a choice.
    private mutating func drawn(_ ready: Ready, prefersTimers: Bool, _ draw: (Int64) -> UInt32) -> Port {
        let sources = ready.inputs
        let others = [ready.timer, ready.mainQueue, ready.wakeUp].count { $0 != nil }
        var drawn: UInt32 = 0
        if sources.count + others > 1 {
            drawn = draw(draws)
            draws += 1
        }
        // One bit decides about the wake-up, one about the sources, and the bits between them choose the source.
        if ready.wakeUp != nil, drawn >> 31 == 1 { return .wakeUp }
        let source = sources.isEmpty ? Port.none : sources[Int(drawn >> 1) % sources.count]
        if !sources.isEmpty, drawn & 1 == 1 { return source }
        if ready.mainQueue != nil, !prefersTimers { return .mainQueue }
        if ready.timer != nil { return .timer }
        if !sources.isEmpty { return source }
        return ready.mainQueue != nil ? .mainQueue : ready.wakeUp != nil ? .wakeUp : .none
    }
}
