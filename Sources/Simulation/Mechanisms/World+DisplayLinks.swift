import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// Display links: a frame for each refresh that the run loop is free for (README: display links).
extension World {
    mutating func makeDisplayLink(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let planned = plan.timers[index]
        timers.details[timer].slot = .link(mechanisms.links.nextID)
        timers.details[timer].node = objects.graph.add(.timer, index: timer.raw, entity: timers[timer].entity)
        timers[timer].isValid = true
        record(.created, entity: timers[timer].entity, on: thread)
        makeContext(of: timer, callback: planned.callback, on: thread)
        let frame = FrameRates(device: plan.device).frame(for: planned.frameRate, interval: planned.interval)
        var link = DisplayLink(timer: timer, frames: Grid(anchor: 0, interval: frame))
        link.isPaused = !planned.startsActive
        mechanisms.links.append(link)
        if link.isPaused { record(.suspended, entity: timers[timer].entity, on: thread) }
        if planned.creation == .scheduled, !planned.modes.isEmpty {
            add(link: timer, modes: timers.details[timer].modes, loop: loop(of: thread), on: thread)
        }
        attachOwners(.timer(index), node: timers.details[timer].node, holders: planned.heldBy, on: thread)
    }

    // MARK: In and out of a run loop

    /// `add(to:forMode:)`: one run loop, any number of modes; the loop retains the link.
    mutating func add(link timer: TimerID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid, timers.details[timer].link.exists else {
            remark(.addedInvalidTimer, about: entity, on: thread, step: step)
            return
        }
        let slot = timers.details[timer].link
        if !mechanisms.links[slot].source.exists {
            mechanisms.links[slot].source = members.sources.nextID
            members.sources.append(
                SourceState(entity: entity, list: .none, isPort: true, link: slot))
        }
        let source = mechanisms.links[slot].source
        guard members.sources[source].isValid,
            members.sources[source].loops.allSatisfy({ $0 == loop })
        else {
            remark(.addedToSecondLoop, about: entity, on: thread, step: step)
            return
        }
        let isNew = members.sources[source].loops.isEmpty
        var added = modes.resolved(common: loops[loop].commonModes)
        added.subtract(place(source, in: modes, of: loop))
        if isNew {
            timers.details[timer].loopEdge = retain(
                timers.details[timer].node, from: loops[loop].node, label: objects.labels.displayLink, on: thread)
            scheduleFrame(of: slot)
        }
        for mode in added.modes {
            record(.added, entity: entity, on: loops[loop].thread, value: Int64(program.entities.modes[mode].index))
        }
    }

    /// `invalidate`: out of all modes, the target released.
    mutating func invalidate(link timer: TimerID, on thread: ThreadID, step: Int32) {
        guard timers[timer].isValid, timers.details[timer].link.exists else { return }
        let slot = timers.details[timer].link
        mechanisms.links[slot].ticket &+= 1
        mechanisms.links[slot].waiting = -1
        let source = mechanisms.links[slot].source
        if source.exists, members.sources[source].isValid, let loop = members.sources[source].loops.first {
            for mode in loops[loop].modes(of: source).modes {
                record(
                    .removed, entity: timers[timer].entity, on: thread, value: Int64(program.entities.modes[mode].index)
                )
            }
            members.sources[source].isValid = false
            members.sources[source].clear()
            loops[loop].remove(source)
        }
        invalidate(timer, on: thread, step: step)
    }

    /// A run loop is destroyed with its thread: its links stay valid and never call again.
    mutating func detachLinks(of loop: LoopID) -> [Reference] {
        var references: [Reference] = []
        for slot in mechanisms.links.ids {
            let (timer, source) = (mechanisms.links[slot].timer, mechanisms.links[slot].source)
            guard source.exists, members.sources[source].isValid, members.sources[source].loops == [loop] else {
                continue
            }
            members.sources[source].isValid = false
            mechanisms.links[slot].ticket &+= 1
            if timers.details[timer].loopEdge.exists { references.append(.edge(timers.details[timer].loopEdge)) }
            timers.details[timer].loopEdge = .none
        }
        return references
    }

    /// `isPaused`: no callbacks, but the loop keeps the link and the link its target.
    mutating func pause(link timer: TimerID, _ isPaused: Bool, on thread: ThreadID) {
        let slot = timers.details[timer].link
        guard timers[timer].isValid, slot.exists, mechanisms.links[slot].isPaused != isPaused else { return }
        mechanisms.links[slot].isPaused = isPaused
        let entity = timers[timer].entity
        record(isPaused ? .suspended : .resumed, entity: entity, on: thread)
        guard isPaused else {
            scheduleFrame(of: slot)
            return
        }
        record(.gridEnded, entity: entity, on: thread)
        mechanisms.links[slot].ticket &+= 1
        mechanisms.links[slot].isGridRecorded = false
        withdrawFrame(of: slot)
    }

    // MARK: The display's signal

    /// Awaits the next frame strictly after now.
    private mutating func scheduleFrame(of slot: DisplayLinkID) {
        let source = mechanisms.links[slot].source
        guard source.exists, members.sources[source].isValid, !mechanisms.links[slot].isPaused else { return }
        let frame = max(mechanisms.links[slot].next + 1, mechanisms.links[slot].frames.firstIndex(after: kernel.now))
        guard let instant = mechanisms.links[slot].frames.point(frame) else { return }
        let entity = timers[mechanisms.links[slot].timer].entity
        let latency = kernel.dice.hasWakeUpLatency ? kernel.dice.wakeUpLatency(of: entity, index: frame) : 0
        mechanisms.links[slot].next = frame
        mechanisms.links[slot].arrival = instant.adding(saturating: latency)
        mechanisms.links[slot].ticket &+= 1
        kernel.agenda.push(
            .frame(link: slot, ticket: mechanisms.links[slot].ticket), at: mechanisms.links[slot].arrival)
    }

