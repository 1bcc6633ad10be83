extension Remedy {
    static let notMadeInDealloc = Remedy(
        "not made in dealloc", for: ["TL0315"], cost: "none",
        code: """
            - lazy var $declaration
            + var $variable: «link CADisplayLink¦Timer»?
              isolated deinit {
            -     $variable.invalidate()
            +     $variable?.invalidate()
              }
            ====
              - (void)dealloc {
            -     [self.$variable invalidate];
            +     [_$variable invalidate];
              }
            """
    ) { site in
        let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
        let made = dealloc.filter { site.makingSteps.contains($0) && $0.condition == nil }
        guard let timer = site.timer, !made.isEmpty else { return false }
        let flag = site.fresh("\(timer.id).unmade")
        for step in made { site.edit(.set("{ gone = \(flag) }"), at: step.place, "when") }
        site.appendFlag(flag, "until \(timer.id) is made")
        site.say("link", if: timer.kind == .displayLink)
        return true
    }
}
