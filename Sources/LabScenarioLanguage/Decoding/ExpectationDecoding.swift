import LabCatalogue
import LabScenarioModel

struct ExpectationDecoder {
    private let fields: DecodedTable
    /// ns
    private let duration: Int64

    static func decode(_ node: Node, _ values: inout ValueDecoder, into plan: inout ScenarioPlan) {
        let decoder = ExpectationDecoder(fields: values.table(node, as: Schema.expect), duration: plan.duration)
        guard let subject = decoder.subject(&values) else { return }
        let checks = decoder.checks(subject, &values)
        let timer: Int? =
            switch subject {
            case .timer(let timer), .copy(let timer, _): timer
            case .run, .object, .thread: nil
            }
        for check in checks {
            guard case .figure(let figure, _) = check.expectation else { continue }
            values.warnOfSample(figure, of: timer, in: plan, at: check.place)
        }
        plan.expectations.append(ExpectationPlan(subject: subject, checks: checks))
    }

    private func checks(_ subject: ExpectationPlan.Subject, _ values: inout ValueDecoder) -> [ExpectationPlan.Check] {
        var checks: [ExpectationPlan.Check] = []
        for (index, name) in fields.names.enumerated() where !Schema.subjects.contains(name) {
            guard let item = fields.item(at: index), fits(name, subject, &values) else { continue }
            let keySpan = fields.keySpan(name)
            let place = keySpan.lowerBound..<max(keySpan.upperBound, item.span.upperBound)
            // An empty list of anything else is one of these as well.
            if Figure.Family(rawValue: name) != nil, let figures = item.value as? [ExpectationPlan.Check] {
                checks += figures
            } else if let expected = outcome(name, item, &values) {
                checks.append(ExpectationPlan.Check(expected, place: place))
            }
        }
        if checks.isEmpty, fields.names.allSatisfy(Schema.subjects.contains) {
            values.report(
                .emptyExpectation, "the expectation is empty", at: fields.span,
                help: "add a condition, such as fired = 7")
        }
        return checks
    }

    private func subject(_ values: inout ValueDecoder) -> ExpectationPlan.Subject? {
        let help = "an expectation has one subject; write two"
        guard let given = values.atMostOne(of: Schema.subjects, in: fields, help: help) else { return nil }
        switch given.first {
        case nil: return .run
        case "timer": return fields["timer"] ?? fields.index("timer").map { .timer($0) }
        case "object": return fields.index("object").map { .object($0) }
        default: return fields.index("thread").map { .thread($0) }
        }
    }

    private func fits(_ name: String, _ subject: ExpectationPlan.Subject, _ values: inout ValueDecoder) -> Bool {
        let wanted: String? =
            switch (name, subject) {
            case ("finding", _), ("no_finding", _), ("log", _), ("no_log", _), ("whole_log", _), ("crash", _),
                ("fingerprint", .run), ("fired", .run), ("wake_ups", .run), ("returns", .thread), ("busy", .thread),
                ("stages", .object), ("deallocated", .object), ("kept_by", .object), ("deallocated", .timer),
                ("kept_by", .timer):
                nil
            case ("fingerprint", _): "the whole run: name no subject"
            case ("deallocated", _), ("kept_by", _): "an object or a timer"
            case ("returns", _): "a thread"
            case ("stages", _): "an object"
            case (_, .timer), (_, .copy): nil
            case ("busy", _): "a timer or a thread"
            default: "a timer"
            }
        guard let wanted else { return true }
        values.report(
            .wrongSubject, "'\(name)' is about \(wanted)", at: fields.keySpan(name),
            help: wanted.hasPrefix("the whole")
                ? nil : subject == .run ? "name it" : "name it, or use an [[expect]] of its own")
        return false
    }

    private func outcome(_ name: String, _ item: Item, _ values: inout ValueDecoder) -> ExpectedOutcome? {
        let texts: [String] = fields.values(name) ?? []
        switch name {
        case "firings": return firings(name, isComplete: true, &values)
        case "first_firings": return firings(name, isComplete: false, &values)
        case "same_firings_as": return fields.index(name).map { .sameFirings(as: $0) }
        case "timeline": return timeline(&values)
        case "finding": return .findings(texts)
        case "no_finding": return .noFindings(texts)
        case "deallocated": return fields.flag(name).map { .deallocated($0) } ?? fields[name].map { .deallocatedAt($0) }
        case "kept_by": return fields.text(name).map { .keptBy($0) }
        case "crash":
            return fields.flag(name).map { $0 ? .crash(nil) : .noCrash } ?? fields.text(name).map { .crash($0) }
        case "log": return .log(texts, isComplete: false)
        case "whole_log": return .log(texts, isComplete: true)
        case "no_log": return .noLog(texts)
        case "returns": return .returns(texts)
        case "stages": return .stages(texts)
        case "fingerprint": return fingerprint(item, &values)
        default:
            guard let comparison: Comparison = fields[name] else { return nil }
            return Figure.Family(rawValue: name).map { .figure(Figure($0), comparison) }
        }
    }

    private func firings(_ name: String, isComplete: Bool, _ values: inout ValueDecoder) -> ExpectedOutcome? {
        guard let times: [Int64] = fields.values(name), let items = fields.list(name) else { return nil }
        for (index, time) in times.enumerated() {
            let isLate = duration > 0 && time >= duration
            guard isLate || (index > 0 && times[index - 1] > time) else { continue }
            return values.refuse(
                .badFirings,
                isLate ? "a firing after the end of the scenario" : "a firing that is earlier than the one before",
                at: items[index].span,
                help: isLate ? "what is due at 'duration' or later is not run" : "firings stand in order")
        }
        return .firings(times, isComplete: isComplete)
    }

    private func timeline(_ values: inout ValueDecoder) -> ExpectedOutcome? {
        guard let table = fields.table("timeline"), let step = table.duration("step"), let text: Text = table["lane"]
        else { return nil }
        let lane = text.text
        let place = table.valueSpan("lane")
        let signs = lane.count
        if let wrong = lane.firstIndex(where: { LaneSign(rawValue: $0) == nil }) {
            let start = lane.utf8.distance(from: lane.startIndex, to: wrong)
            return values.refuse(
                .badLane, "unknown sign '\(String(lane[wrong]).shownShort)' in a lane",
                at: text.span(start..<start + lane[wrong].utf8.count), help: LaneSign.key)
        }
        guard signs > 0 else { return values.refuse(.badLane, "the lane is empty", at: place, help: LaneSign.key) }
        let needed = (duration - 1) / step + 1
        guard duration <= 0 || Int64(signs) <= needed else {
            return values.refuse(
                .badLane, "the lane has \(signs) signs, but the scenario ends after \(needed) steps", at: place,
                help: "one sign per step, from the start")
        }
        return .timeline(step: step, lane: lane)
    }

    private func fingerprint(_ item: Item, _ values: inout ValueDecoder) -> ExpectedOutcome? {
        guard let text = item.value as? String else { return nil }
        guard text.wholeMatch(of: /[0-9a-f]{8,64}/) != nil else {
            return values.refuse(
                .badFingerprint, "invalid fingerprint \"\(text.shownShort)\"", at: item.span,
                help: "copy the hexadecimal digits that `timerlab run` prints")
        }
        return .fingerprint(text)
    }
}
