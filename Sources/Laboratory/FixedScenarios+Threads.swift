/// What the run loops of threads, their sources and their observers do.
extension FixedScenarios {
    static let threads: [Scenario] = [
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
            "requests of another thread are one source: all of a mode in one go, in their order",
            """
            duration = "900ms"
            [[thread]]
            id = "worker"
            do = [
              { sleep = "250ms" },
              { run_loop = { in_mode = "default", for = "200ms", return_after_source = true } },
              { log = "back" },
              { run_loop = { in_mode = "tracking", for = "200ms", return_after_source = true } },
              { log = "back again" },
              { run_loop = { in_mode = "default", for = "200ms" } },
            ]
            [[timer]]
            id = "keeper"
            kind = "nstimer"
            interval = "2s"
            modes = ["default", "tracking"]
            thread = "worker"
            [[event]]
            at = "100ms"
            do = [
              { perform = "one", on_thread = "worker", in_modes = ["default"], do = [{ log = "one" }] },
              { perform = "two", on_thread = "worker", in_modes = ["tracking"], do = [{ log = "two" }] },
              { perform = "three", on_thread = "worker", in_modes = ["default"], do = [{ log = "three" }] },
              { perform = "four", on_thread = "worker", in_modes = ["default"], do = [{ log = "four" }] },
            ]
            """
        ),
    ]
}
