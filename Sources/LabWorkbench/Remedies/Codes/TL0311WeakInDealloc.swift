extension Remedy {
    static let noWeakInDealloc = Remedy(
        name: "no weak reference in dealloc", codes: ["TL0311"],
        code: "  // in its «swift isolated deinit¦dealloc»\n- «property ¦$weakSelf»\n- $weakBlock"
    ) { site in
        guard let step = site.culprit else { return }
        site.say(step)
        site.edit(.remove, at: step.place)
    }
}
