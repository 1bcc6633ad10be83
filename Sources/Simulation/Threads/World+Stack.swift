import Recording
import ScenarioModel
import ScenarioProgram

/// What a frame's turn came to.
enum Flow {
    /// The topmost frame goes on.
    case proceed
    /// The thread waits for an instant or a signal.
    case blocked
}

extension World {
    /// Runs a thread until it blocks, ends, or the run is over.
    mutating func execute(_ thread: ThreadID) {
        threads[thread].status = .running
        threads[thread].wait = nil
        threads[thread].wakeTime = kernel.now
        while kernel.budget.ending == nil, !threads[thread].frames.isEmpty {
            switch turn(of: thread) {
            case .proceed: continue
            case .blocked: return
            }
        }
    }

    private mutating func turn(of thread: ThreadID) -> Flow {
        let top = threads[thread].top
        switch threads[thread].frames[top] {
        case .steps(let frame): return runStep(frame, at: top, on: thread)
        case .repeating(let frame):
            repeatList(frame, at: top, on: thread)
            return .proceed
        case .run(let frame): return continueRun(frame, at: top, on: thread)
        case .activation(var activation): return advance(&activation, at: top, on: thread)
        case .batch(let start, let next, let end):
            nextCall(next, start: start, end: end, at: top, on: thread)
            return .proceed
        case .holds(let mark):
            threads[thread].pop()
            objects.releaseHolds(downTo: mark, on: &threads[thread])
            return .proceed
        case .heldBlocks(let blocks):
            threads[thread].pop()
            loops[threads[thread].loop].putBack(blocks)
            return .proceed
        case .mainDrain(let remaining, let poolMark):
            drainMainQueue(remaining: remaining, poolMark: poolMark, at: top, on: thread)
            return .proceed
        case .callout(let callout):
            if threads[thread].hasFunctionLocals(from: top) {
                objects.drop(threads[thread].takeFunctionLocals(from: top).map { .edge($0) }, on: &threads[thread])
                return .proceed
            }
            if callout.drainsPool, threads[thread].pool.count > callout.poolMark {
                objects.drainPool(downTo: callout.poolMark, on: &threads[thread])
                return .proceed
            }
            threads[thread].pop()
            end(callout, on: thread)
            return .proceed
        case .releases(let start, let next, let end):
            objects.nextRelease(next, start: start, end: end, at: top, on: &threads[thread], &kernel)
            return .proceed
        case .dealloc(let node, let phase):
            continueDealloc(node, phase: phase, at: top, on: thread)
            return .proceed
        case .queueWorker(let queue): return serve(queue: queue, on: thread)
        case .waitLoop(let slot, let phase): return continueWaitLoop(slot, phase: phase, at: top, on: thread)
        case .busy(let kind, let step, let owner):
            threads[thread].pop()
            record(kind == .work ? .workEnded : .sleepEnded, entity: owner, on: thread, value: Int64(step))
            return .proceed
        case .body: return leaveBody(of: thread)
        }
    }

    // MARK: Pushing

    mutating func pushSteps(
        _ list: ListID, owner: EntityID, timer: TimerID = .none, firing: Int64? = nil, on thread: ThreadID
    ) {
        threads[thread].pushSteps(
            StepsFrame(
                list: list, next: 0, owner: owner, timer: timer,
                firing: firing ?? (timer.exists ? timers[timer].fired : 0), turn: 0))
    }

    mutating func pushRun(_ frame: RunFrame, on thread: ThreadID) { threads[thread].push(.run(frame)) }

    // MARK: Steps

    private mutating func runStep(_ frame: StepsFrame, at top: Int, on thread: ThreadID) -> Flow {
        let index = Int(frame.next)
        guard index < program.lists[frame.list].count else {
            threads[thread].pop()
            return .proceed
        }
        let instruction = program.lists[frame.list][index]
        var next = frame
        next.next += 1
        threads[thread].replaceFrame(at: top, with: .steps(next))
        guard kernel.chargeBudget() else { return .blocked }
        guard !instruction.condition.exists || isMet(instruction.condition, in: frame, on: thread) else {
            return .proceed
        }
        let flow = execute(instruction, in: frame, on: thread)
        // End of the full expression: temporaries go before anything else.
        if !threads[thread].temporaries.isEmpty { objects.endStatement(on: &threads[thread]) }
        return flow
    }

    private mutating func repeatList(_ frame: RepeatFrame, at top: Int, on thread: ThreadID) {
        let context = StepsFrame(
            list: frame.list, next: 0, owner: frame.owner, timer: frame.timer, firing: frame.firing, turn: frame.turn)
        guard frame.turn < frame.count, !frame.until.exists || !isMet(frame.until, in: context, on: thread),
            kernel.chargeBudget()
        else {
            threads[thread].pop()
            return
        }
        var next = frame
        next.turn += 1
        threads[thread].replaceFrame(at: top, with: .repeating(next))
        threads[thread].push(.steps(context))
    }

    func isMet(_ condition: ConditionID, in frame: StepsFrame, on thread: ThreadID) -> Bool {
        holds(program.conditions[condition], in: frame, on: thread)
    }

