import Dispatch
import LabPlatform
import Synchronization

/// Runs the jobs of a lab's tasks one at a time, and the simulation when all of them wait.
///
/// It runs on the main queue, so no job of the main actor runs at the same time. It lets those jobs run when the
/// simulated main thread is free, and always while time does not pass. The hook receives jobs of the pool, which take no
/// simulated time. A sleep or work is a call of the simulation.
final class LabEngine: TaskExecutor {
    /// The lab of a task.
    @TaskLocal static var current: LabEngine?
    let state: Mutex<LabState>

    init(_ weather: Weather) throws(Problem) { state = Mutex(try LabState(weather)) }

    // MARK: The process

    /// The labs of the process in a queue; the first one runs.
    private static let line = Mutex<[(lab: LabEngine, waiter: UnsafeContinuation<Void, Never>)]>([])
    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Waits for the process behind all other labs; the next task that the calling task makes runs the body.
    func begin() async {
        await withUnsafeContinuation { waiter in
            let isFirst = LabEngine.line.withLock { line in
                line.append((self, waiter))
                return line.count == 1
            }
            if isFirst { waiter.resume() }
        }
        PoolHook.install { job, original in
            if LabEngine.line.withLock({ $0.first })?.lab.accept(job) != true { PoolHook.handOn(job, original) }
        }
        state.withLock { $0.starter = withUnsafeCurrentTask { $0?.hashValue } }
    }

    /// Gives the process to the next lab once all jobs that can run have run; only the first call counts.
    func finish(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.finish {
                PoolHook.remove()
                body()
                let next = LabEngine.line.withLock { line in
                    line.removeFirst()
                    return line.first
                }
                next?.waiter.resume()
            }
        }
        schedule()
    }

    /// Calls `body` if the lab has stopped, or nothing has happened for a second of the host's time, before the test is done.
    func watch(since progress: Int = -1, for tenths: Int = 0, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
            // After the jobs that the main queue has.
            DispatchQueue.main.async {
                let (isEnding, isStopped, now) = self.state.withLock { state in
                    (state.isEnding, state.isStopped, state.goals.isEmpty ? state.progress : -1)
                }
                if isEnding { return }
                let tenths = now == progress && now >= 0 ? tenths + 1 : 0
                if tenths < 9, !isStopped { self.watch(since: now, for: tenths, body) } else { body() }
            }
        }
    }

    // MARK: Jobs

    func enqueue(_ job: UnownedJob) { _ = accept(job) }

    /// Accepts a job of one of the lab's tasks; false for any other.
    func accept(_ job: UnownedJob) -> Bool {
        let isOnMain = DispatchQueue.getSpecific(key: LabEngine.mainKey) ?? false
        let creator = withUnsafeCurrentTask { $0?.hashValue }
        let id = "\(job)"
        guard state.withLock({ $0.accept(job, id: id, isOnMain: isOnMain, creator: creator) }) else { return false }
        schedule()
        return true
    }

    /// Lets the engine run on the main queue, after the jobs that wait there.
    func schedule() {
        let isNeeded = state.withLock { state in
            state.progress += 1
            defer { state.isScheduled = !state.isDriving }
            return !state.isDriving && !state.isScheduled
        }
        if isNeeded { DispatchQueue.main.async { self.drive() } }
    }

    private func drive() {
        state.withLock { state in
            (state.isScheduled, state.isDriving, state.isLettingThrough) = (false, true, false)
            // The jobs of the main actor have returned to the pool, where the engine can observe them.
            if !state.jobs.isEmpty { state.passes = 0 }
        }
        repeat {
            repeat {
                while let job = state.withLock({ $0.nextJob() }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
            } while state.withLock({ $0.next() }).map { $0() } != nil
        } while recall()
        let isToReturn = state.withLock { state in
            state.isDriving = false
            return state.isLettingThrough || !state.jobs.isEmpty
        }
        if isToReturn { schedule() }
    }

    /// Waits until no thread of the pool can have a job of the lab: all of them are here at once. False if none can.
    private func recall() -> Bool {
        guard state.withLock({ $0.isRecalling }) else { return false }
        let (priorities, patience) = state.withLock { state in
            defer { state.strays = [] }
            // Code of other tests may keep a thread.
            let patience = DispatchTimeInterval.milliseconds(state.hasStrayed ? 1_000 : 2)
            return (state.strays.flatMap { Array(repeating: $0, count: ProcessEnvironment.cores) }, patience)
        }
        let (arrivals, departures) = (DispatchGroup(), DispatchGroup())
        @Sendable func meet() {
            arrivals.leave()
            _ = arrivals.wait(timeout: .now() + patience)
            departures.leave()
        }
        for group in [arrivals, departures] { for _ in priorities { group.enter() } }
        for priority in priorities { Task.detached(priority: TaskPriority(rawValue: priority)) { meet() } }
        departures.wait()
        state.withLock { $0.isRecalling = false }
        return true
    }

    // MARK: What tasks ask for

    /// Counts a call that comes back at once; a loop of them, which would never wait, ends here.
    private func count() async {
        if !state.withLock({ $0.count() }) { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }

    /// Nil unless this lab has ended, which also stops the lab of the calling task.
    private var ended: Problem? {
        get async {
            guard state.withLock({ $0.hasEnded }) else { return nil }
            await count()
            let problem = Problem(
                "this clock belongs to a lab that has ended", help: "give a model the clock of the lab that it runs in",
                status: .failed)
            LabEngine.current?.state.withLock { $0.stop(problem) }
            return problem
        }
    }

    /// Sleeps like `Task.sleep`; `leeway`: nil for the default one.
    func sleep(until target: Int64, on rules: LabClock.Rules, leeway: Int64?) async throws {
        if Task.isCancelled {
            await count()
            throw CancellationError()
        }
        if let ended = await ended { throw ended }
        let (spent, isOnMain) = state.withLock { state in
            defer { state.spent = 0 }
            return (state.spent, state.running?.isFromMain ?? false)
        }
        if spent > 0 { await work(spent, onMain: isOnMain) }
        let call = state.withLock { $0.reserve(.init(rules: rules, isOnMain: isOnMain)) }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                // A deadline at the end of time would be none.
                let isAsleep = state.withLock { $0.sleep(call, until: min(target, .max - 1), leeway: leeway, waiter) }
                if isAsleep { schedule() } else { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancel(call) }?.resume()
            schedule()
        }
        if state.withLock({ $0.endSleep(call) }) { throw CancellationError() }
    }

    func work(_ amount: Int64, onMain isOnMain: Bool) async {
        if await ended != nil { return }
        await withUnsafeContinuation { waiter in
            state.withLock { $0.work(amount, onMain: isOnMain, waiter) }
            schedule()
        }
    }

    /// Lets time pass to an instant, ns from the start, or by a time; `endsWhenIdle`: until no task sleeps or works.
    func pass(to instant: Int64? = nil, by time: Int64 = 0, endsWhenIdle: Bool = false) async {
        if await ended != nil { return }
        await withUnsafeContinuation { waiter in
            state.withLock { state in
                let instant = max(state.now, instant ?? state.now.adding(saturating: time))
                state.reach((instant, endsWhenIdle, waiter))
            }
            schedule()
        }
    }
}
