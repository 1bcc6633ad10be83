extension CheckSuite {
    /// The report with one failure for each cause: those of one timer follow from one change, a crash causes the rest.
    ///
    /// The guarded figure leads; the others are its consequences, and the figures of the timer are in its details.
    package func groupedByCause() -> CheckSuite {
        func isFailing(_ point: CheckPoint) -> Bool { point.outcome == .failed && point.rule.row.precedence != nil }
        /// True if both concern the same timer or object, or if the other concerns the whole scenario.
        func haveOneCause(_ point: CheckPoint, _ other: CheckPoint) -> Bool {
            point.rule == .crash || other.rule == .crash || other.subject == nil || point.subject == other.subject
        }
        let (failing, others) = (points.filter(isFailing), points.filter { !isFailing($0) })
        var groups: [[CheckPoint]] = []
        for point in failing.filter({ $0.subject != nil }) + failing.filter({ $0.subject == nil }) {
            let index = groups.firstIndex { group in group.contains { haveOneCause($0, point) } }
            if let index { groups[index].append(point) } else { groups.append([point]) }
        }
        guard !groups.isEmpty else { return self }
        var suite = self
        let failures = groups.map { group in
            let order = group.sorted { $0.rule.row.precedence ?? 9 < $1.rule.row.precedence ?? 9 }
            var first = order[0]
            first.moves = comparison?.lines(of: groups.count == 1 ? nil : first.subject) ?? []
            first.consequences = Array(order.dropFirst())
            return first
        }
        // Then the failures have the table of moves.
        suite.points =
            others.map { point in
                guard point.rule == .numbers, comparison != nil else { return point }
                return CheckPoint(.numbers, .passed, name: point.name, message: "told with what fails")
            } + failures
        return suite
    }
}
