/// Small scenarios that every host gets right: what is due together is far apart from everything else, so that order and
/// counts say all and absolute times nothing.
enum FixedScenarios {
    static let all: [(name: String, text: String)] = [
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
            "main queue and timers take turns",
            """
            duration = "700ms"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            [[event]]
            at = "120ms"
            do = [
              { async = "main", do = [{ log = "one" }, { async = "main", do = [{ log = "three" }] }] },
              { async = "main", do = [{ log = "two" }] },
              { perform_block = [{ log = "block" }] },
              { work = "130ms" },
            ]
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
            "a worker's run loop ends with its last timer",
            """
            duration = "800ms"
            [[thread]]
            id = "worker"
            do = [{ run_loop = "forever" }, { log = "done" }]
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            thread = "worker"
            do = [{ invalidate = "tick", when = { fired = 3 } }]
            """
        ),
        (
            "run methods and what they return",
            """
            duration = "1s"
            [[thread]]
            id = "worker"
            do = [
              { run_loop = { before = "200ms" } },
              { create = "once" },
              { run_loop = { before = "500ms" } },
              { create = "tick" },
              { run_loop = { in_mode = "default", for = "250ms" } },
              { log = "done" },
            ]
            [[timer]]
            id = "once"
            kind = "nstimer"
            interval = "100ms"
            thread = "worker"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            thread = "worker"
            """
        ),
        (
            "a dispatch timer counts what it missed",
            """
            duration = "1.2s"
            [[timer]]
            id = "beat"
            kind = "gcd"
            interval = "100ms"
            repeats = true
            do = [{ work = "230ms", when = { fired = 2 } }]
            [[event]]
            at = "650ms"
            do = [{ suspend = "beat" }]
            [[event]]
            at = "950ms"
            do = [{ resume = "beat" }]
            """
        ),
        (
            "a dispatch timer on the main queue waits for the loop; cancelling it calls the cancel handler",
            """
            duration = "900ms"
            [[timer]]
            id = "beat"
            kind = "gcd"
            queue = "main"
            interval = "100ms"
            repeats = true
            on_cancel = [{ log = "cancelled" }]
            [[event]]
            at = "150ms"
            do = [{ work = "220ms" }]
            [[event]]
            at = "650ms"
            do = [{ cancel = "beat" }]
            """
        ),
        (
            "performs and delayed blocks that ask again",
            """
            duration = "900ms"
            [[timer]]
            id = "perform"
            kind = "perform"
            interval = "120ms"
            repeats = true
            do = [{ work = "10ms" }]
            [[timer]]
            id = "after"
            kind = "after"
            interval = "150ms"
            repeats = true
            [[event]]
            at = "50ms"
            do = [{ async_after = "230ms", queue = "main", do = [{ log = "later" }] }]
            """
        ),
        (
            "loops that wait on threads of their own, and a task that waits for the main actor",
            """
            duration = "900ms"
            [[timer]]
            id = "absolute"
            kind = "mach-wait"
            interval = "100ms"
            do = [{ work = "130ms", when = { fired = 2 } }, { log = "call {n}" }]
            [[timer]]
            id = "relative"
            kind = "thread-sleep"
            interval = "150ms"
            do = [{ work = "30ms" }]
            [[timer]]
            id = "task"
            kind = "task-sleep"
            interval = "170ms"
            [[event]]
            at = "230ms"
            do = [{ mode = "other", for = "200ms" }]
            """
        ),
        (
            "sources, observers and requests of another thread",
            """
            duration = "900ms"
            [[source]]
            id = "port"
            kind = "source1"
            at = ["100ms", "300ms", "310ms"]
            do = [{ log = "message" }, { work = "30ms" }]
            [[source]]
            id = "hand"
            kind = "source0"
            do = [{ log = "signalled" }]
            [[observer]]
            id = "watch"
            activities = ["entry", "exit"]
            modes = ["tracking"]
            do = [{ log = "{mode}" }]
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "150ms"
            repeats = true
            do = [{ signal = "hand", when = { fired = 2 } }]
            [[event]]
            at = "500ms"
            do = [{ mode = "tracking", for = "100ms" }, { perform = "hop", on_thread = "worker", do = [{ log = "hop" }] }]
            [[thread]]
            id = "worker"
            do = [{ perform_block = [{ log = "block" }] }, { run_loop = { for = "700ms" } }, { log = "over" }]
            [[timer]]
            id = "keeper"
            kind = "nstimer"
            interval = "400ms"
            repeats = true
            thread = "worker"
            """
        ),
        (
            "messages to a port wait for its mode, and each is served",
            """
            duration = "700ms"
            [[source]]
            id = "port"
            kind = "source1"
            modes = ["default"]
            at = ["200ms", "260ms", "320ms"]
            do = [{ log = "message" }]
            [[event]]
            at = "100ms"
            do = [{ mode = "tracking", for = "350ms" }]
            """
        ),
        (
            "a timer that another thread invalidates does not wake its loop, which sleeps on",
            """
            duration = "700ms"
            [[thread]]
            id = "worker"
            do = [{ run_loop = "forever" }, { log = "woken" }]
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "100ms"
            repeats = true
            thread = "worker"
            [[event]]
            at = "250ms"
            do = [{ invalidate = "tick" }]
            [[event]]
            at = "550ms"
            do = [{ wake_loop = "worker" }]
            """
        ),
        (
            "the source behind a delayed block, and one that is cancelled, end a run call when they end",
            """
            duration = "1.1s"
            [[timer]]
            id = "keeper"
            kind = "nstimer"
            interval = "2s"
            [[timer]]
            id = "beat"
            kind = "gcd"
            queue = "main"
            interval = "2s"
            [[event]]
            at = "100ms"
            do = [
              { async_after = "100ms", queue = "main", do = [{ log = "block" }] },
              { run_loop = { before = "400ms" } },
            ]
            [[timer]]
            id = "caller"
            kind = "nstimer"
            interval = "500ms"
            do = [
              { async_after = "50ms", queue = "main", do = [{ log = "later" }] },
              { run_loop = { before = "700ms" } },
              { log = "after the block" },
              { run_loop = { before = "700ms" } },
              { log = "after its source" },
              { run_loop = { before = "700ms" } },
              { log = "after the limit" },
              { cancel = "beat" },
              { run_loop = { before = "1s" } },
              { log = "after the cancelled one" },
              { run_loop = { before = "1s" } },
            ]
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
