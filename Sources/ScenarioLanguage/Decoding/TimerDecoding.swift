import ExactTime
import ScenarioModel

extension ScenarioDecoder {
    mutating func prepareTimer(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.timer)
        let index = plan.timers.count
        // A timer without a kind has been reported; its steps are still worth reading.
        let kind = fields.word("kind", as: TimerKind.self) ?? .nstimer
        var timer = TimerPlan(id: fields.text("id") ?? "", kind: kind, place: node.span)
        if fields.text("kind") != nil { checkKeys(fields, of: kind) }
        setSchedule(&timer, fields)
        setOwnership(&timer, fields)
        setCallback(&timer, fields)
        setFrameRate(&timer, fields)
        timer.modes = fields.modes("modes") ?? [.default]
        if fields.list("modes")?.isEmpty ?? false {
            report(
                Diagnostic(
                    .emptyValue, "'modes' is empty", at: fields.item("modes")?.span ?? node.span,
                    help: "leave it out for [\"default\"]; create = \"timer\" makes a timer that is added to nothing"))
        }
        setHome(&timer, fields)
        plan.timers.append(timer)
        return PendingPart(fields: fields, index: index)
    }

    /// Keys that the schema has for other kinds of timers only.
    private mutating func checkKeys(_ fields: DecodedTable, of kind: TimerKind) {
        for key in Schema.timer.keys {
            guard let kinds = key.kinds, !kinds.contains(kind), let place = fields.keySpans[key.name] else { continue }
            report(
                Diagnostic(
                    .keyDoesNotApply, "'\(key.name)' does not apply to a timer of kind \(kind.rawValue)", at: place,
                    help: timerRemedy(key.name, kind) ?? "it belongs to \(kinds.map(\.rawValue).joinedAsChoice())",
                    related: fields.item("kind").map { [.init("the kind is said here", at: $0.span)] } ?? []))
        }
    }

    private func timerRemedy(_ key: String, _ kind: TimerKind) -> String? {
        switch (key, kind) {
        case ("thread", _) where TimerKind.onQueues.contains(kind): "its callback runs on a queue: write queue = \"ID\""
        case ("queue", .displayLink): "a display link lives in the run loop of a thread: write thread = \"ID\""
        case ("queue", _): "its callback runs on a thread: write thread = \"ID\""
        case ("modes", .gcd): "a dispatch source has no modes; on the main queue it runs in all common modes"
        case ("tolerance", .gcd): "a dispatch source has a leeway: write leeway = …"
        case ("leeway", .nstimer): "an NSTimer has a tolerance: write tolerance = …"
        case ("copies", .machWait), ("copies", .threadSleep):
            "each such loop needs a thread of its own; write them one by one"
        case ("interval", .displayLink): "write fps = 30 or frame_interval = 2"
        default: nil
        }
    }

    private mutating func setSchedule(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.delay = fields.exact("delay")
        timer.repeats = fields.flag("repeats") ?? TimerKind.loops.contains(timer.kind)
        timer.tolerance = fields.duration("tolerance") ?? fields.duration("leeway") ?? 0
        timer.isToleranceSet = fields.isPresent("tolerance") || fields.isPresent("leeway")
        timer.isStrict = fields.flag("strict") ?? false
        timer.isAbsolute = fields.flag("absolute") ?? false
        let standard: TimerClock = [.taskSleep, .asyncTimer].contains(timer.kind) ? .continuous : .uptime
        timer.clock = fields.word("clock", as: TimerClock.self) ?? standard
        timer.startsActive = fields.flag("active") ?? true
        setInterval(&timer, fields)
        setCreation(&timer, fields)
        let isDue = timer.interval != nil || (!timer.repeats && (timer.delay != nil || fields.isPresent("fire_date")))
        if !isDue, fields.isMissing("interval"), timer.kind != .displayLink, isComplete {
            report(
                Diagnostic(
                    .missingKey, "[[timer]] needs the key 'interval'", at: fields.span, help: "add interval = \"1s\""))
        }
    }

    private mutating func setInterval(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        let count = fields.integer("copies").flatMap { Int(exactly: $0) }
        timer.intervalPlace = fields.item("interval")?.span ?? 0..<0
        guard let range = fields.table("interval") else {
            timer.interval = fields.exact("interval")
            if let count { timer.copies = CopiesPlan(count: count, intervalStep: .zero) }
            return
        }
        timer.interval = range.exact("from")
        guard fields.isPresent("copies") else {
            report(
                Diagnostic(
                    .conflictingKeys, "an interval with 'from' and 'step' is for copies", at: range.span,
                    help: "add copies = 10, or write a single interval"))
            return
        }
        guard let count, let step = range.exact("step"), let from = timer.interval else { return }
        guard let reach = step.times(Rational(whole: Int64(count - 1))), isWithinLimits(reach, from) else {
            report(
                Diagnostic(
                    .timeOutOfRange, "the last copy's interval is longer than 290 years", at: range.span,
                    help: "take a smaller step or fewer copies"))
            return
        }
        timer.copies = CopiesPlan(count: count, intervalStep: step)
    }

    private func isWithinLimits(_ reach: Rational, _ from: Rational) -> Bool {
        guard let first = from.floorMultiple(1), let rest = reach.floorMultiple(1) else { return false }
        let (sum, overflow) = first.addingReportingOverflow(rest)
        return !overflow && sum.magnitude <= TimeLimits.longest.magnitude
    }

    private mutating func setCreation(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        let word = fields.word("create", as: CreationWord.self) ?? .scheduled
        switch word {
        case .scheduled: timer.creation = .scheduled
        case .timer: timer.creation = .timer
        case .`init`:
            let standard = (timer.delay ?? timer.interval)?.floorMultiple(1) ?? 0
            timer.creation = .fireDate(fields.duration("fire_date") ?? standard)
        }
        if word == .`init`, timer.kind == .displayLink, let place = fields.keySpans["create"] {
            report(
                Diagnostic(
                    .keyDoesNotApply, "a display link has no fire date that create = \"init\" could set", at: place,
                    help: "create = \"timer\" makes one that is added to nothing"))
        }
        if word != .`init`, fields.isPresent("fire_date"), timer.kind == .nstimer,
            let place = fields.keySpans["fire_date"]
        {
            report(
                Diagnostic(
                    .keyDoesNotApply, "'fire_date' belongs to create = \"init\"", at: place,
                    help: "add create = \"init\", or say the first firing by 'delay'"))
        }
        if fields.isPresent("fire_date"), fields.isPresent("delay") {
            reportConflict(
                "delay", "fire_date", in: fields, help: "a fire date is the first due point; drop one of them")
        }
    }

    private mutating func setFrameRate(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.frameRate.frameInterval = fields.integer("frame_interval")
        timer.frameRate.preferred = fields.integer("fps")
        if let range = fields.table("fps_range") {
            timer.frameRate.minimum = range.integer("min")
            timer.frameRate.maximum = range.integer("max")
            timer.frameRate.preferred = range.integer("preferred")
            if let least = range.integer("min"), let most = range.integer("max"), least > most {
                report(
                    Diagnostic(
                        .emptyRange, "no frame rate lies between \(least) and \(most)", at: range.span,
                        help: "put the smaller one under 'min'"))
            }
        }
        let given = ["frame_interval", "fps", "fps_range"].filter { fields.isPresent($0) }
        if given.count > 1 {
            reportConflict(given[0], given[1], in: fields, help: "a display link is told its rate in one way")
        }
    }

    private func setOwnership(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.heldBy = holders(fields)
    }

    /// The thread or queue that the timer lives on.
    private mutating func setHome(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.thread = fields.thread("thread") ?? 0
        switch timer.kind {
        case .gcd, .after:
            timer.queue = fields.queue("queue")
            guard !fields.isPresent("queue") else { return }
            timer.queue = plan.queues.count
            queueKinds.append(.serial)
            plan.queues.append(QueuePlan(id: "\(timer.id).queue", kind: .serial, place: timer.place))
        case .taskSleep, .asyncTimer:
            timer.queue = fields.queue("queue") ?? 0
        case .machWait, .threadSleep:
            guard !fields.isPresent("thread") else { return }
            var own = ThreadPlan(id: "\(timer.id).thread", place: timer.place, starts: 0, body: [])
            own.isDetached = true
            timer.thread = plan.threads.count
            plan.threads.append(own)
        case .nstimer, .displayLink, .perform, .combine: break
        }
    }

    mutating func finishTimer(_ part: PendingPart) {
        let timer = plan.timers[part.index]
        let stage: StepContext.Stage = timer.queue.map { self.stage(ofQueue: $0) } ?? .thread(timer.thread)
        if let node = part.fields.steps("do") {
            let context = StepContext(site: .callback, stage: stage, owner: .timer(part.index))
            plan.timers[part.index].steps = steps(node, in: context)
        }
        if let node = part.fields.steps("on_cancel") {
            let context = StepContext(site: .cancelHandler, stage: stage, owner: .timer(part.index))
            plan.timers[part.index].cancelSteps = steps(node, in: context)
        }
        guard !part.fields.isPresent("held_by"), !ownedParts.contains(.timer(part.index)) else { return }
        switch (timer.kind, timer.creation) {
        case (.gcd, _): plan.timers[part.index].heldBy = [.staticVariable]
        case (.nstimer, .timer), (.nstimer, .fireDate), (.displayLink, .timer):
            plan.timers[part.index].heldBy = [.local]
        case (.nstimer, .scheduled), (.displayLink, _), (.perform, _), (.after, _), (.machWait, _), (.threadSleep, _),
            (.taskSleep, _), (.asyncTimer, _), (.combine, _):
            break
        }
    }
}
