import Recording

extension FindingRule {
    static let unrecognisedSelector = FindingRule(
        "TL0307", .crash, "unrecognised selector after the target is gone",
        meaning: "The proxy's target is gone, and the proxy cannot answer the timer's message by itself.",
        rule: """
            A proxy whose `forwardingTarget(for:)` gives nil, and which has no method signature either, ends in \
            `doesNotRecognizeSelector:`.
            """,
        source: "Objective-C Runtime Programming Guide, \"Message Forwarding\"",
        example: FindingExample(
            """
            duration = "5s"
            [[object]]
            id = "controller"
            held_by = "navigation"
            [[object]]
            id = "proxy"
            proxy = "object"
            forwards_to = "controller"
            \(FindingExample.popped(#"target = "proxy""#).split(separator: "\n").dropFirst(4).joined(separator: "\n"))
            """,
            .replacing([(#"{ pop = "controller" }"#, #"{ invalidate = "tick" }, { pop = "controller" }"#)])),
        remedy: "invalidate the timer in the target's `dealloc`, or let the proxy answer with nothing",
        swift: weakBlockInSwift,
        objectiveC: """
            - (id)forwardingTargetForSelector:(SEL)selector { return self.target; }
            - (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
                return [NSObject instanceMethodSignatureForSelector:@selector(init)];
            }
            - (void)forwardInvocation:(NSInvocation *)invocation { void *nothing = NULL; [invocation setReturnValue:&nothing]; }
            """,
        detect: eachEvent { evidence, event in
            let trace = evidence.trace
            guard event.kind == .messaged, trace.messages.indices.contains(Int(clamping: event.value)) else {
                return nil
            }
            let message = trace.messages[Int(event.value)]
            guard message.outcome == .unrecognised else { return nil }
            return Finding(
                .unrecognisedSelector, subject: message.receiver, place: trace.place(message.receiver),
                message:
                    "\(trace.name(message.receiver)) does not know \(message.selector), and its target is gone",
                related: event.caller)
        })
}
