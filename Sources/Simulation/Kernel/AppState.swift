/// Whether the app is on the screen, and what waits while it is suspended.
struct AppState {
    /// The screen shows something else.
    private(set) var isInBackground = false
    /// In the background and not kept alive: nothing of the app runs.
    private(set) var isFrozen = false
    /// On the uptime axis.
    private(set) var frozenAt: Int64 = 0
    private var deferred: [Occurrence] = []

    mutating func enterBackground(keptAlive: Bool, now: Int64) {
        isInBackground = true
        guard !keptAlive, !isFrozen else { return }
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
