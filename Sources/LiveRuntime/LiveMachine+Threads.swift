import Dispatch
import ExactTime
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// Threads of the scenario, what they make, and the loops that wait on a thread of their own.
extension LiveMachine {
    /// Starts a planned thread, once.
    func startThread(_ index: Int) {
        let isNew = guarded {
            guard threads[index].status == .unborn else { return false }
            threads[index].status = .starting
            return true
        }
        guard isNew, index > 0 else { return }
        let thread = Thread { [self] in
            // A name set before the start is lost on Linux.
            Thread.current.name = plan.threads[index].id
            runThread(index)
        }
        thread.qualityOfService = .userInteractive
        guarded { threads[index].thread = thread }
        thread.start()
    }

    func runThread(_ index: Int) {
        let context = ThreadContext(index: index, entity: program.entities.threads[ThreadID(index)])
        register(context)
        let loop = HostLoop()
        for mode in modeNames.common where mode != .default { loop.addCommonMode(modeNames.native(mode)) }
        guarded {
            threads[index].loop = loop
            threads[index].status = .running
        }
        record(.threadStarted, context.entity, on: context)
        for part in plan.creationOrder where home(of: part) == index && !isMadeByStep(part) {
            make(part, on: context)
        }
        if case .steps(let body) = program.bodies[index] {
            run(body, Scope(owner: context.entity, subject: nil), on: context)
            runWaitingLoops(of: index, on: context)
            leave(context)
        } else {
            _ = self.loop(of: index)
            runApp(on: context)
        }
    }

    private func leave(_ context: ThreadContext) {
        for timer in timers.joined() where timer.kind == .gcd {
            let planned = plan.timers[timer.plan]
            if planned.heldBy == [.local], planned.thread == context.index { release(.timer(timer.plan)) }
        }
        guarded { threads[context.index].status = .ended }
        record(.threadEnded, context.entity, on: context)
    }

    private func home(of part: PartReference) -> Int? {
        switch part {
        case .timer(let index): plan.timers[index].thread
        case .observer(let index): plan.observers[index].thread
        case .source(let index): plan.sources[index].thread
        case .object, .thread, .queue, .event: nil
        }
    }

    private func isMadeByStep(_ part: PartReference) -> Bool {
        switch part {
        case .timer(let index): plan.timers[index].isMadeByStep
        case .observer(let index): plan.observers[index].isMadeByStep
        case .source(let index): plan.sources[index].isMadeByStep
        case .object, .thread, .queue, .event: false
        }
    }

    // MARK: Making

    func make(_ part: PartReference, on context: ThreadContext) {
        switch part {
        case .timer(let index):
            for (copy, timer) in timers[index].enumerated() { make(timer, copy: copy, on: context) }
        case .observer(let index):
            addObserver(index, modes: plan.observers[index].modes, thread: context.index)
        case .source(let index):
            makeSource(index, on: context)
        case .object, .thread, .queue, .event:
            break
        }
    }

    private func make(_ timer: LiveTimer, copy: Int, on context: ThreadContext) {
        guard guarded({ !timer.isValid }) else { return }
        let planned = plan.timers[timer.plan]
        let delay = (planned.delay ?? planned.interval(ofCopy: copy) ?? .zero).scaled(1) ?? .max
        switch timer.kind {
        case .nstimer: makeRunLoopTimer(timer, copy: copy, on: context)
        case .perform:
            record(.created, timer.entity, on: context)
            perform(after: delay, timer: timer, modes: planned.modes, on: context)
        case .gcd: makeSource(timer, copy: copy, on: context)
        case .after:
            record(.created, timer.entity, on: context)
            startAfter(timer, delay: delay, on: context)
        case .combine: makePublisher(timer, copy: copy, on: context)
        case .taskSleep:
            record(.created, timer.entity, on: context)
            startTask(timer, delay: delay, interval: planned.interval(ofCopy: copy))
        case .machWait, .threadSleep:
            record(.created, timer.entity, on: context)
            guarded {
                timer.isMade = true
                timer.isValid = true
            }
        case .displayLink, .asyncTimer: break
        }
    }

    // MARK: Loops that wait

