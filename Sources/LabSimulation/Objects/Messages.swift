import LabRecording
import LabScenarioProgram

/// Message passing: from the receiver's method lists through forwarding to the exception.
extension ObjectStore {
    // MARK: Sending

    /// Sends a message to an object's node; `body` is the method that answers. True when an intermediate target has found
    /// its real target gone.
    mutating func deliver(
        _ selector: Int64, to node: NodeID, body: StepsFrame, step: Int32 = -1, on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) -> Bool {
        let index = ObjectID(raw: graph.nodes[node].index)
        guard !graph.nodes[node].isDead else {
            kernel.crash(
                badAccess(kernel.recorder.trace.texts[Int(selector)], node: node), step: step, thread: thread.entity)
            return false
        }
        let answer = send(selector, to: index, step: step, on: &thread, &kernel)
        if case .method(let answering) = answer {
            // An object that passes the message on has read a weak variable, too.
            let answerer = answering == index ? node : objectNodes[answering]
            if answerer != node { holdForMessage(answerer, body, on: &thread) }
            thread.pushSteps(body)
        }
        return answer == .targetGone
    }

    /// A weak variable is loaded strongly for the message (Clang's ARC documentation, "Reading"). If the last other
    /// reference is released in that time, `dealloc` runs at the end of the method, on its thread.
    private mutating func holdForMessage(_ node: NodeID, _ body: StepsFrame, on thread: inout SimulatedThread) {
        guard body.list.exists, graph.isReadableWeakly(node) else { return }
        thread.push(.holds(mark: thread.holds.count))
        hold(node, on: &thread)
    }

    /// A `message` step: to nil it does nothing. True when an intermediate target has found its real target gone.
    mutating func message(
        _ node: NodeID, selector name: NameID, body: StepsFrame, step: Int32, on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) -> Bool {
        let selector = program.names[name]
        guard node.exists else {
            kernel.remark(.messagedNil, about: body.owner, thread: thread.entity, step: step)
            return false
        }
        let entity = graph.nodes[node].entity
        // In its own dealloc it is self; elsewhere it is a variable that reads nil.
        let isSelf = body.owner == entity
        guard graph.isReadableWeakly(node) || isSelf || graph.isDangling(node) else {
            kernel.remark(.messagedNil, about: entity, thread: thread.entity, step: step)
            return false
        }
        switch graph.nodes[node].kind {
        case .object, .classObject:
            holdForMessage(node, body, on: &thread)
            return deliver(kernel.recorder.text(selector), to: node, body: body, step: step, on: &thread, &kernel)
        case .timer: messageTimer(node, selector, body: body, step: step, on: &thread, &kernel)
        case .root, .thread, .block: thread.pushSteps(body)
        }
        return false
    }

    private mutating func messageTimer(
        _ node: NodeID, _ selector: String, body: StepsFrame, step: Int32, on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) {
        let entity = graph.nodes[node].entity
        let isKnown = RootClass.timerSelectors.contains(selector) || RootClass.objectSelectors.contains(selector)
        var way = MessageTrace(receiver: entity, selector: selector, stages: [MessageStage.lookup], outcome: .method)
        if !isKnown {
            way.stages += [MessageStage.resolve, MessageStage.target, MessageStage.signature, MessageStage.failure]
            way.outcome = .unrecognised
        }
        kernel.record(.messaged, entity: entity, thread: thread.entity, value: kernel.recorder.message(way))
        guard isKnown else {
            return kernel.raise(unrecognised(selector, node: node), step: step, thread: thread.entity)
        }
        thread.pushSteps(body)
    }

    private mutating func send(
        _ selector: Int64, to object: ObjectID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) -> ResolvedMessage.Answer {
        let known = messageCache[object]?[selector]
        let resolved = known ?? resolve(kernel.recorder.trace.texts[Int(selector)], to: object, &kernel)
        if known == nil { messageCache[object, default: [:]][selector] = resolved }
        for message in resolved.messages {
            let receiver = kernel.recorder.trace.messages[Int(message)].receiver
            kernel.record(.messaged, entity: receiver, thread: thread.entity, value: message)
        }
        switch resolved.answer {
        case .method, .swallowed, .targetGone: break
        case .unrecognised(let reason): kernel.raise(reason, step: step, thread: thread.entity)
        case .endless: kernel.crash(MessageStage.overflow, step: step, thread: thread.entity)
        }
        return resolved.answer
    }

    // MARK: The stages

    private func resolve(_ selector: String, to object: ObjectID, _ kernel: inout Kernel) -> ResolvedMessage {
        var resolved = ResolvedMessage()
        var receiver = object
        var seen: Set<ObjectID> = []
        while seen.insert(receiver).inserted {
            let (way, next) = stages(of: selector, at: receiver, answer: &resolved.answer)
            resolved.messages.append(kernel.recorder.message(way))
            guard let next else { return resolved }
            receiver = next
        }
        resolved.answer = .endless
        return resolved
    }

