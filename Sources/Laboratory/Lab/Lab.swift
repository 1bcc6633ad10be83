import LabPlatform

/// A test's own code on the simulated machine: its sleeps end, and its work takes time, as in a scenario.
///
/// ```swift
/// try await Lab.run(Weather(named: "busy-main")) { lab in
///     let model = await Countdown(from: 10, clock: lab.clock)
///     let task = Task { try await model.run() }
///     await lab.advance(by: .seconds(10.5))
///     #expect(await model.shown <= 1, "\(lab.why)")
///     task.cancel()
/// }
/// ```
///
/// Tasks run one at a time, in the same order each time, but for two that yield in an actor at one instant. Time passes
/// only while the body waits in `advance`, `run` or `work`.
public struct Lab: Sendable {
    let engine: LabEngine
    let weather: Weather

    // MARK: Running

    /// Runs the body of a test in a weather, behind every other lab of the process.
    ///
    /// - Throws: the body's error; `Problem` when it waits for a second for something outside of the lab, when the
    ///   simulated process ends, when a loop never waits, in another lab, or when the concurrency runtime does not hand
    ///   over its jobs.
    @discardableResult public static func run<Value: Sendable>(
        _ weather: Weather,
        @_inheritActorContext _ body: sending @escaping @isolated(any) (Lab) async throws -> Value
    ) async throws -> Value {
        guard PoolHook.isThere else {
            throw Problem("the concurrency runtime hands over no jobs: it has no swift_task_enqueueGlobal_hook")
        }
        guard LabEngine.current?.state.withLock({ $0.hasEnded }) ?? true else {
            throw Problem(
                "Lab.run inside Lab.run: labs wait for one another", help: "use the lab that runs", status: .failed)
        }
        let lab = Lab(engine: try LabEngine(weather), weather: weather)
        let (outcomes, sender) = AsyncStream<Result<Value, any Error>>.makeStream()
        let engine = lab.engine
        await engine.begin()
        let task = Task {
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await LabEngine.$current.withValue(engine) { try await body(lab) })
            } catch { outcome = .failure(error) }
            engine.finish { sender.yield(lab.ending.map { .failure($0) } ?? outcome) }
        }
        engine.watch {
            let problem = lab.ending ?? lab.standstill
            task.cancel()
            engine.finish { sender.yield(.failure(problem)) }
        }
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }

    /// Runs the body of a test in the weather that a scenario's text describes.
    ///
    /// - Throws: as `run(_:_:)` does; `Problem` when the scenario has a mistake.
    @discardableResult public static func run<Value: Sendable>(
        scenario text: String,
        @_inheritActorContext _ body: sending @escaping @isolated(any) (Lab) async throws -> Value
    ) async throws -> Value {
        try await run(Weather(scenario: text), body)
    }

    /// Nil unless the lab has stopped before the test.
    private var ending: Problem? {
        let (fault, end) = engine.state.withLock { ($0.fault, $0.simulator.resultSoFar().end) }
        if let fault { return fault }
        switch end {
        case .duration: return nil
        case .untilFired, .exited, .crashed:
            return Problem("\(weather.name): the simulated process ended before the test: \(why)", status: .failed)
        case .budget, .full:
            return Problem(
                "\(weather.name): no more can be simulated after \(text(engine.state.withLock { $0.now }))",
                help: "advance by less, or give its scenario a larger `budget`", status: .failed)
        }
    }

    /// The reason why the body does not continue.
    private var standstill: Problem {
        let waiting = engine.state.withLock { $0.waiting }
        return waiting > 0
            ? Problem(
                "time does not pass, and the test waits for code that sleeps or works: \(waiting)",
                help: "await lab.advance(by: …) before you wait for them", status: .failed)
            : Problem(
                "a task waits outside of the lab",
                help:
                    "let it sleep on lab.clock; Dispatch and a plain Task.sleep use the host's, and a continuation that "
                    + "nobody resumes, or a loop of Task.yield(), never ends", status: .failed)
    }

    // MARK: Time

    /// The time that the simulated machine has run, its sleep included.
    public var now: Duration { .nanoseconds(engine.state.withLock { $0.now }) }

    /// A clock that runs while the system sleeps, as `ContinuousClock` does.
    public var clock: LabClock { clock(.continuous) }

    /// A clock of the simulated machine.
    public func clock(_ rules: LabClock.Rules) -> LabClock { LabClock(rules: rules, engine: engine) }

    /// Lets so much time pass, with all events until its end.
    public func advance(by duration: Duration) async { await engine.pass(by: duration.wholeNanoseconds) }

    /// Lets time pass up to an instant after the start of the lab, unless that is over.
    public func advance(to instant: Duration) async { await engine.pass(to: instant.wholeNanoseconds) }

    /// Lets time pass until no task sleeps or works any more, at most until the end of the weather's scenario.
    public func run() async { await engine.pass(to: weather.plan.duration, endsWhenIdle: true) }

    /// Runs everything that is due now.
    ///
    /// - Throws: `Problem` when a task still sleeps or works.
    public func checkSuspension() async throws {
        await engine.pass()
        let waiting = engine.state.withLock { $0.waiting }
        if waiting > 0 { throw Problem("tasks that still sleep or work on lab.clock: \(waiting)", status: .failed) }
    }

    // MARK: Work

    /// Keeps the simulated thread of the calling code busy for a time; the main actor's is the main thread.
    ///
    /// In a task the `work` factor of the device applies, as to all work of a scenario. The body of the test waits
    /// for exactly this time.
    public func work(_ duration: Duration) async {
        let isOnMain = engine.state.withLock { $0.running?.isDirect ?? false }
        await engine.work(max(0, duration.wholeNanoseconds), onMain: isOnMain)
    }

    /// The same in a function that cannot wait: its thread is busy afterwards, before the next sleep begins.
    public func work(_ duration: Duration) { engine.state.withLock { $0.spent += max(0, duration.wholeNanoseconds) } }
}
