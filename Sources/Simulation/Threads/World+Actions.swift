import ExactTime
import Recording
import ScenarioModel

/// The verbs that act on timers, run loops, threads and what comes later.
extension World {
    mutating func performOnTimer(_ op: Op, step: Int32, on thread: Int) {
        switch op {
        case .create(let part):
            make(part, on: thread)
        case .add(let part, let modes, let target):
            add(part, modes: modes, thread: target >= 0 ? Int(target) : thread, on: thread, step: step)
        case .invalidate(let part): invalidate(part, step: step, on: thread)
        case .fire(let timer):
            for instance in instances(of: Int(timer)).reversed() { fireByHand(instance, on: thread) }
        case .setFireDate(let timer, let date):
            for instance in instances(of: Int(timer)) { setFireDate(instance, to: date, on: thread) }
        case .cancel(.thread(let target)): cancel(thread: target, step: step, on: thread)
        case .suspend(let part), .resume(let part), .activate(let part), .cancel(let part):
            changeState(op, of: part, step: step, on: thread)
        case .pause(let timer):
            changeState(op, of: .timer(Int(timer)), step: step, on: thread)
        case .reschedule(let timer, let start, let interval, let leeway):
            for instance in instances(of: Int(timer)) where hasSource(instance) {
                reschedule(
                    source: Int(details[instance].slot), start: start, interval: interval, leeway: leeway, on: thread)
            }
        default: break
        }
    }

    private mutating func add(_ part: PartReference, modes: ModeSet, thread target: Int, on thread: Int, step: Int32) {
        let loop = loop(of: target)
        switch part {
        case .timer(let index):
            for instance in instances(of: index) {
                guard details[instance].node >= 0, graph.isReadableWeakly(details[instance].node) else {
                    remark(.messagedNil, about: timers[instance].entity, on: thread, step: step)
                    continue
                }
                if details[instance].kind == .displayLink {
                    add(link: instance, modes: modes, loop: loop, on: thread, step: step)
                } else {
                    add(instance, modes: modes, loop: loop, on: thread, step: step)
                }
            }
        case .source(let index): add(source: index, modes: modes, loop: loop, on: thread, step: step)
        case .observer(let index): add(observer: index, modes: modes, loop: loop, on: thread, step: step)
        case .object, .thread, .queue, .event: break
        }
    }

    private mutating func invalidate(_ part: PartReference, step: Int32, on thread: Int) {
        switch part {
        case .timer(let index):
            for instance in instances(of: index) { end(timer: instance, on: thread, step: step) }
        case .source(let index): invalidate(source: index, on: thread)
        case .observer(let index): invalidate(observer: index)
        case .object, .thread, .queue, .event: break
        }
    }

    private mutating func cancel(thread target: Int, step: Int32, on thread: Int) {
        guard !plan.threads[target].isDetached else {
            // Nobody has a reference to cancel it by.
            remark(.messagedNil, about: threads[target].entity, on: thread, step: step)
            return
        }
        threads[target].isCancelled = true
        recorder.append(record(.threadCancelled, entity: threads[target].entity, on: thread, extra: Int64(step)))
    }

    mutating func performOnLoop(_ op: Op, in frame: StepsFrame, step: Int32, on thread: Int) {
        switch op {
        case .run(let run): beginRun(run, step: step, on: thread)
        case .stopLoop(let target): stopLoop(of: target >= 0 ? Int(target) : thread, calledOn: thread, step: step)
        case .wakeLoop(let target): wakeLoop(of: target >= 0 ? Int(target) : thread)
        case .performBlock(let block, let modes, let target, let wakes):
            enqueue(
                block: instance(of: block, in: frame), modes: modes,
                target: target >= 0 ? Int(target) : thread, wakes: wakes, on: thread,
                step: step)
        case .dumpLoop(let target, let template):
            // Asking for the current run loop makes it; a look at another thread's does not.
            if target < 0 { _ = loop(of: thread) }
            dumpLoop(of: target >= 0 ? Int(target) : thread, template: template, on: thread)
        case .addCommonMode(let mode, let target):
            addCommonMode(mode, loop: loop(of: target >= 0 ? Int(target) : thread))
        case .signal(let source): receiveInput(source: Int(source))
        default: break
        }
    }

