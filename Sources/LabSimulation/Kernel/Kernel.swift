import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The services that every part may use and that use no part.
struct Kernel {
    var clock: VirtualClock
    var recorder: Recorder
    var dice: Dice
    var budget: Budget
    /// The device's, for each piece of work; nil: exactly 1.
    let workFactor: QuantileTable?
    /// The device's, for a piece of work after a pause; nil: none.
    let rampUpTime: QuantileTable?
    var agenda = OccurrenceQueue()
    var app = AppState()
    var counters: [Int64] = []
    /// The threads that wait for each counter, the longest-waiting first.
    var waiters: [Int: Queue<ThreadID>] = [:]
    /// The end of the last piece of work, on the uptime axis; the processor idles from then on.
    private(set) var busyUntil = Int64.min
    /// The number of anchored grids and armed deadlines, which orders those of one instant.
    private(set) var armings: UInt32 = 0
    /// The number of messages at ports so far; it orders those of one instant.
    private(set) var arrivals: UInt32 = 1

    @inline(__always) var now: Int64 { clock.now }

    /// ns after the recording's start.
    @inline(__always) var time: Int64 { clock.time }

    @inline(__always) var sleepOffset: Int64 { clock.sleepOffset }

    /// Counts a grid that is anchored or a deadline that is armed, and returns its place among all that were.
    @inline(__always) mutating func nextArming() -> UInt32 {
        armings &+= 1
        return armings
    }

    /// Begins an amount of work: the device's time for it and the part of that to get up to speed, both drawn, ns.
    mutating func work(_ amount: Int64, by owner: EntityID) -> (time: Int64, rampUp: Int64) {
        var (time, rampUp) = (amount, Int64(0))
        if amount > 0 {
            if let factors = workFactor {
                time = DevicePlan.worked(amount, times: factors.constant ?? dice.next(factors, for: owner, .work))
            }
            if let table = rampUpTime { rampUp = max(0, dice.next(table, for: owner, .rampUp)) }
        }
        // A processor that was idle long enough has to get up to speed first.
        let isSlow = busyUntil == .min || now.adding(saturating: -busyUntil) >= DevicePlan.rampUpIdle
        busyUntil = max(busyUntil, now.adding(saturating: time.adding(saturating: rampUp)))
        return isSlow ? (time.adding(saturating: rampUp), rampUp) : (time, 0)
    }

    mutating func nextArrival() -> Arrival {
        arrivals &+= 1
        return Arrival(time: now, order: arrivals)
    }

    mutating func append(_ entity: Entity) -> EntityID {
        dice.append(entity)
        return recorder.append(entity)
    }

    /// Another part of the same plan: `tick (2)`.
    mutating func append(copyOf first: EntityID, number: Int) -> EntityID {
        var entity = recorder.trace.entities[Int(first.index)]
        if !entity.group.exists { entity.group = first }
        entity.name += " (\(number))"
        return append(entity)
    }

    @inline(__always) mutating func record(
        _ kind: Record.Kind, entity: EntityID, thread: EntityID, value: Int64 = 0, extra: Int64 = 0
    ) {
        let isHandedOn = recorder.append(
            Record(
                kind, at: clock.time, entity: entity, thread: Int16(truncatingIfNeeded: thread.index), value: value,
                extra: extra))
        if isHandedOn, recorder.isFull { budget.end(.full) }
    }

    /// Advances the clock over firings of one timer, each on time and without other events between them.
    ///
    /// - Parameters:
    ///   - due: the first firing's instant, after now; the others follow at every `interval`.
    ///   - count: positive, and no more than the budget allows.
    mutating func passFirings(of entity: EntityID, thread: EntityID, due: Int64, every interval: Int64, count: Int64) {
        let first = Record(
            .fired, at: due &+ sleepOffset, entity: entity, thread: Int16(truncatingIfNeeded: thread.index),
            value: due &+ sleepOffset, extra: 1)
        recorder.append(EvenFirings(first, every: interval, count: count))
        clock.advance(to: due &+ interval &* (count &- 1))
        budget.countAllowed(count)
        if recorder.isFull { budget.end(.full) }
    }

    /// Records due points from `due` on, in the recording's time; `interval` is nil for a single one.
    mutating func recordGrid(of entity: EntityID, due: Int64, interval: Rational?) {
        record(.gridSet, entity: entity, thread: .none, value: due, extra: recorder.interval(interval))
    }

    mutating func remark(_ remark: Remark, about entity: EntityID, thread: EntityID, step: Int32 = -1) {
        record(.remarked, entity: entity, thread: thread, value: remark.rawValue, extra: Int64(step))
    }

    /// Terminates the simulated process, and records the reason and the entity. Nothing happens after the first crash.
    mutating func crash(_ reason: String, about entity: EntityID = EntityID(0), step: Int32, thread: EntityID) {
        guard budget.ending == nil else { return }
        record(.crashed, entity: entity, thread: thread, value: recorder.text(reason), extra: Int64(step))
        budget.end(.crashed)
    }

    mutating func raise(_ reason: String, _ name: String = "NSInvalidArgumentException", step: Int32, thread: EntityID)
    {
        crash(
            "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'",
            step: step, thread: thread)
    }

    /// Counts an occurrence; false when the budget is used up.
    @inline(__always) mutating func chargeBudget() -> Bool { budget.charge(at: clock.now) }

    /// True if nothing else can happen before `instant`, so that a thread can simply advance the clock.
    @inline(__always) func canPass(to instant: Int64) -> Bool {
        guard instant < agenda.nextTime, instant < clock.end else { return false }
        return !app.isFrozen
    }
}

extension DevicePlan {
    /// An amount of work times a factor in parts per billion.
    fileprivate static func worked(_ amount: Int64, times factor: Int64) -> Int64 {
        Int64(clamping: (Int128(amount) * Int128(factor) + 500_000_000) / 1_000_000_000)
    }

    /// The longest time of an amount of work on the device, ns.
    func mostWork(of amount: Int64) -> Int64 {
        guard amount > 0 else { return 0 }
        let most = workFactor?.points.last.map { Self.worked(amount, times: $0.value) } ?? amount
        return most.adding(saturating: max(0, rampUp?.points.last?.value ?? 0))
    }
}

/// The instant at which a message reached a port.
struct Arrival: Comparable {
    /// On the uptime axis, ns.
    var time: Int64
    /// The order at the instant: 0 for a kernel timer, which goes off at the instant itself, 1 for a run call's time.
    var order: UInt32

    static let never = Arrival(time: .max, order: .max)

    static func < (left: Arrival, right: Arrival) -> Bool { (left.time, left.order) < (right.time, right.order) }
}
