import LabGate

extension CheckSuite {
    /// The report with one failure for each cause: the failures of one timer follow from one change, and a crash causes
    /// the rest.
    ///
    /// The guarded figure leads; the others are its consequences, and the figures of the timer are in its details.
    package func groupedByCause() -> CheckSuite {
        let others = points.filter { $0.outcome != .failed || !$0.rule.followsFromOther }
        let failing = points.filter { $0.outcome == .failed && $0.rule.followsFromOther }
        var groups: [[CheckPoint]] = []
        for point in failing.filter({ $0.subject != nil }) + failing.filter({ $0.subject == nil }) {
            let index = groups.firstIndex { group in group.contains { $0.hasCause(of: point) } }
            if let index { groups[index].append(point) } else { groups.append([point]) }
        }
        guard !groups.isEmpty else { return self }
        var suite = self
        let lines = comparison.map(MoveTable.init)
        let failures = groups.map { group in
            let order = group.sorted { $0.rule.precedence < $1.rule.precedence }
            var first = order[0]
            first.details += lines?.lines(of: groups.count == 1 ? nil : first.subject) ?? []
            first.consequences = Array(order.dropFirst())
            return first
        }
        // Then the failures have the table of moves.
        suite.points =
            others.map { point in
                guard point.rule == .numbers else { return point }
                return CheckPoint(.numbers, .passed, name: point.name, message: "told with what fails")
            } + failures
        return suite
    }
}

extension CheckPoint {
    /// True if both concern the same timer or object, or if the other concerns the whole scenario.
    fileprivate func hasCause(of other: CheckPoint) -> Bool {
        rule == .crash || other.rule == .crash || other.subject == nil || subject == other.subject
    }
}

extension CheckPoint.Rule {
    fileprivate var followsFromOther: Bool { precedence < 5 }

    /// The crash leads, then the guarded figure, then the rest.
    fileprivate var precedence: Int {
        switch self {
        case .crash: 0
        case .guard: 1
        case .finding: 2
        case .expectation: 3
        case .scenario, .code, .numbers, .mutation, .determinism, .baseline: 9
        }
    }
}
