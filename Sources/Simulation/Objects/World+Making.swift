import ExactTime
import Recording
import ScenarioModel

/// Making the parts of a scenario: at their thread's start in file order, or by a `create` step.
extension World {
    mutating func makeParts(of thread: Int) {
        for part in plan.creationOrder where home(of: part) == thread && !isMadeByStep(part) {
            make(part, on: thread)
        }
    }

    private func home(of part: PartReference) -> Int? {
        switch part {
        case .timer(let index): plan.timers[index].thread
        case .object(let index): plan.objects[index].thread
        case .observer(let index): plan.observers[index].thread
        case .source(let index): plan.sources[index].thread
        case .thread, .queue, .event: nil
        }
    }

    private func isMadeByStep(_ part: PartReference) -> Bool {
        switch part {
        case .timer(let index): plan.timers[index].isMadeByStep
        case .object(let index): plan.objects[index].isMadeByStep
        case .observer(let index): plan.observers[index].isMadeByStep
        case .source(let index): plan.sources[index].isMadeByStep
        case .thread, .queue, .event: false
        }
    }

    mutating func make(_ part: PartReference, on thread: Int) {
        switch part {
        case .timer(let index):
            for instance in instances(of: index) { makeTimer(instance, on: thread) }
        case .object(let index):
            makeObject(index, on: thread)
        case .observer(let index):
            add(observer: index, modes: observers[index].modes, loop: loop(of: thread), on: thread)
        case .source(let index):
            add(source: index, modes: sources[index].modes, loop: loop(of: thread), on: thread)
        case .thread, .queue, .event:
            break
        }
    }

    // MARK: Objects

    private mutating func makeObject(_ index: Int, on thread: Int) {
        guard objects[index].node < 0 || graph.nodes[Int(objects[index].node)].isDead else { return }
        let object = plan.objects[index]
        let entity = objects[index].entity
        let node = graph.add(.object, index: Int32(index), entity: entity.index)
        objects[index].node = node
        recorder.append(record(.created, entity: entity, on: thread))
        hold(node, by: object.heldBy.isEmpty ? [.local] : object.heldBy, on: thread)
        for property in object.strong { connect(property, of: node, on: thread) }
        connectProperties(referringTo: .object(index), node: node, on: thread)
    }

    private mutating func connect(_ property: PropertyPlan, of owner: Int32, on thread: Int) {
        let node = node(of: property.part)
        guard node >= 0, graph.isReadableWeakly(node) else { return }
        retain(node, from: owner, label: recorder.text(property.name), on: thread)
    }

    /// Objects that were made before take up a new part as their property, and as what holds it.
    mutating func connectProperties(referringTo part: PartReference, node: Int32, on thread: Int) {
        for (index, object) in plan.objects.enumerated() where !object.strong.isEmpty {
            let owner = objects[index].node
            guard owner >= 0, owner != node, graph.isReadableWeakly(owner) else { continue }
            for property in object.strong where property.part == part {
                retain(node, from: owner, label: recorder.text(property.name), on: thread)
            }
        }
    }

    /// Gives a new node its owners.
    mutating func hold(_ node: Int32, by holders: [Holder], on thread: Int) {
        for holder in holders {
            switch holder {
            case .navigation:
                retain(node, from: navigationNode, label: labels.navigation, on: thread)
            case .staticVariable:
                retain(node, from: staticsNode, label: labels.staticVariable, on: thread)
            case .local:
                retain(node, from: threads[thread].node, label: labels.local, on: thread)
            case .autoreleasePool:
                let edge = retain(node, from: threads[thread].node, label: labels.pool, on: thread)
                threads[thread].pool.append(edge)
            case .part(let part):
                let owner = self.node(of: part)
                if owner >= 0 { retain(node, from: owner, label: labels.local, on: thread) }
            }
        }
    }

    mutating func retainThread(_ thread: Int, target: Int?) {
        guard let target, objects[target].node >= 0 else { return }
        retain(objects[target].node, from: threads[thread].node, label: labels.target, on: thread)
    }

    /// A block with its captures; -1 when it captures nothing.
    mutating func makeBlock(_ block: Int32, on thread: Int) -> Int32 {
        let plan = program.blocks[Int(block)]
        guard plan.target >= 0 || plan.captures.contains(where: { !$0.isWeak }) else { return -1 }
        let node = graph.add(.block, index: block, entity: plan.entity)
        graph.hold(node)
        if plan.target >= 0, objects[Int(plan.target)].node >= 0 {
            retain(objects[Int(plan.target)].node, from: node, label: labels.receiver, on: thread)
        }
        retainCaptures(plan.captures, from: node, on: thread)
        return node
    }

