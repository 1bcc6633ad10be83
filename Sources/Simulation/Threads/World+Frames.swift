import Recording
import ScenarioModel

/// What a frame's turn came to.
enum Flow {
    /// The topmost frame goes on.
    case proceed
    /// The thread waits for an instant or a signal.
    case blocked
}

extension World {
    /// Runs a thread until it blocks, ends, or the run is over.
    mutating func execute(_ thread: Int) {
        threads[thread].status = .running
        threads[thread].wakeTime = now
        while ending == nil, !threads[thread].frames.isEmpty {
            switch turn(of: thread) {
            case .proceed: continue
            case .blocked: return
            }
        }
    }

    private mutating func turn(of thread: Int) -> Flow {
        let top = threads[thread].frames.count - 1
        switch threads[thread].frames[top] {
        case .steps(let frame):
            return runStep(frame, at: top, on: thread)
        case .repeating(let frame):
            repeatList(frame, at: top, on: thread)
            return .proceed
        case .run(let frame):
            return continueRun(frame, at: top, on: thread)
        case .activation(var activation):
            return advance(&activation, at: top, on: thread)
        case .batch(let start, let next, let end):
            nextCall(next, start: start, end: end, at: top, on: thread)
            return .proceed
        case .holds(let mark):
            threads[thread].frames.removeLast()
            releaseHolds(of: thread, downTo: mark)
            return .proceed
        case .heldBlocks(let blocks):
            threads[thread].frames.removeLast()
            loops[Int(threads[thread].loop)].blocks.insert(contentsOf: blocks, at: 0)
            return .proceed
        case .mainDrain(let remaining, let poolMark):
            drainMainQueue(remaining: remaining, poolMark: poolMark, at: top, on: thread)
            return .proceed
        case .callout(let callout):
            if let last = threads[thread].functionLocals.last, last.frame >= top {
                endFunctionLocals(from: top, on: thread)
                return .proceed
            }
            if callout.drainsPool, threads[thread].pool.count > callout.poolMark {
                drainPool(of: thread, downTo: callout.poolMark)
                return .proceed
            }
            threads[thread].frames.removeLast()
            end(callout, on: thread)
            return .proceed
        case .releases(let start, let next, let end):
            nextRelease(next, start: start, end: end, at: top, on: thread)
            return .proceed
        case .dealloc(let node, let phase):
            continueDealloc(node, phase: phase, at: top, on: thread)
            return .proceed
        case .queueWorker(let queue):
            return serve(queue: Int(queue), on: thread)
        case .waitLoop(let slot, let phase):
            return continueWaitLoop(slot, phase: phase, at: top, on: thread)
        case .busy(let kind, let step, let owner):
            threads[thread].frames.removeLast()
            recorder.append(
                record(kind == .work ? .workEnded : .sleepEnded, entity: owner, on: thread, value: Int64(step)))
            return .proceed
        case .body:
            return leaveBody(of: thread)
        }
    }

    // MARK: Pushing

    mutating func pushSteps(
        _ list: Int32, owner: EntityID, timer: Int32 = -1, firing: Int64? = nil, turn: Int64 = 0, on thread: Int
    ) {
        guard list >= 0 else { return }
        threads[thread].frames.append(
            .steps(
                StepsFrame(
                    list: list, next: 0, owner: owner, timer: timer,
                    firing: firing ?? (timer >= 0 ? timers[Int(timer)].fired : 0), turn: turn)))
    }

    mutating func pushRun(_ frame: RunFrame, on thread: Int) { threads[thread].frames.append(.run(frame)) }

    /// Makes the calls in order, then goes on with what is on top now.
    mutating func pushBatch(_ calls: [Call], on thread: Int) {
        guard !calls.isEmpty else { return }
        let start = threads[thread].calls.count
        threads[thread].calls += calls
        threads[thread].frames.append(.batch(start: start, next: start, end: threads[thread].calls.count))
    }

    // MARK: Steps

    private mutating func runStep(_ frame: StepsFrame, at top: Int, on thread: Int) -> Flow {
        let index = Int(frame.next)
        guard index < program.lists[Int(frame.list)].count else {
            threads[thread].frames.removeLast()
            return .proceed
        }
        let instruction = program.lists[Int(frame.list)][index]
        var next = frame
        next.next += 1
        threads[thread].frames[top] = .steps(next)
        guard spend() else { return .blocked }
        guard instruction.condition < 0 || holds(Int(instruction.condition), in: frame) else { return .proceed }
        let flow = perform(instruction, in: frame, on: thread)
        // The statement is over: what it made and nobody took hold of goes before anything else.
        if !threads[thread].temporaries.isEmpty { endStatement(on: thread) }
        return flow
    }

