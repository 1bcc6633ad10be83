import LabRecording
import LabScenarioModel
import LabSimulation

/// The simulation of a scenario, and the part of it that is certain on a noisy host.
package struct ConformanceReference {
    /// The result of a comparison.
    package struct Comparison {
        /// The number of compared events.
        package var compared = 0
        package var differences: [Difference] = []
        /// The parts that were not judged.
        package var omissions: [Omission] = []
        /// The differences in parts that were left out.
        package var undecided: [Difference] = []
        /// Simulated records of kinds that are not compared, by kind.
        package var otherKinds: [Record.Kind: Int] = [:]

        /// Observed events whose place in the run depends on less than the noise.
        package var leftOut: Int { omissions.reduce(0) { $0 + $1.count } }
    }

    /// The events of one subject that are not certain, from the first such event on.
    package struct Omission {
        package var subject: String
        /// ns.
        package var from: Int64
        package var count: Int
        /// The two instants that are too close together.
        package var why: String
    }

    /// The scenario for both sides.
    package let plan: ScenarioPlan
    let end: SimulationResult.End
    let simulated: EventIndex
    /// The variants that agree with the simulation, or differ where two instants are closer together than the noise, the
    /// cause. A variant that differs elsewhere does not show what is certain.
    private var variants: [(index: EventIndex, cause: Coincidences.Pair?)] = []
    private let clockTemplates: Set<LogTemplate>

    /// - Parameters:
    ///   - noise: two events that are due closer than this, ns, have no certain order.
    ///   - usesWindows: as in `ConformanceCheck`.
    /// - Throws: an error if the plan cannot be simulated.
    package init(
        _ plan: ScenarioPlan, noise: Int64 = 2_500_000, variants count: Int = 24, usesWindows: Bool = false
    ) throws {
        let plan = plan.onIdealHost.boundedBudget
        self.plan = plan
        let result = try Simulator.record(plan)
        end = result.end
        clockTemplates = Self.clockTemplates(of: plan, in: result.trace)
        simulated = EventIndex(result.trace, clockTemplates: clockTemplates)
        let coincidences = Coincidences(result.trace, plan: plan, noise: noise)
        for variant in Perturbation(noise: noise, count: count, usesWindows: usesWindows).variants(of: plan) {
            let other = EventIndex(try Simulator.record(variant).trace, clockTemplates: clockTemplates)
            let parting = simulated.parting(from: other)
            let cause = parting.flatMap { coincidences.pair(at: $0) }
            // The windows keep their width.
            guard parting == nil || cause != nil || usesWindows else { continue }
            variants.append((other, cause))
        }
    }

    /// Templates with a reading of the clock as a plain number.
    private static func clockTemplates(of plan: ScenarioPlan, in trace: Trace) -> Set<LogTemplate> {
        let texts = plan.steps { $0.text?.pieces.contains(.field(.ticks)) ?? false }.compactMap(\.text)
        let found = texts.map { $0.pieces.compactMap { if case .literal(let part) = $0 { part } else { nil } } }
        return Set(
            trace.templates.filter { template in
                found.contains(template.pieces.compactMap { if case .literal(let part) = $0 { part } else { nil } })
            })
    }

    // MARK: Comparing

    /// Compares a live recording with the simulation; a firing may be later by `tolerance`, ns, than the noise
    /// explains.
    package func compare(_ live: Trace, tolerance: Int64) -> Comparison {
        let live = EventIndex(live, clockTemplates: clockTemplates)
        var comparison = Comparison()
        comparison.otherKinds = simulated.otherKinds
        var certain: [Subject: Int] = [:]
        for subject in Set(simulated.lanes.keys).union(live.lanes.keys).sorted() {
            let (reach, cause) = certainty(of: subject)
            certain[subject] = reach
            let lane = simulated.lane(subject)
            compare(subject, reach: reach, with: live, tolerance: tolerance, into: &comparison)
            guard reach < lane.count else { continue }
            comparison.omissions.append(
                Omission(
                    subject: subject.name, from: simulated.all[lane[reach]].time, count: lane.count - reach,
                    why: cause.map(\.text) ?? "the instant in its window is the host's"))
            var whole = Comparison()
            compare(subject, reach: lane.count, with: live, tolerance: tolerance, into: &whole)
            let known = comparison.differences
            comparison.undecided += whole.differences.filter {
                !known.contains($0) && $0.kind != .lateness && $0.kind != .instant
            }
        }
        compareOrder(with: live, certain: certain, until: plan.duration - tolerance, into: &comparison)
        for (index, difference) in comparison.differences.enumerated() {
            let lane = (simulated.all + live.all).first { $0.subject.name == difference.subject }?.lane ?? "main"
            comparison.differences[index].simulatedAround = simulated.lines(of: lane, around: difference.time)
            comparison.differences[index].liveAround = live.lines(of: lane, around: difference.time)
        }
        comparison.differences.sort { ($0.time, $0.subject) < ($1.time, $1.subject) }
        return comparison
    }

    /// The number of a subject's events that are equal in every variant, and the reason why the next one is uncertain.
    private func certainty(of subject: Subject) -> (reach: Int, cause: Coincidences.Pair?) {
        let lane = simulated.lane(subject)
        var (reach, cause): (Int, Coincidences.Pair?) = (lane.count, nil)
        for variant in variants {
            let common = zip(lane.prefix(reach), variant.index.lane(subject)).prefix {
                let (event, other) = (simulated.all[$0], variant.index.all[$1])
                return event.essence == other.essence && event.lane == other.lane
            }.count
            if common < reach { (reach, cause) = (common, variant.cause) }
        }
        return (reach, cause)
    }

    private func compare(
        _ subject: Subject, reach: Int, with live: EventIndex, tolerance: Int64, into comparison: inout Comparison
    ) {
        func report(_ kind: Difference.Kind, at time: Int64, simulated: String, live: String) {
            comparison.differences.append(
                Difference(kind: kind, subject: subject.name, time: time, simulated: simulated, live: live))
        }
        let limit = plan.duration - tolerance
        let lane = simulated.lane(subject)
        let other = live.lane(subject)
        for ordinal in 0..<reach {
            let expected = simulated.all[lane[ordinal]]
            guard expected.time < limit else { return }
            guard ordinal < other.count else {
                return report(.missing, at: expected.time, simulated: expected.line, live: "nothing")
            }
            let found = live.all[other[ordinal]]
            comparison.compared += 1
            guard expected.essence == found.essence else {
                return report(.essence, at: expected.time, simulated: expected.line, live: found.line)
            }
            guard expected.lane == found.lane else {
                return report(
                    .thread, at: expected.time, simulated: expected.line + " on " + expected.lane,
                    live: found.line + " on " + found.lane)
            }
            compareInstant(expected, found, ordinal: ordinal, tolerance: tolerance, into: &comparison)
        }
        // Anything may follow the certain part, unless all variants end here.
        guard reach == lane.count, variants.allSatisfy({ $0.index.lane(subject).count == reach }), other.count > reach
        else { return }
        let extra = live.all[other[reach]]
        if extra.time < limit { report(.extra, at: extra.time, simulated: "nothing", live: extra.line) }
    }

    /// Compares a firing by its lateness, everything else by its instant.
    private func compareInstant(
        _ expected: ObservedEvent, _ found: ObservedEvent, ordinal: Int, tolerance: Int64,
        into comparison: inout Comparison
    ) {
        let isFiring = expected.lateness != nil && found.lateness != nil
        func measure(_ event: ObservedEvent) -> Int64 { isFiring ? event.lateness ?? 0 : event.time }
        let measured = measure(found)
        var (least, most) = (measure(expected), measure(expected))
        for variant in variants {
            guard let place = variant.index.place(expected.subject, ordinal) else { continue }
            let other = measure(variant.index.all[place])
            (least, most) = (min(least, other), max(most, other))
        }
        // A timer that is due later because the host was late may miss the work that delayed it.
        if isFiring, expected.isRelative { least = 0 }
        // Successive readings of two clocks differ by microseconds.
        guard measured < least - Self.readingError || measured > most + tolerance else { return }
        let word = isFiring ? "late by" : "at"
        comparison.differences.append(
            Difference(
                kind: isFiring ? .lateness : .instant, subject: expected.subject.name, time: expected.time,
                simulated: expected.line + ", \(word) \(least / 1000) … \(most / 1000) us",
                live: found.line + ", \(word) \(measured / 1000) us"))
    }

    private static let readingError: Int64 = 500_000

    /// Neighbours on one thread with the same order in every variant must have that order.
    private func compareOrder(
        with live: EventIndex, certain: [Subject: Int], until limit: Int64, into comparison: inout Comparison
    ) {
        var recent: [String: [Int]] = [:]
        for (place, event) in simulated.all.enumerated() {
            guard event.time < limit else { break }
            guard simulated.ordinals[place] < certain[event.subject] ?? 0 else { continue }
            for earlier in recent[event.lane] ?? [] where isOrderCertain(earlier, place) {
                guard let first = position(of: earlier, in: live), let second = position(of: place, in: live),
                    first > second
                else { continue }
                comparison.differences.append(
                    Difference(
                        kind: .order, subject: event.subject.name, time: event.time,
                        simulated: simulated.all[earlier].line + ", then " + event.text,
                        live: live.all[second].line + ", then " + live.all[first].text))
            }
            recent[event.lane] = (recent[event.lane] ?? []).suffix(2) + [place]
        }
    }

    private func position(of place: Int, in other: EventIndex) -> Int? {
        other.place(simulated.all[place].subject, simulated.ordinals[place])
    }

    private func isOrderCertain(_ first: Int, _ second: Int) -> Bool {
        variants.allSatisfy { variant in
            guard let left = position(of: first, in: variant.index), let right = position(of: second, in: variant.index)
            else { return false }
            return left < right
        }
    }
}
