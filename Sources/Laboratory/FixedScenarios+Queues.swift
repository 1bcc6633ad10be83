/// What queues and dispatch sources do.
extension FixedScenarios {
    static let queues: [Scenario] = [
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
    ]
}
