import LabScenarioModel
import LabTOML

/// A way in which a program gets worse, applied to a scenario to test its guards.
enum Mutation: String, CaseIterable {
    case workPlus10 = "work +10 %"
    case workPlus50 = "work +50 %"
    case workDouble = "work × 2"
    case longCallback = "a callback longer than the interval"
    case lostCommonMode = "a lost common mode"
    case strongCapture = "a strong capture"
    case strongProperty = "a strong property"
    case directTarget = "a target without its proxy"
    case forgottenEnd = "a forgotten end"
    case wakeUpDouble = "wake-up latency × 2"

    private static let unchanged = QuantileTable(
        points: [0, 1_000_000].map { .init(probability: $0, value: 1_000_000_000) })
    private static let workPercent: [Mutation: Int64] = [.workPlus10: 110, .workPlus50: 150, .workDouble: 200]

    /// Makes a scenario's text worse; leaves it alone if it has nothing of the kind.
    ///
    /// - Parameter guarded: the ids of the timers that guards watch.
    func edit(_ document: inout TOMLEditor, of plan: ScenarioPlan, guarding guarded: Set<String>) {
        let steps = plan.allSteps
        switch self {
        case .workPlus10, .workPlus50, .workDouble, .wakeUpDouble: break
        case .longCallback:
            for (index, timer) in plan.timers.enumerated() where guarded.contains(timer.id) {
                guard let time = plan.interval(ofTimer: index)?.scaled(3) else { continue }
                document.edit(.append("{ work = \(TOMLText.duration(time / 2)) }"), at: timer.place, ["do"])
            }
        case .lostCommonMode:
            let added = steps.filter { $0.verb == .add }.map { ($0.place, $0.modes) }
            for (place, modes) in plan.timers.map({ ($0.place, $0.modes) }) + added
            where modes.contains(.common) || modes.contains(.tracking) {
                document.edit(.set("[\"default\"]"), at: place, ["modes"])
            }
        case .strongCapture:
            let blocks = plan.timers.map { ($0.place, $0.callback.captures) } + steps.map { ($0.place, $0.captures) }
            for (place, captures) in blocks where captures.contains(where: \.isWeak) {
                let ids = captures.map { TOMLText.quoted(plan.id(of: $0.part)) }
                document.edit(.remove, at: place, ["weak"])
                document.edit(.set("[\(ids.joined(separator: ", "))]"), at: place, ["strong"])
            }
        case .strongProperty:
            for object in plan.objects where !object.weak.isEmpty {
                document.edit(.remove, at: object.place, ["weak"])
                for variable in object.weak {
                    let id = TOMLText.quoted(plan.id(of: variable.part))
                    document.edit(.set(id), at: object.place, ["strong", variable.name])
                }
            }
        case .directTarget:
            for timer in plan.timers {
                guard let target = timer.callback.target else { continue }
                let real = plan.objects[target.object].forwardsTo
                if real == nil, !target.isUnretained { continue }
                document.edit(
                    .set(TOMLText.quoted(plan.objects[real ?? target.object].id)), at: timer.place, ["target"])
            }
        case .forgottenEnd:
            for step in steps where [.invalidate, .cancel, .cancelPerform].contains(step.verb) {
                document.edit(.remove, at: step.place)
            }
        }
    }

    /// Makes a scenario's device worse, if this is that kind of change.
    func edit(_ device: inout DevicePlan, of plan: ScenarioPlan) {
        func scaled(_ percent: Int64) -> (Int64) -> Int64 { { Int64(clamping: Int128($0) * Int128(percent) / 100) } }
        if let percent = Self.workPercent[self], !plan.steps(where: { [.work, .loop].contains($0.verb) }).isEmpty {
            device.workFactor = (device.workFactor ?? Self.unchanged)?.mapping(scaled(percent))
        }
        switch device.wakeUp {
        case .drawn(let table) where self == .wakeUpDouble: device.wakeUp = .drawn(table.mapping(scaled(200)))
        case .replayed(let times) where self == .wakeUpDouble: device.wakeUp = .replayed(times.map(scaled(200)))
        case .none, .drawn, .replayed: break
        }
    }
}
