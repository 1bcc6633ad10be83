extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: """
            «does-add «nstimer - $addition»»
            «does-activate - $activated»
            «does-resume - «swift $variable?.isPaused = false¦self.$variable.paused = NO;»»
            «does-set_fire_date + $end»
            + $made
            «does-set_fire_date   «swift $timer?.fireDate = date¦self.$timer.fireDate = date;»»
            """
    ) { site in
        guard let index = site.timers.first, let step = site.culprit else { return }
        site.say(step)
        // An earlier such step may have made one that is not due yet.
        let end = step.verb == .setFireDate ? "{ invalidate = \(site.id(of: .timer(index))) }, " : ""
        site.makeAgain(index, before: step.verb == .setFireDate ? site.steps(.setFireDate) : [step], end)
    }
}
