import LabScenarioProgram

/// Whether the app is on the screen, and what waits while it is suspended.
struct AppState {
    /// The screen shows something else.
    private(set) var isInBackground = false
    /// In the background and not kept alive: nothing of the app runs.
    private(set) var isFrozen = false
    /// On the uptime axis.
    private(set) var frozenAt: Int64 = 0
    /// Whose steps have brought it into the background.
    private(set) var leaver = ThreadID.none
    /// The step that brought it there, or that ended its last background task there.
    private(set) var lastStep: Int32 = -1
    private var deferred: [Occurrence] = []

    private(set) var visits: Int64 = 0

    /// On the uptime axis.
    private(set) var enteredAt: Int64 = 0
    /// The background tasks that go on, each with its expiration handler.
    private(set) var tasks: [(counter: Int, expiration: BlockRef, step: Int32)] = []
    /// The expiration handlers have been called.
    private(set) var hasExpired = false

    /// What a background task has in the background, and after its expiration, ns (UIKit documentation:
    /// beginBackgroundTask(expirationHandler:), which gives no figure; about 30 s and 5 s were seen).
    static let (taskTime, graceTime): (Int64, Int64) = (30_000_000_000, 5_000_000_000)

    mutating func enterBackground(now: Int64, step: Int32, on thread: ThreadID) {
        (isInBackground, hasExpired, enteredAt, lastStep, leaver) = (true, false, now, step, thread)
        visits += 1
    }

    mutating func begin(task counter: Int, expiration: BlockRef, step: Int32) {
        tasks.append((counter, expiration, step))
    }

    /// False when there is none.
    mutating func end(task counter: Int, step: Int32) -> Bool {
        guard let place = tasks.firstIndex(where: { $0.counter == counter }) else { return false }
        if isInBackground { lastStep = step }
        tasks.remove(at: place)
        return true
    }

    mutating func expire() { hasExpired = true }

    mutating func suspend(now: Int64) {
        if now > enteredAt { leaver = .none }
        (isFrozen, frozenAt) = (true, now)
    }

    /// The steps that brought it into the background are over.
    mutating func hasLeft() { leaver = .none }

    mutating func thaw() { isFrozen = false }

    mutating func enterForeground() { isInBackground = false }

    mutating func hold(back occurrence: Occurrence) { deferred.append(occurrence) }

    mutating func takeDeferred() -> [Occurrence] {
        defer { deferred = [] }
        return deferred
    }
}
