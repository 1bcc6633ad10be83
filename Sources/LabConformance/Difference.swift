import LabRecording

/// A difference between a live recording and the simulation.
package struct Difference: Equatable {
    package enum Kind: String, CaseIterable {
        /// Another grid point, another count, another answer, another line.
        case essence
        case missing
        case extra
        /// On another thread.
        case thread
        /// Two events in the wrong order.
        case order
        /// A firing, too early or too late after its due point.
        case lateness
        /// A line, a call, the return of a run call or the end of a thread, too early or too late.
        case instant
    }

    package var kind: Kind
    /// The timer, block or thread concerned.
    package var subject: String
    /// The instant of the simulated event, or of the extra one, ns.
    var time: Int64
    package var simulated: String
    package var live: String
    /// The events on that thread around it, in both recordings.
    package var simulatedAround: [String] = []
    package var liveAround: [String] = []
}

extension ObservedEvent {
    func isLike(_ other: ObservedEvent) -> Bool { subject == other.subject && essence == other.essence }

    /// As a line of a report, without its time.
    var text: String {
        switch essence.kind {
        case .fired where essence.epoch < 0: "\(subject.name) fired manually"
        case .fired where essence.data > 0: "\(subject.name) fired for point \(essence.index), data \(essence.data)"
        case .fired: "\(subject.name) fired for point \(essence.index)"
        case .called: "\(subject.name) called"
        case .logged: "\(subject.name) logged \"\(essence.text)\""
        case .returned: "run call on \(subject.name) returned \(essence.index)"
        case .ended: "thread \(subject.name) ended"
        }
    }

    var line: String {
        let micros = (time.magnitude + 500) / 1000
        let stamp = "\(micros / 1000)." + (micros % 1000).padded(to: 3)
        return String(repeating: " ", count: max(0, 10 - stamp.utf8.count)) + stamp + " ms  " + text
    }
}

/// The events of one recording by subject and by thread.
struct EventIndex {
    let all: [ObservedEvent]
    private(set) var lanes: [Subject: [Int]] = [:]
    /// The number of each event among those of its subject.
    private(set) var ordinals: [Int] = []
    /// The number of records that are not observed, by kind.
    let otherKinds: [Record.Kind: Int]

    init(_ trace: Trace, clockTemplates: Set<LogTemplate>) {
        var reader = EventReader(trace, clockTemplates: clockTemplates)
        (all, otherKinds) = reader.read()
        for (place, event) in all.enumerated() {
            ordinals.append(lanes[event.subject, default: []].count)
            lanes[event.subject, default: []].append(place)
        }
    }

    /// The first instant, on any thread, at which the other recording has a different event, if any.
    /// Threads of the pool are interchangeable.
    func parting(from other: EventIndex) -> Int64? {
        let (own, others) = (byThread, other.byThread)
        return Set(own.keys).union(others.keys).compactMap { thread -> Int64? in
            let (left, right) = (own[thread] ?? [], others[thread] ?? [])
            let common = zip(left, right).prefix { all[$0].isLike(other.all[$1]) }.count
            let times = [left[at: common].map { all[$0].time }, right[at: common].map { other.all[$0].time }]
            return times.compactMap(\.self).min()
        }.min()
    }

    private var byThread: [String: [Int]] { Dictionary(grouping: all.indices) { all[$0].lane } }

    func lane(_ subject: Subject) -> [Int] { lanes[subject] ?? [] }

    func place(_ subject: Subject, _ ordinal: Int) -> Int? { lane(subject).dropFirst(ordinal).first }

    func lines(of lane: String, around time: Int64, count: Int = 4) -> [String] {
        let own = all.filter { $0.lane == lane }
        let middle = own.firstIndex { $0.time >= time } ?? own.count
        return own[max(0, middle - count)..<min(own.count, middle + count + 1)].map(\.line)
    }
}
