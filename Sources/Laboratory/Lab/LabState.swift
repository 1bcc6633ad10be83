import LabExactTime
import LabRecording
import LabScenarioModel
import LabSimulation
import LabWorkbench

/// The state of a lab: the jobs that can run, the calls of the simulation that tasks wait for, and the requested time.
struct LabState: ~Copyable {
    /// A piece of a task that can run.
    struct Job {
        let job: UnownedJob
        /// The id of its task.
        let id: String
        /// True if its task has left the main actor for this job.
        let isDirect: Bool
        /// True if its task has left the main actor and not waited since.
        let isFromMain: Bool
        let priority: UInt8
        /// True if its task waits in the lab, and so nowhere else.
        var isSettled = false
    }

    /// The time that a thread is busy, ns, and the caller that waits for it.
    typealias Work = (amount: Int64, waiter: UnsafeContinuation<Void, Never>?)

    struct CallKind: Hashable {
        /// Nil for a call that never sleeps.
        let rules: LabClock.Rules?
        let isOnMain: Bool
    }

    struct Call {
        let kind: CallKind
        var waiter: UnsafeContinuation<Void, Never>?
        var works: [Work] = []
        var isWorking = false
        var isCancelled = false
    }

    /// An instant up to which time passes, ns, and the caller that waits for it.
    typealias Goal = (instant: Int64, endsWhenIdle: Bool, waiter: UnsafeContinuation<Void, Never>)

    var simulator: Simulator
    let keeper = RecordKeeper()
    private(set) var jobs: [Job] = []
    /// The jobs with precedence, the last one first.
    private var batch: [Job] = []
    var running: Job?
    /// The tasks of the lab by id.
    private var known: Set<String> = []
    /// The task of the body.
    var body: String?
    /// The hash of the task that is about to start the body.
    var starter: Int?
    var isDriving = false
    var isScheduled = false
    /// True if the jobs of the main actor run before the engine.
    var isLettingThrough = false
    /// The priorities of tasks that may be in the pool: behind an actor, `Task.yield()` passes the hook (Task.currentExecutor).
    var strays: Set<UInt8> = []
    var isRecalling = false
    /// True if a job has come back from there.
    private(set) var hasStrayed = false
    /// The number of times that they still run before the next step.
    var passes = 0
    /// The instants up to which time passes, in order; without one, time does not pass.
    private(set) var goals: [Goal] = []
    var calls: [Call] = []
    var free: [CallKind: [Int]] = [:]
    /// The leeway of each sleep, ns, in the order in which they begin; nil for the default one.
    var leeways: [Int64?] = []
    /// The call whose simulated thread runs the jobs, and the task that it is for.
    var turn: Int?
    var turnTask: String?
    /// Lets the main actor's jobs run at their turn.
    var mainCall: Int?
    private var isMainCallQueued = false
    /// Work that functions without `await` have asked for, ns.
    var spent: Int64 = 0
    /// A number that changes with every event.
    var progress = 0
    var whenDone: (@Sendable () -> Void)?
    var isEnding = false
    /// True if the process has gone to the next lab.
    private(set) var hasEnded = false
    /// True if no task of the lab runs any more, and no time passes: the lab ends as soon as it can.
    private(set) var isStopped = false
    /// The reason to stop; nil for the end of the simulated process.
    private(set) var fault: Problem?
    /// More steps of tasks at one instant are an endless loop.
    private static let most = 100_000
    /// The number of jobs, and of sleeps that throw at once, at an instant, ns.
    private var steps = (count: 0, at: Int64(0))

    init(_ weather: Weather) throws(Problem) {
        var plan = weather.plan
        // The weather lasts as long as the test. Jobs of the pool run on threads for a queue of the lab.
        plan.duration = .max / 4
        plan.queues.append(QueuePlan(id: "pool", kind: .global))
        do { simulator = try Simulator(plan: plan, sink: keeper) } catch {
            throw Problem("\(weather.name): it names too many run loop modes to be simulated")
        }
    }

    /// From the start, ns.
    var now: Int64 { simulator.reading(of: .continuous) }

    /// The number of tasks that sleep or work.
    var waiting = 0

    // MARK: Jobs

    /// False for a job that is not the lab's.
    mutating func accept(_ job: UnownedJob, id: String, isOnMain: Bool, creator: Int?) -> Bool {
        if isOnMain, isRecalling { return false }
        if starter != nil, creator == starter {
            (starter, body) = (nil, id)
        } else if !isOnMain, !known.contains(id) {
            return false
        }
        known.insert(id)
        // A task between two executors has no owner, and only a task starts a task.
        let isDirect = isOnMain && !isDriving && creator == nil
        let inherits = isDriving && running?.id == id && running?.isFromMain == true
        let isFromMain = isDirect || inherits
        jobs.append(Job(job: job, id: id, isDirect: isDirect, isFromMain: isFromMain, priority: job.priority.rawValue))
        hasStrayed = hasStrayed || !isOnMain && id != body
        if turn != nil, turnTask == nil { turnTask = id }
        return true
    }