    /// A refresh of the display: its frame waits for the run loop, or is lost because the one before still waits.
    mutating func signalFrame(link: DisplayLinkID, ticket: UInt32) {
        let slot = link
        guard mechanisms.links[slot].ticket == ticket else { return }
        recordFrames(of: slot)
        let wasHeldUp = kernel.now > mechanisms.links[slot].arrival
        if !wasHeldUp, !kernel.app.isInBackground {
            if isFree(for: slot) {
                mechanisms.links[slot].hasOverrun = false
                offerFrame(of: slot)
            } else if plan.device.choices.displayOverrun == .atOnce {
                offerFrame(of: slot)
            } else if mechanisms.links[slot].hasOverrun || mechanisms.links[slot].isRunning
                || mechanisms.links[slot].waiting >= 0
            {
                mechanisms.links[slot].hasOverrun = true
                withdrawFrame(of: slot)
            } else {
                offerFrame(of: slot)
            }
        }
        scheduleFrame(of: slot)
    }

    private mutating func offerFrame(of slot: DisplayLinkID) {
        mechanisms.links[slot].waiting = mechanisms.links[slot].next
        let source = mechanisms.links[slot].source
        members.sources[source].receive(kernel.nextArrival(), limit: 1)
        for loop in members.sources[source].loops { wakeIfWaiting(loop) }
    }

    private mutating func withdrawFrame(of slot: DisplayLinkID) {
        mechanisms.links[slot].waiting = -1
        let source = mechanisms.links[slot].source
        if source.exists { members.sources[source].clear() }
    }

    /// Whether the link's run loop sleeps in one of the link's modes.
    private func isFree(for slot: DisplayLinkID) -> Bool {
        let source = mechanisms.links[slot].source
        guard !mechanisms.links[slot].isRunning, let home = members.sources[source].loops.first else { return false }
        let loop = loops[home]
        guard loop.ports.isWaiting, case .waiting = threads[loop.thread].status, let mode = loop.currentMode
        else { return false }
        return loop.modes(of: source).contains(mode)
    }

    /// Records the frames that are due: one by one until a point of the grid is a whole number of ns, then all.
    private mutating func recordFrames(of slot: DisplayLinkID) {
        let link = mechanisms.links[slot]
        guard !link.isGridRecorded || link.recordedOffset != kernel.sleepOffset, let interval = link.frames.interval,
            let instant = link.frames.point(link.next)
        else { return }
        let isWhole = link.next % interval.denominator == 0
        mechanisms.links[slot].isGridRecorded = isWhole
        mechanisms.links[slot].recordedOffset = kernel.sleepOffset
        record(
            .gridSet, entity: timers[link.timer].entity, on: .none,
            value: instant.adding(saturating: kernel.sleepOffset),
            extra: kernel.recorder.interval(isWhole ? interval : nil))
    }

    // MARK: The callback

    /// The run loop takes the link's port.
    mutating func fireFrame(of slot: DisplayLinkID, on thread: ThreadID) {
        let timer = mechanisms.links[slot].timer
        let frame = mechanisms.links[slot].waiting
        guard frame >= 0, !mechanisms.links[slot].isRunning, let instant = mechanisms.links[slot].frames.point(frame),
            kernel.budget.countFiring()
        else { return }
        mechanisms.links[slot].waiting = -1
        mechanisms.links[slot].shown = frame
        mechanisms.links[slot].isRunning = true
        record(
            .fired, entity: timers[timer].entity, on: thread,
            value: instant.adding(saturating: mechanisms.links[slot].recordedOffset), extra: 1)
        timers[timer].fired += 1
        let holdMark = threads[thread].holds.count
        if timers.details[timer].keepsContext { holdContext(of: timer, on: thread) }
        threads[thread].push(
            .callout(
                Callout(
                    kind: .displayLink(slot), entity: timers[timer].entity, timer: timer, began: kernel.now,
                    poolMark: threads[thread].pool.count, holdMark: holdMark)))
        beginCallback(of: timer, on: thread)
    }

    mutating func endFrame(of slot: DisplayLinkID, _ callout: Callout, on thread: ThreadID) {
        recordReturn(callout, on: thread)
        mechanisms.links[slot].isRunning = false
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    // MARK: Properties

    /// `timestamp`, `targetTimestamp` and `duration`, ns; 0 before the first callback.
    func property(_ field: LogField, ofLink timer: TimerID) -> Int64 {
        let slot = timers.details[timer].link
        guard timers.details[timer].kind == .displayLink, slot.exists, mechanisms.links[slot].shown >= 0 else {
            return 0
        }
        let link = mechanisms.links[slot]
        return switch field {
        case .timestamp: link.frames.point(link.shown) ?? 0
        case .targetTimestamp: link.frames.point(link.shown + 1) ?? 0
        case .frameDuration: FrameRates(device: plan.device).shortestFrame.floorMultiple(1) ?? 0
        default: 0
        }
    }
}
