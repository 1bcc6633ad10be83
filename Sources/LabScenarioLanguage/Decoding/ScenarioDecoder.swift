import LabScenarioModel

/// Turns the tree of a scenario into its plan, and collects every mistake on the way.
///
/// The schema has keys and types; the tables' decoders add the rules that these cannot express.
struct ScenarioDecoder {
    private(set) var plan = ScenarioPlan()
    private(set) var device: DeviceDecoder
    private var values = ValueDecoder()

    init(profiles: [String: DevicePlan] = [:], replayed: [Int64]? = nil) {
        device = DeviceDecoder(profiles: profiles, replayed: replayed)
    }

    /// All mistakes that were found, in the order of the file.
    var diagnostics: [Diagnostic] { values.collector.finished() }

    mutating func decode(_ root: Node) {
        let tables = PartTables(root, &values)
        tables.enterNames(&values)
        values.file(root, into: &plan)
        plan.device = device.decode(root["device"], &values)
        decodeParts(tables)
        for node in tables[Schema.expect] { ExpectationDecoder.decode(node, &values, into: &plan) }
        if let fields = values.singleTable(root["compare"], Schema.compare), let timer = fields.index("timer") {
            plan.compare = ComparePlan(
                timer: timer, workload: fields.text("workload") ?? plan.title, order: fields.integer("order") ?? 0)
        }
        values.guards(root["guard"], into: &plan)
        plan.namesAppKitMode = values.namesAppKitMode
        if !values.collector.diagnostics.contains(where: { $0.severity == .error }) {
            let run = plan.modesRun
            for list in values.modeLists { values.report(list.warnings(run: run)) }
        }
    }

    /// Decodes a device file: only its table. It may build on a built-in profile, not on another file.
    mutating func decodeProfile(_ root: Node, name: String) {
        plan.device = device.decodeFile(root, name: name, &values)
    }

    /// Keys first, steps after: a step may name any part, and its place decides what it can do.
    private mutating func decodeParts(_ tables: PartTables) {
        for node in tables[Schema.queue] { values.queue(node, into: &plan) }
        let threads = tables[Schema.thread].map { values.thread($0, into: &plan) }
        let timers = tables[Schema.timer].map { values.timer($0, into: &plan) }
        let objects = tables[Schema.object].map { values.object($0, into: &plan) }
        let events = tables[Schema.event].map { values.event($0, into: &plan) }
        let observers = tables[Schema.observer].map { values.observer($0, into: &plan) }
        let sources = tables[Schema.source].map { values.source($0, into: &plan) }
        var steps = StepDecoder(values: values, parts: plan)
        for part in timers + objects + threads + events + observers + sources {
            for list in part.lists { list.put(&plan, steps.steps(list.node, in: list.context)) }
        }
        values = steps.values
        plan.counters = values.counters.count
        values.report(values.counters.mistakes())
        settleHolders(timers + objects)
        settleMakers(steps.makers, threads)
        let unheld = Set(objects.filter { !$0.fields.isPresent("held_by") }.map(\.reference))
        for (object, place) in steps.pops where unheld.subtracting(steps.released).contains(.object(object)) {
            guard plan.objects[object].heldBy == [.local], !plan.madeBySteps.contains(.object(object)),
                steps.pushed.contains(object)
            else { continue }
            let name = plan.objects[object].id.shownShort
            values.report(
                .heldAfterPop, severity: .warning,
                "'\(name)' is held by a local of its thread, too, and stays after the pop", at: place,
                help: "release it after its push: { push = \"\(name)\" }, { release = \"\(name)\" }")
        }
        values.report(steps.starts.mistakes(in: plan) + steps.makers.mistakes(in: plan))
    }

    private mutating func settleHolders(_ parts: [PendingPart]) {
        let owned = Set(plan.objects.flatMap { $0.strong.map(\.part) })
        for part in parts where !part.fields.isPresent("held_by") && !owned.contains(part.reference) {
            switch part.reference {
            case .timer(let index):
                let timer = plan.timers[index]
                let usual: [Holder] = timer.creation == .scheduled ? [] : [.local]
                plan.timers[index].heldBy = timer.kind.row.needsHolder ? [.staticVariable] : usual
            case .object(let index) where plan.objects[index].forwarding != .classObject:
                plan.objects[index].heldBy = [.local]
            case .object, .thread, .queue, .event, .observer, .source: break
            }
        }
    }

    /// Facts that need all steps: the parts that a step makes or starts, and the order in which the rest is made.
    private mutating func settleMakers(_ makers: PartMakers, _ threads: [PendingPart]) {
        plan.madeBySteps = Set(plan.madeParts.filter(makers.make))
        // A step adds a timer to the run loop of its own thread, whichever that is.
        for (index, timer) in plan.timers.enumerated()
        where timer.creation == .scheduled && [.nstimer, .perform].contains(timer.kind) {
            plan.timers[index].thread = makers.thread(making: .timer(index)) ?? timer.thread
        }
        for thread in threads where thread.reference != .thread(0) && !thread.fields.isPresent("starts") {
            plan.threads[thread.reference.index].starts = makers.make(thread.reference) ? nil : 0
        }
        plan.creationOrder = plan.madeParts.filter { !makers.make($0) }
            .sorted { plan.place(of: $0).lowerBound < plan.place(of: $1).lowerBound }
    }
}
