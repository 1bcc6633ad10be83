extension FindingCode {
    package static let unrecognisedSelector = FindingCode(
        "TL0307", .crash, "unrecognised selector after the target is gone",
        meaning: "The proxy's target is gone, and the proxy cannot answer the timer's message by itself.",
        rule: """
            A proxy whose `forwardingTarget(for:)` returns nil, and which has no method signature, ends in \
            `doesNotRecognizeSelector:`.
            """,
        source: "Objective-C Runtime Programming Guide, \"Message Forwarding\"",
        example: popped(
            #"target = "proxy""#, object: #"[[object]]\#nid = "proxy"\#nproxy = "object"\#nforwards_to = "controller""#),
        remedy: "invalidate the timer in the target's `dealloc`, or let the proxy answer with nothing")
}
