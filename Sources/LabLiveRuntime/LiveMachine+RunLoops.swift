import CoreFoundation
import Foundation
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Run calls, blocks, input sources and observers on the host's own run loops.
extension LiveMachine {
    func stopCurrentLoop() { CFRunLoopStop(CFRunLoopGetCurrent()) }

    // MARK: Running

    func runLoop(_ call: RunCall, step: Int64, on context: ThreadContext) {
        _ = threads.loop(of: context.index)
        let mode = call.mode
        let limit = call.until?.instant(now: clock.now) ?? clock.now.adding(saturating: call.duration)
        var answer: Int64 = 0
        switch call.method {
        case .app, .forever:
            while runOnce(.default, before: .max, step: step, on: context), canGoOn(context) {}
        case .until:
            while runOnce(.default, before: limit, step: step, on: context), canGoOn(context), limit > clock.now {}
        case .once: answer = runOnce(mode, before: limit, step: step, on: context) ? 1 : 0
        case .inMode:
            let seconds = Double(call.duration) / 1e9
            answer =
                activate(mode, step: step, on: context) {
                    HostLoop.run(modeNames.native(mode), seconds: seconds, returnAfterSource: call.returnsAfterSource)
                }.rawValue
        case .nested:
            // The mode has a source of its own in that time, like a drag's mode.
            let keeper = LiveInput(order: 0) {}
            if let loop = threads.loop(of: context.index) { keeper.add(to: loop, mode: modeNames.native(mode)) }
            run(mode, until: limit, step: step, on: context)
            keeper.invalidate()
        }
        context.answer = answer
        record(.runReturned, context.entity, on: context, value: answer, extra: step)
    }

    func canGoOn(_ context: ThreadContext) -> Bool { !isOver && !context.isLeaving }

    private func runOnce(_ mode: ModeName, before limit: Int64, step: Int64, on context: ThreadContext) -> Bool {
        activate(mode, step: step, on: context) {
            let date = limit == .max ? Date.distantFuture : clock.date(limit)
            return RunLoop.current.run(mode: modeNames.foundation(mode), before: date) ? .handledSource : .finished
        } == .handledSource
    }

    func run(_ mode: ModeName, until end: Int64, step: Int64, on context: ThreadContext) {
        while canGoOn(context), case let rest = end - clock.now, rest > 0 {
            _ = activate(mode, step: step, on: context) {
                HostLoop.run(modeNames.native(mode), seconds: Double(rest) / 1e9, returnAfterSource: false)
            }
        }
    }

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

    // MARK: Sources and observers

    func addSource(_ index: Int, modes: [ModeName], thread: Int) {
        guard let loop = threads.loop(of: thread) else { return }
        let input = source(index)
        for mode in modes { input.add(to: loop, mode: modeNames.native(mode)) }
    }

    func source(_ index: Int) -> LiveInput {
        let planned = plan.sources[index]
        return members.source(index) {
            LiveInput(order: planned.order, takesMessages: planned.kind == .source1, hasPorts: kernel.host.hasPorts) {
                self.callOut(
                    self.program.entities.sources[SourceID(index)], self.program.sources[SourceID(index)].list,
                    on: self.context)
            }
        }
    }

    func addObserver(_ index: Int, modes: [ModeName], thread: Int) {
        guard let loop = threads.loop(of: thread) else { return }
        let planned = plan.observers[index]
        let observer = members.observer(index) {
            CFRunLoopObserverCreateWithHandler(
                nil, planned.activities.reduce(0) { $0 | $1.flag }, planned.repeats, Int(clamping: planned.order)
            ) { [weak self] _, flags in
                guard let self else { return }
                let activity = ObserverPlan.Activity.allCases.first { $0.flag == flags.rawValue }
                self.callOut(
                    self.program.entities.observers[ObserverID(index)], self.program.observers[ObserverID(index)].list,
                    activity: activity?.number ?? -1, on: self.context)
            }
        }
        guard let observer else { return }
        for mode in modes { CFRunLoopAddObserver(loop.native, observer, modeNames.native(mode)) }
    }
}

/// Events: a source1 in the common modes. The main thread has it from the start, as UIKit's sources are there. Another
/// thread has it only while an event waits, so that it does not keep its run loop alive.
extension LiveMachine {
    func scheduleEvent(_ index: Int, turn: Int64 = 0) {
        let planned = plan.events[index]
        guard let instant = planned.instant(ofTurn: turn, seed: plan.seed) else { return }
        stage.at(instant) {
            self.inbox(of: planned.thread, receiving: index)?.signal()
            if planned.every != nil { self.scheduleEvent(index, turn: turn + 1) }
        }
    }

    /// The port of a thread's events, made if there is none, with one more event that waits.
    @discardableResult func inbox(of thread: Int, receiving event: Int?) -> LiveInput? {
        guard let loop = threads.loop(of: thread) else { return nil }
        let (port, isNew) = members.receive(event, for: thread) {
            LiveInput(order: 0, takesMessages: true, hasPorts: kernel.host.hasPorts) { self.handleEvent(of: thread) }
        }
        if isNew { port.add(to: loop, mode: modeNames.native(.common)) }
        return port
    }

    private func handleEvent(of thread: Int) {
        guard let event = members.nextEvent(of: thread) else { return }
        callOut(program.entities.events[EventID(event)], program.events[EventID(event)], on: context)
    }
}

extension ObserverPlan.Activity {
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
