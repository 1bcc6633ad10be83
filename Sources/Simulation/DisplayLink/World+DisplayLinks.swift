import ExactTime
import Recording
import ScenarioModel

/// Display links: a frame for each refresh that the run loop is free for (semantics 5).
extension World {
    mutating func makeDisplayLink(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        details[timer].slot = Int32(displayLinks.count)
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        timers[timer].isValid = true
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
        makeContext(of: timer, callback: planned.callback, on: thread)
        let frame = FrameRates(device: plan.device).frame(for: planned.frameRate, interval: planned.interval)
        var link = DisplayLink(timer: Int32(timer), frames: Grid(anchor: 0, interval: frame))
        link.isPaused = !planned.startsActive
        displayLinks.append(link)
        if link.isPaused { recorder.append(record(.suspended, entity: timers[timer].entity, on: thread)) }
        if planned.creation == .scheduled, !planned.modes.isEmpty {
            add(link: timer, modes: details[timer].modes, loop: loop(of: thread), on: thread)
        }
        settle(.timer(index), node: details[timer].node, holders: planned.heldBy, on: thread)
    }

    // MARK: In and out of a run loop

    /// `add(to:forMode:)`: one run loop, any number of modes; the loop retains the link.
    mutating func add(link timer: Int, modes: ModeSet, loop: Int, on thread: Int, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid, details[timer].slot >= 0 else {
            remark(.addedInvalidTimer, about: entity, on: thread, step: step)
            return
        }
        let slot = Int(details[timer].slot)
        if displayLinks[slot].source < 0 {
            displayLinks[slot].source = Int32(sources.count)
            sources.append(
                SourceState(entity: entity, plan: -1, modes: .none, list: -1, isPort: true, link: Int32(slot)))
        }
        let source = Int(displayLinks[slot].source)
        guard sources[source].isValid, sources[source].loop < 0 || Int(sources[source].loop) == loop else {
            remark(.addedToSecondLoop, about: entity, on: thread, step: step)
            return
        }
        let before = sources[source].modes.resolved(common: loops[loop].commonModes)
        if sources[source].loop < 0 {
            sources[source].loop = Int32(loop)
            loops[loop].sources.append(Int32(source))
            details[timer].loopEdge = retain(
                details[timer].node, from: loops[loop].node, label: labels.displayLink, on: thread)
            scheduleFrame(of: slot)
        }
        sources[source].modes.formUnion(modes)
        let after = sources[source].modes.resolved(common: loops[loop].commonModes)
        for mode in after.modes where !before.contains(mode) {
            recorder.append(
                record(
                    .added, entity: entity, on: Int(loops[loop].thread), value: Int64(modeEntities[Int(mode)].index)))
        }
    }

    /// `invalidate`: out of all modes, the target released.
    mutating func invalidate(link timer: Int, on thread: Int, step: Int32) {
        guard timers[timer].isValid, details[timer].slot >= 0 else { return }
        let slot = Int(details[timer].slot)
        displayLinks[slot].ticket &+= 1
        displayLinks[slot].waiting = -1
        let source = Int(displayLinks[slot].source)
        if source >= 0, sources[source].isValid {
            let loop = Int(sources[source].loop)
            for mode in sources[source].modes.resolved(common: loops[loop].commonModes).modes {
                recorder.append(
                    record(
                        .removed, entity: timers[timer].entity, on: thread,
                        value: Int64(modeEntities[Int(mode)].index)))
            }
            sources[source].isValid = false
            sources[source].pending = 0
            loops[loop].sources.removeAll { $0 == Int32(source) }
        }
        invalidate(timer, on: thread, step: step)
    }

    /// A run loop is destroyed with its thread: its links stay valid and never call again.
    mutating func detachLinks(of loop: Int) -> [Reference] {
        var references: [Reference] = []
        for slot in displayLinks.indices {
            let (timer, source) = (Int(displayLinks[slot].timer), Int(displayLinks[slot].source))
            guard source >= 0, sources[source].isValid, sources[source].loop == Int32(loop) else { continue }
            sources[source].isValid = false
            displayLinks[slot].ticket &+= 1
            if details[timer].loopEdge >= 0 { references.append(.edge(details[timer].loopEdge)) }
            details[timer].loopEdge = -1
        }
        return references
    }

    /// `isPaused`: no callbacks, but the loop keeps the link and the link its target.
    mutating func pause(link timer: Int, _ isPaused: Bool, on thread: Int) {
        let slot = Int(details[timer].slot)
        guard timers[timer].isValid, slot >= 0, displayLinks[slot].isPaused != isPaused else { return }
        displayLinks[slot].isPaused = isPaused
        let entity = timers[timer].entity
        recorder.append(record(isPaused ? .suspended : .resumed, entity: entity, on: thread))
        guard isPaused else {
            scheduleFrame(of: slot)
            return
        }
        recorder.append(record(.gridEnded, entity: entity, on: thread))
        displayLinks[slot].ticket &+= 1
        displayLinks[slot].isGridRecorded = false
        withdrawFrame(of: slot)
    }

    // MARK: The display's signal