    mutating func stop(_ fault: Problem? = nil) { (isStopped, self.fault, goals) = (true, self.fault ?? fault, []) }

    /// Counts a step of a task; false, and the lab stops, for one of too many at one instant.
    mutating func count() -> Bool {
        steps = (steps.at == now ? steps.count + 1 : 1, now)
        if steps.count > Self.most {
            stop(
                Problem(
                    "a loop never waits: \(Self.most) turns at \(DurationText.format(now, digits: 9)), and time cannot pass",
                    help: "end it when its task is cancelled, which `try?` hides; sleep for longer than zero; "
                        + "await a value in place of Task.yield()", status: .failed))
        }
        return steps.count <= Self.most
    }

    mutating func nextJob() -> UnownedJob? {
        // It may have moved to the main actor.
        if let running, !running.isSettled {
            passes = 2
            strays.insert(running.priority)
        }
        if batch.isEmpty { (batch, jobs) = (jobs.reversed(), []) }
        running = batch.popLast()
        // Such a job never runs, or it would run for ever.
        if running != nil, isStopped || !count() { (running, batch, jobs) = (nil, [], []) }
        return running?.job
    }

    // MARK: Time

    /// The next call when no job can run; nil if the engine waits for the main queue, the pool or a job.
    mutating func next() -> (@Sendable () -> Void)? {
        if isEnding || !goals.isEmpty {
            if passes > 0, letMainThrough() { return nil }
            isRecalling = !strays.isEmpty
            if isRecalling { return nil }
        }
        guard let goal = goals.first else {
            defer { (whenDone, hasEnded) = (nil, isEnding) }
            return whenDone
        }
        if let turn {
            end(turn)
            return {}
        }
        if !goal.endsWhenIdle || waiting > 0, let turn = simulator.step(through: goal.instant) {
            let waiter = begin(turn)
            return { waiter?.resume() }
        }
        if simulator.hasEnded {
            stop()
            return nil
        }
        goals.removeFirst()
        return { goal.waiter.resume() }
    }

    mutating func reach(_ goal: Goal) {
        running?.isSettled = true
        passes = 2
        if !isStopped { goals.append(goal) }
    }

    /// False if jobs of the pool run on their own threads. Then the main thread gets a turn of its own for jobs that
    /// they may have given to the main actor.
    private mutating func letMainThrough() -> Bool {
        guard let turn, !isEnding, !calls[turn].kind.isOnMain else {
            passes -= 1
            isLettingThrough = true
            return true
        }
        passes = 0
        guard !isMainCallQueued else { return false }
        isMainCallQueued = true
        let call = mainCall ?? add(CallKind(rules: nil, isOnMain: true), named: "main actor")
        mainCall = call
        simulator.sleep(hostCall: call, until: nil)
        return false
    }

    /// Begins a call's turn; returns the task that waits for it.
    private mutating func begin(_ call: Int) -> UnsafeContinuation<Void, Never>? {
        (turn, turnTask) = (call, "")
        if call == mainCall, !calls[call].isWorking {
            isMainCallQueued = false
            passes = 2
            return nil
        }
        let isWorking = calls[call].isWorking
        let waiter = isWorking ? calls[call].works.removeFirst().waiter : calls[call].waiter
        calls[call].isWorking = false
        if isWorking || waiter != nil { waiting -= 1 }
        if waiter != nil { turnTask = nil }
        return waiter
    }

    /// Ends the turn, or keeps its thread busy with the work that its jobs have requested.
    private mutating func end(_ call: Int) {
        if spent > 0 {
            let isAsleep = !calls[call].kind.isOnMain && calls[call].waiter != nil
            if isAsleep { work((spent, nil), onMain: false) } else { add((spent, nil), to: call) }
        }
        (spent, turn) = (0, nil)
        let work = calls[call].works.first
        calls[call].isWorking = work != nil
        simulator.endTurn(of: call, after: work?.amount)
        if work == nil, calls[call].kind.rules == nil, call != mainCall { release(call) }
    }

    mutating func finish(_ body: @escaping @Sendable () -> Void) {
        guard !isEnding else { return }
        (isEnding, whenDone, goals, passes) = (true, body, [], 2)
    }
}
