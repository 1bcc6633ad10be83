import ScenarioModel

extension ScenarioDecoder {
    /// Finds callbacks that fire each other without end at one instant: cycles of unconditional `fire` steps.
    ///
    /// Every timer has one colour, so that each edge is walked once.
    mutating func findEndlessSteps() {
        enum Mark { case open, done }
        var marks: [Int: Mark] = [:]
        for start in fireEdges.keys.sorted() where marks[start] == nil {
            var path: [(timer: Int, next: Int)] = [(start, 0)]
            marks[start] = .open
            while let (timer, next) = path.last {
                let edges = fireEdges[timer] ?? []
                guard next < edges.count else {
                    marks[timer] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = edges[next]
                switch marks[edge.timer] {
                case nil:
                    marks[edge.timer] = .open
                    path.append((edge.timer, 0))
                case .open: reportCycle(from: edge, path.map(\.timer))
                case .done: break
                }
            }
        }
    }

    private mutating func reportCycle(from edge: FireEdge, _ path: [Int]) {
        let first = path.firstIndex(of: edge.timer) ?? 0
        let members = path[first...].prefix(8).map { "'\(id(of: .timer($0)).shownShort)'" }
        let message =
            members.count == 1
            ? "the callback of \(members[0]) fires itself without end"
            : "the callbacks of \(members.joined(separator: ", ")) fire each other without end"
        var related: [Diagnostic.Related] = []
        for timer in path[first...].dropFirst().prefix(8) {
            related.append(.init("'\(id(of: .timer(timer)).shownShort)' is defined here", at: plan.timers[timer].place))
        }
        report(
            Diagnostic(
                .endlessSteps, message, at: edge.place, help: "give one of the steps a condition, when = { … }",
                related: related))
    }
}