    /// The body of a `mach-wait` or `thread-sleep` thread.
    private func runWaitingLoops(of index: Int, on context: ThreadContext) {
        for timer in timers.joined() where plan.timers[timer.plan].thread == index && guarded({ timer.isValid }) {
            switch timer.kind {
            case .machWait: waitOnGrid(timer, on: context)
            case .threadSleep: sleepAgainAndAgain(timer, on: context)
            case .nstimer, .displayLink, .gcd, .perform, .after, .taskSleep, .asyncTimer, .combine: break
            }
        }
    }

    /// Absolute: a round that comes too late starts at once, and the next ones too until the grid is caught up with.
    private func waitOnGrid(_ timer: LiveTimer, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        let delay = (planned.delay ?? planned.interval ?? .zero).scaled(1) ?? .max
        let interval = planned.repeats ? planned.interval : nil
        let grid = Grid(
            anchor: clock.now.adding(saturating: delay), interval: interval.flatMap { $0 > .zero ? $0 : nil })
        guarded { timer.grid = grid }
        recorder.appendGrid(timer.entity, anchor: grid.anchor, interval: grid.interval)
        var index: Int64 = 0
        while canGoOn(timer, context), let due = grid.point(index) {
            block(until: due)
            guard canGoOn(timer, context) else { return }
            callBack(timer, served: 1, due: due, on: context)
            index += 1
        }
    }

    /// Relative: `Thread.sleep(forTimeInterval:)`, so that work and overshoot add up.
    private func sleepAgainAndAgain(_ timer: LiveTimer, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        var pause = (planned.delay ?? planned.interval ?? .zero).scaled(1) ?? .max
        repeat {
            let due = clock.now.adding(saturating: max(0, pause))
            recorder.appendGrid(timer.entity, anchor: due, interval: nil)
            let rest = min(due, plan.duration) - clock.now
            if rest > 500_000_000 {
                block(until: due)
            } else if rest > 0 {
                Thread.sleep(forTimeInterval: Double(rest) / 1e9)
            }
            guard canGoOn(timer, context) else { return }
            callBack(timer, served: 1, due: due, on: context)
            pause = planned.interval?.scaled(1) ?? 0
        } while planned.repeats && canGoOn(timer, context)
    }

    private func canGoOn(_ timer: LiveTimer, _ context: ThreadContext) -> Bool {
        !isOver && !context.isLeaving && guarded { timer.isValid }
    }

    // MARK: Verbs for any part

    func add(_ part: PartReference, modes: [ModeName], thread: Int, step: Int64, on context: ThreadContext) {
        switch part {
        case .timer(let index):
            for timer in timers[index] { add(timer, modes: modes, thread: thread, step: step, on: context) }
        case .source(let index):
            guard let loop = loop(of: thread) else { return }
            let input = source(index)
            for mode in modes { input.add(to: loop, mode: modeNames.native(mode)) }
        case .observer(let index): addObserver(index, modes: modes, thread: thread)
        case .object, .thread, .queue, .event: break
        }
    }

    func invalidate(_ part: PartReference, step: Int64, on context: ThreadContext) {
        switch part {
        case .timer(let index): for timer in timers[index] { cancelOrInvalidate(timer, step: step, on: context) }
        case .source(let index):
            guarded { sources[index] }?.invalidate()
            record(.invalidated, program.entities.sources[SourceID(index)], on: context)
        case .observer(let index): removeObserver(index)
        case .object, .thread, .queue, .event: break
        }
    }

    private func cancelOrInvalidate(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        if timer.kind == .nstimer {
            invalidateTimer(timer, step: step, on: context)
        } else {
            cancelTimer(timer, step: step, on: context)
        }
    }

    func cancel(_ part: PartReference, step: Int64, on context: ThreadContext) {
        switch part {
        case .thread(let index):
            guarded {
                threads[index].isCancelled = true
                threads[index].thread?.cancel()
            }
            record(.threadCancelled, entity(ofThread: index, context), on: context, extra: step)
        case .timer(let index): for timer in timers[index] { cancelTimer(timer, step: step, on: context) }
        case .object, .queue, .event, .observer, .source: break
        }
    }
}
