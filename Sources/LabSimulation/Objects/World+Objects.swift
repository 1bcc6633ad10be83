import LabScenarioModel
import LabScenarioProgram

/// Making the parts of a scenario: at their thread's start in file order, or by a `create` step.
extension World {
    mutating func makeParts(of thread: ThreadID) {
        for part in plan.partsMade(atStartOf: thread.index) where !objects.links.inlineTemporaries.contains(part) {
            make(part, on: thread)
        }
        objects.endStatement(on: &threads[thread])
    }

    mutating func make(_ part: PartReference, step: Int32 = -1, on thread: ThreadID) {
        switch part {
        case .timer(let index):
            for instance in program.instances(of: index) { makeTimer(instance, step: step, on: thread) }
        case .object(let index):
            objects.makeObject(ObjectID(index), isAnother: step >= 0, on: &threads[thread], &kernel)
        case .observer(let index):
            let observer = ObserverID(index)
            add(observer: observer, modes: members.observers[observer].modes, loop: loop(of: thread), on: thread)
        case .source(let index):
            let source = SourceID(index)
            add(source: source, modes: program.sources[source].modes, loop: loop(of: thread), on: thread)
        case .thread, .queue, .event: break
        }
    }

    // MARK: Run loop timers

    mutating func makeRunLoopTimer(_ timer: TimerID, on thread: ThreadID) {
        let index = timers.details[timer].plan
        let made = firstDate(of: timer)
        let entity = timers[timer].entity
        if made.isIntervalRaised { remark(.intervalRaised, about: entity, on: thread) }
        timers[timer].due = made.due
        timers.details[timer].interval = made.interval
        timers[timer].interval = made.interval.map { $0.isWhole ? $0.numerator : -1 } ?? 0
        timers.details[timer].tolerance = made.tolerance
        if made.isToleranceCut { remark(.toleranceCut, about: entity, on: thread) }
        beginMaking(timer, on: thread)
        timers.setGrid(of: timer, due: timers[timer].due, &kernel)
        if plan.timers[index].creation == .scheduled {
            // `Timer.publish(on:)` names its run loop; a scheduled timer takes the present one.
            let home = isSubscription(timer) ? ThreadID(plan.timers[index].thread) : thread
            add(timer, modes: timers.details[timer].modes, loop: loop(of: home), on: thread)
        }
        attachOwners(to: timer, on: thread)
        let isBlock = objects.contexts[timer].selector < 0
        timers.details[timer].lastFired = 0
        if isBlock, !objects.contexts[timer].keepsContext, !program.timers[index].isFireDateLogged {
            timers[timer].mostWork = plan.device.mostWork(ofPlain: timers[timer].list, program)
        }
    }

    /// Interval, fire date and tolerance of a timer that is made now, by the rules of the creation APIs.
    @inline(__always) private func firstDate(of timer: TimerID) -> CreationRules.RunLoopTimer {
        let index = timers.details[timer].plan
        let copy = objects.contexts[timer].instance.index - program.instance(of: index).index
        return CreationRules.runLoopTimer(plan.timers[index], copy: copy, now: kernel.now)
    }

    /// The target of a thread, from its creation.
    mutating func retain(_ target: ObjectID, by thread: ThreadID) {
        objects.makeIfMissing(target, on: &threads[.main], &kernel)
        // The statement that makes the thread is over once the thread has retained its target.
        threads[thread].keepTemporarily(threads[.main].takeTemporaries())
        guard let node = objects.readable(target) else { return }
        objects.retain(node, from: threads[thread].node, label: Labels[.target], on: &threads[thread], &kernel)
    }

