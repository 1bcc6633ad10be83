extension Remedy {
    static let noWeakInDealloc = Remedy(
        "no weak reference in dealloc", cost: "none",
        swift: """
              isolated deinit {
            -     $weakly
              }
            """,
        objectiveC: """
              - (void)dealloc {
            -     «captured $weakSelf»
            -     $weakly
              }
            """
    ) { site in
        guard let step = site.culprit else { return false }
        site.remove([step])
        site.sayReach(step)
        return true
    }
}
