import LabConformance
import LabExactTime
import LabInventedScenarios
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation
import LabSteps

/// The shortcut for timers whose callbacks only log and work is a pure one: a step that never runs sends all firings through
/// the pass, and the records stay the same.
extension Law {
    static let neverRunSteps = Law(claim: "a step that never runs changes nothing") { seed in
        let plan = plainer(seed: seed)
        guard breach(of: plan) != nil else { return .kept }
        let smallest = Shrinking(limit: 4_000).smallest(plan) { breach(of: $0) != nil }
        return .broken(breach(of: smallest) ?? "", toml: ScenarioText(smallest).toml)
    }

    private static func breach(of plan: ScenarioPlan) -> String? {
        let slow = plan.withNeverRunSteps
        guard let first = try? Simulator.record(plan), let second = try? Simulator.record(slow) else {
            return "it cannot be simulated"
        }
        guard first.end == .duration, second.end == .duration else { return nil }
        let (left, right) = (Line.all(of: first.trace), Line.all(of: second.trace))
        guard left != right else { return nil }
        let place = zip(left, right).prefix { $0 == $1 }.count
        func line(_ lines: [Line]) -> String { lines.indices.contains(place) ? "\(lines[place])" : "nothing" }
        return "record \(place): as it is \(line(left)); with a step that never runs \(line(right))"
    }

    /// Invented, with more callbacks that do nothing, only log or only work, with more due together, and half of them on a
    /// device that draws when it wakes up and how long it works.
    private static func plainer(seed: UInt64) -> ScenarioPlan {
        var plan = RandomScenarios.mixed(seed: seed)
        var numbers = SeededNumbers(seed: seed)
        if Bool.random(using: &numbers) {
            plan.device.wakeUp = drawn(0...9_000_000).map { .drawn($0) } ?? .none
            plan.device.workFactor = drawn(900_000_000...1_200_000_000)
            plan.device.rampUp = drawn(0...4_000_000)
        }
        for index in plan.timers.indices where plan.timers[index].kind == .nstimer {
            switch Int.random(in: 0..<7, using: &numbers) {
            case 0, 1: plan.timers[index].steps = []
            case 4:
                let place = plan.timers[index].place.lowerBound + 100_000
                let work = Int64.random(in: 1...90, using: &numbers) * 1_000_000
                plan.timers[index].steps = [Step(.work(.duration(work)), place: place..<place + 1)]
            case 2, 3:
                let place = plan.timers[index].place.lowerBound + 100_000
                let text = LogTextPlan(pieces: [.literal(plan.timers[index].id)])
                plan.timers[index].steps = [Step(.log(text), place: place..<place + 1)]
            default: break
            }
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                plan.timers[index].delay = nil
                plan.timers[index].interval = Rational(
                    whole: Int64.random(in: 2...9, using: &numbers) * 20_000_000)
            }
            if Int.random(in: 0..<3, using: &numbers) == 0 { plan.timers[index].modes = [.common] }
        }
        return plan
    }

    private static func drawn(_ range: ClosedRange<Int64>) -> QuantileTable? {
        QuantileTable(points: [
            .init(probability: 0, value: range.lowerBound), .init(probability: 1_000_000, value: range.upperBound),
        ])
    }
}

extension ScenarioPlan {
    /// A step that never runs at the head of every timer's callback and of every other list that has steps, those of the
    /// system's own events left out.
    fileprivate var withNeverRunSteps: ScenarioPlan {
        let never = Step(.log(LogTextPlan(pieces: [.literal("never")])), place: 0..<0, when: .since(.max))
        func mapped(_ steps: [Step]) -> [Step] {
            steps.isEmpty ? [] : [never] + steps.map { $0.mapping(steps: mapped) }
        }
        var plan = mappingStepLists(mapped)
        for index in timers.indices where timers[index].steps.isEmpty { plan.timers[index].steps = [never] }
        for index in objects.indices {
            plan.objects[index].dealloc = objects[index].dealloc
            plan.objects[index].viewWillDisappear = objects[index].viewWillDisappear
        }
        for index in events.indices { plan.events[index].steps = events[index].steps }
        return plan
    }
}

/// A record in terms that do not depend on the numbering of steps and templates.
private struct Line: Equatable, CustomStringConvertible {
    var time: Int64
    var kind: Record.Kind
    var entity: EntityID
    var thread: Int16
    var value: Int64
    var extra: Int64
    var text = ""

    var description: String { "\(kind) of \(entity.index) at \(time) ns, \(value), \(extra) \(text)" }

    static func all(of trace: Trace) -> [Line] { trace.records.map { Line($0, in: trace) } }

    private init(_ record: Record, in trace: Trace) {
        (time, kind, entity, thread) = (record.time, record.kind, record.entity, record.thread)
        (value, extra) = (record.value, record.extra)
        func place(_ step: Int64) -> Int64 {
            trace.steps.indices.contains(Int(step)) ? Int64(trace.steps[Int(step)].lowerBound) : -1
        }
        switch record.kind {
        case .calloutBegan, .workBegan, .workEnded, .sleepBegan, .sleepEnded: value = place(value)
        case .activationBegan, .runReturned, .suspended, .deallocBegan, .systemSlept, .enteredBackground,
            .wallClockSet, .remarked, .crashed:
            extra = place(extra)
        // A source is invalidated by no step that its record names.
        case .invalidated: extra = 0
        case .logged: (value, extra, text) = (0, 0, trace.message(of: record))
        case .fired, .returned, .gridSet, .gridEnded, .added, .removed, .cancelled, .resumed, .firedManually,
            .threadStarted, .threadEnded, .threadCancelled, .loopCreated, .activationEnded,
            .calloutEnded, .dumped, .created, .retained, .released, .deallocated, .weakTargetRetained,
            .weakPropertyCleared, .messaged, .enteredForeground, .weaklyReferred, .weaklyReferredNoMore:
            break
        }
    }
}