    /// A mode joins the common set and gets all common items (CFRunLoop.c: CFRunLoopAddCommonMode).
    private mutating func addCommonMode(_ mode: Int8, loop: Int) {
        guard !loops[loop].commonModes.contains(mode) else { return }
        loops[loop].commonModes.formUnion(ModeSet(mode: mode))
        let newMember = Int64(modeEntities[Int(mode)].index)
        let thread = Int(loops[loop].thread)
        for timer in timers.indices
        where timers[timer].loop == Int32(loop) && details[timer].modes.isCommon && !details[timer].modes.contains(mode)
        {
            recorder.append(record(.added, entity: timers[timer].entity, on: thread, value: newMember))
            move(timer, to: details[timer].modes.resolved(common: loops[loop].commonModes), loop: loop)
        }
        for source in loops[loop].sources.map({ sources[Int($0)] })
        where source.modes.isCommon && !source.modes.contains(mode) {
            recorder.append(record(.added, entity: source.entity, on: thread, value: newMember))
        }
        pokeSleeper(loop: loop)
    }

    // MARK: Later

    mutating func performLater(_ op: Op, in frame: StepsFrame, step: Int32, on thread: Int) -> Flow {
        switch op {
        case .performAfter(let request):
            performAfter(Int(request), in: frame, on: thread)
        case .cancelPerform(let target, let selector):
            cancelPerforms(target: target, selector: selector, step: step, on: thread)
        case .performOnThread(let block, let modes, let target, let waits):
            return performOnThread(
                instance(of: block, in: frame), modes: modes, target: Int(target), waits: waits, step: step, on: thread)
        case .performDirectly(let made):
            let block = instance(of: made, in: frame)
            let plan = blockPlan(block)
            let node = makeBlock(block, on: thread)
            beginCallout(
                entity: EntityID(Int(plan.entity)), list: plan.list, step: plan.step, node: node, block: block,
                on: thread)
        case .async(let queue, let made):
            let block = instance(of: made, in: frame)
            let node = makeBlock(block, on: thread)
            enqueue(.block(block, node: node, isDelayed: false), on: Int(queue))
        case .asyncAfter(let delay, let queue, let clock, let block):
            after(
                delay, block: instance(of: block, in: frame), queue: Int(queue), clock: clock, on: thread)
        default:
            break
        }
        return .proceed
    }

    /// A source0 of the other thread's loop; a direct call when it is this very thread and is waited for.
    private mutating func performOnThread(
        _ block: Int32, modes: ModeSet, target: Int, waits: Bool, step: Int32, on thread: Int
    ) -> Flow {
        guard threads[target].status != .ended else {
            remark(.performedOnEndedThread, about: threads[target].entity, on: thread, step: step)
            return .proceed
        }
        let node = makeBlock(block, on: thread)
        if waits, target == thread {
            let plan = blockPlan(block)
            beginCallout(
                entity: EntityID(Int(plan.entity)), list: plan.list, step: plan.step, node: node, block: block,
                on: thread)
            return .proceed
        }
        let loop = loop(of: target)
        loops[loop].performs.append(
            LoopState.PendingPerform(modes: modes, block: block, node: node, waiter: waits ? Int32(thread) : -1))
        wakeLoop(of: target)
        guard waits else { return .proceed }
        self.block(thread, until: .max, as: .busy)
        return .blocked
    }

    // MARK: Threads

    /// A thread that another one starts begins at this instant.
    func isUnborn(_ thread: Int) -> Bool { threads[thread].status == .unborn }

