import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioLanguage
import LabScenarioModel

/// A finding with what stands around it in its scenario, for a remedy to change.
struct RemedySite {
    /// What is to be mended: a finding, or a timer of which an expectation fails.
    struct Fault {
        var code: FindingCode?
        var subject: EntityID
        var related = EntityID.none
        var place = 0..<0
        /// The places of the same finding about copies of the same timer.
        var alike: [Place] = []

        static func all(_ findings: [Finding], _ trace: Trace) -> [Fault] {
            func key(_ finding: Finding) -> String {
                "\(finding.code.rawValue) \(trace.entity(finding.subject)?.place ?? 0..<0)"
            }
            let copies = Dictionary(grouping: findings, by: key)
            return findings.map { finding in
                let alike = copies[key(finding)]?.map(\.place) ?? []
                return Fault(
                    code: finding.code, subject: finding.subject, related: finding.related, place: finding.place,
                    alike: alike)
            }
        }
    }

    let plan: ScenarioPlan
    let finding: Fault
    let trace: Trace
    /// The timers that the finding is about, as indices of the plan.
    var timers: [Int]
    /// Whom those timers keep, or who has them; of a proxy what it stands for.
    let owner: Int?
    var editor: ScenarioEditor
    /// The timer that hands its work over, and the object that is there meanwhile, so that its other firings do nothing.
    private(set) var job: (timer: String, object: String)?
    /// Whether the work that is handed over ran off main, and whether nothing came behind it.
    private(set) var isJobOffMain = false
    private(set) var isJobLast = false
    /// The part whose code changes, where it is not the timer's; nil: it is.
    private(set) var changed: String?
    /// The step of a thread's body that a run of its loop stands in for.
    var replaced: Step?
    /// What the change costs in this scenario, beside what it always does.
    var cost: String?

    init(_ finding: Fault, plan: ScenarioPlan, trace: Trace, text: [UInt8]) {
        (self.plan, self.finding, self.trace) = (plan, finding, trace)
        editor = ScenarioEditor(text)
        let subjects = [finding.subject, finding.related].compactMap { trace.entity($0) }
        let own = plan.timers.indices.filter { index in
            subjects.first.map { $0.kind == .timer && $0.place == plan.timers[index].place } ?? false
        }
        let object = subjects.lazy.filter { $0.kind == .object }.compactMap { subject in
            plan.objects.firstIndex { $0.place == subject.place }
        }.first
        timers =
            own.isEmpty
            ? plan.timers.indices.filter { index in object.map(plan.timers[index].objects.contains) ?? false } : own
        owner =
            (object ?? timers.lazy.compactMap { plan.timers[$0].objects.first ?? plan.owner(of: $0) }.first)
            .map { plan.objects[$0].forwardsTo ?? $0 }
    }

    var timer: TimerPlan? { timers.first.map { plan.timers[$0] } }

    func quoted(_ id: String) -> String { TOMLText.quoted(id) }

    /// A time as scenarios have it; a part of a second that is no whole number of ns as that part.
    private func quoted(_ time: Rational) -> String {
        let rate = time.isWhole ? 0 : time.reciprocal?.scaled(1_000_000_000) ?? 0
        let isPart = rate > 0 && Rational(1_000_000_000, over: Int128(rate)) == time
        return isPart ? "\"1/\(rate)s\"" : TOMLText.interval(time)
    }

    /// An id that no part has yet.
    func fresh(_ id: String) -> String {
        let text = editor.text(at: 0..<Int.max)
        var (name, number) = (id, 2)
        while text.contains(quoted(name)) { (name, number) = ("\(id)\(number)", number + 1) }
        return name
    }

    /// The steps that something is true of, those inside of others too.
    func steps(where holds: (Step) -> Bool) -> [Step] {
        var found: [Step] = []
        plan.eachStep { if holds($0) { found.append($0) } }
        return found
    }

    /// The step that the finding is put down to, else the first long one of the callback.
    var culprit: Step? {
        steps { !$0.place.isEmpty && $0.place == finding.place }.first
            ?? timer?.steps.first { step in
                switch step.action {
                case .work, .sleep, .drawnSleep, .repeating: true
                default: false
                }
            }
    }

