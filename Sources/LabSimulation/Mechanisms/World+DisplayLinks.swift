import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Display links: adding and removing them, and performing their actions.
extension World {
    mutating func makeDisplayLink(_ timer: TimerID, on thread: ThreadID) {
        let planned = planned(timer)
        let entity = timers[timer].entity
        beginMaking(timer, on: thread)
        let link = mechanisms.links.append(
            DisplayLink(
                timer: timer, entity: entity, frame: frame(of: timer), isPaused: !planned.startsActive,
                overrun: plan.device.choices.displayOverrun))
        timers.details[timer].slot = .link(link)
        if !planned.startsActive { record(.suspended, entity: entity, on: thread, extra: -1) }
        if planned.creation == .scheduled, !planned.modes.isEmpty {
            add(link: timer, modes: timers.details[timer].modes, loop: loop(of: ThreadID(planned.thread)), on: thread)
        }
        attachOwners(to: timer, on: thread)
    }

    private func frame(of timer: TimerID) -> Rational {
        let planned = planned(timer)
        return FrameRates(device: plan.device).frame(for: planned.frameRate, interval: planned.interval)
    }

    /// The display changes its rate, and each link follows (Apple, "Optimizing ProMotion refresh rates").
    mutating func setRefresh(_ rate: Rational, step: Int32) {
        display(at: rate)
        remark(.displayRateSet, about: EntityID(0), on: .none, step: step)
        for link in mechanisms.links.ids { followDisplay(mechanisms.links[link].timer) }
    }

    /// The display's rate or the requested rate of a link has changed.
    mutating func followDisplay(_ timer: TimerID) {
        guard timers[timer].isValid, case .link(let link) = timers.details[timer].slot else { return }
        notify(link, .rateSet(frame(of: timer)), on: .none)
    }

    /// `add(to:forMode:)`: one run loop, any number of modes; the loop retains the link.
    mutating func add(link timer: TimerID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid, case .link(let link) = timers.details[timer].slot else {
            return remark(.addedInvalidTimer, about: entity, on: thread, step: step)
        }
        if !mechanisms.links[link].source.exists {
            mechanisms.links[link].source = members.sources.nextID
            members.sources.append(SourceState(entity: entity, isPort: true, link: link))
        }
        let source = mechanisms.links[link].source
        guard members.sources[source].isValid, members.sources[source].placements.allSatisfy({ $0.loop == loop }) else {
            return remark(.addedToSecondLoop, about: entity, on: thread, step: step)
        }
        let isNew = members.sources[source].placements.isEmpty
        let added = place(source, in: modes, of: loop)
        if isNew {
            keep(timer, by: loops[loop].node, .displayLink, on: thread)
            notify(link, .added, on: thread)
        }
        record(.added, entity: entity, in: added, on: loops[loop].thread)
    }

    /// `invalidate`: removes it from all modes and releases the target.
    mutating func invalidate(link timer: TimerID, on thread: ThreadID, step: Int32) {
        guard timers[timer].isValid, case .link(let link) = timers.details[timer].slot else { return }
        notify(link, .removed, on: thread)
        let source = mechanisms.links[link].source
        if source.exists, members.sources[source].isValid, let (loop, modes) = members.sources[source].placements.first
        {
            record(.removed, entity: timers[timer].entity, in: loops[loop].resolved(modes), on: thread)
            members.sources[source].isValid = false
            members.sources[source].clear()
            loops[loop].remove(source)
        }
        invalidate(timer, on: thread, step: step)
    }

    /// A run loop is destroyed with its thread: its links stay valid and never call again.
    mutating func detachLinks(of loop: LoopID, on thread: ThreadID) -> [Reference] {
        var references: [Reference] = []
        for link in mechanisms.links.ids {
            let (timer, source) = (mechanisms.links[link].timer, mechanisms.links[link].source)
            guard source.exists, members.sources[source].isValid, members.sources[source].placements.first?.loop == loop
            else { continue }
            members.sources[source].isValid = false
            notify(link, .removed, on: thread)
            references += objects.takeLoopEdge(of: timer)
        }
        return references
    }

    mutating func pause(_ timer: TimerID, _ isPaused: Bool, step: Int32, on thread: ThreadID) {
        guard timers[timer].isValid, case .link(let link) = timers.details[timer].slot else {
            if !isPaused, timers.details[timer].kind == .displayLink {
                remark(.startedInvalidTimer, about: timers[timer].entity, on: thread, step: step)
            }
            return
        }
        notify(link, .paused(isPaused), step: step, on: thread)
    }

    mutating func signalFrame(link: DisplayLinkID, ticket: UInt32) {
        let source = mechanisms.links[link].source
        var (isLoopFree, lastLook) = (false, Int64(0))
        if source.exists, let (loop, modes) = members.sources[source].placements.first {
            isLoopFree = isAsleep(loop, inOneOf: loops[loop].resolved(modes))
            lastLook = loops[loop].sourcePorts.lastLook(in: loops[loop].resolved(modes))
        }
        notify(
            link,
            .refreshed(
                ticket: ticket, isLoopFree: isLoopFree, lastLook: lastLook, isInBackground: kernel.app.isInBackground),
            on: .none)
    }

    @inline(__always) private func isAsleep(_ loop: LoopID, inOneOf modes: ModeSet) -> Bool {
        guard loops[loop].ports.isWaiting, case .waiting = threads[loops[loop].thread].status,
            let mode = loops[loop].currentMode
        else { return false }
        return modes.contains(mode)
    }

    mutating func notify(_ link: DisplayLinkID, _ event: DisplayLink.Event, step: Int32 = -1, on thread: ThreadID) {
        var actions: [DisplayLink.Action] = []
        swap(&actions, &mechanisms.linkActions)
        defer {
            actions.removeAll(keepingCapacity: true)
            swap(&actions, &mechanisms.linkActions)
        }
        mechanisms.links[link].handle(event, kernel.clock, kernel.dice, &actions)
        let (timer, source) = (mechanisms.links[link].timer, mechanisms.links[link].source)
        let entity = timers[timer].entity
        for action in actions {
            switch action {
            case .report(let kind):
                record(kind, entity: entity, on: thread, extra: kind == .suspended ? Int64(step) : 0)
            case .setGrid(let due, let interval): kernel.recordGrid(of: entity, due: due, interval: interval)
            case .signal(let time, let ticket): kernel.agenda.push(.frame(link: link, ticket: ticket), at: time)
            case .offer:
                let isFirst = members.sources[source].receive(kernel.nextArrival(), limit: 1)
                for (loop, modes) in members.sources[source].placements {
                    if isFirst { list(source, in: loops[loop].resolved(modes), of: loop) }
                    wakeIfWaiting(loop)
                }
            case .withdraw: if source.exists { members.sources[source].clear() }
            case .fire(let due):
                guard countFiring(of: timer, due: due, on: thread) else { return }
                pushCallout(.awaited, timer: timer, on: thread)
            }
        }
    }

    /// `timestamp`, `targetTimestamp` and `duration`, ns.
    func property(_ field: LogField, ofLink timer: TimerID) -> Int64 {
        guard timer.exists, case .link(let link) = timers.details[timer].slot else { return 0 }
        if field == .frameDuration { return mechanisms.links[link].duration(FrameRates(device: plan.device)) }
        return mechanisms.links[link].timestamp(ofNext: field == .targetTimestamp)
    }
}
