extension Remedy {
    static let notMadeInDealloc = Remedy(
        name: "not made in dealloc", codes: ["TL0315"],
        code: "- $lazily\n+ $property\n  $dealloc\n-     $before\n+     $after\n  }"
    ) { site in
        let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
        let made = dealloc.filter { site.steps(.create).contains($0) && $0.condition == nil }
        let flag = site.document.fresh("\(site.timer?.id ?? "").unmade")
        site.appendFlag(flag, "until \(site.timer?.id ?? "") is made")
        site.say("lazily", "lazy var $declaration", "")
        site.say("property", "var $variable: $type?", "")
        site.say("before", "$variable.invalidate()", "[self.$variable invalidate];")
        site.say("after", "$variable?.invalidate()", "[_$variable invalidate];")
        return site.edit(.set("{ gone = \(flag) }"), made, "when")
    }
}
