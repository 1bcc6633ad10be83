import LabRecording

extension FindingRule {
    static let unrecognisedSelector = FindingRule(
        "TL0307", .crash, "unrecognised selector after the target is gone",
        meaning: "The proxy's target is gone, and the proxy cannot answer the timer's message by itself.",
        rule: """
            A proxy whose `forwardingTarget(for:)` gives nil, and which has no method signature either, ends in \
            `doesNotRecognizeSelector:`.
            """,
        source: "Objective-C Runtime Programming Guide, \"Message Forwarding\"",
        example: popped(
            #"target = "proxy""#, object: #"[[object]]\#nid = "proxy"\#nproxy = "object"\#nforwards_to = "controller""#),
        remedy: "invalidate the timer in the target's `dealloc`, or let the proxy answer with nothing",
        detect: eachEvent { evidence, event in
            let trace = evidence.trace
            guard event.kind == .messaged, trace.messages.indices.contains(Int(clamping: event.value)) else {
                return nil
            }
            let message = trace.messages[Int(event.value)]
            guard message.outcome == .unrecognised else { return nil }
            return Sighting(
                subject: message.receiver, related: event.caller,
                message: "\(trace.name(message.receiver)) does not know \(message.selector), and its target is gone")
        })
}
