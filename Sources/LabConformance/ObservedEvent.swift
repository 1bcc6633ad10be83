import LabExactTime
import LabRecording

/// The subject of an observed event, in terms that both recordings of a scenario share.
struct Subject: Hashable, Comparable {
    var kind: UInt8
    var name: String
    var place: Int

    static func < (left: Subject, right: Subject) -> Bool {
        (left.name, left.place, left.kind) < (right.name, right.place, right.kind)
    }
}

/// An event of a recording that another run of the same scenario must also have.
struct ObservedEvent {
    struct Essence: Hashable {
        enum Kind: UInt8 { case fired, called, logged, returned, ended }

        var kind: Kind
        /// The number of grids so far; -1 for a manual firing.
        var epoch: Int64 = 0
        /// The grid's point that was served, or the answer of a run call.
        var index: Int64 = 0
        /// GCD's `data`; 0 for other mechanisms.
        var data: Int64 = 0
        var text = ""
    }

    var essence: Essence
    var subject: Subject
    /// ns.
    var time: Int64
    /// The time from due point to start, ns; nil if it is not a firing.
    var lateness: Int64?
    /// True if its due instant counts from its last firing, so that the host's noise moves it.
    var isRelative = false
    /// The name of its thread; threads of libdispatch's pool share one name.
    var lane: String
}

struct EventReader {
    private let trace: Trace
    private let subjects: [Subject]
    private let lanes: [String]
    /// For each entity its grid and the number of its grids so far.
    private var grids: [Int: Grid] = [:]
    private var epochs: [Int: Int64] = [:]
    /// Timers whose next firing is a manual one.
    private var manual: Set<Int> = []
    /// Templates whose numbers are readings of a clock.
    private let clockTemplates: Set<LogTemplate>

    static let poolLane = "pool"

    init(_ trace: Trace, clockTemplates: Set<LogTemplate>) {
        self.trace = trace
        self.clockTemplates = clockTemplates
        // libdispatch chooses the thread of the pool for a block.
        lanes = trace.entities.map { $0.kind == .thread && $0.detail == "(null)" ? Self.poolLane : $0.name }
        subjects = zip(trace.entities, lanes).map {
            Subject(kind: $0.kind.rawValue, name: $1, place: $0.place.lowerBound)
        }
    }

    mutating func read() -> (events: [ObservedEvent], otherKinds: [Record.Kind: Int]) {
        var found: [ObservedEvent] = []
        var otherKinds: [Record.Kind: Int] = [:]
        for record in trace.records {
            let entity = Int(record.entity.index)
            guard trace.entities.indices.contains(entity) else { continue }
            switch record.kind {
            case .gridSet:
                grids[entity] = trace.grid(of: record)
                epochs[entity, default: 0] += 1
            case .firedManually: manual.insert(entity)
            case .fired:
                found.append(event(record, fired(record, entity: entity), lateness: record.time - record.value))
            case .calloutBegan: found.append(event(record, .init(kind: .called)))
            case .logged: found.append(event(record, .init(kind: .logged, text: text(of: record))))
            case .runReturned:
                let place = trace.steps[at: record.extra] ?? 0..<0
                found.append(event(record, .init(kind: .returned, epoch: Int64(place.lowerBound), index: record.value)))
            case .threadEnded:
                if lanes[entity] != Self.poolLane { found.append(event(record, .init(kind: .ended))) }
            default: otherKinds[record.kind, default: 0] += 1
            }
        }
        return (found, otherKinds)
    }

    private mutating func fired(_ record: Record, entity: Int) -> ObservedEvent.Essence {
        guard manual.remove(entity) == nil else { return ObservedEvent.Essence(kind: .fired, epoch: -1) }
        var index: Int64 = 0
        if let grid = grids[entity], grid.interval != nil, record.value > grid.anchor {
            index = grid.points(before: record.value)
        }
        let isSource = trace.entities[entity].mechanism == .gcd
        return ObservedEvent.Essence(
            kind: .fired, epoch: epochs[entity] ?? 0, index: index, data: isSource ? record.extra : 0)
    }

    private func event(_ record: Record, _ essence: ObservedEvent.Essence, lateness: Int64? = nil) -> ObservedEvent {
        ObservedEvent(
            essence: essence, subject: subjects[Int(record.entity.index)], time: record.time,
            lateness: essence.epoch < 0 ? nil : lateness,
            isRelative: trace.entities[Int(record.entity.index)].timer?.isRelative ?? false,
            lane: lanes[at: record.thread] ?? "")
    }

    /// The line without readings of clocks and numbers of pool threads.
    private func text(of record: Record) -> String {
        guard let template = trace.templates[at: record.value] else { return "" }
        let isClock = clockTemplates.contains(template)
        return trace.text(of: record) { piece, value in
            switch piece {
            case .literal(let literal): literal
            case .seconds, .dump: "…"
            case .number: isClock ? "…" : String(value)
            case .word: String(value)
            case .thread: lanes[at: value] ?? "?"
            case .mode: trace.name(EntityID(value))
            }
        }
    }
}
