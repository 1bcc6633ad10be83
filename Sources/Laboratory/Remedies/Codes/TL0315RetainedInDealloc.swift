extension Remedy {
    static let notMadeInDealloc = Remedy(
        "not made in dealloc", cost: "none",
        swift: """
            - lazy var $declaration
            + var $variable: «link CADisplayLink¦Timer»?
              isolated deinit {
            -     $variable.invalidate()
            +     $variable?.invalidate()
              }
            """,
        objectiveC: """
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
        for step in made { site.set("when", to: "{ gone = \(flag) }", at: step.place) }
        site.appendFlag(flag, "until \(timer.id) is made")
        site.say("link", if: timer.kind == .displayLink)
        return true
    }
}
