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
        let made = dealloc.filter { site.steps(.create).contains($0) && $0.condition == nil }
        let flag = site.fresh("\(site.timer?.id ?? "").unmade")
        site.appendFlag(flag, "until \(site.timer?.id ?? "") is made")
        site.say(if: ["link": site.timer?.kind == .displayLink])
        return site.edit(.set("{ gone = \(flag) }"), made, "when")
    }
}
