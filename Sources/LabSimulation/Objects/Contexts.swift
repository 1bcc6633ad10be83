import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The references that timers and blocks hold, and for how long.
extension ObjectStore {
    /// Target, userInfo and captures: retained by the timer until it is invalidated.
    mutating func makeContext(
        of timer: TimerID, _ plan: TimerPlan, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let callback = plan.callback
        let node = contexts[timer].node
        contexts[timer].keepsContext = false
        contexts[timer].receiver = .none
        if let target = callback.target {
            makeTarget(of: timer, target, .target, selector: callback.selector, on: &thread, &kernel)
            contexts[timer].receiver = contexts[timer].target
        }
        for (place, index) in callback.userInfo.enumerated() {
            let object = ObjectID(index)
            makeIfMissing(object, on: &thread, &kernel)
            if let userInfo = readable(object) {
                retain(userInfo, from: node, label: Labels[.userInfo], on: &thread, &kernel)
            } else if callback.userInfo.count > 1 {
                // Several objects are the elements of an array, which cannot take nil.
                kernel.raise(
                    "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from "
                        + "objects[\(place)]", step: -1, thread: thread.entity)
            }
        }
        let captured = retainCaptures(callback.captures + plan.cancelCaptures, from: node, on: &thread, &kernel)
        if !contexts[timer].receiver.exists { contexts[timer].receiver = captured }
        contexts[timer].keepsContext = !graph.edges(from: node).isEmpty
    }

    /// The target of a timer, or the receiver of a perform.
    mutating func makeTarget(
        of timer: TimerID, _ target: TargetPlan, _ label: Labels, selector: String, on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) {
        makeIfMissing(ObjectID(target.object), on: &thread, &kernel)
        contexts[timer].selector = kernel.recorder.text(selector)
        contexts[timer].target = .none
        // A __weak variable reads nil while its object is being deallocated; self does not.
        let object = objectNodes[ObjectID(target.object)]
        guard object.exists, !graph.nodes[object].isDead || target.isUnretained,
            !target.passedWeakly || graph.isReadableWeakly(object)
        else { return }
        contexts[timer].target = object
        if !target.isUnretained {
            retain(object, from: contexts[timer].node, label: Labels[label], on: &thread, &kernel)
        }
        guard target.passedWeakly else { return }
        kernel.record(
            .weakTargetRetained, entity: graph.nodes[contexts[timer].node].entity, thread: thread.entity,
            value: Int64(graph.nodes[object].entity.index))
    }

    /// The cancel handler of a source, which keeps its captures until it has returned.
    mutating func makeCancelHandler(
        _ captures: [CapturePlan], entity: EntityID, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) -> NodeID {
        guard !captures.isEmpty else { return .none }
        let node = graph.insert(.block, index: -1, entity: entity)
        graph.hold(node)
        retainCaptures(captures, from: node, on: &thread, &kernel)
        return node
    }

    mutating func makeBlock(_ block: BlockRef, on thread: inout SimulatedThread, _ kernel: inout Kernel) -> NodeID {
        let plan = program.blocks[block.plan]
        let maker = block.timer.exists ? contexts[block.timer].receiver : .none
        let receiver = plan.target.exists ? objectNodes[plan.target] : .none
        guard receiver.exists || plan.captures.contains(where: { !$0.isWeak }) else {
            for capture in plan.captures {
                let captured = node(of: capture.part, seenBy: maker)
                if captured.exists, !canReferWeakly(to: captured, step: plan.step, on: &thread, &kernel) { break }
            }
            return .none
        }
        let node = graph.insert(.block, index: block.plan.raw, entity: plan.entity)
        graph.hold(node)
        if receiver.exists, !graph.nodes[receiver].isDead {
            retain(receiver, from: node, label: Labels[.receiver], on: &thread, &kernel)
        }
        retainCaptures(plan.captures, from: node, seenBy: maker, step: plan.step, on: &thread, &kernel)
        return node
    }

    /// Weak captures retain nothing, and none is formed in a deallocation. The first object that lives is returned.
    @discardableResult private mutating func retainCaptures(
        _ captures: [CapturePlan], from node: NodeID, seenBy receiver: NodeID = .none, step: Int32 = -1,
        on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) -> NodeID {
        var first = NodeID.none
        for capture in captures {
            if case .object(let object) = capture.part { makeIfMissing(ObjectID(object), on: &thread, &kernel) }
            let captured = self.node(of: capture.part, seenBy: receiver)
            guard captured.exists, capture.isWeak || !graph.nodes[captured].isDead else { continue }
            if !first.exists, graph.nodes[captured].kind == .object, !graph.nodes[captured].isDead { first = captured }
            if capture.isWeak {
                guard canReferWeakly(to: captured, step: step, on: &thread, &kernel) else { return first }
                record(.weaklyReferred, to: captured, in: Labels[.capture], of: node, thread.entity, &kernel)
            } else {
                retain(captured, from: node, label: Labels[.capture], on: &thread, &kernel)
            }
        }
        return first
    }
}
