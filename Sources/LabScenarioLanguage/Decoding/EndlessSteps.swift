import LabScenarioModel

/// The parts that start other parts' steps at the same instant, by `fire` or by releasing a new object.
struct StepStarts {
    private typealias Edge = (part: PartReference, place: Place)

    private var edges: [PartReference: [Edge]] = [:]

    /// Notes that a step surely starts the callback or the dealloc of a part.
    mutating func record(_ part: PartReference, at place: Place, in context: StepContext) {
        guard let owner = context.owner, context.isCertain, [.callback, .dealloc].contains(context.site) else { return }
        edges[owner, default: []].append((part, place))
    }

    /// Lists of steps that start each other without end at one instant.
    ///
    /// A depth-first walk along each edge once; `open` are the lists that have begun and not ended.
    func mistakes(in plan: ScenarioPlan) -> [Diagnostic] {
        enum Mark { case open, done }
        var marks: [PartReference: Mark] = [:]
        var found: [Diagnostic] = []
        for start in plan.madeParts where edges[start] != nil && marks[start] == nil {
            var path: [(part: PartReference, next: Int)] = [(start, 0)]
            marks[start] = .open
            while let (part, next) = path.last {
                guard let edge = edges[part].flatMap({ next < $0.count ? $0[next] : nil }) else {
                    marks[part] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                switch marks[edge.part] {
                case nil:
                    marks[edge.part] = .open
                    path.append((edge.part, 0))
                case .open: found.append(cycle(from: edge, path.map(\.part), in: plan))
                case .done: break
                }
            }
        }
        return found
    }

    private func cycle(from edge: Edge, _ path: [PartReference], in plan: ScenarioPlan) -> Diagnostic {
        let members = path.drop { $0 != edge.part }.prefix(8)
        let names = members.map { "'\(plan.id(of: $0).shownShort)'" }
        return Diagnostic(
            DiagnosticCode.endlessSteps.rawValue,
            "the steps of \(names.joined(separator: ", ")) start \(members.count == 1 ? "themselves" : "each other") "
                + "without end", at: edge.place, help: "give one of the steps a condition, when = { … }",
            related: zip(names, members).dropFirst().map { .init("\($0) is described here", at: plan.place(of: $1)) })
    }
}
