import ExactTime
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// Timers of run loops.
extension LiveMachine {
    func makeRunLoopTimer(_ timer: LiveTimer, copy: Int, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        // Counted from the making on all hosts: `Timer(timeInterval:)` on Linux would count from nothing.
        let rules = CreationRules.runLoopTimer(planned, copy: copy, now: clock.now)
        if rules.isIntervalRaised { remark(.intervalRaised, about: timer.entity, on: context, step: -1) }
        let made = Timer(
            fire: clock.date(rules.due.adding(saturating: host.shift(in: rules.tolerance))),
            interval: (rules.interval?.approximation ?? 0) / 1e9, repeats: rules.interval != nil
        ) { [weak self] _ in self?.fire(timer) }
        made.tolerance = Double(rules.tolerance) / 1e9
        record(.created, timer.entity, on: context)
        begin(timer, due: rules.due, interval: rules.interval) {
            $0.timer = made
            $0.tolerance = rules.tolerance
        }
        if planned.creation == .scheduled {
            add(timer, modes: planned.modes, thread: context.index, step: -1, on: context)
        }
    }

    /// `Timer.publish`, which begins when it is connected and has one mode.
    func makePublisher(_ timer: LiveTimer, copy: Int, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        let rules = CreationRules.runLoopTimer(planned, copy: copy, now: clock.now)
        guard let loop = loop(of: context.index), let mode = planned.modes.first else { return }
        record(.created, timer.entity, on: context)
        begin(timer, due: rules.due, interval: rules.interval) {
            $0.request = loop.publisher(
                every: Double(max(0, rules.due - self.clock.now)) / 1e9, in: self.modeNames.foundation(mode)
            ) { [weak self] in self?.fire(timer) }
        }
        _ = join(timer, modes: resolved([mode]), home: context.entity)
    }

    /// What was made for a timer goes by a new grid.
    func begin(_ timer: LiveTimer, due: Int64, interval: Rational?, _ make: (LiveTimer) -> Void) {
        guarded {
            make(timer)
            timer.grid = Grid(anchor: due, interval: interval)
            timer.next = 0
            timer.isMade = true
            timer.isValid = true
            timer.loop = .none
            timer.modes = []
        }
        recorder.appendGrid(timer.entity, anchor: due, interval: interval)
    }

    /// Adds a timer to a run loop; one that belongs to another loop stays there (CFRunLoop.c: CFRunLoopAddTimer).
    func add(_ timer: LiveTimer, modes: [ModeName], thread: Int, step: Int64, on context: ThreadContext) {
        guard let made = guarded({ timer.timer }), guarded({ timer.isValid }) else {
            remark(.addedInvalidTimer, about: timer.entity, on: context, step: step)
            return
        }
        guard let loop = loop(of: thread) else { return }
        guard join(timer, modes: resolved(modes), home: entity(ofThread: thread, context)) else {
            remark(.addedToSecondLoop, about: timer.entity, on: context, step: step)
            loop.foundation.add(made, forMode: modeNames.foundation(modes.first ?? .default))
            return
        }
        for mode in modeNames.foundation(modes) { loop.foundation.add(made, forMode: mode) }
    }

    /// Notes that a timer stands in modes of a run loop; false when it belongs to another one.
    func join(_ timer: LiveTimer, modes: [ModeName], home: EntityID) -> Bool {
        let new: [ModeName]? = guarded {
            guard timer.loop == .none || timer.loop == home else { return nil }
            timer.loop = home
            let new = modes.filter { !timer.modes.contains($0) }
            timer.modes += new
            return new
        }
        for mode in new ?? [] {
            recorder.append(.added, entity: timer.entity, thread: home, value: Int64(modeEntity(mode).index))
        }
        return new != nil
    }

    // MARK: Firing

