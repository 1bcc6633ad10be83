import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

extension ExpectationChecker {
    // MARK: Findings

    /// The findings, where a note is a warning if an expectation about its subject fails for it.
    package func judgedFindings() -> [Finding] {
        var judged = analysis.findings
        for index in judged.indices where judged[index].harm == .asked {
            let note = judged[index]
            let isUnmet = plan.expectations.contains { expectation in
                isAbout(expectation.subject, note.subject)
                    && expectation.checks.contains {
                        codes(against: $0.expectation).contains(note.code)
                            && !verdict(on: $0, about: expectation.subject).passed
                    }
            }
            if isUnmet { judged[index].harm = .impaired }
        }
        return judged.sorted { $0.harm < $1.harm }
    }

    private func codes(against expectation: ExpectedOutcome) -> [FindingCode] {
        switch expectation {
        case .noFindings(let codes): codes.compactMap { FindingCode(rawValue: $0) }
        case .figure(let figure, _) where figure.family == .wakeUps: [.wakesOften]
        case .figure(let figure, _) where figure.family == .busy: [.mainBusy]
        case .deallocated, .deallocatedAt: [.keptByRunLoop]
        case .figure, .firings, .timeline, .findings, .keptBy, .crash, .noCrash, .log, .noLog, .returns, .stages,
            .fingerprint, .sameFirings:
            []
        }
    }

    /// True if a finding's subject is that of an expectation, or on its thread.
    private func isAbout(_ subject: ExpectationPlan.Subject, _ entity: EntityID) -> Bool {
        guard let part = part(of: subject) else { return true }
        let wanted = trace.entity(part.kind, named: part.name)
        return wanted.map { concerns(entity, $0) || trace.entity(entity)?.home == $0 } ?? false
    }

    func findings(_ expected: [String], _ entity: EntityID) -> Verdict {
        findings(about: entity) { found in
            expected.filter { code in !found.contains { $0.code.rawValue == code } }
                .map { "\($0) was not found: \(FindingCode(rawValue: $0)?.title ?? "no such code")" }
        }
    }

    func noFindings(_ forbidden: [String], _ entity: EntityID) -> Verdict {
        findings(about: entity) { found in
            found.filter { forbidden.contains($0.code.rawValue) }
                .map { "\($0.code.rawValue): \($0.message.text(in: trace))" }
        }
    }

    /// The verdict on the findings that involve the subject, of which each line of `faults` names one.
    private func findings(about entity: EntityID, faults: ([Finding]) -> [String]) -> Verdict {
        let found = analysis.findings.filter { concerns($0.subject, entity) || concerns($0.related, entity) }
        let faults = faults(found)
        return Verdict(
            passed: faults.isEmpty, actual: "finding = " + Self.list(found.map(\.code.rawValue).unique),
            details: faults)
    }

    // MARK: Lifetimes

    /// - Parameter explains: true to list what keeps it.
    func deallocated(_ entity: EntityID, explains: Bool = false, isExpected: (Int64?) -> Bool) -> Verdict {
        let end = analysis.deallocation(of: entity)
        guard end != nil || analysis.knows(entity) else { return Verdict(passed: false, actual: "it was never made") }
        return Verdict(
            passed: isExpected(end), actual: "deallocated = " + (end.map(instant) ?? "false"),
            details: explains ? analysis.life(of: entity)?.chains.map { "kept by " + $0.text } ?? [] : [])
    }

    func kept(_ expected: String, _ entity: EntityID) -> Verdict {
        let life = analysis.life(of: entity)
        let paths = (life?.chains ?? []) + (life?.cycle.map { [$0] } ?? [])
        let wanted = arrows(expected)
        guard let first = paths.first else {
            let state = analysis.deallocation(of: entity).map { "deallocated at \(instant($0))" }
            return Verdict(passed: false, actual: "it is not kept: " + (state ?? "its owners have not released it"))
        }
        let match = paths.first { $0.text == wanted }
        return Verdict(
            passed: match != nil && life?.isKept == true, actual: "kept_by = \((match ?? first).text)",
            details: match == nil ? paths.dropFirst().map { "and by " + $0.text } : [])
    }

