extension Remedy {
    static let notMadeInDealloc = Remedy(
        name: "not made in dealloc", codes: ["TL0315"],
        code: """
            «swift - lazy var $declaration
            + var $variable: $type?»
              $dealloc
            -     «swift $variable.invalidate()¦[self.$variable invalidate];»
            +     «swift $variable?.invalidate()¦[_$variable invalidate];»
              }
            """
    ) { site in
        let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
        let made = dealloc.filter { site.steps(.create).contains($0) && $0.condition == nil }
        guard let id = site.timer?.id, !made.isEmpty else { return }
        let flag = site.newFlag("\(id).unmade", "until \(id) is made")
        site.edit(.set("{ gone = \(flag) }"), made, "when")
    }
}