    private mutating func repeatList(_ frame: RepeatFrame, at top: Int, on thread: Int) {
        let context = StepsFrame(
            list: frame.list, next: 0, owner: frame.owner, timer: frame.timer, firing: frame.firing, turn: frame.turn)
        guard frame.turn < frame.count, frame.until < 0 || !holds(Int(frame.until), in: context),
            spend()
        else {
            threads[thread].frames.removeLast()
            return
        }
        var next = frame
        next.turn += 1
        threads[thread].frames[top] = .repeating(next)
        threads[thread].frames.append(.steps(context))
    }

    func holds(_ condition: Int, in frame: StepsFrame) -> Bool {
        switch program.conditions[condition] {
        case .fired(let timer, let comparison):
            if timer < 0 { return frame.timer >= 0 && comparison.holds(for: frame.firing) }
            return comparison.holds(for: instances(of: Int(timer)).reduce(0) { $0 + timers[$1].fired })
        case .cancelled(let part): return isCancelled(part)
        case .gone(let part): return isGone(part)
        case .valid(let timer): return instances(of: Int(timer)).contains { timers[$0].isValid }
        case .not(let inner): return !holds(Int(inner), in: frame)
        }
    }

    // MARK: Batches

    private mutating func nextCall(_ next: Int, start: Int, end: Int, at top: Int, on thread: Int) {
        guard next < end else {
            threads[thread].frames.removeLast()
            threads[thread].calls.removeLast(end - start)
            return
        }
        let call = threads[thread].calls[next]
        threads[thread].frames[top] = .batch(start: start, next: next + 1, end: end)
        guard spend() else { return }
        begin(call, on: thread)
    }

    private mutating func begin(_ call: Call, on thread: Int) {
        switch call.kind {
        case .timer:
            fireFromBatch(call, on: thread)
        case .block:
            beginCallout(
                entity: call.entity, list: call.list, step: call.step, node: call.node, block: call.index, on: thread)
        case .perform:
            beginCallout(
                entity: call.entity, list: call.list, step: call.step, node: call.node, waiter: call.waiter,
                block: call.index, on: thread)
        case .observer:
            beginObserver(Int(call.index), on: thread)
        case .source:
            beginSource(call, on: thread)
        }
    }

    /// Calls out to somebody who is no timer.
    mutating func beginCallout(
        entity: EntityID, list: Int32, step: Int32, node: Int32, waiter: Int32 = -1, block: Int32 = -1,
        on thread: Int
    ) {
        recorder.append(record(.calloutBegan, entity: entity, on: thread, value: Int64(step)))
        threads[thread].frames.append(
            .callout(
                Callout(
                    kind: .other, entity: entity, waiter: waiter, node: node, began: now)))
        let subject = block >= 0 ? subject(ofBlock: block) : (timer: -1, firing: 0)
        pushSteps(list, owner: entity, timer: subject.timer, firing: subject.firing, on: thread)
    }

    private mutating func end(_ callout: Callout, on thread: Int) {
        switch callout.kind {
        case .timer: endFiring(callout, on: thread)
        case .timerByHand: endFiringByHand(callout, on: thread)
        case .dispatchSource(let source): endHandler(of: Int(source), callout, on: thread)
        case .cancelHandler: endCancelHandler(callout, on: thread)
        case .delayedTimer: endDelayed(callout, on: thread)
        case .displayLink(let link): endFrame(of: Int(link), callout, on: thread)
        case .waitLoop(let loop): endRound(of: Int(loop), callout, on: thread)
        case .task(let task): endJob(of: Int(task), callout, on: thread)
        case .observer(let index):
            observers[Int(index)].isFiring = false
            recorder.append(record(.calloutEnded, entity: callout.entity, on: thread))
        case .other:
            recorder.append(record(.calloutEnded, entity: callout.entity, on: thread))
            if callout.waiter >= 0 { wake(Int(callout.waiter)) }
            if callout.node >= 0 { drop(.hold(callout.node), on: thread) }
        }
    }
}
