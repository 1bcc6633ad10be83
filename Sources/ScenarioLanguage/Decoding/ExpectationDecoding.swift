import ScenarioModel

extension ScenarioDecoder {
    mutating func decodeExpectation(_ node: Node) {
        let fields = table(node, as: Schema.expect)
        guard let subject = subject(fields) else { return }
        var checks: [ExpectationPlan.Check] = []
        for name in fields.names {
            guard !["timer", "object", "thread"].contains(name), let item = fields.item(name),
                let keySpan = fields.keySpans[name]
            else { continue }
            guard fits(name, subject, at: keySpan) else { continue }
            let place = keySpan.lowerBound..<max(keySpan.upperBound, item.span.upperBound)
            if name == Figure.Family.oldWaiting { warnOfOldFigure(at: keySpan) }
            checks += promises(name, item, fields).map { ExpectationPlan.Check($0.promise, place: $0.place ?? place) }
        }
        if checks.isEmpty, fields.keySpans.keys.allSatisfy({ ["timer", "object", "thread"].contains($0) }) {
            report(
                Diagnostic(
                    .nothingPromised, "the expectation promises nothing", at: node.span,
                    help: "add a promise, such as fired = 7"))
        }
        for check in checks {
            if case .figure(let figure, _) = check.promise { warnOfSample(figure, subject, at: check.place) }
        }
        plan.expectations.append(ExpectationPlan(subject: subject, checks: checks, place: node.span))
    }

    private mutating func subject(_ fields: DecodedTable) -> ExpectationPlan.Subject? {
        let given = ["timer", "object", "thread"].filter { fields.isPresent($0) }
        guard given.count <= 1 else {
            reportConflict(given[0], given[1], in: fields, help: "an expectation is about one subject; make two of it")
            return nil
        }
        switch given.first {
        case nil: return .run
        case "timer":
            guard case .part(.timer(let timer), let copy)? = fields.item("timer")?.value else { return nil }
            return copy.map { .copy(timer: timer, index: $0) } ?? .timer(timer)
        case "object": return fields.object("object").map { .object($0) }
        default: return fields.thread("thread").map { .thread($0) }
        }
    }

    /// Whether a promise can be made about the subject.
    private mutating func fits(_ name: String, _ subject: ExpectationPlan.Subject, at place: Place) -> Bool {
        let wanted: String?
        switch (name, subject) {
        case ("finding", _), ("no_finding", _), ("log", _), ("no_log", _), ("whole_log", _), ("crash", _): wanted = nil
        case ("fingerprint", .run): wanted = nil
        case ("fingerprint", _): wanted = "the whole run: name no subject"
        case ("deallocated", .object), ("kept_by", .object), ("deallocated", .timer), ("kept_by", .timer): wanted = nil
        case ("deallocated", _), ("kept_by", _): wanted = "an object or a timer"
        case ("returns", .thread): wanted = nil
        case ("returns", _): wanted = "a thread"
        case ("busy", .thread), ("busy", .timer), ("busy", .copy): wanted = nil
        case ("busy", _): wanted = "a timer or a thread"
        case (_, .timer), (_, .copy): wanted = nil
        case (_, .run) where name == "fired": wanted = nil
        default: wanted = "a timer"
        }
        guard let wanted else { return true }
        report(
            Diagnostic(
                .wrongSubject, "'\(name)' is about \(wanted)", at: place,
                help: wanted.hasPrefix("the whole") ? nil : "name it, or move the promise to an [[expect]] of its own"))
        return false
    }

