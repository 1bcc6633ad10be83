import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// Making the parts of a scenario: at their thread's start in file order, or by a `create` step.
extension World {
    mutating func makeParts(of thread: ThreadID) {
        for part in plan.partsMade(atStartOf: thread.index) where !isInlineTemporary(part) { make(part, on: thread) }
        endStatement(on: thread)
    }

    private func isInlineTemporary(_ part: PartReference) -> Bool {
        if case .object(let object) = part { objects.links.inlineTemporaries.contains(object) } else { false }
    }

    mutating func make(_ part: PartReference, on thread: ThreadID) {
        switch part {
        case .timer(let index):
            for instance in program.instances(of: index) { makeTimer(instance, on: thread) }
        case .object(let index):
            makeObject(ObjectID(index), on: thread)
        case .observer(let index):
            let observer = ObserverID(index)
            add(observer: observer, modes: members.observers[observer].modes, loop: loop(of: thread), on: thread)
        case .source(let index):
            let source = SourceID(index)
            add(source: source, modes: program.sources[source].modes, loop: loop(of: thread), on: thread)
        case .thread, .queue, .event:
            break
        }
    }

    // MARK: Timers

    private mutating func makeTimer(_ timer: TimerID, on thread: ThreadID) {
        let index = timers.details[timer].plan
        guard !timers.details[timer].node.exists || !timers[timer].isValid else { return }
        switch plan.timers[index].kind {
        case .nstimer: makeRunLoopTimer(timer, index: index, on: thread)
        case .gcd: makeDispatchSource(timer, index: index, on: thread)
        case .displayLink: makeDisplayLink(timer, index: index, on: thread)
        case .perform: makePerform(timer, index: index, on: thread)
        case .combine: makeRunLoopTimer(timer, index: index, on: thread)
        case .after: makeDelayedTimer(timer, index: index, on: thread)
        case .taskSleep, .asyncTimer: makeTask(timer, index: index, on: thread)
        case .machWait, .threadSleep: makeWaitLoop(timer, index: index, on: thread)
        }
    }

    /// Ends a timer in the way of its mechanism: it is invalidated or cancelled.
    mutating func end(timer: TimerID, on thread: ThreadID, step: Int32 = -1) {
        guard timers.details[timer].node.exists else { return }
        switch timers.details[timer].kind {
        case .nstimer, .combine, .perform: invalidate(timer, on: thread, step: step)
        case .displayLink: invalidate(link: timer, on: thread, step: step)
        case .gcd: cancel(source: timers.details[timer].source, on: thread)
        case .taskSleep, .asyncTimer: cancel(task: timers.details[timer].task, on: thread)
        case .after, .machWait, .threadSleep: cancel(delayed: timer, on: thread)
        }
    }

    private mutating func makeRunLoopTimer(_ timer: TimerID, index: Int, on thread: ThreadID) {
        prepare(timer, index: index, on: thread)
        makeContext(of: timer, callback: plan.timers[index].callback, on: thread)
        setGrid(timer, due: timers[timer].due)
        if plan.timers[index].creation == .scheduled {
            add(timer, modes: timers.details[timer].modes, loop: loop(of: thread), on: thread)
        }
        attachOwners(.timer(index), node: timers.details[timer].node, holders: plan.timers[index].heldBy, on: thread)
        let isBlock = timers.details[timer].selector < 0
        timers.details[timer].lastFired = 0
        timers[timer].isTrivial =
            isBlock && !timers.details[timer].keepsContext && isTrivial(list: timers[timer].list)
            && !program.timers[index].isFireDateLogged
    }

    /// Whether a callback takes no time, touches no object and needs no frame.
    private func isTrivial(list: ListID) -> Bool {
        !list.exists || (!program.plainLogs[list].isEmpty && plan.device.logCost == 0)
    }

    /// Interval, fire date and tolerance by the rules of the creation APIs.
    private mutating func prepare(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let copy = timer.index - program.instance(of: index).index
        let made = CreationRules.runLoopTimer(plan.timers[index], copy: copy, now: kernel.now)
        let entity = timers[timer].entity
        if made.isIntervalRaised { remark(.intervalRaised, about: entity, on: thread) }
        timers[timer].due = made.due
        timers.details[timer].interval = made.interval
        timers[timer].interval = wholeInterval(made.interval)
        timers[timer].isValid = true
        timers.details[timer].tolerance = made.tolerance
        if made.isToleranceCut { remark(.toleranceCut, about: entity, on: thread) }
        timers.details[timer].node = objects.graph.add(.timer, index: timer.raw, entity: entity)
        record(.created, entity: entity, on: thread)
    }

