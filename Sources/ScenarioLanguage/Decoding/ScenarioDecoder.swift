import ScenarioModel

/// Turns the tree of a scenario into its plan, and collects every mistake on the way.
///
/// The schema says which keys and types there are; what the extensions add is what a table of keys cannot say.
struct ScenarioDecoder {
    var collector = DiagnosticCollector()
    var names = PartNames()
    var plan = ScenarioPlan()
    /// Parts that `create` and `start` steps make, with who does it.
    var makers: [PartReference: [Maker]] = [:]
    /// Parts that an object's strong variables hold.
    var ownedParts: Set<PartReference> = []
    /// The log that the device's wake-up latencies are to be taken from.
    var replay: ReplayRequest?
    /// The file that the device is to be taken from.
    var profileRequest: ProfileRequest?
    /// Whose steps start whose at one instant, for `findEndlessSteps`.
    var startEdges: [PartReference: [StartEdge]] = [:]
    /// Objects that the steps of a part make at once, for the same.
    var madeAtOnce: [PartReference: Set<PartReference>] = [:]
    /// The kinds of the timers as they are known before they are decoded, by index.
    var timerKinds: [TimerKind?] = []
    var queueKinds: [QueuePlan.Kind] = [.main]
    var partCount: Int64 = 0
    /// What is added to which modes, for `findModesNeverRun`.
    var modeLists: [ModeList] = []
    let profiles: [String: DevicePlan]
    let replayed: [Int64]?
    /// When TOML itself found mistakes, a missing key may be in a part that could not be read.
    let isComplete: Bool

    init(profiles: [String: DevicePlan], replayed: [Int64]?, isComplete: Bool) {
        self.profiles = profiles
        self.replayed = replayed
        self.isComplete = isComplete
    }

    mutating func report(_ diagnostic: Diagnostic) { collector.report(diagnostic) }

    /// Decodes the whole file.
    mutating func decode(_ root: Node) {
        let tables = collectTables(root)
        collectNames(tables)
        decodeFile(root)
        decodeDevice(root.child("device"))
        decodeLog(root)
        decodeParts(tables)
        for expectation in tables.expectations { decodeExpectation(expectation) }
        decodeCompare(root.child("compare"))
        decodeGuards(root.child("guard"))
        findEndlessSteps()
        findPartsNeverMade()
        findModesNeverRun()
    }

    /// Keys first, steps after: a step may speak of any part, and its place decides what it can do.
    private mutating func decodeParts(_ tables: PartTables) {
        for node in tables.queues { prepareQueue(node) }
        let threads = tables.threads.map { prepareThread($0) }
        let timers = tables.timers.map { prepareTimer($0) }
        let objects = tables.objects.map { prepareObject($0) }
        let events = tables.events.map { prepareEvent($0) }
        let observers = tables.observers.map { prepareObserver($0) }
        let sources = tables.sources.map { prepareSource($0) }
        ownedParts = Set(plan.objects.flatMap { $0.strong.map(\.part) })
        for part in timers { finishTimer(part) }
        for part in objects { finishObject(part) }
        for part in threads { finishThread(part) }
        for part in events { finishEvent(part) }
        for part in observers { finishObserver(part) }
        for part in sources { finishSource(part) }
        finishParts(threads)
    }

    /// What only all steps together tell: who is made or started by a step, and in which order the others are made.
    private mutating func finishParts(_ threads: [PendingPart]) {
        for index in plan.timers.indices { plan.timers[index].isMadeByStep = makers[.timer(index)] != nil }
        for index in plan.objects.indices { plan.objects[index].isMadeByStep = makers[.object(index)] != nil }
        for index in plan.observers.indices {
            plan.observers[index].isMadeByStep = makers[.observer(index)] != nil
        }
        for index in plan.sources.indices { plan.sources[index].isMadeByStep = makers[.source(index)] != nil }
        for thread in threads where thread.index != 0 && !thread.fields.isPresent("starts") {
            plan.threads[thread.index].starts = makers[.thread(thread.index)] == nil ? 0 : nil
        }
        var made: [(place: Place, part: PartReference)] = []
        made += plan.timers.enumerated().filter { !$1.isMadeByStep }.map { ($1.place, .timer($0)) }
        made += plan.objects.enumerated().filter { !$1.isMadeByStep }.map { ($1.place, .object($0)) }
        made += plan.observers.enumerated().filter { !$1.isMadeByStep }.map { ($1.place, .observer($0)) }
        made += plan.sources.enumerated().filter { !$1.isMadeByStep }.map { ($1.place, .source($0)) }
        plan.creationOrder = made.sorted { $0.place.lowerBound < $1.place.lowerBound }.map(\.part)
    }
}

/// A log whose latencies a scenario wants to have replayed as wake-up latencies.
public struct ReplayRequest: Sendable, Equatable {
    /// As written: relative to the scenario's folder.
    public var path: String
    /// The interval of the timer that wrote the log, ns.
    public var interval: Int64
    public var place: Place
}

/// A file with the device of a scenario, made by `timerlab calibrate`.
public struct ProfileRequest: Sendable, Equatable {
    /// As written: relative to the scenario's folder.
    public var path: String
    public var place: Place
}
