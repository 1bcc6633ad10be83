extension Remedy {
    static let notMadeInDealloc = Remedy(
        name: "not made in dealloc", codes: ["TL0315"],
        code: """
            «lazily «swift - lazy var $declaration
            + var $variable: $type?»»
              $dealloc
            -     «lazily «swift $variable.$verb()¦[self.$variable $verb];»¦$made»
            +     «lazily «swift $variable?.$verb()¦[_$variable $verb];»»
              }
            """
    ) { site in
        let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
        let made = dealloc.filter { site.steps(.create).contains($0) && $0.condition == nil }
        guard let id = site.timer?.id, !made.isEmpty else { return }
        // What ends it there is the first to read its lazy property.
        site.words.set(["lazily": dealloc.contains { step in site.timers.contains { step.ends($0) } }])
        let flag = site.newFlag("\(id).unmade", "until \(id) is made")
        site.edit(.set("{ gone = \(flag) }"), made, "when")
    }
}