    private func holds(_ condition: Condition, in frame: StepsFrame, on thread: ThreadID) -> Bool {
        func fired(_ timer: Int?) -> Int64? {
            guard let timer else { return frame.timer.exists ? timers[frame.timer].fired : nil }
            return program.instances(of: timer).reduce(0) { $0 + timers[named($1, in: frame)].fired }
        }
        return switch condition {
        case .fired(let timer, let comparison): fired(timer).map { comparison.holds(for: $0) } ?? false
        case .every(let timer, let count): fired(timer).map { $0 % count == 0 } ?? false
        case .since(let instant): kernel.time >= instant
        case .answered(let comparison): comparison.holds(for: threads[thread].answer)
        case .counted(let counter, let comparison): comparison.holds(for: kernel.counters[counter])
        case .cancelled(let part): isCancelled(part, in: frame)
        case .gone(let part): objects.isGone(part)
        case .valid(let timer): program.instances(of: timer).contains { timers[named($0, in: frame)].isValid }
        case .not(let opposite): !holds(opposite, in: frame, on: thread)
        }
    }

    // MARK: Batches

    private mutating func nextCall(_ next: Int, start: Int, end: Int, at top: Int, on thread: ThreadID) {
        guard next < end else {
            threads[thread].endBatch(of: end - start)
            return
        }
        let call = threads[thread].calls[next]
        threads[thread].replaceFrame(at: top, with: .batch(start: start, next: next + 1, end: end))
        guard kernel.chargeBudget() else { return }
        switch call.kind {
        case .timer(let timer): fireFromBatch(timer, call, on: thread)
        case .block(let block), .perform(let block): self.call(block, node: call.node, waiter: call.waiter, on: thread)
        case .observer(let observer, let activity): beginObserver(observer, activity, on: thread)
        case .source(let source): if !beginSource(source, on: thread) { threads[thread].skipCall(next) }
        }
    }

    /// Calls a block, and lets go of its node afterwards.
    mutating func call(
        _ block: BlockRef, node: NodeID, waiter: ThreadID = .none, queue: QueueID = .none, on thread: ThreadID
    ) {
        let plan = program.blocks[block.plan]
        beginCallout(
            entity: plan.entity, list: plan.list, step: plan.step, node: node, waiter: waiter, queue: queue,
            block: block, on: thread)
    }

    mutating func beginCallout(
        entity: EntityID, list: ListID, step: Int32 = -1, node: NodeID = .none, waiter: ThreadID = .none,
        queue: QueueID = .none, block: BlockRef = .none, on thread: ThreadID
    ) {
        record(
            .calloutBegan, entity: entity, on: thread, value: Int64(step),
            extra: BlockOrigin(timer: block.timer.index, firing: block.firing).rawValue)
        threads[thread].push(
            .callout(
                Callout(
                    kind: .other, entity: entity, waiter: waiter, queue: queue, node: node, began: kernel.now)))
        pushSteps(list, owner: entity, timer: block.timer, firing: block.firing, on: thread)
    }

    private mutating func end(_ callout: Callout, on thread: ThreadID) {
        if thread == kernel.app.leaver { kernel.app.hasLeft() }
        switch callout.kind {
        case .timer: endFiring(callout, on: thread)
        case .manualTimer: endManualFiring(callout, on: thread)
        case .dispatchSource(let source):
            endAwaited(callout, on: thread) { $0.tell(source, .handlerReturned, on: thread) }
        case .delayedTimer: endAwaited(callout, on: thread) { $0.endDelayed(callout.timer, on: thread) }
        case .displayLink(let link): endAwaited(callout, on: thread) { $0.tell(link, .returned, on: thread) }
        case .waitLoop(let loop): endAwaited(callout, on: thread) { $0.endRound(of: loop, callout.timer, on: thread) }
        case .task(let task): endAwaited(callout, on: thread) { $0.tell(task, .returned, on: thread) }
        case .restOfTask(let task):
            record(.calloutEnded, entity: callout.entity, on: thread)
            tell(task, .returned, on: thread)
        case .cancelHandler: record(.calloutEnded, entity: callout.entity, on: thread)
        case .observer(let index):
            members.observers[index].isFiring = false
            record(.calloutEnded, entity: callout.entity, on: thread)
        case .other:
            record(.calloutEnded, entity: callout.entity, on: thread)
            if callout.waiter.exists { wake(callout.waiter) }
            if callout.queue.exists {
                dispatch.queues[callout.queue].server = .none
                serveWaitingQueues()
            }
            if callout.node.exists { objects.drop(.hold(callout.node), on: &threads[thread]) }
        }
    }

    /// The callback of what has no run loop timer has returned: its mechanism goes on, and what it kept is let go of.
    private mutating func endAwaited(_ callout: Callout, on thread: ThreadID, _ goOn: (inout World) -> Void) {
        recordReturn(callout, on: thread)
        goOn(&self)
        objects.releaseHolds(downTo: callout.holdMark, on: &threads[thread])
    }
}
