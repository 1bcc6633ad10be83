import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The outcome of a frame's turn.
enum Flow {
    /// The topmost frame continues.
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
        // Alone, since a frame of steps, the usual one, is a fraction of the largest.
        if case .steps(let frame) = threads[thread].frames[top] { return runStep(frame, on: thread) }
        switch threads[thread].frames[top] {
        case .steps: break
        case .repeating(let turn, let count, let until): repeatSteps(turn, count: count, until: until, on: thread)
        case .run(let frame): return continueRun(frame, on: thread)
        case .activation(var activation): return advance(&activation, on: thread)
        case .batch(let remaining, let isLastMade): nextCall(of: remaining, isLastMade: isLastMade, on: thread)
        case .holds(let mark):
            threads[thread].pop()
            objects.releaseHolds(downTo: mark, on: &threads[thread])
        case .heldBlocks: loops[threads[thread].loop].putBack(threads[thread].takeHeldBlocks())
        case .mainDrain(let remaining, let poolMark):
            drainMainQueue(remaining: remaining, poolMark: poolMark, on: thread)
        case .callout(let callout):
            if threads[thread].hasFunctionLocals(from: top) {
                objects.drop(threads[thread].takeFunctionLocals(from: top).map { .edge($0) }, on: &threads[thread])
            } else if callout.kind == .timer, threads[thread].pool.count > callout.poolMark {
                objects.drainPool(downTo: callout.poolMark, on: &threads[thread])
            } else {
                threads[thread].pop()
                end(callout, on: thread)
            }
        case .releases(let remaining): objects.nextRelease(of: remaining, on: &threads[thread], &kernel)
        case .dealloc(let node, let phase): continueDealloc(node, phase: phase, on: thread)
        case .queueWorker(let queue): return serve(queue: queue, on: thread)
        case .waitLoop(let slot, let isWaiting): return continueWaitLoop(slot, isWaiting: isWaiting, on: thread)
        case .host(let call):
            hostTurn = call
            return .blocked
        case .busy(let isWork, let step, let owner):
            threads[thread].pop()
            record(isWork ? .workEnded : .sleepEnded, entity: owner, on: thread, value: Int64(step))
        case .body: return leaveBody(of: thread)
        }
        return .proceed
    }

    mutating func pushSteps(
        _ list: ListID, owner: EntityID, timer: TimerID = .none, firing: Int64? = nil, on thread: ThreadID
    ) {
        threads[thread].pushSteps(
            StepsFrame(
                list: list, owner: owner, timer: timer, firing: firing ?? (timer.exists ? timers[timer].fired : 0)))
    }

    // MARK: Steps

    private mutating func runStep(_ frame: StepsFrame, on thread: ThreadID) -> Flow {
        let index = Int(frame.next)
        let list = program.lists[frame.list]
        guard index < list.count else {
            threads[thread].pop()
            return .proceed
        }
        let instruction = list[index]
        var next = frame
        next.next += 1
        threads[thread].replaceTop(with: .steps(next))
        guard kernel.chargeBudget() else { return .blocked }
        guard !instruction.condition.exists || holdsNow(instruction.condition, in: frame, on: thread) else {
            return .proceed
        }
        let flow = execute(instruction, in: frame, on: thread)
        // End of the full expression: temporaries are released before anything else.
        if !threads[thread].temporaries.isEmpty { objects.endStatement(on: &threads[thread]) }
        return flow
    }

    private mutating func repeatSteps(_ turn: StepsFrame, count: Int64, until: ConditionID, on thread: ThreadID) {
        guard turn.turn < count, !until.exists || !holdsNow(until, in: turn, on: thread), kernel.chargeBudget() else {
            return threads[thread].pop()
        }
        var next = turn
        next.turn += 1
        threads[thread].replaceTop(with: .repeating(next, count: count, until: until))
        threads[thread].push(.steps(turn))
    }

    /// True if a condition holds, or there is none.
    @inline(__always) func isMet(_ condition: ConditionID, in frame: StepsFrame, on thread: ThreadID) -> Bool {
        !condition.exists || holds(program.conditions[condition], in: frame, on: thread)
    }

    /// A condition's answer in the middle of a change. A call that cannot change the world would get a copy of it, made
    /// before it is known whether there is a condition.
    @inline(never) private mutating func holdsNow(
        _ condition: ConditionID, in frame: StepsFrame, on thread: ThreadID
    ) -> Bool {
        holds(program.conditions[condition], in: frame, on: thread)
    }

    private func holds(_ condition: Condition, in frame: StepsFrame, on thread: ThreadID) -> Bool {
        func fired(_ timer: Int?) -> Int64? {
            guard let timer else { return frame.timer.exists ? timers[frame.timer].fired : nil }
            return program.instances(of: timer).reduce(0) { $0 + (state(of: $1, in: frame)?.fired ?? 0) }
        }
        return switch condition {
        case .fired(let timer, let comparison): fired(timer).map { comparison.holds(for: $0) } ?? false
        case .every(let timer, let count): fired(timer).map { $0 % count == 0 } ?? false
        case .since(let instant): kernel.time >= instant
        case .answered(let comparison): comparison.holds(for: threads[thread].answer)
        case .counted(let counter, let comparison): comparison.holds(for: kernel.counters[counter])
        case .cancelled(.thread(let thread)): threads[ThreadID(thread)].isCancelled
        case .cancelled(.timer(let timer)):
            program.instances(of: timer).allSatisfy { state(of: $0, in: frame)?.isValid != true }
        case .cancelled: false
        case .gone(let part): objects.isGone(part, in: frame)
        case .valid(let timer): program.instances(of: timer).contains { state(of: $0, in: frame)?.isValid == true }
        case .not(let opposite): !holds(opposite, in: frame, on: thread)
        }
    }

    // MARK: Batches

    private mutating func nextCall(of remaining: Int, isLastMade: Bool, on thread: ThreadID) {
        guard remaining > 0 else { return threads[thread].endBatch(isLastMade: isLastMade) }
        let call = threads[thread].takeCall()
        // The source0 before may have invalidated this one.
        let isMade = if case .source(let source) = call { members.sources[source].isSignalled } else { true }
        threads[thread].replaceTop(with: .batch(remaining: remaining - 1, isLastMade: isMade))
        guard kernel.chargeBudget(), isMade else { return }
        switch call {
        case .timer(let timer, let node, let sequence): fireFromBatch(timer, node: node, sequence: sequence, on: thread)
        case .block(let block, let node, let waiter): self.call(block, node: node, waiter: waiter, on: thread)
        case .observer(let observer, let activity): beginObserver(observer, activity, on: thread)
        case .source(let source): beginSource(source, on: thread)
        }
    }

    mutating func call(
        _ block: BlockRef, node: NodeID, waiter: ThreadID = .none, queue: QueueID = .none, on thread: ThreadID
    ) {
        let plan = program.blocks[block.plan]
        begin(
            Callout(entity: plan.entity, timer: block.timer, waiter: waiter, queue: queue, node: node), plan.list,
            step: plan.step,
            origin: BlockOrigin(
                timer: block.firing > 0 ? timers[block.timer].entity : .none, firing: block.firing),
            firing: block.firing, on: thread)
    }

    /// Calls steps that are not a timer's callback.
    mutating func begin(
        _ callout: Callout, _ list: ListID, step: Int32 = -1, origin: BlockOrigin? = nil, firing: Int64? = nil,
        on thread: ThreadID
    ) {
        record(.calloutBegan, entity: callout.entity, on: thread, value: Int64(step), extra: origin?.rawValue ?? 0)
        threads[thread].push(.callout(callout))
        pushSteps(list, owner: callout.entity, timer: callout.timer, firing: firing, on: thread)
    }

    private mutating func end(_ callout: Callout, on thread: ThreadID) {
        if thread == kernel.app.leaver { kernel.app.hasLeft() }
        switch callout.kind {
        case .timer: endFiring(callout, on: thread)
        case .manualTimer: endManualFiring(callout, on: thread)
        case .awaited:
            recordReturn(callout, on: thread)
            goOn(callout.timer, on: thread)
            objects.releaseHolds(downTo: callout.holdMark, on: &threads[thread])
        case .restOfTask:
            record(.calloutEnded, entity: callout.entity, on: thread)
            goOn(callout.timer, on: thread)
        case .observer(let index):
            members.observers[index].isFiring = false
            record(.calloutEnded, entity: callout.entity, on: thread)
        case .other:
            record(.calloutEnded, entity: callout.entity, on: thread)
            if callout.waiter.exists { wake(callout.waiter) }
            if callout.queue.exists {
                dispatch.queues[callout.queue].server = .none
                dispatch.awaitServer(of: callout.queue)
                serveWaitingQueues()
            }
            if callout.node.exists { objects.drop(.hold(callout.node), on: &threads[thread]) }
        }
    }
}
