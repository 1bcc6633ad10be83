import Recording
import ScenarioModel

/// What a random number is drawn for.
enum DrawPurpose: UInt64 {
    case wakeUp = 0x5741_4B45
    case work = 0x574F_524B
    case rampUp = 0x5241_4D50
    case amount = 0x414D_4F55
    case order = 0x4F52_4452
}

/// Random numbers by name: the n-th draw of an entity for a purpose depends on nothing else, so that adding one timer
/// never changes another's draws.
struct RandomStreams {
    let seed: UInt64

    /// `key` is the hash of the entity's name.
    func draw(key: UInt64, purpose: DrawPurpose, index: Int64) -> UInt32 {
        let stream = Fingerprint.mix(seed ^ Fingerprint.mix(key ^ purpose.rawValue))
        return UInt32(truncatingIfNeeded: Fingerprint.mix(stream &+ UInt64(bitPattern: index)) >> 32)
    }
}
