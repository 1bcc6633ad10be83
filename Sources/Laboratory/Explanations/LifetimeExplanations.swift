import Analysis

/// TL03xx: what timers do to the lifetime of objects, and the other way round.
let lifetimeExplanations: [Explanation] = [
    Explanation(
        .keptByRunLoop,
        meaning: """
            The object outlives its owner because a run loop holds a timer, and the timer holds the object. No cycle is \
            needed for that.
            """,
        rule: "A run loop retains its timers; a timer retains its target, user info or block until it is invalidated.",
        source: "CFRunLoop.c, CFRunLoopAddTimer and CFRunLoopTimerInvalidate; Apple, Timer",
        example: leak(target: "target = \"controller\"", object: ""),
        remedy: """
            Invalidate the timer before the owner lets go (not in `dealloc`, which never comes), or let the timer hold \
            something else: a block with a weak capture, or a weak proxy.
            """),
    Explanation(
        .referenceCycle,
        meaning: "The object holds its timer, and the timer holds the object.",
        rule: """
            Reference counting frees nothing that is part of a cycle. Here the run loop holds the timer as well, so making \
            the property weak breaks the cycle but not the leak.
            """,
        source: "Apple, Timer; Advanced Memory Management Programming Guide",
        example: leak(target: "target = \"controller\"", object: "strong = [\"tick\"]"),
        remedy: "Break the timer's side: a block with a weak capture or a weak proxy, and `invalidate` in `dealloc`."),
    Explanation(
        .weakVariableRetained,
        meaning: "A weak variable was passed as the target. The timer retains the object all the same.",
        rule: """
            Passing a `__weak` variable loads it strongly for the call; what the callee does with the object, here retain \
            it, has nothing to do with the caller's variable.
            """,
        source: "Clang, Automatic Reference Counting; Apple, Timer",
        example: leak(target: "target = { weak = \"controller\" }", object: ""),
        remedy: "Pass a proxy that holds the object weakly, or use the block API and capture weakly."),
    Explanation(
        .firesAfterOwner,
        meaning: "The timer goes on firing after the last owner of its target, or of itself, has let go.",
        rule: """
            Dropping a reference to an NSTimer or a display link does not end it: its run loop holds it until `invalidate`. \
            A dispatch source is different. libdispatch does not keep it for you, so that it ends with its last reference, \
            cancelled or not (TL0203); but its own handler may hold that reference.
            """,
        source: "Apple, Timer, invalidate(); libdispatch, dispatch_source_create(3)",
        example: leak(target: "target = \"controller\"", object: ""),
        remedy: "Invalidate the timer (a dispatch source: cancel it) when its owner goes."),
    Explanation(
        .overReleased,
        meaning: "The target was released once more than it was retained, and is gone while the timer still names it.",
        rule: "A message to freed memory crashes, or reaches whatever object has taken its place.",
        source: "Advanced Memory Management Programming Guide; CFRunLoop.c, __CFRunLoopDoTimer",
        example: """
            duration = "3s"
            [[object]]
            id = "controller"
            held_by = "navigation"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            target = "controller"
            [[event]]
            at = "1.5s"
            do = [{ over_release = "controller" }, { pop = "controller" }]
            """,
        remedy: "Balance retain and release; invalidate the timer first."),
    Explanation(
        .releasedWhileSuspended,
        meaning: "The last reference to a dispatch source went while it was suspended or had never been activated.",
        rule: """
            libdispatch ends the process then: "Release of a suspended object" or "Release of an inactive object", also \
            when the source has been cancelled before.
            """,
        source: "libdispatch, queue.c, _dispatch_queue_xref_dispose",
        example: """
            duration = "3s"
            [[object]]
            id = "owner"
            held_by = "navigation"
            [[timer]]
            id = "tick"
            kind = "gcd"
            interval = "1s"
            repeats = true
            held_by = "owner"
            [[event]]
            at = "1.5s"
            do = [{ suspend = "tick" }, { pop = "owner" }]
            """,
        remedy: """
            Cancel, then resume (or activate) as often as it was suspended, then release. In this order the handler is not \
            called again; resumed first, it is called once more for the points that were merged meanwhile.
            """),
    Explanation(
        .unrecognisedSelector,
        meaning: "The proxy's target is gone, and the proxy cannot answer the timer's message by itself.",
        rule: """
            A proxy whose `forwardingTarget(for:)` gives nil, and which has no method signature either, ends in \
            `doesNotRecognizeSelector:`.
            """,
        source: "Objective-C Runtime Programming Guide, \"Message Forwarding\"",
        example: """
            duration = "5s"
            [[object]]
            id = "controller"
            held_by = "navigation"
            [[object]]
            id = "proxy"
            proxy = "object"
            forwards_to = "controller"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            target = "proxy"
            [[event]]
            at = "1.5s"
            do = [{ pop = "controller" }]
            """,
        remedy: """
            Invalidate the timer in the target's `dealloc`, or let the proxy return a signature and do nothing once its \
            target is gone.
            """),
    Explanation(
        .invalidatedOnOtherThread,
        meaning: "The timer was invalidated on a thread other than the one whose run loop has it.",
        rule: """
            The timer is invalid and out of its modes at once, but the other run loop is not woken: it may sleep on, and \
            its thread may not exit.
            """,
        source: "Apple, Timer, invalidate(); CFRunLoop.c, CFRunLoopTimerInvalidate",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            thread = "worker"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ run_loop = "forever" }]
            [[event]]
            at = "1.5s"
            do = [{ invalidate = "tick" }]
            """,
        remedy: "Invalidate it where it was installed: `perform(_:on:with:waitUntilDone:)` gets you there."),
    Explanation(
        .weakPropertyCleared,
        meaning: "A weak property was assigned an object that nothing else holds: it is nil at once.",
        rule: """
            A weak reference holds nothing. A timer from `timerWith…` has no owner until a run loop takes it; one from \
            `scheduledTimer…` is held by the run loop already.
            """,
        source: "Clang, Automatic Reference Counting; objc4, objc-weak.mm",
        example: """
            duration = "3s"
            [[object]]
            id = "controller"
            held_by = "static"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            create = "timer"
            interval = "1s"
            repeats = true
            held_by = "pool"
            [[event]]
            at = "1s"
            do = [{ create = "tick" }, { assign = "controller", weak = "tick" }]
            """,
        remedy: "Keep it in a local variable, add it to the run loop, then assign it."),
]

/// A controller that is popped while its timer runs.
private func leak(target: String, object: String) -> String {
    """
    duration = "5s"
    [[object]]
    id = "controller"
    held_by = "navigation"
    \(object.isEmpty ? "" : object + "\n")[[timer]]
    id = "tick"
    kind = "nstimer"
    interval = "1s"
    repeats = true
    \(target)
    [[event]]
    at = "2.5s"
    do = [{ pop = "controller" }]
    """
}