    /// The callback of the real timer.
    func fire(_ timer: LiveTimer) {
        let context = context
        defer { if isOver || context.isLeaving { stopCurrentLoop() } }
        guard !isOver else { return }
        // Only the call itself: run loops that its steps run fire the timer on their own.
        let isManual = context.firedManually === timer
        if isManual {
            context.firedManually = nil
            record(.firedByHand, timer.entity, on: context)
        }
        let date = guarded { timer.timer?.fireDate }
        let began = recorder.appendFiring(timer.entity, thread: context.entity) { now in
            isManual ? (now, 0) : point(of: timer, date: date, now: now)
        }
        guard let began else { return }
        let firing = guarded {
            timer.lastFired = began
            timer.fired += 1
            if !isManual { (timer.isFiring, timer.wasReset) = (true, false) }
            return timer.fired
        }
        let subject = timer.subject ?? FiringSubject(timer: timer, firing: firing)
        run(timer.list, Scope(owner: timer.entity, subject: subject), on: context)
        record(.returned, timer.entity, on: context)
        let wasReset = guarded {
            guard !isManual else { return false }
            timer.isFiring = false
            return timer.wasReset
        }
        if guarded({ timer.isValid && timer.grid.interval == nil }) {
            noteInvalidation(of: timer, step: 0, on: context)
            repost(timer, on: context)
        } else if wasReset, guarded({ timer.isValid && timer.modes.count > 1 }) {
            HostLoop().rearmAfterPass(modeNames.foundation(guarded { timer.modes }))
        }
    }

    /// The grid point that a firing serves, which the fire date names inside the callback where there is one, and how many
    /// have passed.
    private func point(of timer: LiveTimer, date: Date?, now: Int64) -> (due: Int64, served: Int64) {
        let (grid, next) = guarded { (timer.grid, timer.next) }
        guard let interval = grid.interval else { return (grid.anchor, 1) }
        let distance = date.map { Double(clock.instant($0) - grid.anchor) / interval.approximation }
        let index = distance.map { max(0, Int64($0.rounded())) } ?? next
        let end = max(grid.firstIndex(after: now), index + 1)
        guarded { timer.next = end }
        return (grid.point(index) ?? now, end - index)
    }

    func fireManually(_ timer: LiveTimer, on context: ThreadContext) {
        guard let made = guarded({ timer.isValid ? timer.timer : nil }) else { return }
        context.firedManually = timer
        made.fire()
        context.firedManually = nil
    }

    // MARK: Changing a schedule

    func setFireDate(_ timer: LiveTimer, _ date: FireDate, on context: ThreadContext) {
        guard let made = guarded({ timer.isValid ? timer.timer : nil }) else { return }
        let now = clock.now
        let due = max(now, date.instant(now: now))
        made.fireDate = due == .max ? .distantFuture : clock.date(due + host.shift(in: guarded { timer.tolerance }))
        guarded {
            timer.grid = Grid(anchor: due, interval: timer.grid.interval)
            if timer.isFiring { timer.wasReset = true }
        }
        if due == .max {
            recorder.append(.gridEnded, entity: timer.entity, thread: .none)
        } else {
            recorder.appendGrid(timer.entity, anchor: due, interval: guarded { timer.grid.interval })
        }
    }

    func invalidateTimer(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        guard guarded({ timer.isValid }) else { return }
        let (made, request, loop) = guarded { (timer.timer, timer.request, timer.loop) }
        if loop != .none, loop != context.entity {
            remark(.invalidatedOnOtherThread, about: timer.entity, on: context, step: step)
        }
        let (home, modes) = guarded {
            (
                threads.indices.first { program.entities.threads[ThreadID($0)] == loop }.flatMap { threads[$0].loop },
                timer.modes
            )
        }
        made?.invalidate()
        request?.cancel()
        home?.rearm(modes.map { modeNames.native($0) })
        noteInvalidation(of: timer, step: step, on: context)
    }

    func noteInvalidation(of timer: LiveTimer, step: Int64, on context: ThreadContext) {
        let modes = guarded {
            timer.isValid = false
            timer.timer = nil
            timer.request = nil
            let modes = timer.modes
            timer.modes = []
            timer.loop = .none
            return modes
        }
        record(.invalidated, timer.entity, on: context, extra: step)
        record(.gridEnded, timer.entity, on: context)
        for mode in modes { record(.removed, timer.entity, on: context, value: Int64(modeEntity(mode).index)) }
    }
}