    /// An interval as the hot path wants it: 0 for a one-shot, -1 for an exact fraction.
    func wholeInterval(_ interval: Rational?) -> Int64 {
        guard let interval else { return 0 }
        return interval.isWhole ? interval.numerator : -1
    }

    // MARK: Contexts

    /// Target, userInfo and captures: retained by the timer until it is invalidated.
    mutating func makeContext(of timer: TimerID, callback: CallbackPlan, on thread: ThreadID) {
        let node = timers.details[timer].node
        timers.details[timer].keepsContext = false
        if let target = callback.target { makeTarget(of: timer, target, selector: callback.selector, on: thread) }
        makeUserInfo(of: timer, callback.userInfo, on: thread)
        retainCaptures(callback.captures, from: node, on: thread)
        timers.details[timer].keepsContext = !objects.graph.edges(from: node).isEmpty
    }

    private mutating func makeTarget(of timer: TimerID, _ target: TargetPlan, selector: String, on thread: ThreadID) {
        makeIfMissing(ObjectID(target.object), on: thread)
        timers.details[timer].selector = kernel.recorder.text(selector)
        timers.details[timer].target = .none
        // A __weak variable reads nil while its object is being deallocated; self does not.
        let object = objects.states[ObjectID(target.object)].node
        guard object.exists, !objects.graph.nodes[object].isDead || target.isUnretained,
            !target.passedWeakly || objects.graph.isReadableWeakly(object)
        else { return }
        timers.details[timer].target = object
        if !target.isUnretained {
            retain(object, from: timers.details[timer].node, label: objects.labels.target, on: thread)
        }
        guard target.passedWeakly else { return }
        record(
            .weakTargetRetained, entity: timers[timer].entity, on: thread,
            value: Int64(objects.states[ObjectID(target.object)].entity.index))
    }

    /// Several objects are the elements of an array, which cannot take nil.
    private mutating func makeUserInfo(of timer: TimerID, _ userInfo: [Int], on thread: ThreadID) {
        for (place, object) in userInfo.enumerated() {
            makeIfMissing(ObjectID(object), on: thread)
            if let node = objects.readable(ObjectID(object)) {
                retain(node, from: timers.details[timer].node, label: objects.labels.userInfo, on: thread)
            } else if userInfo.count > 1 {
                raise(
                    "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from "
                        + "objects[\(place)]", step: -1, on: thread)
            }
        }
    }

    /// A block with its captures; none when it captures nothing.
    mutating func makeBlock(_ block: BlockRef, on thread: ThreadID) -> NodeID {
        let plan = program.blocks[block.plan]
        let receiver = plan.target.exists ? objects.states[plan.target].node : .none
        guard receiver.exists || plan.captures.contains(where: { !$0.isWeak }) else {
            for capture in plan.captures {
                let captured = self.node(of: capture.part)
                guard !captured.exists || canReferWeakly(to: captured, step: plan.step, on: thread) else { break }
            }
            return .none
        }
        let node = objects.graph.add(.block, index: block.plan.raw, entity: plan.entity)
        objects.graph.hold(node)
        if receiver.exists, !objects.graph.nodes[receiver].isDead {
            retain(receiver, from: node, label: objects.labels.receiver, on: thread)
        }
        retainCaptures(plan.captures, from: node, step: plan.step, on: thread)
        return node
    }

    /// Weak captures retain nothing, but forming one needs a live object.
    private mutating func retainCaptures(
        _ captures: [CapturePlan], from node: NodeID, step: Int32 = -1, on thread: ThreadID
    ) {
        for capture in captures {
            if case .object(let object) = capture.part { makeIfMissing(ObjectID(object), on: thread) }
            let captured = self.node(of: capture.part)
            guard captured.exists, !objects.graph.nodes[captured].isDead else { continue }
            if capture.isWeak {
                guard canReferWeakly(to: captured, step: step, on: thread) else { return }
                recordWeak(.weaklyReferred, node: captured, in: objects.labels.capture, of: node, on: thread)
            } else {
                retain(captured, from: node, label: objects.labels.capture, on: thread)
            }
        }
    }
}
