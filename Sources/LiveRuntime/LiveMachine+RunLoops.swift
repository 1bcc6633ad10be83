import CoreFoundation
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// Run calls, blocks, input sources and observers on the host's own run loops.
extension LiveMachine {
    /// The run loop of a planned thread, waiting for the thread to come up when it has been started; nil when it has none.
    func loop(of thread: Int) -> HostLoop? {
        guard thread >= 0 else { return HostLoop() }
        for _ in 0..<200 {
            let state = guarded { threads[thread] }
            if let loop = state.loop {
                guard state.status != .ended else { return nil }
                if !state.hasUsedLoop {
                    guarded { threads[thread].hasUsedLoop = true }
                    let entity = program.entities.threads[ThreadID(thread)]
                    recorder.append(.loopCreated, entity: entity, thread: entity)
                }
                return loop
            }
            guard state.status != .ended, !isOver else { return nil }
            clock.wait(until: clock.now + 250_000)
        }
        return nil
    }

    /// Has the innermost activation of this thread's loop return.
    func stopCurrentLoop() { CFRunLoopStop(CFRunLoopGetCurrent()) }

    // MARK: Running

    func runLoop(_ call: RunOp, step: Int64, on context: ThreadContext) {
        _ = loop(of: context.index)
        let mode = call.isCommon ? ModeName.common : program.modes.names[call.mode]
        let limit = call.until?.instant(now: clock.now) ?? clock.now.adding(saturating: call.duration)
        var answer: Int64 = 0
        switch call.method {
        case .app, .forever:
            while runOnce(.default, before: .max, step: step, on: context), canGoOn(context) {}
        case .until:
            while runOnce(.default, before: limit, step: step, on: context), canGoOn(context), limit > clock.now {}
        case .once:
            answer = runOnce(mode, before: limit, step: step, on: context) ? 1 : 0
        case .inMode:
            let seconds = Double(call.duration) / 1e9
            answer =
                activate(mode, step: step, on: context) {
                    HostLoop.run(
                        modeNames.native(mode), seconds: seconds, returnAfterSource: call.returnsAfterSource)
                }.rawValue
        case .nested:
            runNested(mode, until: limit, step: step, on: context)
        }
        context.answer = answer
        record(.runReturned, context.entity, on: context, value: answer, extra: step)
    }

    private func canGoOn(_ context: ThreadContext) -> Bool { !isOver && !context.isLeaving }

    /// `run(mode:before:)`.
    private func runOnce(_ mode: ModeName, before limit: Int64, step: Int64, on context: ThreadContext) -> Bool {
        var didRun = false
        _ = activate(mode, step: step, on: context) {
            let date = limit == .max ? Date.distantFuture : clock.date(limit)
            didRun = RunLoop.current.run(mode: modeNames.foundation(mode), before: date)
            return didRun ? .handledSource : .finished
        }
        return didRun
    }

    /// Runs the loop in a mode until an instant; the mode has an item of its own meanwhile, as a drag's has.
    private func runNested(_ mode: ModeName, until end: Int64, step: Int64, on context: ThreadContext) {
        let keeper = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(keeper, forMode: modeNames.foundation(mode))
        defer { keeper.invalidate() }
        while canGoOn(context) {
            let rest = end - clock.now
            guard rest > 0 else { return }
            _ = activate(mode, step: step, on: context) {
                HostLoop.run(modeNames.native(mode), seconds: Double(rest) / 1e9, returnAfterSource: false)
            }
        }
    }

    /// Records an activation around a run call.
    private func activate(
        _ mode: ModeName, step: Int64, on context: ThreadContext, _ body: () -> RunResult
    ) -> RunResult {
        let thread = context.entity
        let value = Int64(modeEntity(mode).index)
        record(.activationBegan, thread, on: context, value: value, extra: step)
        context.modes.append(mode)
        let result = body()
        context.modes.removeLast()
        record(.activationEnded, thread, on: context, value: value, extra: result.rawValue)
        return result
    }

    /// What the main thread of an app does.
    func runApp(on context: ThreadContext) {
        while !isOver {
            let rest = plan.duration - clock.now
            guard rest > 0 else { return }
            _ = activate(.default, step: -1, on: context) {
                HostLoop.run(modeNames.native(.default), seconds: Double(rest) / 1e9, returnAfterSource: false)
            }
        }
    }

    func stopLoop(of thread: Int, step: Int64, on context: ThreadContext) {
        guard let loop = loop(of: thread) else { return }
        loop.stop()
    }

    // MARK: Blocks

    func performBlock(_ block: BlockID, _ scope: Scope, modes: [ModeName], thread: Int, wakes: Bool) {
        guard let loop = loop(of: thread) else { return }
        let subject = scope.subject
        loop.perform(in: modeNames.foundation(modes)) {
            self.callOut(block, about: subject, on: self.context)
        }
        if wakes { loop.wake() }
    }

    // MARK: Sources and observers

    func makeSource(_ index: Int, on context: ThreadContext) {
        let input = source(index)
        guard let loop = loop(of: context.index) else { return }
        for mode in plan.sources[index].modes { input.add(to: loop, mode: modeNames.native(mode)) }
    }

    func source(_ index: Int) -> LiveInput {
        if let known = guarded({ sources[index] }) { return known }
        let planned = plan.sources[index]
        let made = LiveInput(order: planned.order, takesMessages: planned.kind == .source1, hasPorts: host.hasPorts) {
            self.callOut(
                self.program.entities.sources[SourceID(index)], self.program.sources[SourceID(index)].list,
                on: self.context)
        }
        guarded { sources[index] = made }
        return made
    }

    /// A message for a source1, which wakes its loop, or a signal for a source0, which does not.
    func receiveInput(_ index: Int) { source(index).signal() }

    func addObserver(_ index: Int, modes: [ModeName], thread: Int) {
        guard let loop = loop(of: thread) else { return }
        let planned = plan.observers[index]
        let observer: CFRunLoopObserver? =
            guarded({ observers[index] })
            ?? CFRunLoopObserverCreateWithHandler(
                nil, planned.activities.reduce(0) { $0 | $1.flag }, planned.repeats, Int(clamping: planned.order)
            ) { [weak self] _, _ in
                guard let self else { return }
                self.callOut(
                    self.program.entities.observers[ObserverID(index)],
                    self.program.observers[ObserverID(index)].list,
                    on: self.context)
            }
        guard let observer else { return }
        guarded { observers[index] = observer }
        for mode in modes { CFRunLoopAddObserver(loop.native, observer, modeNames.native(mode)) }
    }
}

extension ObserverPlan.Activity {
    /// CFRunLoopActivity's bits.
    fileprivate var flag: CFOptionFlags {
        switch self {
        case .entry: 1 << 0
        case .beforeTimers: 1 << 1
        case .beforeSources: 1 << 2
        case .beforeWaiting: 1 << 5
        case .afterWaiting: 1 << 6
        case .exit: 1 << 7
        }
    }
}
