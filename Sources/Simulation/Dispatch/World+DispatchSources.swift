import Recording
import ScenarioModel
import ScenarioProgram

/// Dispatch timer sources: what each of them wants done.
extension World {
    mutating func makeDispatchSource(_ timer: TimerID, on thread: ThreadID) {
        let planned = planned(timer)
        let source = dispatch.sources.nextID
        timers.details[timer].slot = .source(source)
        beginMaking(timer, on: thread)
        let deadline = dispatch.deadlines.make(
            for: .source(source), entity: timers[timer].entity, clock: planned.clock, isStrict: planned.isStrict)
        dispatch.sources.append(
            DispatchSource(timer: timer, deadline: deadline, queue: QueueID(planned.queue ?? 0), clock: planned.clock))
        let delay = CreationRules.nanoseconds(planned.delay ?? timers.details[timer].interval)
        tell(
            source,
            .configured(
                start: kernel.clock.reading(of: planned.clock).adding(saturating: delay),
                interval: planned.repeats ? timers.details[timer].interval : nil, leeway: planned.tolerance),
            on: thread)
        if planned.startsActive {
            tell(source, .activated, on: thread)
        } else {
            record(.suspended, entity: timers[timer].entity, on: thread, extra: -1)
        }
        let locals = objects.functionLocals(planned.heldBy, on: threads[thread])
        objects.attachOwners(
            .timer(timers.details[timer].plan), node: objects.contexts[timer].node, holders: locals.holders,
            on: &threads[thread], &kernel)
        if locals.endWithCallout { objects.endWithCallout(objects.contexts[timer].node, on: &threads[thread]) }
    }

    mutating func tell(_ source: DispatchSourceID, _ event: DispatchSource.Event, step: Int32 = -1, on thread: ThreadID)
    {
        var actions: [DispatchSource.Action] = []
        swap(&actions, &dispatch.actions)
        dispatch.sources[source].handle(event, kernel.clock, &actions)
        for action in actions where kernel.budget.ending == nil { perform(action, of: source, step: step, on: thread) }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &dispatch.actions)
    }

    private mutating func perform(
        _ action: DispatchSource.Action, of source: DispatchSourceID, step: Int32, on thread: ThreadID
    ) {
        let timer = dispatch.sources[source].timer
        let deadline = dispatch.sources[source].deadline
        let (entity, node) = (timers[timer].entity, objects.contexts[timer].node)
        switch action {
        case .report(let kind): record(kind, entity: entity, on: thread, extra: kind == .suspended ? Int64(step) : 0)
        case .comment(let found): remark(found, about: entity, on: thread)
        case .setGrid(let due, let interval): kernel.recordGrid(of: entity, due: due, interval: interval)
        case .endGrid: record(.gridEnded, entity: entity, on: .none)
        case .arm(let target, let leeway):
            timers[timer].due = kernel.clock.uptime(of: target, on: dispatch.sources[source].clock)
            arm(deadline, target: target, leeway: leeway)
        case .disarm: request(dispatch.deadlines.disarm(deadline, kernel.clock))
        case .invalidate: timers[timer].isValid = false
        case .freeDeadline: request(dispatch.deadlines.free(deadline, kernel.clock))
        case .queue(let item): enqueue(.source(source, item), on: dispatch.sources[source].queue)
        case .retainSelf: objects.graph.hold(node)
        case .releaseSelf: objects.drop(.hold(node), on: &threads[thread])
        case .fire(let due, let data): _ = countFiring(of: timer, due: due, data: data, on: thread)
        case .callHandler: pushCallout(.awaited, timer: timer, on: thread)
        case .callCancelHandler:
            let list = program.timers[timers.details[timer].plan].cancel
            if list.exists { begin(Callout(entity: entity, timer: timer), list, on: thread) }
        case .releaseHandlers:
            objects.contexts[timer].keepsContext = false
            objects.drop(objects.graph.edges(from: node).map { .edge($0) }, on: &threads[thread])
        case .dealloc: threads[thread].push(.dealloc(node: node, phase: .releaseReferences))
        case .fault(let reason): crash(reason, about: entity, step: step, on: thread)
        }
    }

    func source(of node: NodeID) -> DispatchSourceID {
        let timer = TimerID(raw: objects.graph.nodes[node].index)
        guard objects.graph.nodes[node].kind == .timer, objects.contexts[timer].node == node else { return .none }
        return timers.details[timer].source
    }
}