    /// The arrow may be written as `->`, and spaces around it do not matter.
    private func arrows(_ text: String) -> String {
        text.split(separator: " ").split(omittingEmptySubsequences: false) { $0 == "→" || $0 == "->" }
            .map { $0.joined(separator: " ") }.joined(separator: " → ")
    }

    // MARK: Crashes, logs and run calls

    func crash(_ reason: String?) -> Verdict {
        let isAsExpected = analysis.crash.map { crash in
            reason.map { $0.isEmpty || crash.reason.utf8.contains($0.utf8) } ?? true
        }
        return Verdict(passed: isAsExpected ?? false, actual: crashText)
    }

    var crashText: String {
        guard let crash = analysis.crash else { return "crash = false" }
        return "crash at \(instant(crash.time)): \(crash.reason)"
    }

    /// Passes on the lines of the log one by one, since there may be millions; a message may have several.
    ///
    /// - Returns: their number, in words.
    private func eachLine(of entity: EntityID, _ body: (Substring) -> Void) -> String {
        let isThread = trace.entity(entity)?.kind == .thread
        var count = 0
        for record in trace.records where record.kind == .logged {
            guard isThread ? Int32(record.thread) == entity.index : concerns(record.entity, entity) else { continue }
            for line in trace.message(of: record).utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
                body(Substring(line))
                count += 1
            }
        }
        return Plural.of(count, "log line")
    }

    /// The expected lines, in this order: all lines of the log, or some among others.
    func log(_ expected: [String], isComplete: Bool, _ entity: EntityID) -> Verdict {
        var next = 0
        var unlike: String?
        let actual = eachLine(of: entity) { line in
            if unlike == nil, next < expected.count, line == expected[next] {
                next += 1
            } else if isComplete, unlike == nil {
                unlike = String(line)
            }
        }
        var details: [String] = []
        if isComplete, unlike != nil || next < expected.count {
            details = ["line \(next + 1): " + (unlike ?? "there is none")]
        } else if next < expected.count {
            details = ["\"\(expected[next])\" did not come" + (next > 0 ? " after \"\(expected[next - 1])\"" : "")]
        }
        return Verdict(passed: details.isEmpty, actual: actual, details: details)
    }

    func noLog(_ forbidden: [String], _ entity: EntityID) -> Verdict {
        let searched = Set(forbidden.map { $0[...] })
        var found: Set<Substring> = []
        let actual = eachLine(of: entity) { if searched.contains($0) { found.insert($0) } }
        let wrong = forbidden.filter { found.contains($0[...]) }
        return Verdict(passed: wrong.isEmpty, actual: actual, details: wrong.map { "\"\($0)\" came" })
    }

    func returns(_ expected: [String], _ entity: EntityID) -> Verdict {
        let values = analysis.returns(of: entity)
        let passed =
            values.count == expected.count && zip(values, expected).allSatisfy { Self.results($0).contains($1) }
        let texts = values.map { Self.results($0).first ?? String($0) }
        return Verdict(passed: passed, actual: "returns = " + Self.list(texts))
    }

    /// Messages with equal stages are one path; a scenario expects one of the paths.
    func stages(_ expected: [String], _ entity: EntityID) -> Verdict {
        let ways = trace.messages.filter { concerns($0.receiver, entity) }.map(\.stages).unique
        return Verdict(
            passed: ways.contains(expected), actual: "stages = " + (ways.first.map(Self.list) ?? "none"),
            details: ways.dropFirst().map { "and " + Self.list($0) })
    }

    /// The names of a run call's value. `run(mode:before:)` returns true or false, `CFRunLoopRunInMode` a reason, the
    /// others nothing. True and "finished" are the same number.
    private static func results(_ value: Int64) -> [String] {
        switch value {
        case 0: ["returned", "false"]
        case RunResult.finished.rawValue: ["finished", "true"]
        case RunResult.stopped.rawValue: ["stopped"]
        case RunResult.timedOut.rawValue: ["timed_out"]
        case RunResult.handledSource.rawValue: ["handled_source"]
        default: [String(value)]
        }
    }
}
