import LabRecording
import LabScenarioModel

/// The purpose of a random number; the constants decide the draws.
public enum DrawPurpose: UInt64, Sendable {
    case wakeUp = 0x5741_4B45
    case work = 0x574F_524B
    case rampUp = 0x5241_4D50
    case amount = 0x414D_4F55
    case order = 0x4F52_4452
    case throttle = 0x5448_524F
    case instant = 0x494E_5354
}

/// Random numbers by name. The n-th draw of an entity for a purpose depends on nothing else, so adding a timer never
/// changes another's draws.
public struct Dice: Sendable {
    private let seed: UInt64
    /// The hash of each entity's name.
    private var keys: [UInt64]
    /// The number of amounts that each entity has drawn; one count is enough, since each purpose has its own stream.
    private var counts: [Int64]
    private let wakeUp: WakeUpLatency
    private let throttle: QuantileTable?
    /// True if the app is in the background, where wake-ups are held back.
    public var isThrottled = false

    public init(_ plan: borrowing ScenarioPlan, entities: [Entity]) {
        seed = plan.seed
        keys = entities.indices.map { Fingerprint.hash(entities[$0].name) }
        counts = Array(repeating: 0, count: entities.count)
        wakeUp = plan.device.wakeUp
        throttle = plan.device.throttle
    }

    /// Adds an entity that a step makes.
    public mutating func append(_ entity: Entity) {
        keys.append(Fingerprint.hash(entity.name))
        counts.append(0)
    }

    /// The entity's draw of this index.
    public func draw(_ entity: EntityID, _ purpose: DrawPurpose, index: Int64) -> UInt32 {
        Self.draw(seed, keys[Int(entity.index)], purpose, index: index)
    }

    /// The draw of this index for the name with the hash `key`.
    static func draw(_ seed: UInt64, _ key: UInt64, _ purpose: DrawPurpose, index: Int64) -> UInt32 {
        let stream = Fingerprint.mix(seed ^ Fingerprint.mix(key ^ purpose.rawValue))
        return UInt32(truncatingIfNeeded: Fingerprint.mix(stream &+ UInt64(bitPattern: index)) >> 32)
    }

    /// The entity's next amount from a table.
    public mutating func next(_ table: QuantileTable, for entity: EntityID, _ purpose: DrawPurpose) -> Int64 {
        let index = Int(max(0, entity.index))
        counts[index] += 1
        return table.value(at: draw(EntityID(index), purpose, index: counts[index]))
    }

    /// A time of a step; what is drawn is the entity's next amount.
    public mutating func time(_ time: OpTime, in program: Program, for entity: EntityID) -> Int64 {
        switch time {
        case .fixed(let time): time
        case .drawn(let table): next(program.quantiles[table], for: entity, .amount)
        }
    }

    /// True if wake-ups are ever late.
    public var hasWakeUpLatency: Bool { wakeUp != .none || (isThrottled && throttle != nil) }

    /// The instant of an entity's n-th wake-up that is due at `instant`: its latency is added.
    public func delayed(_ instant: Int64, entity: EntityID, index: Int64) -> Int64 {
        guard hasWakeUpLatency, instant < .max else { return instant }
        let own: Int64 =
            switch wakeUp {
            case .none: 0
            case .drawn(let table): max(0, table.value(at: draw(entity, .wakeUp, index: index)))
            case .replayed(let latencies):
                latencies.isEmpty ? 0 : max(0, latencies[Int(index % Int64(latencies.count))])
            }
        let held =
            isThrottled ? throttle.map { max(0, $0.value(at: draw(entity, .throttle, index: index))) } ?? 0 : 0
        return instant.adding(saturating: own.adding(saturating: held))
    }
}
