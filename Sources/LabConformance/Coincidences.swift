import LabRecording
import LabScenarioModel

/// Pairs of instants in a recording that are closer together than a host's noise, so that a host may swap them.
///
/// Only independent instants count: due points, events, ends of work, sleeps and run calls, and starts of threads. The
/// order of two is certain if both follow from one moment. Run loop timers made at one instant are due in the order of
/// their dates, and before a main-queue source of the same due point.
struct Coincidences {
    struct Pair {
        var names: [String]
        /// The instant of the first, ns.
        var instant: Int64
        /// The span from the first instant until both have been served, plus the noise on both sides.
        var span: ClosedRange<Int64>

        /// `a and b, due within the noise at 100.2 ms`.
        var text: String {
            names.joined(separator: " and ")
                + ", due within the noise at \(instant / 100_000 / 10).\(instant / 100_000 % 10) ms"
        }
    }

    private struct Moment {
        var instant: Int64
        var served: Int64
        var entity: Int
        /// The instant at which a timer's grid was set; nil for anything else.
        var anchored: Int64?
        /// True if another timer has the same date.
        var hasDate = false
    }

    private(set) var pairs: [Pair] = []

    init(_ trace: Trace, plan: ScenarioPlan, noise: Int64) {
        let moments = Self.moments(of: trace, plan).sorted { $0.instant < $1.instant }
        for (place, first) in moments.enumerated() {
            for second in moments[(place + 1)...] {
                guard second.instant - first.instant <= noise else { break }
                guard first.entity != second.entity, !isCertain(first, second, in: trace) else { continue }
                pairs.append(
                    Pair(
                        names: [first, second].map { trace.entities[$0.entity].name }, instant: first.instant,
                        span: first.instant - noise...max(first.served, second.served, second.instant) + noise))
            }
        }
    }

    /// The pair that may explain why two runs differ at an instant.
    func pair(at time: Int64) -> Pair? { pairs.first { $0.span.contains(time) } }

    private func isCertain(_ first: Moment, _ second: Moment, in trace: Trace) -> Bool {
        guard let anchor = first.anchored, anchor == second.anchored else { return false }
        let (left, right) = (trace.entities[first.entity], trace.entities[second.entity])
        let onLoop = [left, right].map { $0.timer.map { !$0.modes.isEmpty } ?? false && $0.mechanism != .gcd }
        if onLoop[0] && onLoop[1] { return !(first.hasDate && second.hasDate && first.instant == second.instant) }
        return (onLoop[0] || onLoop[1]) && first.instant == second.instant
    }

    /// True if a thread of the plan does nothing when it starts, so that its start makes no difference to another's.
    private static func isIdle(_ name: String, in plan: ScenarioPlan) -> Bool {
        guard let thread = plan.threads.firstIndex(where: { $0.id == name }) else { return false }
        return plan.threads[thread].body?.isEmpty ?? true && plan.partsMade(atStartOf: thread).isEmpty
    }

    private static func moments(of trace: Trace, _ plan: ScenarioPlan) -> [Moment] {
        let dated = Set(plan.timers.filter { $0.fireDate != nil }.map(\.place))
        var anchors: [Int: Int64] = [:]
        var calls: [Range<Int>: Int64] = [:]
        var found: [Moment] = []
        for record in trace.records {
            let entity = Int(record.entity.index)
            guard trace.entities.indices.contains(entity) else { continue }
            let place = trace.entities[entity].place
            switch record.kind {
            case .gridSet: anchors[entity] = record.time
            case .fired:
                found.append(
                    Moment(
                        instant: record.value, served: record.time, entity: entity, anchored: anchors[entity] ?? 0,
                        hasDate: dated.contains(place)))
            case .calloutBegan:
                let turn = calls[place, default: 0]
                let instant =
                    plan.events.first { $0.place == place && !place.isEmpty }?.instant(ofTurn: turn, seed: plan.seed)
                    ?? plan.sources.first { $0.place == place && !place.isEmpty }.flatMap { $0.at.sorted()[at: turn] }
                calls[place] = turn + 1
                guard let instant else { continue }
                found.append(Moment(instant: min(instant, record.time), served: record.time, entity: entity))
            case .threadStarted where isIdle(trace.entities[entity].name, in: plan): continue
            case .activationEnded where record.extra != RunResult.timedOut.rawValue: continue
            case .workEnded, .sleepEnded, .threadStarted, .activationEnded:
                found.append(Moment(instant: record.time, served: record.time, entity: entity))
            default: continue
            }
        }
        return found
    }
}