    /// The steps that this finding and the same ones about other copies are put down to.
    var culprits: [Step] {
        let found = steps { !$0.place.isEmpty && finding.alike.contains($0.place) }
        return found.isEmpty ? [culprit].compactMap(\.self) : found
    }

    /// The block of a queue that a step stands in.
    func block(around step: Step) -> Step? {
        steps { outer in outer.isPosted && outer.place != step.place && outer.place.overlaps(step.place) }
            .filter { $0.place.lowerBound <= step.place.lowerBound && step.place.upperBound <= $0.place.upperBound }
            .last
    }

    // MARK: What several remedies do

    /// Sets a key of all timers that may have it; false when none may.
    mutating func set(_ key: String, _ value: (TimerPlan) -> String?) -> Bool {
        var changes = false
        for index in timers {
            let timer = plan.timers[index]
            guard timer.kind.row.keys.contains(key), let value = value(timer) else { continue }
            editor.set(key, to: value, at: timer.place)
            changes = true
        }
        return changes
    }

    /// Gives work to a queue; `isGuarded` leaves out what comes while the last job is still waiting or running.
    ///
    /// - Parameter timer: whose step it is; nil: an event's or a thread's.
    mutating func handOver(_ step: Step, of timer: String?, isGuarded: Bool) -> Bool {
        changed = step.isPosted ? nil : timer ?? name(ofPartWith: step)
        let id = timer ?? "main"
        let (queue, job) = (fresh("\(id).work"), fresh("\(id).job"))
        // A flag belongs to the thread that asks for it; what is on none of its own is asked for by any.
        isJobOffMain = isOffMain(step)
        isJobLast = plan.timers.contains { $0.steps.last == step }
        let end =
            isJobOffMain ? "{ release = \(quoted(job)) }" : "{ async = \"main\", do = [{ release = \(quoted(job)) }] }"
        var (text, condition) = editor.parts(ofStep: step.place)
        if condition != nil, isGuarded { return false }
        if isGuarded { condition = "{ gone = \(quoted(job)) }" }
        if step.isPosted {
            guard isGuarded else { return false }
            editor.add(end, to: "do", at: step.place, first: false)
            editor.set("when", to: "{ gone = \(quoted(job)) }", at: step.place)
        } else {
            if isGuarded { text += ", \(end)" }
            text = "{ async = \(quoted(queue)), do = [\(text)]" + (condition.map { ", when = \($0) }" } ?? " }")
            editor.append("[[queue]]\nid = \(quoted(queue))")
        }
        if !step.isPosted { editor.replace(step.place, with: text) }
        if isGuarded {
            editor.insert(", { create = \(quoted(job)), when = { gone = \(quoted(job)) } }", at: step.place.upperBound)
            editor.append(
                "# It is there while a job waits or runs.\n[[object]]\nid = \(quoted(job))\nheld_by = \"static\"")
        }
        self.job = isGuarded ? (id, job) : nil
        return true
    }

    /// Whether a step runs on no main thread: inside of a block where its queue runs, else where its part does.
    func isOffMain(_ step: Step) -> Bool {
        var isOff =
            plan.timers.first { $0.steps.holds(step) }?.isOffMain ?? plan.events.first { $0.steps.holds(step) }
            .map { $0.thread > 0 } ?? false
        plan.eachStep { outer in
            switch outer.action {
            case .async(let queue, let steps, _), .sync(let queue, let steps),
                .asyncAfter(_, let queue, _, let steps, _):
                if steps.holds(step) { isOff = queue > 0 }
            default: break
            }
        }
        return isOff
    }

    /// The part other than a timer that a step stands in.
    private func name(ofPartWith step: Step) -> String? {
        let lists =
            plan.events.map { ($0.id, $0.steps) } + plan.observers.map { ($0.id, $0.steps) }
            + plan.sources.map { ($0.id, $0.steps) } + plan.threads.map { ($0.id, $0.body ?? []) }
            + plan.objects.map { ($0.id, $0.dealloc + $0.viewWillDisappear) }
        return lists.first { $0.1.holds(step) }?.0
    }

