import ScenarioModel

/// A step that makes a part, or starts a thread.
struct Maker: Sendable {
    /// Whose step it is; nil: the process's own, such as an event's.
    let owner: PartReference?
    let place: Place
}

extension ScenarioDecoder {
    mutating func noteMaking(of part: PartReference, _ fields: DecodedTable, in context: StepContext) {
        makers[part, default: []].append(Maker(owner: context.owner, place: fields.span))
        if let owner = context.owner, context.isCertain { madeAtOnce[owner, default: []].insert(part) }
    }

    /// Finds parts that only steps make which cannot run before the part is there.
    ///
    /// What is there from the start, and then what it makes, is ticked off; who is left is never made.
    mutating func findPartsNeverMade() {
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
        let first = missing.compactMap { part, sites in sites.first.map { (part: part, place: $0.place) } }
        for (part, place) in first.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            let name = id(of: part).shownShort
            report(
                Diagnostic(
                    .neverMade, "'\(name)' is only made by steps that cannot run before it is there", at: place,
                    help: "make it in an event, a thread's body or the callback of a part that is there"))
        }
    }

    /// A thread with a start of its own does not need its `start` step.
    private func isThereAnyway(_ part: PartReference) -> Bool {
        guard case .thread(let index) = part else { return false }
        return plan.threads[index].starts != nil
    }
}
