import Recording
import ScenarioModel

/// `isKindOfClass:` and `respondsToSelector:`, answered by whoever answers them.
extension World {
    mutating func askKind(of object: Int, className: Int32, step: Int32, on thread: Int) {
        let name = program.names[Int(className)]
        ask("isKindOfClass:", of: object, step: step, on: thread) { world, answering in
            let planned = world.plan.objects[answering]
            return planned.className == name || name == (planned.forwarding.isProxyClass ? "NSProxy" : "NSObject")
        }
    }

    mutating func askResponse(of object: Int, selector: Int32, step: Int32, on thread: Int) {
        let name = program.names[Int(selector)]
        ask("respondsToSelector:", of: object, step: step, on: thread) { $0.responds(to: name, object: $1) }
    }

    /// Has the question answered: 1 or 0; nil answers 0.
    private mutating func ask(
        _ question: String, of object: Int, step: Int32, on thread: Int, answer: (World, Int) -> Bool
    ) {
        threads[thread].answer = 0
        let node = objects[object].node
        guard node >= 0, graph.isReadableWeakly(node) || graph.isDangling(node) else {
            remark(.messagedNil, about: objects[object].entity, on: thread, step: step)
            return
        }
        guard !graph.nodes[Int(node)].isDead else {
            crash(badAccess(question, node: node), step: step, on: thread)
            return
        }
        switch send(recorder.text(question), to: object, on: thread) {
        case .method(let answering): threads[thread].answer = answer(self, answering) ? 1 : 0
        case .targetGone: threads[thread].answer = answer(self, object) ? 1 : 0
        case .swallowed: break
        case .unrecognised(let reason): raise(reason, step: step, on: thread)
        case .endless:
            crash("EXC_BAD_ACCESS (stack overflow): proxies forward to each other for ever", step: step, on: thread)
        }
    }

    /// Whether the object itself has a method: one of its class, or one that the scenario sends it.
    private func responds(to selector: String, object: Int) -> Bool {
        guard plan.objects[object].selectors == nil, !RootClass.objectSelectors.contains(selector) else {
            return implements(selector, object)
        }
        return implements(selector, object) && isSent(selector, to: object)
    }

    private func isSent(_ selector: String, to object: Int) -> Bool {
        let reaches: (Int) -> Bool = { $0 == object || plan.objects[$0].forwardsTo == object }
        let isTimers = plan.timers.contains { timer in
            timer.callback.target.map { reaches($0.object) } ?? false && timer.callback.selector == selector
        }
        return isTimers
            || program.blocks.contains {
                $0.target >= 0 && reaches(Int($0.target)) && program.names[Int($0.selector)] == selector
            }
            || program.lists.joined().contains { instruction in
                guard case .message(.object(let receiver), let name, _) = instruction.op else { return false }
                return reaches(receiver) && program.names[Int(name)] == selector
            }
    }
}
