import LabScenarioProgram

/// The kernel timers of a run loop's modes: their instants, and the effect of firing and arming on their ports.
///
/// A callout needs `beginFiring` and `rearm` in two steps; an empty callback does both at once.
extension RunLoop {
    /// The instant for which the kernel timer of a mode is armed, on the uptime axis, ns; `Int64.max`: none.
    @inline(__always) func armedInstant(in mode: ModeID) -> Int64 {
        if let pinned = ports.pinnedInstant(of: mode) { return pinned }
        return timers.expiry(in: mode)
    }

    /// The place of a mode's kernel timer if it has a message.
    @inline(__always) func expiry(in mode: ModeID, now: Int64) -> Arrival? {
        ports.expiry(of: mode, armedFor: armedInstant(in: mode), now: now)
    }

    /// The kernel timers of these modes are about to be armed again; the ports of those that went off keep their
    /// places.
    @inline(__always) mutating func keepPlaces(in modes: ModeSet, now: Int64) {
        var rest = modes
        while let mode = rest.popFirst() {
            if let since = expiry(in: mode, now: now) { ports.goOff(mode, since) }
        }
    }

    /// A timer is about to fire in a mode. The kernel timers of its other modes have gone off for it as well, and stay
    /// so until it is armed.
    @inline(__always) mutating func leaveOtherModes(ofGroup group: Int, firingIn mode: ModeID, now: Int64) {
        var others = timers.groups[group].modes
        others.subtract(ModeSet(mode: mode))
        while let other = others.popFirst() {
            if let since = expiry(in: other, now: now) { ports.leaveExpired(other, since: since) }
        }
    }

    /// The kernel timer of the mode is armed for the next timer before a callout. In a batch that one is due, and the
    /// kernel timer goes off at once (CFRunLoop.c: __CFRunLoopDoTimer).
    @inline(__always) mutating func armNext(in mode: ModeID, _ kernel: inout Kernel) {
        ports.rearm(ModeSet(mode: mode))
        if timers.earliestDue(in: mode) <= kernel.now { ports.goOff(mode, kernel.nextArrival()) }
    }
}
