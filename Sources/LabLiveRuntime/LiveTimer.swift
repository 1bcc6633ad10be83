import Dispatch
import Foundation
import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The firing of a step list. `{n}` means this one even if the timer has fired again since, like a captured variable.
typealias FiringSubject = (timer: LiveTimer, firing: Int64)

/// A timer of the run: its object on the host, its schedule and its state. Any thread may read and change it.
@dynamicMemberLookup final class LiveTimer: @unchecked Sendable {
    enum Handle {
        case timer(Timer)
        case request(any HostRequest)
        case source(any DispatchSourceTimer)
        case task(Task<Void, Never>)

        func cancel() {
            switch self {
            case .timer(let timer): timer.invalidate()
            case .request(let request): request.cancel()
            case .source(let source): source.cancel()
            case .task(let task): task.cancel()
            }
        }
    }

    struct State {
        fileprivate(set) var handle: Handle? { didSet { if case .timer(let timer)? = handle { latest = timer } } }
        /// Its latest run loop timer, valid or not.
        fileprivate(set) var latest: Timer?
        /// ns.
        fileprivate(set) var tolerance: Int64 = 0
        fileprivate(set) var grid = Grid(anchor: 0, interval: nil)
        /// The first point of the grid without a call.
        fileprivate var next: Int64 = 0
        fileprivate(set) var fired: Int64 = 0
        fileprivate(set) var lastFired: Int64 = 0
        /// The number of points of a dispatch source's last firing.
        fileprivate(set) var data: Int64 = 0
        fileprivate(set) var isMade = false
        fileprivate(set) var isValid = false
        fileprivate(set) var isCancelled = false
        /// A sleep in the middle of a task's body, ns, and what comes after it.
        fileprivate var pause: (time: Int64, rest: ListID)?
        fileprivate var isFiring = false
        fileprivate var wasReset = false
        /// A dispatch source: true if activated, and its number of suspensions.
        fileprivate(set) var isActive = false
        fileprivate(set) var suspensions = 0
        /// The thread whose run loop has it.
        fileprivate(set) var loop = EntityID.none
        fileprivate(set) var modes: [ModeName] = []

        var timer: Timer? { if isValid, case .timer(let timer)? = handle { timer } else { nil } }

        var source: (any DispatchSourceTimer)? { if case .source(let source)? = handle { source } else { nil } }

        /// True if the scenario has no reference to it any more.
        var isGone: Bool { if case .task? = handle { true } else { handle == nil } }
    }

    /// The plan's index; -1 for a perform request.
    let plan: Int
    /// The number of the copy of the planned timer.
    let copy: Int
    let entity: EntityID
    let kind: TimerKind
    let list: ListID
    /// The firing that the steps of a perform request refer to.
    let subject: FiringSubject?
    private let lock = NSLock()
    private var state = State()

    init(plan: Int, copy: Int = 0, entity: EntityID, kind: TimerKind, list: ListID, subject: FiringSubject? = nil) {
        (self.plan, self.copy, self.entity) = (plan, copy, entity)
        (self.kind, self.list, self.subject) = (kind, list, subject)
    }

    subscript<Value>(dynamicMember member: KeyPath<State, Value>) -> Value { change { $0[keyPath: member] } }

    private func change<Value>(_ body: (inout State) -> Value) -> Value { lock.withLock { body(&state) } }

    // MARK: Life

    /// Begins its life with the host's object and its grid; a dispatch source is inactive at first.
    func begin(_ handle: Handle? = nil, grid: Grid? = nil, tolerance: Int64 = 0) {
        change { state in
            state.handle = handle
            state.tolerance = tolerance
            state.grid = grid ?? state.grid
            state.next = 0
            (state.isMade, state.isValid) = (true, true)
            (state.loop, state.modes) = (.none, [])
            guard state.source != nil else { return }
            (state.isCancelled, state.isActive, state.suspensions) = (false, false, 0)
        }
    }

    /// Stores the host's object of the timer.
    func keep(_ handle: Handle) { change { $0.handle = handle } }

