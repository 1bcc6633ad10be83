import ExactTime
import ScenarioModel

extension ScenarioDecoder {
    /// The keys of the top level; the tables are read one by one.
    mutating func decodeFile(_ root: Node) {
        let fields = table(root, as: Schema.file, skipping: Set(Schema.tables.map(\.name)))
        plan.title = fields.text("title") ?? ""
        plan.claims = fields.texts("claims") ?? []
        plan.duration = fields.duration("duration") ?? 0
        plan.durationPlace = fields.item("duration")?.span ?? 0..<0
        if let seed = fields.integer("seed") { plan.seed = UInt64(seed) }
        plan.untilFired = fields.integer("until_fired")
        if let number = fields.integer("budget") {
            plan.budget.occurrences = number
            plan.budget.occurrencesPerInstant = min(number, plan.budget.occurrencesPerInstant)
        }
        if let budget = fields.table("budget") {
            plan.budget.occurrences = budget.integer("run") ?? plan.budget.occurrences
            plan.budget.occurrencesPerInstant = budget.integer("instant") ?? plan.budget.occurrencesPerInstant
        }
    }

    /// The log shows wall-clock times in ns since 1970, which end in 2262.
    private mutating func checkClock(_ root: Node) {
        guard plan.duration > 0, plan.log.epoch.addingReportingOverflow(plan.duration).overflow,
            let node = root.child("duration")
        else { return }
        report(
            Diagnostic(
                .timeOutOfRange, "the scenario ends after the year 2262, where clocks in ns since 1970 end",
                at: node.span,
                help: "shorten it, or let [log] start earlier"))
    }

    /// A `[name]` table, if it is one.
    mutating func singleTable(_ node: Node?, _ schema: TableSchema) -> Node? {
        guard let node else { return nil }
        switch node.kind {
        case .table: return node
        case .invalid: return nil
        default:
            report(
                Diagnostic(
                    .wrongTableForm, "there is one of these: write [\(schema.name)]; found \(node.kind.title)",
                    at: node.elements.first?.span ?? node.span, help: "write [\(schema.name)] on a line of its own"))
            return nil
        }
    }

    mutating func decodeLog(_ root: Node) {
        defer { checkClock(root) }
        guard let node = singleTable(root.child(Schema.log.name), Schema.log) else { return }
        let fields = table(node, as: Schema.log)
        plan.log.process = fields.text("process") ?? plan.log.process
        plan.log.pid = fields.integer("pid") ?? plan.log.pid
        plan.log.thread = fields.integer("thread") ?? plan.log.thread
        if case .dateTime(let unix, let utcOffset)? = fields.item("epoch")?.value {
            plan.log.epoch = unix
            plan.log.utcOffset = utcOffset
        }
    }

    mutating func decodeDevice(_ node: Node?) {
        guard let node = singleTable(node, Schema.device) else {
            if let ideal = profiles[DevicePlan().profile] { plan.device = ideal }
            return
        }
        let fields = table(node, as: Schema.device)
        plan.device = profile(fields)
        if let cost = fields.exact("loop_cost") { plan.device.loopCost = cost }
        if let rampUp = fields.quantiles("ramp_up") { plan.device.rampUp = rampUp }
        if let factor = fields.quantiles("work") { plan.device.workFactor = factor }
        if let cost = fields.duration("log_cost") { plan.device.logCost = cost }
        if let refresh = fields.exact("refresh") { plan.device.refresh = refresh }
        if let modes = fields.modes("common_modes") { plan.device.commonModes = modes }
        if let keptAlive = fields.flag("kept_alive") { plan.device.keptAlive = keptAlive }
        decodeRates(fields)
        decodeWakeUp(fields)
        decodeChoices(fields)
    }

