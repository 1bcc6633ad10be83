import LabCatalogue
import LabExactTime
import LabScenarioModel

extension ValueDecoder {
    mutating func timer(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.timer)
        let index = plan.timers.count
        // A timer without a kind has been reported; its steps are still worth reading.
        var timer = TimerPlan(kind: fields["kind"] ?? .nstimer, place: node.span)
        if fields.item("kind") != nil { checkKeys(fields, of: timer.kind) }
        timer.repeats = timer.kind.row.repeatsByNature
        timer.clock = timer.kind.row.clock
        timer.callback.style = fields.isPresent("target") ? .target : .block
        fields.set(&timer, by: Schema.timer)
        setSchedule(&timer, fields)
        setCallback(&timer, fields)
        timer.frameRate = frameRate(fields)
        timer.code = codeMark(in: fields)
        if fields.list("modes")?.isEmpty ?? false {
            report(
                .emptyValue, "'modes' is empty", at: fields.valueSpan("modes"),
                help: "leave it out for [\"default\"]; create = \"timer\" makes a timer that is added to nothing")
        }
        setHome(&timer, fields, &plan)
        plan.timers.append(timer)
        let stage = timer.queue.map { StepContext.Stage(queue: $0) } ?? .thread(timer.thread)
        return PendingPart(.timer(index), fields)
            .steps("do", .callback, stage) { $0.timers[index].steps = $1 }
            .steps("on_cancel", .cancelHandler, stage) { $0.timers[index].cancelSteps = $1 }
    }

    /// Keys that the schema has for other kinds of timers only.
    private mutating func checkKeys(_ fields: DecodedTable, of kind: TimerKind) {
        for name in fields.names {
            guard let kinds = Schema.timer.key(name)?.kinds, !kinds.contains(kind), let place = fields.place(of: name)
            else { continue }
            report(
                .keyDoesNotApply, "'\(name)' does not apply to a timer of kind \(kind.rawValue)", at: place,
                help: kind.instead[name] ?? "it belongs to \(kinds.map(\.rawValue).joinedAsChoice())",
                related: fields.item("kind").map { [.init("the kind is given here", at: $0.span)] } ?? [])
        }
    }

    private mutating func setSchedule(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.tolerancePlace = fields.place(of: "tolerance") ?? fields.place(of: "leeway") ?? 0..<0
        setInterval(&timer, fields)
        if timer.repeats, [.nstimer, .gcd].contains(timer.kind), let interval = timer.interval?.scaled(1), interval > 1,
            timer.tolerance > interval / 2, let key = ["tolerance", "leeway"].first(where: fields.isPresent)
        {
            report(
                .toleranceCut, severity: .warning,
                "a '\(key)' of \(DurationText.format(timer.tolerance)) is cut to half the interval: "
                    + DurationText.format(interval / 2), at: fields.valueSpan(key))
        }
        if timer.kind == .combine, timer.tolerance > 0 {
            report(
                .toleranceCut, severity: .warning, "Timer.publish drops its 'tolerance': its timer has none",
                at: fields.valueSpan("tolerance"), help: "a timer that is made by Timer(timeInterval:…) has one")
        }
        setCreation(&timer, fields)
        let isDue = timer.interval != nil || (!timer.repeats && (timer.delay != nil || fields.isPresent("fire_date")))
        if !isDue, fields.isMissing("interval"), timer.kind.row.keys.contains("interval") {
            report(.missingKey, "missing key 'interval' in [[timer]]", at: fields.span, help: "add interval = \"1s\"")
        }
    }

    private mutating func setInterval(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        let count = fields.integer("copies").flatMap { Int(exactly: $0) }
        timer.intervalPlace = fields.item("interval")?.span ?? 0..<0
        guard let range = fields.table("interval") else {
            timer.copies = count
            return
        }
        timer.interval = range["from"]
        guard fields.isPresent("copies") else {
            return report(
                .conflictingKeys, "an interval with 'from' and 'step' is for copies", at: range.span,
                help: "add copies = 10, or write a single interval")
        }
        guard let count, let step: Rational = range["step"], let from = timer.interval else { return }
        guard let first = from.floorMultiple(1),
            let reach = step.times(Rational(whole: Int64(count - 1)))?.floorMultiple(1),
            first.adding(saturating: reach).magnitude <= Schema.longestTime.magnitude
        else {
            return report(
                .timeOutOfRange, "the last copy's interval is longer than 290 years", at: range.span,
                help: "take a smaller step or fewer copies")
        }
        (timer.copies, timer.copyStep) = (count, step)
    }

    private mutating func setCreation(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        if timer.creation == .`init`, timer.fireDate == nil {
            timer.fireDate = (timer.delay ?? timer.interval)?.floorMultiple(1) ?? 0
        }
        if timer.creation == .`init`, timer.kind == .displayLink {
            report(
                .keyDoesNotApply, "a display link has no fire date that create = \"init\" could set",
                at: fields.keySpan("create"), help: "create = \"timer\" makes one that is added to nothing")
        }
        if timer.creation != .`init`, fields.isPresent("fire_date"), timer.kind == .nstimer {
            report(
                .keyDoesNotApply, "'fire_date' belongs to create = \"init\"", at: fields.keySpan("fire_date"),
                help: "add create = \"init\", or use 'delay' for the first firing")
        }
        if fields.isPresent("fire_date"), fields.isPresent("delay") {
            reportConflict(
                "delay", "fire_date", in: fields, help: "a fire date is the first due point; drop one of them")
        }
    }

    /// The requested rate of a display link, here or in a step.
    mutating func frameRate(_ fields: DecodedTable) -> FrameRatePlan {
        var rate = FrameRatePlan()
        rate.frameInterval = fields.integer("frame_interval")
        rate.preferred = fields.integer("fps")
        if let range = fields.table("fps_range") {
            range.set(&rate, by: Schema.rateRange)
            if let least = rate.minimum, let most = rate.maximum, least > most {
                report(
                    .emptyRange, "no frame rate lies between \(least) and \(most)", at: range.span,
                    help: "put the smaller one under 'min'")
            }
        }
        _ = atMostOne(
            of: ["frame_interval", "fps", "fps_range"], in: fields, help: "a display link has one preferred rate")
        return rate
    }

    private func setHome(_ timer: inout TimerPlan, _ fields: DecodedTable, _ plan: inout ScenarioPlan) {
        switch timer.kind.row.home {
        case .queue:
            guard !fields.isPresent("queue") else { return }
            timer.queue = plan.queues.count
            plan.queues.append(QueuePlan(id: "\(timer.id).queue", kind: .serial, place: timer.place))
        case .mainActor: timer.queue = timer.queue ?? 0
        case .ownThread:
            guard !fields.isPresent("thread") else { return }
            var own = ThreadPlan(id: "\(timer.id).thread", place: timer.place, starts: 0, body: [])
            own.isDetached = true
            timer.thread = plan.threads.count
            plan.threads.append(own)
        case .runLoop: break
        }
    }

    private mutating func setCallback(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        let hasTarget = fields.isPresent("target")
        let style = timer.callback.style
        timer.callback.target = target(fields)
        timer.callback.userInfo = fields.values("user_info", as: PartReference.self)?.map(\.index) ?? []
        timer.callback.captures = fields.captures(weakly: false) + fields.captures(weakly: true)
        if fields.item("style") != nil, !timer.kind.row.styles.contains(style) {
            let styles = timer.kind.row.styles.map { "\"\($0.rawValue)\"" }.joinedAsChoice()
            report(
                .wrongMechanism, "\(timer.kind.title) cannot call back by style \"\(style.rawValue)\"",
                at: fields.valueSpan("style"), help: "its style is \(styles)")
        }
        switch style {
        case .target, .invocation:
            if fields.isPresent("style"), !hasTarget {
                report(
                    .missingKey, "missing key 'target' for style \"\(style.rawValue)\"", at: fields.valueSpan("style"),
                    help: "add target = \"ID\"")
            }
        case .block, .function:
            if hasTarget {
                reportConflict("style", "target", in: fields, help: "a message to a target has style = \"target\"")
            }
        }
        if style != .block {
            for key in fields.present(["strong", "weak"]) {
                report(
                    .keyDoesNotApply,
                    "'\(key)' is what a block captures; this callback has style \"\(style.rawValue)\"",
                    at: fields.keySpan(key), help: "leave it out, or use style = \"block\"")
            }
        }
    }

    private mutating func target(_ fields: DecodedTable) -> TargetPlan? {
        let place = fields.valueSpan("target")
        if let object = fields.index("target") { return TargetPlan(object: object, place: place) }
        guard let table = fields.table("target") else { return nil }
        guard atMostOne(of: ["weak", "unretained"], in: table, help: "a target is passed in one way") != nil else {
            return nil
        }
        if table.names.isEmpty {
            report(
                .emptyValue, "'target' is empty", at: place,
                help: "write target = \"ID\", { weak = \"ID\" } or { unretained = \"ID\" }")
        }
        guard let object = table.index("weak") ?? table.index("unretained") else { return nil }
        var target = TargetPlan(object: object, place: place)
        target.passedWeakly = table.isPresent("weak")
        target.isUnretained = table.isPresent("unretained")
        return target
    }
}