    /// Runs a timer's callback: a block, or the method of the object that answers the message to its target.
    mutating func beginCallback(of timer: TimerID, on thread: ThreadID) {
        let list = timers[timer].list
        guard objects.contexts[timer].selector >= 0 else {
            let subject = timers.details[timer].block
            return pushSteps(
                list, owner: timers[timer].entity, timer: subject.timer.exists ? subject.timer : timer,
                firing: subject.timer.exists ? subject.firing : nil, on: thread)
        }
        guard objects.contexts[timer].target.exists else {
            return remark(.messagedNil, about: timers[timer].entity, on: thread)
        }
        let body = StepsFrame(list: list, owner: timers[timer].entity, timer: timer, firing: timers[timer].fired)
        let isTargetGone = objects.deliver(
            objects.contexts[timer].selector, to: objects.contexts[timer].target, body: body, on: &threads[thread],
            &kernel)
        if isTargetGone { end(timer: timer, on: thread) }
    }

    // MARK: The end

    mutating func continueDealloc(_ node: NodeID, phase: DeallocPhase, on thread: ThreadID) {
        let entity = objects.graph.nodes[node].entity
        switch phase {
        case .begin:
            guard kernel.chargeBudget() else { return }
            let (source, step) = (source(of: node), threads[thread].currentStep(program))
            if source.exists, let reason = dispatch.sources[source].lastReleaseCrash {
                return crash(reason, about: entity, step: step, on: thread)
            }
            threads[thread].replaceTop(with: .dealloc(node: node, phase: .releaseReferences))
            objects.beginDeallocation(of: node, step: step, on: &threads[thread], &kernel)
            let index = objects.graph.nodes[node].index
            switch objects.graph.nodes[node].kind {
            case .object:
                let list = program.objects[ObjectID(raw: index)].dealloc
                threads[thread].pushSteps(StepsFrame(list: list, owner: entity, receiver: node))
            case .timer: endTimer(TimerID(raw: index), node: node, on: thread)
            case .root, .classObject, .thread, .block: break
            }
        case .releaseReferences:
            let source = source(of: node)
            if source.exists, dispatch.sources[source].deallocatesLater {
                threads[thread].pop()
                return notify(source, .deallocating, on: thread)
            }
            threads[thread].replaceTop(with: .dealloc(node: node, phase: .end))
            objects.drop(objects.graph.edges(from: node).map { .edge($0) }, on: &threads[thread])
        case .end:
            threads[thread].pop()
            objects.graph.endDeallocation(node)
            record(.deallocated, entity: entity, on: thread)
            if isNameless(node) { objects.graph.free(node) }
        }
    }

    /// Blocks and requests have no name that a step could use after their death, and there may be millions of them.
    private func isNameless(_ node: NodeID) -> Bool {
        switch objects.graph.nodes[node].kind {
        case .block: true
        case .timer: timers.details[TimerID(raw: objects.graph.nodes[node].index)].plan < 0
        case .root, .object, .classObject, .thread: false
        }
    }

    /// A timer that is deallocated while valid keeps its grid in the recording: its owner still expected those points.
    private mutating func endTimer(_ timer: TimerID, node: NodeID, on thread: ThreadID) {
        guard objects.contexts[timer].node == node else { return }
        if timers.details[timer].source.exists {
            // Its variable has another timer: nobody expects its points any more.
            if objects.latest[objects.contexts[timer].instance] != timer {
                record(.gridEnded, entity: timers[timer].entity, on: thread)
            }
            return notify(timers.details[timer].source, .released, on: thread)
        }
        // Another request may use the place of one that is gone.
        if timers.details[timer].plan < 0, !timers[timer].isFiring { mechanisms.freePerforms.append(timer) }
        guard timers[timer].isValid else { return }
        let isMadeNow =
            isSubscription(timer) && timers[timer].fired == 0 && timers[timer].due == firstDate(of: timer).due
        timers[timer].isValid = false
        disarm(timer)
        timers[timer].due = .max
        guard isSubscription(timer) else { return }
        // A timer without a variable is a mistake; a timer that ends with its owner is not.
        if !isMadeNow {
            record(.invalidated, entity: timers[timer].entity, on: thread, extra: -1)
            record(.gridEnded, entity: timers[timer].entity, on: thread)
        }
        leaveLoop(timer, on: thread)
    }
}