    /// Makes all timers by another mechanism; false when something is done to one that only its own understands.
    mutating func become(_ kind: TimerKind) -> Bool {
        let timers = timers.filter { plan.timers[$0].kind != kind && plan.timers[$0].copies == nil }
        for index in timers {
            let timer = plan.timers[index]
            guard let interval = plan.interval(ofTimer: index) ?? timer.firstWait,
                timer.repeats || kind.row.keys.contains("repeats")
            else { return false }
            for step in steps(where: { $0.action.parts.contains(.timer(index)) }) {
                switch step.action {
                case .invalidate, .cancel:
                    let end = kind.row.verbs.contains("cancel") ? "cancel" : "invalidate"
                    editor.rename("invalidate", to: end, at: step.place)
                    editor.rename("cancel", to: end, at: step.place)
                case .add: editor.remove(stepAt: step.place)
                case .create, .assign, .release: break
                case .fire, .setFireDate, .pause, .reschedule, .suspend, .resume, .activate:
                    guard let verb = editor.keys(at: step.place).first, kind.row.verbs.contains(verb) else {
                        return false
                    }
                default: break
                }
            }
            if timer.kind == .displayLink { cost = "it is no longer in step with the display" }
            let known = kind.row.keys.union(["id", "kind", "do"])
            for key in editor.keys(at: timer.place) where !known.contains(key) || key == "held_by" {
                editor.set(key, to: nil, at: timer.place)
            }
            editor.set("kind", to: quoted(kind.rawValue), at: timer.place)
            if case .fireDate(let date) = timer.creation {
                editor.set("delay", to: TOMLText.duration(date), at: timer.place)
            }
            if kind.row.keys.contains("interval"), timer.interval == nil {
                editor.set("interval", to: quoted(interval), at: timer.place)
            }
            if kind.row.keys.contains("repeats"), timer.repeats {
                editor.set("repeats", to: "true", at: timer.place)
            }
            if kind == .displayLink, let rate = interval.reciprocal?.scaled(1_000_000_000), rate > 0 {
                editor.set("fps", to: "\(min(rate, plan.device.fastestRefresh))", at: timer.place)
            }
            if kind == .gcd {
                if timer.tolerance > 0 {
                    editor.set("leeway", to: TOMLText.duration(timer.tolerance), at: timer.place)
                }
                captureWeakly(timer)
                if let owner, !plan.isOwned(timer: index) {
                    editor.set("held_by", to: quoted(plan.objects[owner].id), at: timer.place)
                }
                if let owner, plan.ends(ofTimer: index, owner: owner).inDealloc == 0 {
                    editor.add("{ cancel = \(quoted(timer.id)) }", to: "dealloc", at: plan.objects[owner].place)
                }
            } else if let target = timer.callback.target?.object, !kind.row.styles.contains(.target) {
                editor.set("strong", to: "[\(quoted(plan.objects[target].id))]", at: timer.place)
            }
        }
        return !timers.isEmpty
    }

    /// Has a timer's block capture weakly what it captures, or what was called instead of a block.
    mutating func captureWeakly(_ timer: TimerPlan) {
        if !timer.callback.userInfo.isEmpty { loseUserInfo() }
        if timer.reached.isEmpty { return }
        let ids = Set(timer.reached).sorted().map { quoted(plan.objects[$0].id) }
        setWeak(ids.joined(separator: ", "), of: timer)
    }

    mutating func loseUserInfo() { cost = "its userInfo goes: the block reads it from self" }

    mutating func setWeak(_ ids: String, of timer: TimerPlan) {
        editor.set("strong", to: nil, at: timer.place)
        editor.set("weak", to: "[\(ids)]", at: timer.place)
    }

    /// A step that ends a timer.
    func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .perform, let owner { return "cancel_perform = \(quoted(plan.objects[owner].id))" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(quoted(timer.id))"
    }

    /// Has what the timers' owner does at one of its ends begin with the end of those timers.
    mutating func end(in key: String) -> Bool {
        guard let owner else { return false }
        if case .perform(let perform)? = culpritPerform?.action, perform.target == owner {
            let ending = "{ cancel_perform = \(quoted(plan.objects[owner].id)) }"
            editor.add(ending, to: key, at: plan.objects[owner].place)
            return true
        }
        for index in timers {
            let ends = plan.ends(ofTimer: index, owner: owner)
            if (key == "dealloc" ? ends.inDealloc : ends.withScreen) > 0 { continue }
            editor.add("{ \(ending(plan.timers[index])) }", to: key, at: plan.objects[owner].place)
        }
        return !timers.isEmpty
    }
}
