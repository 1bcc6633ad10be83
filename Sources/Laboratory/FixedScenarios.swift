/// Small scenarios that every host gets right: what is due together is far apart from everything else, so that order and
/// counts say all and absolute times nothing.
enum FixedScenarios {
    typealias Scenario = (name: String, text: String)

    static let all = timers + queues + threads

    private static let timers: [Scenario] = [
        (
            "late once, then the old grid",
            """
            duration = "1s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            [[event]]
            at = "250ms"
            do = [{ work = "310ms" }]
            """
        ),
        (
            "a callback longer than the interval",
            """
            duration = "1.2s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            do = [{ work = "250ms" }, { log = "call {n}" }]
            """
        ),
        (
            "tracking holds a default-mode timer back and not a common one",
            """
            duration = "1.1s"
            [[timer]]
            id = "plain"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            [[timer]]
            id = "common"
            kind = "nstimer"
            delay = "150ms"
            interval = "200ms"
            repeats = true
            modes = ["common"]
            [[event]]
            at = "320ms"
            do = [{ mode = "tracking", for = "310ms" }]
            """
        ),
        (
            "a batch in the order of fire dates; who is invalidated in it does not fire",
            """
            duration = "700ms"
            [[timer]]
            id = "third"
            kind = "nstimer"
            interval = "160ms"
            do = [{ log = "never" }]
            [[timer]]
            id = "second"
            kind = "nstimer"
            interval = "120ms"
            do = [{ log = "second" }]
            [[timer]]
            id = "first"
            kind = "nstimer"
            interval = "80ms"
            do = [{ log = "first" }, { invalidate = "third" }]
            [[event]]
            at = "20ms"
            do = [{ work = "300ms" }]
            """
        ),
        (
            "a block waits for the end of the pass, one of another mode for its mode",
            """
            duration = "800ms"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            modes = ["common"]
            do = [
              { perform_block = [{ log = "tracking block" }], modes = ["tracking"], when = { fired = 1 } },
              { perform_block = [{ log = "default block" }], when = { fired = 1 } },
              { log = "call {n}" },
            ]
            [[event]]
            at = "350ms"
            do = [{ mode = "tracking", for = "200ms" }]
            """
        ),
        (
            "a nested run from a callback serves the others and not its own timer",
            """
            duration = "900ms"
            [[timer]]
            id = "outer"
            kind = "nstimer"
            interval = "90ms"
            repeats = true
            do = [{ mode = "default", for = "250ms", when = { fired = 2 } }]
            [[timer]]
            id = "other"
            kind = "nstimer"
            delay = "50ms"
            interval = "100ms"
            repeats = true
            """
        ),
        (
            "fire dates: inside a callback, from outside, far away and back",
            """
            duration = "1.3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            do = [{ set_fire_date = "tick", after = "160ms", when = { fired = 2 } }]
            [[event]]
            at = "610ms"
            do = [{ set_fire_date = "tick", at = "distant-future" }]
            [[event]]
            at = "850ms"
            do = [{ set_fire_date = "tick", after = "70ms" }]
            """
        ),
        (
            "fire calls at once and leaves the grid alone",
            """
            duration = "600ms"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            do = [{ log = "call {n}" }]
            [[event]]
            at = "250ms"
            do = [{ fire = "tick" }]
            """
        ),
        (
            "a run loop inside a call by hand fires the timer as it always does",
            """
            duration = "600ms"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "150ms"
            repeats = true
            do = [{ log = "call {n}" }, { mode = "default", for = "200ms", when = { fired = 1 } }]
            [[event]]
            at = "80ms"
            do = [{ fire = "tick" }]
            """
        ),
        (
            "a fire date set inside the callback that passes while others work keeps its grid",
            """
            duration = "900ms"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "150ms"
            repeats = true
            modes = ["default", "tracking"]
            do = [{ set_fire_date = "tick", after = "100ms", when = { fired = 1 } }]
            [[timer]]
            id = "busy"
            kind = "nstimer"
            interval = "160ms"
            do = [{ work = "200ms" }]
            """
        ),
    ]
}
