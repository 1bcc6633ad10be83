import ScenarioModel

/// Steps of one part that start those of another at the very instant at which they run themselves: a `fire`, or a
/// `release` of an object that they have just made.
struct StartEdge: Sendable {
    let part: PartReference
    let place: Place
}

extension ScenarioDecoder {
    /// Notes that a step surely starts the callback or the dealloc of a part.
    mutating func noteStart(of part: PartReference, _ fields: DecodedTable, in context: StepContext) {
        guard let owner = context.owner, context.isCertain else { return }
        switch context.site {
        case .callback, .dealloc: startEdges[owner, default: []].append(StartEdge(part: part, place: fields.span))
        case .body, .cancelHandler, .event, .observer, .source, .disappearing, .block: break
        }
    }

    /// Finds lists of steps that start each other without end at one instant.
    ///
    /// A walk into depth in which each edge is walked once; `open` are the lists that have begun and not ended.
    mutating func findEndlessSteps() {
        enum Mark { case open, done }
        var marks: [PartReference: Mark] = [:]
        let parts =
            plan.timers.indices.map { PartReference.timer($0) } + plan.objects.indices.map { PartReference.object($0) }
        for start in parts where startEdges[start] != nil && marks[start] == nil {
            var path: [(part: PartReference, next: Int)] = [(start, 0)]
            marks[start] = .open
            while let (part, next) = path.last {
                let edges = startEdges[part] ?? []
                guard next < edges.count else {
                    marks[part] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = edges[next]
                switch marks[edge.part] {
                case nil:
                    marks[edge.part] = .open
                    path.append((edge.part, 0))
                case .open: reportCycle(from: edge, path.map(\.part))
                case .done: break
                }
            }
        }
    }

    private mutating func reportCycle(from edge: StartEdge, _ path: [PartReference]) {
        let first = path.firstIndex(of: edge.part) ?? 0
        let members = path[first...].prefix(8)
        let names = members.map { "'\(id(of: $0).shownShort)'" }.joined(separator: ", ")
        let message =
            members.count == 1
            ? "the steps of \(names) start themselves without end"
            : "the steps of \(names) start each other without end"
        let related = members.dropFirst().map { part in
            Diagnostic.Related("'\(id(of: part).shownShort)' is described here", at: place(of: part))
        }
        report(
            Diagnostic(
                .endlessSteps, message, at: edge.place, help: "give one of the steps a condition, when = { … }",
                related: related))
    }

    private func place(of part: PartReference) -> Place {
        switch part {
        case .timer(let index): plan.timers[index].place
        case .object(let index): plan.objects[index].place
        case .thread, .queue, .event, .observer, .source: 0..<0
        }
    }
}
