import LabRecording

/// Everything in a recording that can delay a timer, searchable by instant.
struct Circumstances {
    /// The most copies that are shown one by one unless a user asks for more.
    static let copiesShown = 64

    let entities: [Entity]
    let threads: [ThreadActivity]
    /// The pool's threads if all of them were used, else none.
    private let pool: [ThreadActivity]
    let callbacks: ByEntity<CallbackSpan>
    /// By timer; empty if no callback took any time.
    private let callbackTimes: [CallbackTimes]
    let sleeps: [Span]
    let backgrounds: [Span]
    /// By timer or queue.
    let suspensions: ByEntity<Span>
    /// The records that add timers to a mode of a thread's run loop.
    let additions: ByEntity<Record>
    /// The time after the deallocation of a timer without a run loop.
    let disposals: [EntityID: Span]
    let queueWork: ByEntity<QueueSpan>
    let deliveries: [EventDelivery]
    private let activities: [EntityID: ThreadSpans]
    /// The sums of threads and queues with many spans on which nothing waits for other work.
    private(set) var sums: [EntityID: ThreadSums] = [:]
    /// By entity, the number of copies that it represents.
    private let copies: [Int32]

    init(_ gatherer: inout CircumstanceGatherer, _ collected: inout ThreadCollector, of trace: borrowing Trace) {
        let (entities, end) = (trace.entities, trace.duration)
        gatherer.finish(at: end, open: collected.unfinished)
        self.entities = entities
        threads = collected.activities(until: end)
        let used = threads.filter { entities.isPool($0.thread) }
        pool = used.count < Entity.poolSize ? [] : Array(used.prefix(Entity.poolSize))
        callbacks = ByEntity(collected.callbacks, entities: entities.count) { $0.timer }
        callbackTimes = collected.callbackTimes
        activities = Dictionary(uniqueKeysWithValues: threads.map { ($0.thread, $0.spans) })
        var copies = [Int32](repeating: 0, count: entities.count)
        for leader in entities.indices.lazy.compactMap(entities.leader) { copies[leader] += 1 }
        self.copies = copies
        sleeps = gatherer.sleeps
        backgrounds = gatherer.backgrounds
        suspensions = ByEntity(gatherer.suspensions, entities: entities.count) { $0.entity.index }
        additions = ByEntity(gatherer.additions, entities: entities.count) { $0.entity.index }
        disposals = gatherer.disposals
        deliveries = gatherer.deliveries
        queueWork = ByEntity(gatherer.queueWork, entities: entities.count) { $0.queue }
    }

    /// The pool's threads if a queue may have to wait for one of them: a serial queue gets another one.
    func pool(serving queue: Entity?) -> [ThreadActivity] {
        queue?.kind == .queue && queue?.detail != "serial" && queue?.isMainQueue == false ? pool : []
    }

    /// Adds up what the threads did, for timers that had to wait.
    mutating func addUp() {
        for thread in threads { addUp(thread.spans, of: thread.thread) }
        // The main queue has the sums of its thread.
        for index in entities.indices where !queueWork[index].isEmpty && !entities[index].isMainQueue {
            addUp(work(ofQueue: index), of: EntityID(index))
        }
    }

    private mutating func addUp(_ spans: ThreadSpans, of place: EntityID) {
        guard wait(of: place) == nil, spans.activities.allSatisfy({ wait(of: $0.owner) == nil }) else { return }
        sums[place] = ThreadSums(spans, told: told)
    }

    /// The work of a serial queue, by the steps that its threads know.
    private func work(ofQueue index: Int) -> ThreadSpans {
        var spans = ThreadSpans()
        for work in queueWork[index] {
            let activity = activity(of: EntityID(work.thread))
            var start = work.from
            while start < work.to {
                let inside = activity.span(at: start)
                let (from, to) = (start, min(work.to, inside.until))
                let step = inside.span.flatMap { $0.owner == work.owner ? $0.step : nil } ?? work.step
                spans.append(ThreadSpan(from: from, to: to, mode: .none, owner: work.owner, step: step))
                start = to
            }
        }
        return spans
    }

    /// The entity by name: copies of a large group are not named one by one.
    func told(_ entity: EntityID) -> EntityID {
        guard let group = entities[entity]?.group else { return entity }
        return copies[group] ?? 0 > Self.copiesShown ? group : entity
    }

    /// The wait in the callback or body of an entity, which is not copied for it: each delay asks.
    func wait(of entity: EntityID) -> Entity.Wait? { entities[entity]?.wait }

    func callbackTimes(of timer: EntityID) -> CallbackTimes { callbackTimes[timer] ?? (0, 0) }

    /// Empty if the thread is not known.
    func activity(of thread: EntityID) -> ThreadSpans { activities[thread] ?? ThreadSpans() }
}

struct QueueSpan: TimeSpan {
    var from: Int64
    var to: Int64
    var owner: EntityID
    var step: Int64
    var queue: Int32
    var thread: Int16
}

