import LabCatalogue
import LabExactTime

extension RemedyReport {
    private static let tallest = 24

    /// The table, then the best change of code with its cost; at most 24 lines of 80 columns.
    ///
    /// - Parameter isAll: true to show all rows and the code of each remedy that helps, of any length.
    package func page(isAll: Bool = false, in language: CodeLanguage = .swift) -> Page {
        // If space is short, the table is cut first, then the code.
        let tables = [(Int.max, 10), (5, 10), (3, 10), (2, 10), (1, 10), (1, 4), (1, 3)].map { ($0, $1, Int.max) }
        for (rows, columns, lines) in tables + (3..<Self.tallest).reversed().map({ (1, 3, $0) }) {
            let page = page(rows: rows, columns: columns, lines: lines, isAll: isAll, language)
            let height = ByteStream.text { PageText(width: 80).write(page, to: $0) }.count { $0 == "\n" }
            if isAll || height <= Self.tallest { return page }
        }
        return page(rows: 1, columns: 3, lines: 2, isAll: false, language)
    }

    private func page(rows: Int, columns: Int, lines: Int, isAll: Bool, _ language: CodeLanguage) -> Page {
        var page = Page(
            title: title, name: file, facts: [StyledText(file, .code)], answer: [answer(lines, isAll, language)])
        if isAll {
            page.sections = self.rows.filter(\.helps).map { row in
                let costs = ReportItem("costs", .faint, row.cost)
                let change = row.code.shown(in: language)
                return ReportSection("\(row.mark)  \(row.name)", [.items([costs]), .change(change)])
            }
        }
        if !self.rows.isEmpty {
            page.sections.append(
                ReportSection("Tried", [.table(table(of: rows, columns: columns, isAll)), .legend(legend(of: rows))]))
        }
        return page
    }

    /// A row for each of these; of those with the same figures only the first.
    private func table(of count: Int, columns most: Int, _ isAll: Bool) -> TextTable {
        let told = rows.reduce(into: [Row]()) { told, row in
            let isAlike = told.last?.figures == row.figures && told.last?.helps == row.helps
            if isAll || !isAlike { told.append(row) }
        }
        let isShare = rows.contains { $0.figures.due != before.due }
        var table = table(of: told.prefix(count), isShare: isShare).text
        table.columns = Array(table.columns.prefix(1 + most))
        table.rows = table.rows.map { Array($0.prefix(1 + most)) }
        table.keepsNames = true
        return table
    }

    private func legend(of count: Int) -> String {
        var parts = uncounted.isEmpty ? [] : ["findings: without " + uncounted.joined(separator: " and ")]
        if rows.prefix(count).contains(where: { !$0.helps }) { parts.append("–: no improvement, or less than another") }
        if let crash, rows.contains(where: { $0.figures.crashes == 0 }) {
            parts.append("as it is: until the crash at \(DurationText.format(crash.time, digits: 6))")
        }
        if let otherSeeds {
            let (own, agreeing, count) = otherSeeds
            parts.append("of seed \(own); 1 is the best with \(agreeing) of \(count) other seeds, too")
        }
        return parts.joined(separator: " · ")
    }

    private func answer(_ lines: Int, _ isAll: Bool, _ language: CodeLanguage) -> ReportSection {
        var before: [ReportItem] = []
        if let failure = failed.first {
            let others = failed.count > 1 ? " (and \(failed.count - 1) more)" : ""
            before.append(ReportItem("fails", .bad, failure + others))
        }
        if let crash, worst == nil { before.append(ReportItem("crash", .bad, crash.reason)) }
        if let finding {
            let severity = finding.severity
            before.append(ReportItem(severity.rawValue, severity.role, "\(problem) [\(finding.code.rawValue)]"))
        }
        guard let best = rows.first, best.helps else {
            if before.isEmpty {
                let good = ReportItem("nothing to mend: no fault and no warning was found", .good)
                return ReportSection("", [.items([good])])
            }
            let result =
                rows.isEmpty
                ? "not tried in this scenario"
                : "none of the remedies that were tried (\(rows.count)) makes anything better"
            var after = [ReportItem(result, .faint)]
            if let finding {
                before.append(ReportItem("do", .good, finding.remedy, .strong))
                after.append(ReportItem("next", .faint, "timerlab explain \(finding.code.rawValue)", .code))
            }
            let change = advised.shown(in: language)
            return ReportSection("", [.items(before), .change(change, most: lines), .items(after)])
        }
        let failed = best.figures.failed
        let cure =
            isMended(by: best)
            ? best.name + (best.figures.faults.first.map { "; \($0) stays" } ?? "")
            : failed > 0 && worst.map { !best.figures.findings.contains($0) } ?? false
                ? "\(best.name); \(failed == 1 ? "an expectation fails" : "\(failed) expectations fail") as before"
                : "\(best.name): better, but nothing that was tried takes it away"
        before.append(ReportItem("do", .good, cure, .strong))
        let others = !isAll && rows.count > 1 ? "; --all shows the others" : ""
        let after = [
            ReportItem("cost", .faint, best.cost + others),
            ReportItem("next", .faint, "timerlab remedy \(argument) --write 1 fixed.toml", .code),
        ]
        let code = isAll ? "" : best.code.shown(in: language)
        return ReportSection("", [.items(before), .change(code, most: lines), .items(after)])
    }
}
