extension FindingCode {
    package static let overlap = FindingCode(
        "TL0502", .impaired, "requests that overlap",
        meaning: """
            Two requests of one timer were under way at once, or two blocks of one step ran side by side on a \
            concurrent queue. The later one may finish first.
            """,
        rule: """
            A concurrent queue runs its blocks side by side. Requests that take longer than the interval overlap, and \
            their answers may arrive in another order.
            """,
        source: "Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            #"do = [{ async = "network", do = [{ sleep = "1.5s" }] }]"#, queue("network", #"kind = "concurrent""#)),
        remedy: "skip the firing while a request is on its way, or number the requests and drop answers to older ones")
}
