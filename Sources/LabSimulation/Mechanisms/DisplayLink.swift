import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// A CADisplayLink as a machine: an input source of a run loop that the display signals (README: display links).
struct DisplayLink {
    enum Event: Equatable {
        /// It was added to its first mode.
        case added
        case paused(Bool)
        /// The display has another rate; the interval of calls, ns.
        case rateSet(Rational)
        /// A refresh of the display. `isLoopFree`: its run loop sleeps in one of its modes. `lastLook`: the number of
        /// the loop's latest look at the ports of these modes.
        case refreshed(ticket: UInt32, isLoopFree: Bool, lastLook: Int64, isInBackground: Bool)
        case taken
        case returned
        /// Its run loop is gone, or it was invalidated.
        case removed
    }

    enum Action: Equatable {
        case report(Record.Kind)
        /// Records due points from `due` on, in the recording's time; `interval` is nil for a single frame.
        case setGrid(due: Int64, interval: Rational?)
        /// The display signals at `time`, on the uptime axis.
        case signal(time: Int64, ticket: UInt32)
        case offer
        case withdraw
        case fire(due: Int64)
    }

    let timer: TimerID
    let entity: EntityID
    /// Its port among the sources; none before it is added to a run loop.
    var source: SourceID = .none
    /// The refreshes at which it calls: frame k is at floor(k × period) on the uptime axis.
    private var frames: Grid
    private let overrun: OpenChoices.DisplayOverrun
    /// The frame that the display signals next.
    private var next: Int64 = 0
    /// The instant of that signal, wake-up latency included.
    private var arrival: Int64 = 0
    /// The instant of the frame whose signal waits; nil: none.
    private var waiting: Int64?
    /// The instant of the frame that the latest callback was for; nil: none yet.
    private var shown: Int64?
    /// The frames after the next one, if the display has changed its rate; nil: the same.
    private var newFrames: Grid?
    /// The latest look of its run loop at its ports when a frame passed without a callback, or the callback outlasted
    /// its frame. The next frame waits until the loop looks again (CFRunLoop.c: __CFRunLoopServiceMachPort).
    private var overrunSince: Int64?
    private var isInLoop = false
    private var isRunning = false
    private var isPaused: Bool
    /// Stale signals bear older tickets.
    private var ticket: UInt32 = 0
    /// True if the coming frames are on the grid that was recorded last.
    private var isGridRecorded = false
    /// The time of system sleep at that moment.
    private var recordedOffset: Int64 = 0

    init(timer: TimerID, entity: EntityID, frame: Rational, isPaused: Bool, overrun: OpenChoices.DisplayOverrun) {
        self.timer = timer
        self.entity = entity
        self.isPaused = isPaused
        self.overrun = overrun
        frames = Grid(anchor: 0, interval: frame)
    }

    mutating func handle(_ event: Event, _ time: VirtualClock, _ dice: Dice, _ actions: inout [Action]) {
        switch event {
        case .added:
            isInLoop = true
            awaitFrame(time, dice, &actions)
        case .paused(let isPaused): pause(isPaused, time, dice, &actions)
        case .rateSet(let frame):
            newFrames = Grid(anchor: 0, interval: frame)
            // A frame whose signal is on its way still gets its call.
            let isComing = (frames.point(next) ?? .max) <= time.now && arrival >= time.now
            if !isInLoop || isPaused || !isComing { awaitFrame(time, dice, &actions) }
        case .refreshed(let ticket, let isLoopFree, let lastLook, let isInBackground):
            guard self.ticket == ticket else { return }
            setGrid(time, &actions)
            let wasHeldUp = time.now > arrival
            if !wasHeldUp, !isInBackground { actions.append(refresh(isLoopFree: isLoopFree, lastLook)) }
            awaitFrame(time, dice, &actions)
        case .taken:
            guard let instant = waiting, !isRunning else { return }
            (shown, waiting) = (instant, nil)
            isRunning = true
            actions.append(.fire(due: instant.adding(saturating: recordedOffset)))
        case .returned: isRunning = false
        case .removed:
            isInLoop = false
            ticket &+= 1
            waiting = nil
        }
    }

    /// `isPaused`: no callbacks, but the loop retains the link and the link its target.
    private mutating func pause(_ isPaused: Bool, _ time: VirtualClock, _ dice: Dice, _ actions: inout [Action]) {
        guard self.isPaused != isPaused else { return }
        self.isPaused = isPaused
        guard isPaused else {
            actions.append(.report(.resumed))
            return awaitFrame(time, dice, &actions)
        }
        ticket &+= 1
        isGridRecorded = false
        waiting = nil
        actions += [.report(.suspended), .report(.gridEnded), .withdraw]
    }

    private mutating func awaitFrame(_ time: VirtualClock, _ dice: Dice, _ actions: inout [Action]) {
        if let new = newFrames {
            (frames, newFrames, isGridRecorded) = (new, nil, false)
            next = frames.firstIndex(after: time.now) - 1
            // The display has no more frames of the old rate (Apple, "Optimizing ProMotion refresh rates").
            if isInLoop, !isPaused { actions.append(.report(.gridEnded)) }
        }
        guard isInLoop, !isPaused else { return }
        let frame = max(next + 1, frames.firstIndex(after: time.now))
        guard let instant = frames.point(frame) else { return }
        next = frame
        arrival = dice.delayed(instant, entity: entity, index: frame)
        ticket &+= 1
        actions.append(.signal(time: arrival, ticket: ticket))
    }

    /// A frame waits for the run loop, or is skipped because the one before still waits.
    private mutating func refresh(isLoopFree: Bool, _ lastLook: Int64) -> Action {
        let isFree = isLoopFree && !isRunning
        if !isFree, overrun != .atOnce, overrunSince == lastLook || isRunning || waiting != nil {
            overrunSince = lastLook
            waiting = nil
            return .withdraw
        }
        waiting = frames.point(next)
        return .offer
    }

    /// Records the due frames: one by one until a point of the grid is a whole number of ns, then as a grid.
    private mutating func setGrid(_ time: VirtualClock, _ actions: inout [Action]) {
        guard !isGridRecorded || recordedOffset != time.sleepOffset, let interval = frames.interval,
            let instant = frames.point(next)
        else { return }
        isGridRecorded = next % interval.denominator == 0
        recordedOffset = time.sleepOffset
        actions.append(
            .setGrid(due: instant.adding(saturating: time.sleepOffset), interval: isGridRecorded ? interval : nil))
    }

    /// `timestamp`, or `targetTimestamp`, which is a frame later, ns; 0 before the first callback.
    func timestamp(ofNext isNext: Bool) -> Int64 {
        guard let shown, isNext else { return shown ?? 0 }
        return frames.point(frames.firstIndex(after: shown)) ?? 0
    }

    /// `duration`, ns; 0 before the first callback.
    func duration(_ rates: FrameRates) -> Int64 { shown == nil ? 0 : rates.shortestFrame.floorMultiple(1) ?? 0 }
}
