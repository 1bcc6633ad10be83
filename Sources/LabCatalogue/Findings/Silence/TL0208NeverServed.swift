extension FindingCode {
    package static let neverServed = FindingCode(
        "TL0208", .neverRuns, "handed to a run loop that never serves it",
        meaning: """
            A perform, a block or an event was sent to the run loop of a thread. That thread does not run its loop, runs \
            it in other modes, or has ended.
            """,
        rule: """
            `perform(_:on:…)`, `RunLoop.perform` and an input source only leave a request. A later pass of that \
            thread's run loop in one of the request's modes serves it. A run loop that ends drops it.
            """,
        source: "CFRunLoop.c, CFRunLoopPerformBlock; Apple, perform(_:on:with:waitUntilDone:)",
        example: scenario(
            for: "3s", worker(#"{ sleep = "10s" }"#),
            event("1s", #"{ perform = "refresh", on_thread = "worker", do = [{ log = "refreshed" }] }"#)),
        remedy: "run that thread's run loop in the request's mode, or hand the work to a dispatch queue")
}
