import Analysis
import ExactTime
import Recording

/// What was kept, and on which way from which root; then, in a line each, what came to its end and what did not have to.
struct LifetimeSection: ReportSection {
    let report: RunReport

    let title = "Lifetimes"

    func blocks(width: Int) -> [ReportBlock] {
        let lives = report.analysis.lifetimes
        var items = lives.filter { !isGood($0) }.map { life in
            ReportItem(
                StyledText(report.trace.name(life.entity)), facts(life).map { .init(text: $0.text, role: $0.role) })
        }
        for (ended, state) in [(true, "deallocated"), (false, "alive at the end, with an owner")] {
            let names = lives.filter { isGood($0) && (end($0) != nil) == ended }.map { life in
                report.trace.name(life.entity) + (end(life).map { " at \(DurationText.format($0, digits: 6))" } ?? "")
            }
            if !names.isEmpty { items.append(ReportItem("\(state): \(names.joined(separator: ", "))")) }
        }
        return items.isEmpty ? [] : [.items(items)]
    }

    private func end(_ life: Lifetime) -> Int64? { life.deallocated ?? life.deallocBegan }

    private func isGood(_ life: Lifetime) -> Bool {
        life.firedAfterOwner == 0 && (end(life) != nil || life.lastOwnerLeft == nil)
    }

    private func facts(_ life: Lifetime) -> [(text: String, role: TextRole)] {
        var facts: [(text: String, role: TextRole)] = []
        let instant = { (time: Int64) in DurationText.format(time, digits: 6) }
        if let end = end(life) {
            facts.append(("deallocated at \(instant(end))", .good))
        } else if let left = life.lastOwnerLeft {
            facts.append(("kept although its last owner left at \(instant(left))", .warning))
            facts += life.chains.map { ("by \($0.text)", .plain) }
            if let cycle = life.cycle { facts.append(("in the cycle \(cycle.text)", .plain)) }
        } else {
            facts.append(("alive at the end, with its owner", .plain))
        }
        if life.firedAfterOwner > 0 {
            facts.append(("\(Plural.of(life.firedAfterOwner, "firing")) after its last owner left", .warning))
        }
        return facts
    }
}