    /// Adds it to modes of a thread's run loop; returns the new ones, or nil if it belongs to another loop.
    func join(_ modes: [ModeName], of home: EntityID) -> [ModeName]? {
        change { state in
            guard !state.loop.exists || state.loop == home else { return nil }
            state.loop = home
            let new = modes.filter { !state.modes.contains($0) }
            state.modes += new
            return new
        }
    }

    /// Cancels it; false if it was never made, or is already cancelled.
    func cancel() -> Bool {
        change { state in
            guard state.isMade, !state.isCancelled else { return false }
            state.isCancelled = true
            return true
        }
    }

    /// Marks it as ended, although the host still has it.
    func expire() { change { $0.isValid = false } }

    /// Ends the timer and returns the modes that it was in.
    func end() -> [ModeName] {
        change { state in
            defer { (state.isValid, state.handle, state.modes, state.loop) = (false, nil, [], .none) }
            return state.modes
        }
    }

    /// The scenario drops its own reference to a source.
    func release() {
        let source = change { state in
            defer { if state.source != nil { state.handle = nil } }
            return state.source
        }
        withExtendedLifetime(source) {}
    }

    /// Ends the timer, so that it never fires in a later run.
    func tearDown() {
        let last = change { state in
            defer { (state.handle, state.latest) = (nil, nil) }
            return state
        }
        // A source must not be released inactive or suspended.
        if let source = last.source {
            if !last.isActive { source.activate() }
            for _ in 0..<max(0, last.suspensions) { source.resume() }
        }
        last.handle?.cancel()
    }

    // MARK: Schedule

    /// Gives it another grid. If that happens inside its callback, it is recorded when the callback ends.
    func follow(_ grid: Grid) {
        change { state in
            state.grid = grid
            state.next = 0
            if state.isFiring { state.wasReset = true }
        }
    }

    /// The grid point that a firing serves and the number of points that have passed. They count from the fire date, or
    /// from the first point without a call.
    func takePoints(until now: Int64, from date: Int64?) -> (due: Int64, served: Int64) {
        change { state in
            guard let interval = state.grid.interval else { return (state.grid.anchor, 1) }
            let distance = date.map { Double($0 - state.grid.anchor) / interval.approximation }
            let index = distance.map { max(0, Int64($0.rounded())) } ?? state.next
            state.next = max(state.grid.firstIndex(after: now), index + 1)
            return (state.grid.point(index) ?? now, state.next - index)
        }
    }

    /// The first of so many points that a firing of a dispatch source serves.
    func takePoints(_ count: Int64) -> Int64? {
        change { state in
            let first = state.next
            state.data = count
            state.next = first.adding(saturating: count)
            return state.grid.point(first)
        }
    }

    // MARK: Firing

    /// Begins a firing and returns its number.
    func beginFiring(at instant: Int64, isManual: Bool = false) -> Int64 {
        change { state in
            state.lastFired = instant
            state.fired += 1
            if !isManual { (state.isFiring, state.wasReset) = (true, false) }
            return state.fired
        }
    }

    /// Ends a firing that was not manual; true if the fire date was set inside.
    func endFiring() -> Bool {
        change { state in
            state.isFiring = false
            return state.wasReset
        }
    }

    /// The sleep that a task's body has reached; nil when it continues after one.
    @discardableResult func pause(_ new: (time: Int64, rest: ListID)?) -> (time: Int64, rest: ListID)? {
        change { state in
            defer { state.pause = new }
            return state.pause
        }
    }

    func set(tolerance: Int64) {
        change { state in
            state.tolerance = CreationRules.tolerance(tolerance, interval: state.grid.interval)
            state.timer?.tolerance = Double(state.tolerance) / 1e9
        }
    }

    // MARK: Dispatch sources

    func suspend() { change { $0.suspensions += 1 } }

    /// Ends a suspension; the first call activates an inactive source.
    func resume() { change { state in if state.isActive { state.suspensions -= 1 } else { state.isActive = true } } }

    /// Activates it; true if it was not active before.
    func activate() -> Bool {
        change { state in
            defer { state.isActive = true }
            return !state.isActive
        }
    }
}
