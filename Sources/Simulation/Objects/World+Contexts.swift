import Recording
import ScenarioModel

/// What timers and blocks keep alive for their callbacks.
extension World {
    /// Target, userInfo and captures: retained by the timer until it is invalidated.
    mutating func makeContext(of timer: Int, callback: CallbackPlan, on thread: Int) {
        let node = details[timer].node
        details[timer].keepsContext = false
        if let target = callback.target { makeTarget(of: timer, target, selector: callback.selector, on: thread) }
        makeUserInfo(of: timer, callback.userInfo, on: thread)
        retainCaptures(callback.captures, from: node, on: thread)
        details[timer].keepsContext = !graph.edges(from: node).isEmpty
    }

    private mutating func makeTarget(of timer: Int, _ target: TargetPlan, selector: String, on thread: Int) {
        makeIfMissing(target.object, on: thread)
        details[timer].selector = recorder.text(selector)
        details[timer].target = -1
        // A __weak variable reads nil while its object is being deallocated; self does not.
        let object = objects[target.object].node
        guard object >= 0, !graph.nodes[Int(object)].isDead || target.isUnretained,
            !target.passedWeakly || graph.isReadableWeakly(object)
        else { return }
        details[timer].target = object
        if !target.isUnretained { retain(object, from: details[timer].node, label: labels.target, on: thread) }
        guard target.passedWeakly else { return }
        recorder.append(
            record(
                .weakTargetRetained, entity: timers[timer].entity, on: thread,
                value: Int64(objects[target.object].entity.index)))
    }

    /// Several objects are the elements of an array, which cannot take nil.
    private mutating func makeUserInfo(of timer: Int, _ userInfo: [Int], on thread: Int) {
        for (place, object) in userInfo.enumerated() {
            makeIfMissing(object, on: thread)
            if let node = readable(object) {
                retain(node, from: details[timer].node, label: labels.userInfo, on: thread)
            } else if userInfo.count > 1 {
                raise(
                    "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from "
                        + "objects[\(place)]", step: -1, on: thread)
            }
        }
    }

    /// A block with its captures; -1 when it captures nothing.
    mutating func makeBlock(_ block: Int32, on thread: Int) -> Int32 {
        let plan = blockPlan(block)
        let receiver = plan.target >= 0 ? objects[Int(plan.target)].node : -1
        guard receiver >= 0 || plan.captures.contains(where: { !$0.isWeak }) else {
            for capture in plan.captures {
                let captured = self.node(of: capture.part)
                guard captured < 0 || canReferWeakly(to: captured, step: plan.step, on: thread) else { break }
            }
            return -1
        }
        let node = graph.add(.block, index: block, entity: plan.entity)
        graph.hold(node)
        if receiver >= 0, !graph.nodes[Int(receiver)].isDead {
            retain(receiver, from: node, label: labels.receiver, on: thread)
        }
        retainCaptures(plan.captures, from: node, step: plan.step, on: thread)
        return node
    }

    /// Weak captures keep nobody, but forming them needs somebody alive.
    private mutating func retainCaptures(
        _ captures: [CapturePlan], from node: Int32, step: Int32 = -1, on thread: Int
    ) {
        for capture in captures {
            if case .object(let object) = capture.part { makeIfMissing(object, on: thread) }
            let captured = self.node(of: capture.part)
            guard captured >= 0, !graph.nodes[Int(captured)].isDead else { continue }
            if capture.isWeak {
                guard canReferWeakly(to: captured, step: step, on: thread) else { return }
                recordWeak(.weaklyReferred, node: captured, in: labels.capture, of: node, on: thread)
            } else {
                retain(captured, from: node, label: labels.capture, on: thread)
            }
        }
    }
}
