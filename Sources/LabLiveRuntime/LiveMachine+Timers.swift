import Foundation
import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

extension LiveMachine {
    func makeRunLoopTimer(_ timer: LiveTimer, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        // Counted from the creation on all hosts: `Timer(timeInterval:)` on Linux would fire at once.
        let rules = CreationRules.runLoopTimer(planned, copy: timer.copy, now: clock.now)
        if rules.isIntervalRaised { remark(.intervalRaised, about: timer.entity, on: context, step: -1) }
        let asked = planned.interval(ofCopy: timer.copy)?.approximation ?? 0
        let made = Timer(
            fire: clock.date(rules.due.adding(saturating: kernel.host.shift(in: rules.tolerance))),
            interval: HostLoop.interval(asked / 1e9, raised: (rules.interval?.approximation ?? asked) / 1e9),
            repeats: rules.interval != nil
        ) { [weak self] _ in self?.fire(timer) }
        made.tolerance = Double(rules.tolerance) / 1e9
        begin(timer, .timer(made), due: rules.due, interval: rules.interval, tolerance: rules.tolerance)
        if planned.creation == .scheduled {
            add(timer, modes: planned.modes, thread: context.index, step: -1, on: context)
        }
    }

    /// `Timer.publish`, which begins when it is connected and has one mode.
    func makePublisher(_ timer: LiveTimer, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        let rules = CreationRules.runLoopTimer(planned, copy: timer.copy, now: clock.now)
        guard let loop = threads.loop(of: planned.thread), let mode = planned.modes.first else { return }
        let made = loop.publisher(
            every: (rules.interval?.approximation ?? Double(rules.due - clock.now)) / 1e9,
            tolerance: Double(planned.tolerance) / 1e9, in: modeNames.foundation(mode)
        ) { [weak self] in self?.fire(timer) }
        guard let made else { return }
        begin(timer, .request(made), due: rules.due, interval: rules.interval)
        _ = join(timer, modes: resolved([mode]), home: threads.entity(of: planned.thread, context))
    }

    /// Starts a grid for the host's object of a timer.
    func begin(
        _ timer: LiveTimer, _ handle: LiveTimer.Handle? = nil, due: Int64, interval: Rational?, tolerance: Int64 = 0
    ) {
        let grid = Grid(anchor: due, interval: interval)
        timer.begin(handle, grid: grid, tolerance: tolerance)
        recorder.append(grid, of: timer.entity)
    }

    func follow(_ grid: Grid, _ timer: LiveTimer) {
        timer.follow(grid)
        recorder.append(grid, of: timer.entity)
    }

    /// Adds a timer to a run loop; one that belongs to another loop stays there (CFRunLoop.c: CFRunLoopAddTimer).
    func add(_ timer: LiveTimer, modes: [ModeName], thread: Int, step: Int64, on context: ThreadContext) {
        guard let made = timer.timer else {
            return remark(.addedInvalidTimer, about: timer.entity, on: context, step: step)
        }
        guard let loop = threads.loop(of: thread) else { return }
        guard join(timer, modes: resolved(modes), home: threads.entity(of: thread, context)) else {
            remark(.addedToSecondLoop, about: timer.entity, on: context, step: step)
            loop.foundation.add(made, forMode: modeNames.foundation(modes.first ?? .default))
            return
        }
        for mode in modeNames.foundation(modes) { loop.foundation.add(made, forMode: mode) }
    }

    /// Records that a timer is in modes of a run loop; false if it belongs to another one.
    func join(_ timer: LiveTimer, modes: [ModeName], home: EntityID) -> Bool {
        let new = timer.join(modes, of: home)
        for mode in new ?? [] {
            recorder.append(.added, entity: timer.entity, thread: home, value: Int64(modeEntity(mode).index))
        }
        return new != nil
    }

    // MARK: Firing

    func fire(_ timer: LiveTimer) {
        let context = context
        defer { if !canGoOn(context) { stopCurrentLoop() } }
        guard !isOver else { return }
        // Only the call itself: a run loop that its steps run fires the timer as usual.
        let isManual = context.firedManually === timer
        if isManual {
            context.firedManually = nil
            record(.firedManually, timer.entity, on: context)
        }
        let date = timer.timer.map { clock.instant($0.fireDate) }
        let hasFired = callBack(timer, isManual: isManual, on: context) { now in
            isManual ? (now, 0) : timer.takePoints(until: now, from: date)
        }
        guard hasFired else { return }
        let wasReset = !isManual && timer.endFiring()
        guard timer.isValid else { return }
        if timer.grid.interval == nil {
            noteInvalidation(of: timer, step: 0, on: context)
            repost(timer, on: context)
        } else if wasReset, timer.modes.count > 1 {
            HostLoop().rearmAfterPass(modeNames.foundation(timer.modes))
        }
    }

    func fireManually(_ timer: LiveTimer, on context: ThreadContext, step: Int64) {
        guard let made = timer.timer else {
            return remark(.startedInvalidTimer, about: timer.entity, on: context, step: step)
        }
        context.firedManually = timer
        made.fire()
        context.firedManually = nil
    }

    // MARK: Changing a schedule

    func setFireDate(_ timer: LiveTimer, _ date: FireDate, on context: ThreadContext, step: Int64) {
        guard let made = timer.timer else {
            return remark(.movedInvalidTimer, about: timer.entity, on: context, step: step)
        }
        let now = clock.now
        let due = max(now, date.instant(now: now))
        let shift = kernel.host.shift(in: timer.tolerance)
        made.fireDate = due == .max ? .distantFuture : clock.date(due.adding(saturating: shift))
        let grid = Grid(anchor: due, interval: timer.grid.interval)
        guard due == .max else { return follow(grid, timer) }
        timer.follow(grid)
        recorder.append(.gridEnded, entity: timer.entity, thread: .none)
    }

    func invalidateTimer(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        guard timer.isValid else { return }
        let home = timer.loop
        if home.exists, home != context.entity {
            remark(.invalidatedOnOtherThread, about: timer.entity, on: context, step: step)
        }
        timer.handle?.cancel()
        threads.loop(of: home)?.rearm(timer.modes.map { modeNames.native($0) })
        noteInvalidation(of: timer, step: step, on: context)
    }

    func noteInvalidation(of timer: LiveTimer, step: Int64, on context: ThreadContext) {
        let modes = timer.end()
        record(.invalidated, timer.entity, on: context, extra: step)
        record(.gridEnded, timer.entity, on: context)
        for mode in modes { record(.removed, timer.entity, on: context, value: Int64(modeEntity(mode).index)) }
    }
}
