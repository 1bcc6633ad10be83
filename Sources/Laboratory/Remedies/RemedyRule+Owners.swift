import LabAnalysis
import LabCatalogue
import LabScenarioModel

// MARK: Who keeps whom

extension RemedyRule {
    private static let kept: [FindingCode] = ["TL0301", "TL0302", "TL0303", "TL0304", "TL0312", "TL0307"]

    static let ofOwners = [
        RemedyRule(
            "weak capture", cost: "none", for: kept
        ) { site in
            guard let owner = site.owner else { return site.captureItselfWeakly() }
            let id = site.quoted(site.plan.objects[owner].id)
            let found = site.timers.map { site.plan.timers[$0] }.filter { timer in
                timer.kind.row.styles.contains(.block)
                    && (timer.callback.target != nil || timer.callback.captures.contains { !$0.isWeak })
            }
            for timer in found {
                if !timer.callback.userInfo.isEmpty { site.loseUserInfo() }
                for key in ["target", "selector", "style", "strong", "user_info"] {
                    site.editor.set(key, to: nil, at: timer.place)
                }
                site.editor.set("weak", to: "[\(id)]", at: timer.place)
                site.endWithoutOwner(timer, id)
            }
            // An AnyCancellable cancels as its owner goes.
            let endsAlone = site.timers.allSatisfy {
                site.plan.timers[$0].kind == .combine && (site.plan.isOwned(timer: $0) || site.plan.isInSet(timer: $0))
            }
            return !found.isEmpty && (endsAlone || site.end(in: "dealloc"))
        },
        RemedyRule(
            "ended by its block", cost: "none: its next firing without an owner ends it", for: kept
        ) { site in
            guard let owner = site.owner, let timer = site.timer, timer.kind == .nstimer,
                !timer.callback.captures.isEmpty, timer.callback.captures.allSatisfy(\.isWeak)
            else { return false }
            return site.endWithoutOwner(timer, site.quoted(site.plan.objects[owner].id))
        },
        RemedyRule(
            "weak capture in the block", cost: "once self is gone, the block does nothing", for: kept,
            swift: "- $swiftStrongly\n+ $swiftWeakly", objectiveC: "- $objcStrongly\n+ $objcWeakly"
        ) { $0.captureWeaklyInBlock() },
        RemedyRule(
            "ended in dealloc", cost: "none; reached only if the timer does not hold its owner", for: kept
        ) { $0.end(in: "dealloc") },
        RemedyRule(
            "ended with the screen", cost: "start it again as the screen comes back", for: kept
        ) { site in
            let isShown = site.owner.map { site.plan.objects[$0].heldBy.contains(.navigation) } ?? false
            return isShown && site.end(in: "view_will_disappear")
        },
        RemedyRule(
            "weak proxy",
            cost:
                "a class more; not ended in dealloc, its next firing crashes (NSObject) or does nothing (NSProxy that "
                + "answers)",
            for: kept
        ) { $0.timer?.kind != .perform && $0.stand(in: "nsproxy") && $0.end(in: "dealloc") },
        RemedyRule(
            "target of its own", cost: "a class more", for: kept
        ) { $0.stand(in: "self-invalidating") },
        RemedyRule(
            "weakSelf as target", cost: "none, and nothing is won: a timer retains the object, not the variable",
            for: ["TL0301", "TL0302"]
        ) { site in
            guard let owner = site.owner else { return false }
            let weak = "{ weak = \(site.quoted(site.plan.objects[owner].id)) }"
            return site.set("target") { timer in
                timer.callback.target.flatMap { $0.object == owner && !$0.passedWeakly ? weak : nil }
            }
        },
        RemedyRule(
            "ended before remade", cost: "none", for: ["TL0313", "TL0318"]
        ) { site in
            let made = site.steps { step in site.timers.contains { step.action == .create(.timer($0)) } }
            guard let timer = site.timer else { return false }
            for step in made { site.editor.insert("{ \(site.ending(timer)) }, ", at: step.place.lowerBound) }
            return !made.isEmpty
        },
        RemedyRule(
            "balanced releases", cost: "none; under ARC: weak, not unowned, and the timer ended by hand",
            for: ["TL0305"],
            swift: """
                - unowned(unsafe) var receiver: Receiver?
                + weak var receiver: Receiver?
                + $timer?.invalidate()
                """,
            objectiveC: """
                - @property (nonatomic, unsafe_unretained) id receiver;
                + @property (nonatomic, weak) id receiver;
                + [self.$timer invalidate];
                """
        ) { site in
            let steps = site.steps { if case .overRelease = $0.action { true } else { false } }
            for step in steps {
                // The release too many was all that ended it.
                if let timer = site.timer {
                    site.editor.replace(step.place, with: "{ \(site.ending(timer)) }")
                } else {
                    site.editor.remove(stepAt: step.place)
                }
            }
            return !steps.isEmpty
        },
        RemedyRule(
            "not made in dealloc", cost: "none", for: ["TL0315"],
            swift: """
                - lazy var $madeLazily
                + var $source: $kind?
                  isolated deinit {
                -     $source.$verb()
                +     $source?.$verb()
                  }
                """,
            objectiveC: """
                  - (void)dealloc {
                -     [self.$source $verb];
                +     [_$source $verb];
                  }
                """
        ) { site in
            let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
            let made = dealloc.filter { step in
                step.condition == nil && site.timers.contains { step.action == .create(.timer($0)) }
            }
            guard let timer = site.timer, !made.isEmpty else { return false }
            let flag = site.quoted(site.fresh("\(timer.id).unmade"))
            for step in made {
                site.editor.set("when", to: "{ gone = \(flag) }", at: step.place)
            }
            site.editor.append(
                "# It is there until \(timer.id) is made.\n[[object]]\nid = \(flag)\nheld_by = \"static\"")
            return true
        },
        RemedyRule(
            "no weak reference in dealloc", cost: "none", for: ["TL0311"],
            swift: """
                  isolated deinit {
                -     $swiftWeakly
                  }
                """,
            objectiveC: """
                  - (void)dealloc {
                -     $objcWeakSelf
                -     $objcWeakly
                  }
                """
        ) { site in
            guard let step = site.culprit else { return false }
            site.editor.remove(stepAt: step.place)
            return true
        },
    ]
}
