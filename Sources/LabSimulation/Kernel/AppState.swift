import LabScenarioProgram

/// The app's state: on the screen, in the background or suspended, and the work that waits.
struct AppState {
    private(set) var isInBackground = false
    /// True if it is in the background and not kept alive: no thread of the app runs.
    private(set) var isFrozen = false
    /// On the uptime axis.
    private(set) var frozenAt: Int64 = 0
    /// The thread whose steps brought it into the background.
    private(set) var leaver = ThreadID.none
    /// The step that brought it there, or that ended its last background task there.
    private(set) var lastStep: Int32 = -1
    private var deferred: [Occurrence] = []

    private(set) var visits: Int64 = 0

    /// On the uptime axis.
    private(set) var enteredAt: Int64 = 0
    /// The background tasks in progress of each counter, with their numbers among all that have begun.
    private var running: [Int: Queue<(number: Int, expiration: BlockRef, step: Int32)>] = [:]
    private var begun = 0
    private(set) var hasExpired = false

    /// The time of a background task in the background, and after its expiration, ns. A choice: UIKit gives no figure
    /// (beginBackgroundTask(expirationHandler:)); about 30 s and 5 s were seen.
    static let (taskTime, graceTime): (Int64, Int64) = (30_000_000_000, 5_000_000_000)

    mutating func enterBackground(now: Int64, step: Int32, on thread: ThreadID) {
        (isInBackground, hasExpired, enteredAt, lastStep, leaver) = (true, false, now, step, thread)
        visits += 1
    }

    var hasTasks: Bool { running.values.contains { !$0.isEmpty } }

    /// The background tasks in progress, in the order of their begin calls.
    var tasks: [(number: Int, expiration: BlockRef, step: Int32)] {
        running.values.flatMap(\.waiting).sorted { $0.number < $1.number }
    }

    mutating func begin(task counter: Int, expiration: BlockRef, step: Int32) {
        running[counter, default: Queue()].append((begun, expiration, step))
        begun += 1
    }

    /// Ends a task of a counter; false if there is none.
    mutating func end(task counter: Int, step: Int32) -> Bool {
        guard running[counter]?.isEmpty == false else { return false }
        running[counter]?.removeFirst()
        if isInBackground { lastStep = step }
        return true
    }

    mutating func expire() { hasExpired = true }

    mutating func suspend(now: Int64) {
        if now > enteredAt { leaver = .none }
        (isFrozen, frozenAt) = (true, now)
    }

    /// True if the steps that brought it into the background are over.
    mutating func hasLeft() { leaver = .none }

    mutating func enterForeground() { isInBackground = false }

    mutating func hold(back occurrence: Occurrence) { deferred.append(occurrence) }

    /// Its threads run again; returns everything that was held back.
    mutating func thaw() -> [Occurrence] {
        defer { (isFrozen, deferred) = (false, []) }
        return deferred
    }
}
