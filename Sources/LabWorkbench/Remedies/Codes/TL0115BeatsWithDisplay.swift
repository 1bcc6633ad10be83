extension Remedy {
    static let displayLink = Remedy(
        name: "display link", codes: ["TL0115", "TL0401", "TL0102", "TL0101"],
        cost: "called for each frame it asks for, on main, and not at all off the screen"
    ) { site in
        guard let timer = site.timer, timer.thread == 0, timer.kind.row.keys.contains("modes"),
            timer.callback.target != nil || timer.callback.captures.isEmpty,
            let interval = timer.interval?.scaled(1), interval <= 50_000_000,
            // Work longer than so short an interval reads a sensor, and a stopwatch counts: a link would lose values.
            !(1..<8_000_000 ~= interval && site.finding?.code == "TL0101"),
            !timer.steps.contains(where: { $0.verb == .count }), site.become(.displayLink)
        else { return }
        if timer.callback.target == nil { site.cost = "a link retains self until it is invalidated" }
        site.set("modes") { _ in "[\"common\"]" }
    }
}
