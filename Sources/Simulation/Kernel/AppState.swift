/// Whether the app is on the screen, and what waits while it is suspended.
struct AppState {
    /// The screen shows something else.
    private(set) var isInBackground = false
    /// In the background and not kept alive: nothing of the app runs.
    private(set) var isFrozen = false
    /// On the uptime axis.
    private(set) var frozenAt: Int64 = 0
    private var deferred: [Occurrence] = []

    private(set) var visits: Int64 = 0

    mutating func enterBackground() {
        isInBackground = true
        visits += 1
    }

    /// What it was given to go on in the background is over; nothing when it has come back since.
    mutating func suspend(visit: Int64, now: Int64) {
        guard visit == visits, isInBackground, !isFrozen else { return }
        isFrozen = true
        frozenAt = now
    }

    mutating func enterForeground() {
        isInBackground = false
        isFrozen = false
    }

    mutating func hold(back occurrence: Occurrence) { deferred.append(occurrence) }

    mutating func takeDeferred() -> [Occurrence] {
        defer { deferred = [] }
        return deferred
    }
}
