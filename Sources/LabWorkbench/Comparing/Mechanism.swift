import LabCatalogue
import LabScenarioModel
import LabTOML

/// A way of making a timer, as users name it: `nstimer`, `gcd@main`, `nstimer@worker+common`.
package struct Mechanism: Hashable {
    package enum Place: String {
        /// The main thread's run loop, or the main queue.
        case main
        /// The run loop of a thread of its own.
        case worker
        /// A serial queue of its own.
        case queue
        /// The global concurrent queue.
        case global

        fileprivate func meaning(_ kind: TimerKind, _ mode: ModeName) -> String {
            let modes = mode == .common ? "common modes" : "\(mode.name) mode"
            return switch self {
            case .main: kind.hasModes ? "on main, \(modes)" : "on the main queue"
            case .worker: kind.hasModes ? "on a worker's run loop, \(modes)" : "on a thread of its own"
            case .queue: "on a serial queue of its own"
            case .global: "on the global queue"
            }
        }
    }

    /// Why a name is not a mechanism's.
    package enum Fault: Error, Hashable {
        case unknownKind(String)
        case unknownPlace(String, of: String, known: [String])
        case unknownMode(String)
        case hasNoModes(String)
    }

    let kind: TimerKind
    let place: Place
    let mode: ModeName

    /// The bare names, in the order in which they are listed.
    package static let names = TimerKind.allCases.map(\.rawValue)

    /// All mechanisms at their usual places.
    package static let all = TimerKind.allCases.map { Mechanism(kind: $0, place: $0.places[0], mode: .default) }

    init(kind: TimerKind, place: Place, mode: ModeName) { (self.kind, self.place, self.mode) = (kind, place, mode) }

    /// Reads `KIND[@PLACE][+MODE]`; case does not count, and names from code are allowed.
    package init(parsing text: String) throws(Fault) {
        func split(_ text: String, at mark: Character) -> [String] {
            text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        let parts = split(text.lowercased(), at: "+")
        let address = split(parts[0], at: "@")
        guard let kind = TimerKind.named(address[0]) else { throw .unknownKind(address[0]) }
        var (place, mode) = (kind.places[0], ModeName.default)
        if address.count > 1 {
            guard let wanted = kind.places.first(where: { $0.rawValue == address[1] }) else {
                throw .unknownPlace(address[1], of: kind.rawValue, known: kind.places.map(\.rawValue))
            }
            place = wanted
        }
        if parts.count > 1 {
            guard kind.hasModes else { throw .hasNoModes(kind.rawValue) }
            guard let wanted = ModeName.predefined(parts[1]) else { throw .unknownMode(parts[1]) }
            mode = wanted
        }
        self.init(kind: kind, place: place, mode: mode)
    }

    /// The modes that can follow `+`.
    package static let modeNames = [ModeName.default, .common, .tracking].map(\.name)

    /// The shortest name that means this mechanism.
    package var name: String {
        kind.rawValue + (place == kind.places[0] ? "" : "@\(place.rawValue)")
            + (mode == .default ? "" : "+\(mode.name)")
    }

    /// Its meaning and the place of its callback.
    package var meaning: String { "\(kind.doc); \(place.meaning(kind, mode))" }

    /// The same in the common modes; nil if it is not in the default mode.
    var inCommonModes: Mechanism? {
        kind.hasModes && mode == .default ? Mechanism(kind: kind, place: place, mode: .common) : nil
    }

    /// The other places of its callback, as a user types them.
    package var otherPlaces: [String] {
        kind.places.dropFirst().map { "\(kind.rawValue)@\($0.rawValue)" }
            + (kind.hasModes ? ["\(kind.rawValue)+common"] : [])
    }

    /// Gives a timer the modes of the mechanism, and a queue or thread of its own if it needs one.
    func settle(_ timer: TimerPlan, in document: inout TOMLEditor) {
        for key in ["thread", "queue"] { document.edit(.remove, at: timer.place, [key]) }
        if kind.hasModes { document.edit(.set("[\(TOMLText.quoted(mode.name))]"), at: timer.place, ["modes"]) }
        switch (place, kind.row.home) {
        case (.main, .queue): document.edit(.set("\"main\""), at: timer.place, ["queue"])
        case (.global, _), (.queue, .mainActor):
            let kind = "kind = \"\(place == .global ? "global" : "serial")\""
            let id = document.append("[[queue]]", "\(timer.id).queue", kind)
            document.edit(.set(id), at: timer.place, ["queue"])
        case (.worker, .runLoop):
            let id = document.append(
                "[[thread]]", "\(timer.id).thread", "starts = \"0s\"", "detached = true",
                "do = [{ run_loop = \"forever\" }]")
            document.edit(.set(id), at: timer.place, ["thread"])
        case (.main, _), (.queue, _), (.worker, _): break
        }
    }
}

extension TimerKind {
    /// The places of its callback, the usual one first.
    var places: [Mechanism.Place] {
        switch row.home {
        case .runLoop: [.main, .worker]
        case .queue: [.queue, .main, .global]
        case .mainActor: [.main, .queue, .global]
        case .ownThread: [.worker]
        }
    }

    var hasModes: Bool { row.home == .runLoop }
}
