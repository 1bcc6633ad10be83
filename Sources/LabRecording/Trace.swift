import LabExactTime

/// The subject of a recording, and the look of its log lines.
public struct TraceHeader: Hashable, Sendable {
    /// The clock of the times.
    public enum Clock: String, Sendable, CaseIterable {
        /// A simulation's virtual clock.
        case simulated
        /// The host's own clock.
        case live
        /// The time stamps of a log.
        case imported
    }

    public var title = ""
    public var clock = Clock.simulated
    public var deviceProfile = ""
    /// The common modes of another platform, in a few words; empty for iOS.
    public var platform = ""
    public var seed: UInt64 = 0
    /// The end of the recording: ns, half-open.
    public var duration: Int64 = 0
    public var process = "timerlab"
    public var pid: Int64 = 1
    /// The unit of its times, ns: 1 unless a log's stamps are coarser.
    public var resolution: Int64 = 1
    /// ns since 1970-01-01T00:00:00Z at time 0.
    public var epoch: Int64 = 0
    /// Seconds east of UTC.
    public var utcOffset = 0

    public init() {}
}

/// A block, a perform request or an event that waits at the end of a recording.
public struct PendingWork: Hashable, Sendable {
    public var entity: EntityID
    /// The thread whose run loop has it but does not run in its mode; `EntityID.none` for a dispatch queue.
    public var thread: EntityID
    /// The step that made it; -1: none.
    public var step: Int64
    /// The number of waiting items of the kind.
    public var count: Int64
    /// Its wait for its run loop if that was long, ns after the start.
    public var wait: Range<Int64> = 0..<0

    public init(entity: EntityID, thread: EntityID, step: Int64, count: Int64 = 1) {
        (self.entity, self.thread, self.step, self.count) = (entity, thread, step, count)
    }
}

/// A whole recording, from a simulation, a live run or a log.
public struct Trace: Sendable, Equatable {
    public var header = TraceHeader()
    package var duration: Int64 { header.duration }
    public var entities: [Entity] = []
    /// Byte ranges of the scenario's steps, which records name by index.
    public var steps: [Range<Int>] = []
    /// The places of tolerances' keys, by timer; for copies, by the timer of their table.
    public var tolerances: [EntityID: Range<Int>] = [:]
    /// Intervals that grids name by index, ns.
    public var intervals: [Rational] = []
    /// Texts for records; each label of a reference is there once.
    public var texts: [String] = []
    public var templates: [LogTemplate] = []
    public var arguments: [Int64] = []
    public var dumps: [LoopDump] = []
    public var messages: [MessageTrace] = []
    public var records: [Record] = []
    /// The work that had not begun at the end.
    public var pending: [PendingWork] = []
    /// The blocks and signals that wait at the end in a run loop that sleeps.
    public var unwoken: [PendingWork] = []
    /// By entity, the longest wait of a block, a perform or a source for its run loop that a user notices.
    public var late: [EntityID: PendingWork] = [:]
    /// By block: the due instant of the last one that still waits at the end, ns.
    public var dues: [EntityID: Int64] = [:]
    /// The hash of the trajectory; 0 until it is computed.
    public var fingerprint: UInt64 = 0

    public init() {}

    public func entity(_ id: EntityID) -> Entity? { entities[id] }

    public func name(_ id: EntityID) -> String { entity(id)?.name ?? "?" }

    /// The timer that represents all copies of one; any other entity itself.
    package func group(of id: EntityID) -> EntityID {
        let group = entity(id)?.group ?? .none
        return group.exists ? group : id
    }

    /// The grid that a `gridSet` record describes.
    public func grid(of record: Record) -> Grid { Grid(anchor: record.value, interval: intervals[at: record.extra]) }

    /// The text of a `logged` record, its holes filled in.
    ///
    /// - Parameter shown: prints a piece; of a description only names: its line ends are not the scenario's.
    public func message(of record: Record, shown: (String) -> String = { $0 }) -> String {
        text(of: record) { rendered($0, $1, shown: shown) }
    }

    /// The text of a `logged` record, as `printed` prints each piece and the argument for its hole.
    package func text(of record: Record, printed: (LogTemplate.Piece, Int64) -> String) -> String {
        var text = ""
        var argument = record.extra
        for piece in templates[at: record.value]?.pieces ?? [] {
            text += printed(piece, arguments[at: argument] ?? 0)
            if piece.takesArgument { argument += 1 }
        }
        return text
    }

    private func rendered(_ piece: LogTemplate.Piece, _ value: Int64, shown: (String) -> String) -> String {
        switch piece {
        case .literal(let literal): return shown(literal)
        case .number(let width): return shown((value < 0 ? "-" : "") + value.magnitude.padded(to: width))
        case .seconds: return shown(seconds(value))
        case .thread:
            let entity = entity(EntityID(value))
            let number = entities.prefix(Int(value) + 1).count { $0.kind == .thread }
            let name = entity.map { $0.name == "main" || $0.detail.isEmpty ? $0.name : $0.detail } ?? "(null)"
            let address = String(0x2800_0000 + number * 0x40, radix: 16)
            return shown("<NSThread: 0x\(address)>{number = \(number), name = \(name)}")
        case .mode: return shown(name(EntityID(value)))
        case .word(let words): return shown(words[at: value] ?? "?")
        case .dump: return dumps[at: value].map { description(of: $0, shown: shown) } ?? ""
        }
    }

    /// ns as seconds with six decimals, the rest cut off.
    func seconds(_ value: Int64) -> String {
        let micros = value.magnitude / 1000
        return (value < 0 ? "-" : "") + "\(micros / 1_000_000)." + (micros % 1_000_000).padded(to: 6)
    }
}