    /// The reaction of one receiver to a message; the next receiver when it passes the message on.
    private func stages(
        of selector: String, at object: ObjectID, answer: inout ResolvedMessage.Answer
    ) -> (way: MessageTrace, next: ObjectID?) {
        let planned = plan.objects[object.index]
        let entity = program.entities.objects[object]
        var way = MessageTrace(receiver: entity, selector: selector, stages: [MessageStage.lookup], outcome: .method)
        let target = planned.forwardsTo.map { ObjectID($0) }.flatMap { readable($0) != nil ? $0 : nil }
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
            way.outcome = .forwardedToTarget(program.entities.objects[target])
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
            way.outcome = .invocation(program.entities.objects[target])
            return (way, target)
        }
        way.stages.append(MessageStage.failure)
        way.outcome = .unrecognised
        answer = .unrecognised(reason: unrecognised(selector, node: objectNodes[object]))
        return (way, nil)
    }

    /// True if stage 1 finds a method.
    func implements(_ selector: String, _ object: ObjectID) -> Bool {
        let planned = plan.objects[object.index]
        let inherited = planned.forwarding.isProxyClass ? RootClass.proxySelectors : RootClass.objectSelectors
        if inherited.contains(selector) { return true }
        return planned.selectors.map { $0.contains(selector) } ?? planned.forwarding.implementsWhatItIsSent
    }

    // MARK: Questions

    /// Asks an object for its class or for a method.
    mutating func ask(_ instruction: Instruction, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        let (name, asksClass) = (program.names[instruction.name], instruction.verb == .isKindOf)
        let answering = answerer(
            to: asksClass ? "isKindOfClass:" : "respondsToSelector:", of: instruction.object, step: instruction.step,
            on: &thread, &kernel)
        let isSo = answering.map { asksClass ? isKind($0, of: name) : responds(to: name, object: $0) } ?? false
        thread.answer = isSo ? 1 : 0
    }

    private func isKind(_ object: ObjectID, of name: String) -> Bool {
        let planned = plan.objects[object.index]
        return planned.className == name || name == (planned.forwarding.isProxyClass ? "NSProxy" : "NSObject")
    }

    /// The object that answers a question; nil if none does, so that the answer is 0.
    private mutating func answerer(
        to question: String, of object: ObjectID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) -> ObjectID? {
        let node = objectNodes[object]
        guard node.exists, graph.isReadableWeakly(node) || graph.isDangling(node) else {
            kernel.remark(.messagedNil, about: program.entities.objects[object], thread: thread.entity, step: step)
            return nil
        }
        guard !graph.nodes[node].isDead else {
            kernel.crash(badAccess(question, node: node), step: step, thread: thread.entity)
            return nil
        }
        switch send(kernel.recorder.text(question), to: object, step: step, on: &thread, &kernel) {
        case .method(let answering): return answering
        case .targetGone: return object
        case .swallowed, .unrecognised, .endless: return nil
        }
    }

    /// True if the object itself has a method: one of its class, or one that the scenario sends it.
    private func responds(to selector: String, object: ObjectID) -> Bool {
        let isListed = plan.objects[object.index].selectors != nil || RootClass.objectSelectors.contains(selector)
        return implements(selector, object) && (isListed || isSent(selector, to: object))
    }

    private func isSent(_ selector: String, to object: ObjectID) -> Bool {
        func reaches(_ other: Int) -> Bool { other == object.index || plan.objects[other].forwardsTo == object.index }
        let isTimers = plan.timers.contains { timer in
            timer.callback.target.map { reaches($0.object) } ?? false && timer.callback.selector == selector
        }
        return isTimers
            || program.blocks.rows.contains {
                $0.target.exists && reaches($0.target.index) && program.names[$0.selector] == selector
            }
            || program.lists.rows.joined().contains { instruction in
                guard instruction.verb == .message, case .object(let receiver)? = instruction.part else { return false }
                return reaches(receiver) && program.names[instruction.name] == selector
            }
    }

    private func unrecognised(_ selector: String, node: NodeID) -> String {
        let name = className(of: node)
        let isTimer = graph.nodes[node].kind == .timer
        return switch isTimer ? .none : plan.objects[Int(graph.nodes[node].index)].forwarding {
        case .nsproxy, .nullForwarding: "*** -[NSProxy doesNotRecognizeSelector:\(selector)] called!"
        case .classObject: "+[\(name) \(selector)]: unrecognized selector sent to class \(address(of: node))"
        case .none, .object, .selfInvalidating:
            "-[\(name) \(selector)]: unrecognized selector sent to instance \(address(of: node))"
        }
    }
}