    private mutating func profile(_ fields: DecodedTable) -> DevicePlan {
        guard let name = fields.text("profile"), let item = fields.item("profile") else {
            return profiles[DevicePlan().profile] ?? DevicePlan()
        }
        if let profile = profiles[name] { return profile }
        if name.contains("/") || name.hasSuffix(".toml") {
            profileRequest = ProfileRequest(path: name, place: item.span)
            return DevicePlan()
        }
        let known = profiles.keys.sorted()
        report(
            Diagnostic(
                .unknownProfile, "no device profile is called \"\(name.shownShort)\"", at: item.span,
                help: Spelling.nearest(to: name, in: known).map { "did you mean \"\($0)\"?" }
                    ?? "profiles are \(known.map { "\"\($0)\"" }.joinedAsChoice())"))
        return DevicePlan()
    }

    /// A file of a device: its table, and nothing else; it may stand on a built-in profile, not on another file.
    ///
    /// The device bears the file's name, without folder and extension.
    mutating func decodeProfile(_ root: Node, name: String) {
        for entry in root.entries where entry.name != "device" {
            report(
                Diagnostic(
                    .unknownKey, "a device profile has nothing but [device]; found '\(entry.name.shownShort)'",
                    at: entry.keySpan))
        }
        guard let node = root.child("device") else {
            let start = root.span.lowerBound
            report(Diagnostic(.missingKey, "a device profile needs a table [device]", at: start..<start))
            return
        }
        decodeDevice(node)
        if let request = profileRequest ?? replay.map({ ProfileRequest(path: $0.path, place: $0.place) }) {
            report(
                Diagnostic(
                    .conflictingKeys, "a device profile names no other file, as \"\(request.path.shownShort)\" is",
                    at: request.place))
        }
        let file = name.split(separator: "/").last.map(String.init) ?? name
        plan.device.profile = file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
    }

    private mutating func decodeRates(_ fields: DecodedTable) {
        guard let items = fields.list("refresh_rates") else { return }
        var rates: [Int64] = []
        for item in items {
            guard case .integer(let rate) = item.value else { continue }
            if let last = rates.last, last <= rate {
                report(
                    Diagnostic(
                        .numberOutOfRange,
                        "'refresh_rates' goes from the fastest to the slowest; \(rate) follows \(last)",
                        at: item.span))
                return
            }
            rates.append(rate)
        }
        plan.device.refreshRates = rates
    }

    private mutating func decodeWakeUp(_ fields: DecodedTable) {
        if let table = fields.quantiles("wake_up") { plan.device.wakeUp = .drawn(table) }
        guard let wanted = fields.table("wake_up"), let path = wanted.text("replay") else { return }
        replay = ReplayRequest(
            path: path, interval: wanted.duration("interval") ?? 1_000_000_000,
            place: wanted.item("replay")?.span ?? wanted.span)
        if let replayed { plan.device.wakeUp = .replayed(replayed) }
    }

    private mutating func decodeChoices(_ fields: DecodedTable) {
        var choices = plan.device.choices
        choices.wakeInWindow =
            fields.word("wake_in_window", as: OpenChoices.WakeInWindow.self) ?? choices.wakeInWindow
        choices.portOrder = fields.word("port_order", as: OpenChoices.PortOrder.self) ?? choices.portOrder
        choices.simultaneousSources =
            fields.word("simultaneous_sources", as: OpenChoices.SimultaneousSources.self)
            ?? choices.simultaneousSources
        choices.displayOverrun =
            fields.word("display_overrun", as: OpenChoices.DisplayOverrun.self) ?? choices.displayOverrun
        choices.rateRounding = fields.word("rate_rounding", as: OpenChoices.RateRounding.self) ?? choices.rateRounding
        choices.fireDateNow = fields.word("fire_date_now", as: OpenChoices.FireDateNow.self) ?? choices.fireDateNow
        plan.device.choices = choices
    }

    mutating func decodeCompare(_ node: Node?) {
        guard let node = singleTable(node, Schema.compare) else { return }
        let fields = table(node, as: Schema.compare)
        guard let timer = fields.timer("timer") else { return }
        plan.compare = ComparePlan(
            timer: timer, workload: fields.text("workload") ?? plan.title, order: fields.integer("order") ?? 0,
            place: node.span)
    }
}
