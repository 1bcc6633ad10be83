import Recording
import ScenarioModel

/// Message passing: from the receiver's method lists through forwarding to the exception.
extension World {
    // MARK: Sending

    /// Runs a timer's callback: a block, or the method of whoever answers the message to its target.
    mutating func beginCallback(of timer: Int, on thread: Int) {
        let list = timers[timer].list
        guard details[timer].selector >= 0 else {
            let subject = details[timer].block >= 0 ? subject(ofBlock: details[timer].block) : (timer: -1, firing: 0)
            pushSteps(
                list, owner: timers[timer].entity, timer: subject.timer >= 0 ? subject.timer : Int32(timer),
                firing: subject.timer >= 0 ? subject.firing : nil, on: thread)
            return
        }
        guard details[timer].target >= 0 else {
            remark(.messagedNil, about: timers[timer].entity, on: thread)
            return
        }
        deliver(
            details[timer].selector, to: details[timer].target, list: list, owner: timers[timer].entity,
            timer: Int32(timer), on: thread)
    }

    /// Sends a message to an object's node; `list` is the body of the method that answers.
    mutating func deliver(
        _ selector: Int64, to node: Int32, list: Int32, owner: EntityID, timer: Int32 = -1, step: Int32 = -1,
        on thread: Int
    ) {
        let index = Int(graph.nodes[Int(node)].index)
        guard !graph.nodes[Int(node)].isDead else {
            crash(badAccess(recorder.texts[Int(selector)], node: node), step: step, on: thread)
            return
        }
        switch send(selector, to: index, on: thread) {
        case .method(let answering):
            // Whoever passes the message on has read a weak variable, too.
            let answerer = objects[answering].node
            if answerer != node { holdForMessage(answerer, list: list, on: thread) }
            pushSteps(list, owner: owner, timer: timer, on: thread)
        case .swallowed: break
        case .targetGone: if timer >= 0 { end(timer: Int(timer), on: thread, step: step) }
        case .unrecognised(let reason): raise(reason, step: step, on: thread)
        case .endless:
            crash("EXC_BAD_ACCESS (stack overflow): proxies forward to each other for ever", step: step, on: thread)
        }
    }

    /// A weak variable is loaded strongly for the message (Clang's ARC documentation, "Reading"): the last one to let go of
    /// the receiver meanwhile leaves its `dealloc` to the end of the method, on the thread that runs it.
    private mutating func holdForMessage(_ node: Int32, list: Int32, on thread: Int) {
        if list >= 0, graph.isReadableWeakly(node) { holdForCall(node, on: thread) }
    }

    /// A `message` step: to nil it does nothing.
    mutating func message(
        _ part: PartReference, selector name: Int32, list: Int32, step: Int32, in frame: StepsFrame, on thread: Int
    ) {
        let node = node(of: part)
        let selector = program.names[Int(name)]
        guard node >= 0 else {
            remark(.messagedNil, about: frame.owner, on: thread, step: step)
            return
        }
        let entity = EntityID(Int(graph.nodes[Int(node)].entity))
        // In its own dealloc it is self, everywhere else a variable that reads nil.
        let isSelf = frame.owner == entity
        guard graph.isReadableWeakly(node) || isSelf || graph.isDangling(node) else {
            remark(.messagedNil, about: entity, on: thread, step: step)
            return
        }
        switch graph.nodes[Int(node)].kind {
        case .object, .classObject:
            holdForMessage(node, list: list, on: thread)
            deliver(
                recorder.text(selector), to: node, list: list, owner: frame.owner, timer: frame.timer, step: step,
                on: thread)
        case .timer: messageTimer(node, entity: entity, selector, list: list, step: step, in: frame, on: thread)
        case .root, .thread, .block: pushSteps(list, owner: frame.owner, timer: frame.timer, on: thread)
        }
    }

    private mutating func messageTimer(
        _ node: Int32, entity: EntityID, _ selector: String, list: Int32, step: Int32, in frame: StepsFrame,
        on thread: Int
    ) {
        let isKnown = RootClass.timerSelectors.contains(selector) || RootClass.objectSelectors.contains(selector)
        var way = MessageTrace(receiver: entity, selector: selector, stages: [MessageStage.lookup], outcome: .method)
        if !isKnown {
            way.stages += [MessageStage.resolve, MessageStage.target, MessageStage.signature, MessageStage.failure]
            way.outcome = .unrecognised
        }
        recorder.append(record(.messaged, entity: entity, on: thread, value: recorder.message(way)))
        guard isKnown else {
            raise(unrecognised(selector, node: node), step: step, on: thread)
            return
        }
        pushSteps(list, owner: frame.owner, timer: frame.timer, on: thread)
    }

