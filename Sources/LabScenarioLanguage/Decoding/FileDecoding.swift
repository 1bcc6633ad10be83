import LabScenarioModel

extension ValueDecoder {
    mutating func file(_ root: Node, into plan: inout ScenarioPlan) {
        let tables = Schema.tables.map(\.name).filter { $0 != "source" || !Self.saysItsSource(root) }
        let fields = table(root, as: Schema.file, skipping: Set(tables))
        fields.set(&plan, by: Schema.file)
        plan.code = codeMark(in: fields)
        if let source = fields.text("source"), !source.hasPrefix("https://") {
            report(
                .wrongType, "a source is an address; found '\(source.shownShort)'", at: fields.valueSpan("source"),
                help: "write \"https://…\"")
        }
        plan.durationPlace = fields.item("duration")?.span ?? 0..<0
        if let seed = fields.integer("seed") { plan.seed = UInt64(seed) }
        if let number = fields.integer("budget") {
            plan.budget.occurrences = number
            plan.budget.occurrencesPerInstant = min(number, plan.budget.occurrencesPerInstant)
        }
        fields.table("budget")?.set(&plan.budget, by: Schema.budget)
        if let log = singleTable(root["log"], Schema.log) {
            log.set(&plan.log, by: Schema.log)
            if let epoch: WallTime = log["epoch"] {
                (plan.log.epoch, plan.log.utcOffset) = (epoch.unix, epoch.utcOffset)
            }
        }
        // The log shows wall-clock times in ns since 1970, which end in 2262.
        if plan.duration > 0, plan.log.epoch.addingReportingOverflow(plan.duration).overflow {
            report(
                .timeOutOfRange, "the scenario ends after the year 2262, where clocks in ns since 1970 end",
                at: plan.durationPlace, help: "shorten it, or let [log] start earlier")
        }
    }

    /// True if `source` is the address of the question, and not the input sources.
    static func saysItsSource(_ root: Node) -> Bool { root["source"]?.text != nil }

    /// The `code` of a file or a timer: `"../App/Countdown.swift:42-58"`.
    mutating func codeMark(in fields: DecodedTable) -> CodeMark? {
        guard let text = fields.text("code") else { return nil }
        if let mark = CodeMark(text, place: fields.valueSpan("code")) { return mark }
        return refuse(
            .wrongType, "'code' names a file and its lines; found \"\(text.shownShort)\"", at: fields.valueSpan("code"),
            help: "write \"../App/Countdown.swift:42-58\", relative to this file")
    }
}
