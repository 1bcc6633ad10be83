import LabScenarioModel

/// The parts that steps make, by the part that has the steps.
struct PartMakers {
    /// For each part the steps that make it, with their owner; nil: the process's own, such as an event's.
    private var makers: [PartReference: [(owner: PartReference?, stage: StepContext.Stage, place: Place)]] = [:]
    /// The parts that the steps of a part make before they continue.
    private(set) var madeAtOnce: [PartReference: Set<PartReference>] = [:]

    mutating func record(_ part: PartReference, at place: Place, in context: StepContext) {
        makers[part, default: []].append((context.owner, context.stage, place))
        if let owner = context.owner, context.isCertain { madeAtOnce[owner, default: []].insert(part) }
    }

    func make(_ part: PartReference) -> Bool { makers[part] != nil }

    /// The only thread whose steps make a part, but for the main thread; nil if blocks of a queue or others make it, too.
    func thread(making part: PartReference) -> Int? {
        let stages = makers[part, default: []].map(\.stage)
        guard case .thread(let thread)? = stages.first, stages.allSatisfy({ $0 == stages[0] }) else { return nil }
        return thread > 0 ? thread : nil
    }

    /// Parts that are never made: the steps that make them run only once the part exists.
    ///
    /// The walk ticks off the parts that exist from the start, then those that they make; the rest is left.
    func mistakes(in plan: ScenarioPlan) -> [Diagnostic] {
        /// A thread with a start of its own does not need its `start` step.
        func isThereAnyway(_ part: PartReference) -> Bool {
            if case .thread(let index) = part { plan.threads[index].starts != nil } else { false }
        }
        var waiting: [PartReference: [PartReference]] = [:]
        var ready: [PartReference] = []
        for (part, sites) in makers {
            for site in sites {
                guard let owner = site.owner, makers[owner] != nil, !isThereAnyway(owner) else {
                    ready.append(part)
                    continue
                }
                waiting[owner, default: []].append(part)
            }
        }
        var made = Set(ready)
        while let part = ready.popLast() {
            for next in waiting[part] ?? [] where made.insert(next).inserted { ready.append(next) }
        }
        let missing = makers.filter { !made.contains($0.key) && !isThereAnyway($0.key) }
        return missing.compactMap { part, sites in
            sites.first.map {
                Diagnostic(
                    DiagnosticCode.neverMade.rawValue,
                    "'\(plan.id(of: part).shownShort)' is only made by steps that cannot run before it exists",
                    at: $0.place, help: "make it in an event, a thread's body or the callback of a part that exists")
            }
        }.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}
