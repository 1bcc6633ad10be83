import LabExactTime
import LabScenarioModel

/// A way in which a program gets worse, applied to a scenario to test its guards.
enum Mutation: CaseIterable {
    case workTenPercent, workHalf, workDouble, longCallback, lostCommonMode, strongCapture, strongProperty,
        directTarget,
        forgottenEnd, wakeUpDouble

    var title: String {
        switch self {
        case .workTenPercent: "work +10 %"
        case .workHalf: "work +50 %"
        case .workDouble: "work × 2"
        case .longCallback: "a callback longer than the interval"
        case .lostCommonMode: "a lost common mode"
        case .strongCapture: "a strong capture"
        case .strongProperty: "a strong property"
        case .directTarget: "a target without its proxy"
        case .forgottenEnd: "a forgotten end"
        case .wakeUpDouble: "wake-up latency × 2"
        }
    }

    /// The factor of work, in percent.
    private var work: Int64 {
        switch self {
        case .workTenPercent: 110
        case .workHalf: 150
        case .workDouble: 200
        case .longCallback, .lostCommonMode, .strongCapture, .strongProperty, .directTarget, .forgottenEnd,
            .wakeUpDouble:
            100
        }
    }

    /// The worse scenario; nil if the mutation does not apply.
    ///
    /// - Parameter guarded: the ids of the timers that guards watch.
    func applied(to plan: ScenarioPlan, guarding guarded: Set<String>) -> ScenarioPlan? {
        var worse = plan
        switch self {
        case .workTenPercent, .workHalf, .workDouble:
            var hasWork = false
            plan.eachStep { if [.work, .loop].contains($0.verb) { hasWork = true } }
            guard hasWork else { return nil }
            worse.device.workFactor = worse.device.workFactor?.scaled(percent: work)
        case .longCallback:
            for index in worse.timers.indices where guarded.contains(worse.timers[index].id) {
                guard let time = plan.interval(ofTimer: index)?.scaled(3).map({ $0 / 2 }) else { continue }
                worse.timers[index].steps.append(
                    Step(.work, place: plan.timers[index].place) { $0.busy = .fixed(time) })
            }
        case .lostCommonMode:
            for index in worse.timers.indices { worse.timers[index].modes = worse.timers[index].modes.withoutCommon }
            worse = worse.mappingStepLists { steps in
                steps.map { step in
                    var step = step
                    if step.verb == .add { step.modes = step.modes.withoutCommon }
                    return step
                }
            }
        case .strongCapture:
            for timer in worse.timers.indices {
                for index in worse.timers[timer].callback.captures.indices {
                    worse.timers[timer].callback.captures[index].isWeak = false
                }
            }
            worse = worse.mappingStepLists { steps in
                steps.map { step in
                    var step = step
                    for index in step.captures.indices { step.captures[index].isWeak = false }
                    return step
                }
            }
        case .strongProperty:
            for index in worse.objects.indices {
                worse.objects[index].strong += worse.objects[index].weak
                worse.objects[index].weak = []
            }
        case .directTarget:
            for index in worse.timers.indices {
                guard let target = worse.timers[index].callback.target else { continue }
                worse.timers[index].callback.target?.isUnretained = false
                if let real = worse.objects[target.object].forwardsTo {
                    worse.timers[index].callback.target?.object = real
                }
            }
        case .forgottenEnd:
            worse = worse.mappingStepLists { steps in
                steps.filter { ![.invalidate, .cancel, .cancelPerform].contains($0.verb) }
            }
        case .wakeUpDouble:
            switch worse.device.wakeUp {
            case .none: return nil
            case .drawn(let table): worse.device.wakeUp = table.scaled(percent: 200).map(WakeUpLatency.drawn) ?? .none
            case .replayed(let times): worse.device.wakeUp = .replayed(times.map { Int64(clamping: Int128($0) * 2) })
            }
        }
        return worse == plan ? nil : worse
    }
}

extension [ModeName] {
    fileprivate var withoutCommon: [ModeName] { contains(.common) || contains(.tracking) ? [.default] : self }
}

extension QuantileTable {
    fileprivate func scaled(percent: Int64) -> QuantileTable? {
        QuantileTable(
            points: points.map {
                let value = Int64(clamping: Int128($0.value) * Int128(percent) / 100)
                return Point(probability: $0.probability, value: value)
            })
    }
}