struct CircumstanceGatherer {
    private(set) var sleeps: [Span] = []
    private(set) var backgrounds: [Span] = []
    private(set) var suspensions: [Span] = []
    private(set) var additions: [Record] = []
    private(set) var queueWork: [QueueSpan] = []
    private(set) var disposals: [EntityID: Span] = [:]
    private var background: Record?
    private var suspended: [Int32: (count: Int, first: Record)] = [:]
    /// By queue, its latest activity: a serial queue runs one thing after the other.
    private var latest: [QueueSpan?] = []
    /// By entity, its kind and serial queue; -1 for none. A block of a concurrent queue delays nothing.
    private var kinds: [(kind: Entity.Kind, queue: Int32)] = []
    private(set) var deliveries: [EventDelivery] = []
    private static let mostDeliveries = 1000
    private var openDeliveries: [Int] = []

    mutating func grow(to entities: [Entity]) {
        if kinds.isEmpty { kinds.reserveCapacity(entities.count) }
        for index in kinds.count..<max(kinds.count, entities.count) {
            let id = entities[index].kind == .queue ? Int32(index) : entities[index].home.index
            let isSerial =
                entities[at: id]?.kind == .queue && !["concurrent", "global"].contains(entities[Int(id)].detail)
                // The main thread knows the activity there better.
                && !(entities[index].kind != .queue && entities[Int(id)].isMainQueue)
            kinds.append((entities[index].kind, isSerial ? id : -1))
            if isSerial { latest.grow(to: Int(id) + 1, with: nil) }
        }
    }

    mutating func begin(_ record: Record) {
        let queue = kinds[Int(record.entity.index)].queue
        guard queue >= 0 else { return }
        latest[Int(queue)] = QueueSpan(
            from: record.time, to: record.time, owner: record.entity, step: record.kind == .fired ? -1 : record.value,
            queue: queue, thread: record.thread)
    }

    mutating func read(_ record: Record) {
        switch record.kind {
        case .systemSlept:
            let from = max(record.time, sleeps.last?.to ?? record.time)
            if record.value > from { sleeps.append(Span(from: from, to: record.value, step: record.extra)) }
        case .enteredBackground:
            background = background ?? record
            if record.value == 1 { suspended[record.entity.index] = (1, record) }
        case .enteredForeground:
            leaveBackground(at: record.time)
            background = nil
            resume(record)
        case .suspended:
            // The app, which ran in the background until then.
            if background?.entity == record.entity {
                leaveBackground(at: record.time)
                background = record
            }
            suspended[record.entity.index, default: (0, record)].count += 1
        case .resumed: resume(record)
        case .added: additions.append(record)
        case .deallocBegan:
            if kinds[Int(record.entity.index)].kind == .timer {
                disposals[record.entity] = Span(from: record.time, to: .max, entity: record.entity, step: record.extra)
            }
            if let state = suspended.removeValue(forKey: record.entity.index), state.count > 0 {
                endSuspension(from: state.first, to: record.time)
            }
        case .created: disposals[record.entity] = nil
        case .calloutBegan:
            begin(record)
            if kinds[Int(record.entity.index)].kind == .event, deliveries.count < Self.mostDeliveries {
                openDeliveries.append(deliveries.count)
                deliveries.append((record.entity, EntityID(record.thread), record.time, record.time))
            }
        case .calloutEnded, .returned:
            end(record)
            if let open = openDeliveries.lastIndex(where: { deliveries[$0].event == record.entity }) {
                deliveries[openDeliveries.remove(at: open)].to = record.time
            }
        default: return
        }
    }

    mutating func finish(at end: Int64, open: Set<EntityID>) {
        leaveBackground(at: end)
        for case var span? in latest where span.from < end && open.contains(span.owner) {
            span.to = end
            queueWork.append(span)
        }
        for (_, state) in suspended.sorted(by: { $0.key < $1.key }) where state.count > 0 {
            endSuspension(from: state.first, to: end)
        }
    }

    private mutating func leaveBackground(at time: Int64) {
        guard let entered = background, entered.time < time else { return }
        backgrounds.append(Span(from: entered.time, to: time, step: entered.extra))
    }

    private mutating func endSuspension(from first: Record, to end: Int64) {
        guard first.time < end else { return }
        suspensions.append(Span(from: first.time, to: end, entity: first.entity, step: first.extra))
    }

    private mutating func resume(_ record: Record) {
        guard var state = suspended[record.entity.index] else { return }
        state.count -= 1
        suspended[record.entity.index] = state.count > 0 ? state : nil
        if state.count == 0 { endSuspension(from: state.first, to: record.time) }
    }

    private mutating func end(_ record: Record) {
        let queue = Int(kinds[Int(record.entity.index)].queue)
        guard queue >= 0, var span = latest[queue], span.owner == record.entity, span.from < record.time else { return }
        span.to = record.time
        queueWork.append(span)
        latest[queue] = nil
    }
}

/// An event that was delivered to a thread, from the begin of its steps to their end, ns.
package typealias EventDelivery = (event: EntityID, thread: EntityID, from: Int64, to: Int64)
