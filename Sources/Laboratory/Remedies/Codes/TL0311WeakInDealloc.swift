extension Remedy {
    static let noWeakInDealloc = Remedy(
        "no weak reference in dealloc", for: ["TL0311"], cost: "none",
        code: """
              isolated deinit {
            -     $weakly
              }
            ====
              - (void)dealloc {
            -     «captured $weakSelf»
            -     $weakly
              }
            """
    ) { site in
        guard let step = site.culprit else { return false }
        site.sayReach(step)
        return site.edit(.remove, [step])
    }
}