    private mutating func retainCaptures(_ captures: [CapturePlan], from node: Int32, on thread: Int) {
        for capture in captures where !capture.isWeak {
            let captured = self.node(of: capture.part)
            if captured >= 0 { retain(captured, from: node, label: labels.capture, on: thread) }
        }
    }

    // MARK: Timers

    private mutating func makeTimer(_ timer: Int, on thread: Int) {
        let index = Int(details[timer].plan)
        guard details[timer].node < 0 || !timers[timer].isValid else { return }
        switch plan.timers[index].kind {
        case .nstimer: makeRunLoopTimer(timer, index: index, on: thread)
        case .gcd: makeDispatchSource(timer, index: index, on: thread)
        case .after: makeDelayedTimer(timer, index: index, on: thread)
        case .taskSleep, .asyncTimer: makeTask(timer, index: index, on: thread)
        default: break
        }
    }

    private mutating func makeRunLoopTimer(_ timer: Int, index: Int, on thread: Int) {
        prepare(timer, index: index, on: thread)
        makeContext(of: timer, callback: plan.timers[index].callback, on: thread)
        setGrid(timer, due: timers[timer].due)
        if plan.timers[index].creation == .scheduled {
            add(timer, modes: details[timer].modes, loop: loop(of: thread), on: thread)
            hold(details[timer].node, by: plan.timers[index].heldBy, on: thread)
        } else {
            let holders = plan.timers[index].heldBy
            hold(details[timer].node, by: holders.isEmpty ? [.local] : holders, on: thread)
        }
        connectProperties(referringTo: .timer(index), node: details[timer].node, on: thread)
        timers[timer].isTrivial = !details[timer].keepsContext && isTrivial(list: timers[timer].list)
    }

    /// Whether a callback takes no time, touches nobody and needs no frame.
    private func isTrivial(list: Int32) -> Bool {
        list < 0 || (!program.plainLogs[Int(list)].isEmpty && plan.device.logCost == 0)
    }

    /// Interval, fire date and tolerance by the rules of the creation APIs (semantics 2.1, 2.6).
    private mutating func prepare(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        var interval = plan.timers[index].interval(ofCopy: timer - Int(firstTimerInstance[index]))
        if planned.repeats, (interval ?? .zero) <= .zero {
            interval = Rational(whole: World.shortestInterval)
            remark(.intervalRaised, about: timers[timer].entity, on: thread)
        }
        let delay = planned.delay ?? interval ?? .zero
        switch planned.creation {
        case .scheduled, .timer: timers[timer].due = sum(now, max(0, delay.scaled(1) ?? .max))
        case .fireDate(let offset): timers[timer].due = max(now, sum(now, offset))
        }
        details[timer].interval = planned.repeats ? interval : nil
        timers[timer].interval = wholeInterval(details[timer].interval)
        timers[timer].isValid = true
        let half = interval.map { ($0.scaled(1) ?? .max) / 2 } ?? .max
        if planned.repeats, planned.tolerance > half {
            details[timer].tolerance = half
            remark(.toleranceCut, about: timers[timer].entity, on: thread)
        } else {
            details[timer].tolerance = max(0, planned.tolerance)
        }
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
    }

    /// NSTimer uses 0.1 ms for a repeating timer whose interval is not positive (NSTimer documentation).
    static let shortestInterval: Int64 = 100_000

    /// An interval as the hot path wants it: 0 for a one-shot, -1 for an exact fraction.
    func wholeInterval(_ interval: Rational?) -> Int64 {
        guard let interval else { return 0 }
        return interval.isWhole ? interval.numerator : -1
    }

    /// Target, userInfo and captures: retained by the timer until it is invalidated.
    mutating func makeContext(of timer: Int, callback: CallbackPlan, on thread: Int) {
        let node = details[timer].node
        if let target = callback.target, !target.isUnretained, objects[target.object].node >= 0 {
            let object = objects[target.object].node
            if graph.isReadableWeakly(object) {
                retain(object, from: node, label: labels.target, on: thread)
                details[timer].keepsContext = true
            }
            if target.passedWeakly {
                recorder.append(
                    record(
                        .weakTargetRetained, entity: timers[timer].entity, on: thread,
                        value: Int64(objects[target.object].entity.index)))
            }
        }
        for object in callback.userInfo where objects[object].node >= 0 {
            retain(objects[object].node, from: node, label: labels.userInfo, on: thread)
            details[timer].keepsContext = true
        }
        if callback.captures.contains(where: { !$0.isWeak }) {
            retainCaptures(callback.captures, from: node, on: thread)
            details[timer].keepsContext = true
        }
    }

    /// Runs a timer's callback: its steps, or nothing when its target cannot be reached.
    mutating func beginCallback(of timer: Int, on thread: Int) {
        pushSteps(timers[timer].list, owner: timers[timer].entity, timer: Int32(timer), on: thread)
    }
}