    /// Awaits the next frame strictly after now.
    private mutating func scheduleFrame(of slot: Int) {
        let source = Int(displayLinks[slot].source)
        guard source >= 0, sources[source].isValid, !displayLinks[slot].isPaused else { return }
        let frame = max(displayLinks[slot].next + 1, displayLinks[slot].frames.firstIndex(after: now))
        guard let instant = displayLinks[slot].frames.point(frame) else { return }
        let entity = timers[Int(displayLinks[slot].timer)].entity
        let latency = hasWakeUpLatency ? wakeUpLatency(of: entity, index: frame) : 0
        displayLinks[slot].next = frame
        displayLinks[slot].arrival = sum(instant, latency)
        displayLinks[slot].ticket &+= 1
        queue.push(
            .frame(link: Int32(slot), ticket: displayLinks[slot].ticket), at: displayLinks[slot].arrival)
    }

    /// A refresh of the display: its frame waits for the run loop, or is lost because the one before still waits.
    mutating func signalFrame(link: Int32, ticket: UInt32) {
        let slot = Int(link)
        guard displayLinks[slot].ticket == ticket else { return }
        recordFrames(of: slot)
        let wasHeldUp = now > displayLinks[slot].arrival
        if !wasHeldUp, !isInBackground {
            if isFree(for: slot) {
                displayLinks[slot].hasOverrun = false
                offerFrame(of: slot)
            } else if plan.device.choices.displayOverrun == .atOnce {
                offerFrame(of: slot)
            } else if displayLinks[slot].hasOverrun || displayLinks[slot].isRunning || displayLinks[slot].waiting >= 0 {
                displayLinks[slot].hasOverrun = true
                withdrawFrame(of: slot)
            } else {
                offerFrame(of: slot)
            }
        }
        scheduleFrame(of: slot)
    }

    private mutating func offerFrame(of slot: Int) {
        displayLinks[slot].waiting = displayLinks[slot].next
        let source = Int(displayLinks[slot].source)
        sources[source].pending = 1
        pokeSleeper(loop: Int(sources[source].loop))
    }

    private mutating func withdrawFrame(of slot: Int) {
        displayLinks[slot].waiting = -1
        let source = Int(displayLinks[slot].source)
        if source >= 0 { sources[source].pending = 0 }
    }

    /// Whether the link's run loop sleeps in one of the link's modes.
    private func isFree(for slot: Int) -> Bool {
        let source = sources[Int(displayLinks[slot].source)]
        let loop = loops[Int(source.loop)]
        let thread = threads[Int(loop.thread)]
        guard !displayLinks[slot].isRunning, loop.isWaiting, case .waiting = thread.status,
            let mode = loop.modeStack.last
        else { return false }
        return source.modes.resolved(common: loop.commonModes).contains(mode)
    }

    /// Records the frames that are due: one by one until a point of the grid is a whole number of ns, then all.
    private mutating func recordFrames(of slot: Int) {
        let link = displayLinks[slot]
        guard !link.isGridRecorded || link.recordedOffset != sleepOffset, let interval = link.frames.interval,
            let instant = link.frames.point(link.next)
        else { return }
        let isWhole = link.next % interval.denominator == 0
        displayLinks[slot].isGridRecorded = isWhole
        displayLinks[slot].recordedOffset = sleepOffset
        recorder.append(
            record(
                .gridSet, entity: timers[Int(link.timer)].entity, on: -1, value: sum(instant, sleepOffset),
                extra: recorder.interval(isWhole ? interval : nil)))
    }

    // MARK: The callback

    /// The run loop takes the link's port.
    mutating func fireFrame(of slot: Int, on thread: Int) {
        let timer = Int(displayLinks[slot].timer)
        let frame = displayLinks[slot].waiting
        guard frame >= 0, !displayLinks[slot].isRunning, let instant = displayLinks[slot].frames.point(frame),
            countFiring()
        else { return }
        displayLinks[slot].waiting = -1
        displayLinks[slot].shown = frame
        displayLinks[slot].isRunning = true
        recorder.append(
            record(
                .fired, entity: timers[timer].entity, on: thread,
                value: sum(instant, displayLinks[slot].recordedOffset),
                extra: 1))
        timers[timer].fired += 1
        let holdMark = threads[thread].holds.count
        if details[timer].keepsContext { holdContext(of: timer, on: thread) }
        threads[thread].frames.append(
            .callout(
                Callout(
                    kind: .displayLink(Int32(slot)), entity: timers[timer].entity, timer: Int32(timer), began: now,
                    poolMark: threads[thread].pool.count, holdMark: holdMark)))
        beginCallback(of: timer, on: thread)
    }

    mutating func endFrame(of slot: Int, _ callout: Callout, on thread: Int) {
        recordReturn(callout, on: thread)
        displayLinks[slot].isRunning = false
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    // MARK: Properties

    /// `timestamp`, `targetTimestamp` and `duration`, ns; 0 before the first callback.
    func property(_ field: LogField, ofLink timer: Int) -> Int64 {
        let slot = Int(details[timer].slot)
        guard details[timer].kind == .displayLink, slot >= 0, displayLinks[slot].shown >= 0 else { return 0 }
        let link = displayLinks[slot]
        return switch field {
        case .timestamp: link.frames.point(link.shown) ?? 0
        case .targetTimestamp: link.frames.point(link.shown + 1) ?? 0
        case .frameDuration: FrameRates(device: plan.device).shortestFrame.floorMultiple(1) ?? 0
        default: 0
        }
    }
}
