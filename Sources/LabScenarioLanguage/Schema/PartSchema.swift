import LabScenarioModel

extension Schema {
    static let object = TableSchema(
        "object", .many,
        KeySchema("id", .id, sets: \ObjectPlan.id, required: true),
        KeySchema("class", .text, sets: \ObjectPlan.className),
        KeySchema("thread", .part(.thread), sets: \ObjectPlan.thread),
        KeySchema("held_by", .named(.holder), sets: \ObjectPlan.heldBy),
        KeySchema("strong", .named(.anyPart)),
        KeySchema("weak", .named(.anyPart)),
        KeySchema("proxy", .word(ObjectPlan.Forwarding.self, but: .none), sets: \ObjectPlan.forwarding),
        KeySchema("forwards_to", .part(.object), sets: \ObjectPlan.forwardsTo),
        KeySchema("selectors", .many(.text), sets: \ObjectPlan.selectors),
        KeySchema("dealloc", .steps),
        KeySchema("view_will_disappear", .steps))

    static let thread = TableSchema(
        "thread", .many,
        KeySchema("id", .id, sets: \ThreadPlan.id, required: true),
        KeySchema("starts", .duration(.notNegative), sets: \ThreadPlan.starts),
        KeySchema("do", .steps),
        KeySchema("target", .part(.object), sets: \ThreadPlan.target),
        KeySchema("detached", .flag, sets: \ThreadPlan.isDetached))

    static let queue = TableSchema(
        "queue", .many,
        KeySchema("id", .id, sets: \QueuePlan.id, required: true),
        KeySchema("kind", .word(QueuePlan.Kind.self, but: .main), sets: \QueuePlan.kind))

    static let event = TableSchema(
        "event", .many,
        KeySchema("id", .id, sets: \EventPlan.id),
        KeySchema("at", .oneOf([.duration(.notNegative), .times]), sets: \EventPlan.at, required: true),
        KeySchema("every", .exactDuration(.positive), sets: \EventPlan.every),
        KeySchema("until", .duration(.notNegative), sets: \EventPlan.until),
        KeySchema("thread", .part(.thread), sets: \EventPlan.thread),
        KeySchema("do", .steps, required: true))

    static let observer = TableSchema(
        "observer", .many,
        KeySchema("id", .id, sets: \ObserverPlan.id),
        KeySchema(
            "activities", .many(.word(ObserverPlan.Activity.self)), sets: \ObserverPlan.activities, required: true),
        KeySchema("modes", .many(.mode), sets: \ObserverPlan.modes),
        KeySchema("order", .integer(Int64.min...Int64.max), sets: \ObserverPlan.order),
        KeySchema("repeats", .flag, sets: \ObserverPlan.repeats),
        KeySchema("thread", .part(.thread), sets: \ObserverPlan.thread),
        KeySchema("do", .steps))

    static let source = TableSchema(
        "source", .many,
        KeySchema("id", .id, sets: \SourcePlan.id, required: true),
        KeySchema("kind", .word(SourcePlan.Kind.self), sets: \SourcePlan.kind),
        KeySchema("modes", .many(.mode), sets: \SourcePlan.modes),
        KeySchema("order", .integer(Int64.min...Int64.max), sets: \SourcePlan.order),
        KeySchema("thread", .part(.thread), sets: \SourcePlan.thread),
        KeySchema("at", .many(.duration(.notNegative)), sets: \SourcePlan.at),
        KeySchema("do", .steps))
}