    /// Records the ways of a message and says who answers it.
    mutating func send(_ selector: Int64, to object: Int, on thread: Int) -> ResolvedMessage.Answer {
        let key = MessageKey(object: Int32(object), selector: selector)
        let resolved: ResolvedMessage
        if let known = messageCache[key] {
            resolved = known
        } else {
            resolved = resolve(recorder.texts[Int(selector)], to: object)
            messageCache[key] = resolved
        }
        for message in resolved.messages {
            let receiver = recorder.messages[Int(message)].receiver
            recorder.append(record(.messaged, entity: receiver, on: thread, value: message))
        }
        return resolved.answer
    }

    // MARK: The stages

    private mutating func resolve(_ selector: String, to object: Int) -> ResolvedMessage {
        var resolved = ResolvedMessage()
        var receiver = object
        var seen: Set<Int> = []
        while seen.insert(receiver).inserted {
            let (way, next) = stages(of: selector, at: receiver, answer: &resolved.answer)
            resolved.messages.append(recorder.message(way))
            guard let next else { return resolved }
            receiver = next
        }
        resolved.answer = .endless
        return resolved
    }

    /// What one receiver does with a message; the next receiver when it passes the message on.
    private func stages(
        of selector: String, at object: Int, answer: inout ResolvedMessage.Answer
    ) -> (way: MessageTrace, next: Int?) {
        let planned = plan.objects[object]
        var way = MessageTrace(
            receiver: objects[object].entity, selector: selector, stages: [MessageStage.lookup], outcome: .method)
        let target = planned.forwardsTo.flatMap { readable($0) != nil ? $0 : nil }
        if implements(selector, object) {
            let isGone = planned.forwarding == .selfInvalidating && target == nil
            answer = isGone ? .targetGone : .method(object: object)
            return (way, nil)
        }
        if !(planned.forwarding.isProxyClass && RootClass.forwardedQuestions.contains(selector)) {
            way.stages.append(planned.forwarding == .classObject ? MessageStage.resolveClass : MessageStage.resolve)
        }
        if planned.forwarding != .nsproxy { way.stages.append(MessageStage.target) }
        if let target, planned.forwarding == .object || planned.forwarding == .nullForwarding {
            way.outcome = .forwardedToTarget(objects[target].entity)
            return (way, target)
        }
        way.stages.append(MessageStage.signature)
        if planned.forwarding == .nullForwarding {
            way.stages.append(MessageStage.invocation)
            way.outcome = .swallowed
            answer = .swallowed
            return (way, nil)
        }
        if let target, planned.forwarding == .nsproxy {
            way.stages.append(MessageStage.invocation)
            way.outcome = .invocation(objects[target].entity)
            return (way, target)
        }
        way.stages.append(MessageStage.failure)
        way.outcome = .unrecognised
        answer = .unrecognised(reason: unrecognised(selector, node: objects[object].node))
        return (way, nil)
    }

    /// Whether stage 1 finds a method.
    func implements(_ selector: String, _ object: Int) -> Bool {
        let planned = plan.objects[object]
        let inherited = planned.forwarding.isProxyClass ? RootClass.proxySelectors : RootClass.objectSelectors
        if inherited.contains(selector) { return true }
        return planned.selectors.map { $0.contains(selector) } ?? planned.forwarding.implementsWhatItIsSent
    }

    // MARK: Crashes in words

    /// An exception that nobody catches.
    mutating func raise(_ reason: String, step: Int32, on thread: Int) {
        crash(
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '\(reason)'",
            step: step, on: thread)
    }

    private func unrecognised(_ selector: String, node: Int32) -> String {
        let name = className(of: node)
        guard graph.nodes[Int(node)].kind != .timer else {
            return "-[\(name) \(selector)]: unrecognized selector sent to instance \(address(of: node))"
        }
        switch plan.objects[Int(graph.nodes[Int(node)].index)].forwarding {
        case .nsproxy, .nullForwarding:
            return "*** -[NSProxy doesNotRecognizeSelector:\(selector)] called!"
        case .classObject:
            return "+[\(name) \(selector)]: unrecognized selector sent to class \(address(of: node))"
        case .none, .object, .selfInvalidating:
            return "-[\(name) \(selector)]: unrecognized selector sent to instance \(address(of: node))"
        }
    }

    /// The use of freed memory.
    func badAccess(_ use: String, node: Int32) -> String {
        "EXC_BAD_ACCESS: \(use) on \(className(of: node)) \(address(of: node)), which has been deallocated"
    }

    func className(of node: Int32) -> String {
        let state = graph.nodes[Int(node)]
        switch state.kind {
        case .object, .classObject: return plan.objects[Int(state.index)].className
        case .root: return "NSObject"
        case .timer: return "__NSCFTimer"
        case .thread: return "NSThread"
        case .block: return "__NSMallocBlock__"
        }
    }

    /// An address as a 64-bit process has them, the same in every run.
    func address(of node: Int32) -> String {
        "0x" + String(0x6000_0000_4000 + (Int64(graph.nodes[Int(node)].entity) + 1) * 0x20, radix: 16)
    }
}
