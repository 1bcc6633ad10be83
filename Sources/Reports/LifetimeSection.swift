import Analysis
import ExactTime
import Recording

/// Who was deallocated when, what was kept, and on which way from which root.
struct LifetimeSection: TextSection {
    let report: RunReport

    let title = "Lifetimes"
    let note = ""

    func lines(width: Int) -> [StyledText] {
        let lives = report.analysis.lifetimes
        let names = min(lives.map { DisplayWidth.of(report.trace.name($0.entity)) }.max() ?? 0, width / 3)
        return lives.flatMap { life in
            facts(life).enumerated().flatMap { index, fact in
                let parts = DisplayWidth.wrapped(fact.text, to: max(20, width - names - 6))
                return parts.enumerated().map { part, text in
                    var line = StyledText("  ")
                    if index == 0, part == 0 {
                        line.append(DisplayWidth.clipped(report.trace.name(life.entity), to: names))
                    }
                    line.pad(to: names + (part == 0 ? 4 : 6))
                    line.append(text, fact.role)
                    return line
                }
            }
        }
    }

    func facts(_ life: Lifetime) -> [(text: String, role: TextRole)] {
        var facts: [(text: String, role: TextRole)] = []
        let instant = { (time: Int64) in DurationText.format(time, digits: 6) }
        if let end = life.deallocated ?? life.deallocBegan {
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