    private mutating func promises(
        _ name: String, _ item: Item, _ fields: DecodedTable
    ) -> [(promise: Promise, place: Place?)] {
        if let family = Figure.Family(key: name) { return figures(family, item) }
        let texts = fields.texts(name) ?? []
        switch name {
        case "firings": return firings(item, fields.durations(name), isComplete: true)
        case "first_firings": return firings(item, fields.durations(name), isComplete: false)
        case "same_firings_as": return fields.timer(name).map { [(.sameFirings(as: $0), nil)] } ?? []
        case "timeline": return timeline(fields)
        case "finding": return [(.findings(texts), nil)]
        case "no_finding": return [(.noFindings(texts), nil)]
        case "deallocated":
            if let flag = fields.flag(name) { return [(.deallocated(flag), nil)] }
            guard case .comparison(let comparison) = item.value else { return [] }
            return [(.deallocatedAt(comparison), nil)]
        case "kept_by": return fields.text(name).map { [(.keptBy($0), nil)] } ?? []
        case "crash":
            if let flag = fields.flag(name) { return [(flag ? .crash(nil) : .noCrash, nil)] }
            return fields.text(name).map { [(.crash($0), nil)] } ?? []
        case "log": return [(.log(texts, isComplete: false), nil)]
        case "whole_log": return [(.log(texts, isComplete: true), nil)]
        case "no_log": return [(.noLog(texts), nil)]
        case "returns": return [(.returns(texts), nil)]
        case "fingerprint": return fingerprint(fields, item)
        default: return []
        }
    }

    private func figures(_ family: Figure.Family, _ item: Item) -> [(promise: Promise, place: Place?)] {
        switch item.value {
        case .comparison(let comparison): return [(.figure(Figure(family), comparison), nil)]
        case .statistics(let statistics):
            return statistics.map { (.figure(Figure(family, $0.statistic), $0.comparison), $0.place) }
        default: return []
        }
    }

    private mutating func firings(
        _ item: Item, _ times: [Int64]?, isComplete: Bool
    ) -> [(promise: Promise, place: Place?)] {
        guard let times, case .list(let items) = item.value else { return [] }
        for (index, time) in times.enumerated() {
            let isLate = plan.duration > 0 && time >= plan.duration
            guard isLate || (index > 0 && times[index - 1] > time) else { continue }
            report(
                Diagnostic(
                    .badFirings,
                    isLate ? "a firing after the end of the scenario" : "a firing that is earlier than the one before",
                    at: items[index].span,
                    help: isLate ? "what is due at 'duration' or later is not run" : "firings stand in order"))
            return []
        }
        return [(.firings(times, isComplete: isComplete), nil)]
    }

    private mutating func timeline(_ fields: DecodedTable) -> [(promise: Promise, place: Place?)] {
        guard let table = fields.table("timeline"), let step = table.duration("step"), let item = table.item("lane"),
            case .lane(let text) = item.value
        else { return [] }
        let lane = text.text
        let signs = lane.utf8.count
        let signHelp = "- nothing, x fired on time, X a step late or more, o point lost, * fired and point lost"
        if let wrong = lane.firstIndex(where: { !"-xXo*".contains($0) }) {
            let start = lane.utf8.distance(from: lane.startIndex, to: wrong)
            report(
                Diagnostic(
                    .badLane, "'\(String(lane[wrong]).shownShort)' is no sign of a lane",
                    at: text.span(start..<start + lane[wrong].utf8.count), help: signHelp))
            return []
        }
        guard signs > 0 else {
            report(Diagnostic(.badLane, "the lane is empty", at: item.span, help: signHelp))
            return []
        }
        let needed = (plan.duration - 1) / step + 1
        guard plan.duration <= 0 || Int64(signs) <= needed else {
            report(
                Diagnostic(
                    .badLane, "the lane has \(signs) signs, but the scenario ends after \(needed) steps", at: item.span,
                    help: "one sign per step, from the start"))
            return []
        }
        return [(.timeline(step: step, lane: lane), nil)]
    }

    private mutating func fingerprint(_ fields: DecodedTable, _ item: Item) -> [(promise: Promise, place: Place?)] {
        guard let text = fields.text("fingerprint") else { return [] }
        let isHex = text.utf8.allSatisfy {
            ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66)
        }
        guard isHex, (8...64).contains(text.utf8.count) else {
            report(
                Diagnostic(
                    .badFingerprint, "\"\(text.shownShort)\" is no fingerprint", at: item.span,
                    help: "copy the hexadecimal digits that `timerlab run` prints"))
            return []
        }
        return [(.fingerprint(text), nil)]
    }
}