    mutating func startLater(_ thread: Int) {
        guard isUnborn(thread) else { return }
        queue.push(.startThread(Int32(thread)), at: now, priority: .thread)
    }

    /// `[NSThread exit]`: the frames are left as they are, and what they hold is never let go: "it does not give your thread a
    /// chance to clean up any resources it allocated during its execution" (NSThread documentation: exit; measured).
    mutating func exitThread(_ thread: Int) {
        for frame in threads[thread].frames {
            if case .callout(let callout) = frame, callout.waiter >= 0 { wake(Int(callout.waiter)) }
        }
        threads[thread].frames = [.body]
        threads[thread].mainDrains = 0
        threads[thread].calls.removeAll()
        threads[thread].releases.removeAll()
        threads[thread].holds.removeAll()
        threads[thread].hasExited = true
        if threads[thread].loop >= 0 {
            loops[Int(threads[thread].loop)].modeStack.removeAll()
            loops[Int(threads[thread].loop)].limits.removeAll()
            loops[Int(threads[thread].loop)].stopFlags.removeAll()
            loops[Int(threads[thread].loop)].activationFrames.removeAll()
            loops[Int(threads[thread].loop)].isWaiting = false
            loops[Int(threads[thread].loop)].isWakePending = false
        }
    }

    /// What a thread lets go of at its end: its locals unless it was told to exit, what its pools hold, its target.
    private mutating func takeReferences(of thread: Int) -> [Reference] {
        let edges = graph.edges(from: threads[thread].node)
        let isTarget = { [graph, labels] (edge: Int32) in graph.edges[Int(edge)].label == labels.target }
        let pooled = Set(threads[thread].pool)
        var references: [Reference] = []
        if !threads[thread].hasExited {
            references += edges.reversed().filter { !pooled.contains($0) && !isTarget($0) }.map { .edge($0) }
        }
        references += threads[thread].pool.reversed().map { .edge($0) }
        references += edges.filter { isTarget($0) }.map { .edge($0) }
        threads[thread].pool.removeAll()
        threads[thread].functionLocals.removeAll()
        return references
    }

    /// The body is done: pools, locals and the target go, the run loop with its timers is destroyed.
    mutating func leaveBody(of thread: Int) -> Flow {
        let references = takeReferences(of: thread)
        if !references.isEmpty {
            drop(references, on: thread)
            return .proceed
        }
        if detachLoop(of: thread) { return .proceed }
        endThread(thread)
        return .blocked
    }

    /// Timers of a destroyed loop stay valid and never fire (CFRunLoop.c: __CFFinalizeRunLoop), and what waits in it is
    /// never done; true if anything was let go.
    private mutating func detachLoop(of thread: Int) -> Bool {
        let loop = Int(threads[thread].loop)
        guard loop >= 0 else { return false }
        threads[thread].loop = -1
        var references = detachLinks(of: loop)
        for timer in timers.indices where timers[timer].loop == Int32(loop) {
            disarm(timer)
            timers[timer].loop = -1
            timers[timer].group = -1
            if details[timer].loopEdge >= 0 { references.append(.edge(details[timer].loopEdge)) }
            details[timer].loopEdge = -1
        }
        for source in loops[loop].sources { sources[Int(source)].loop = -1 }
        for observer in loops[loop].observers { observers[Int(observer)].loop = -1 }
        for request in loops[loop].performs where request.waiter >= 0 {
            remark(.performedOnEndedThread, about: threads[thread].entity, on: Int(request.waiter))
            wake(Int(request.waiter))
        }
        references += (loops[loop].blocks.map(\.node) + loops[loop].performs.map(\.node))
            .filter { $0 >= 0 }.map { .hold($0) }
        loops[loop].sources.removeAll()
        loops[loop].observers.removeAll()
        loops[loop].blocks.removeAll()
        loops[loop].performs.removeAll()
        drop(references, on: thread)
        return !references.isEmpty
    }
}
