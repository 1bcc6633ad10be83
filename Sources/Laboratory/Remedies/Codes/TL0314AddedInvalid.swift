extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: """
            - «fires $timer?.fire()¦$loop.add($timer!, forMode: $mode)»
            + $made
            ====
            - «fires [self.$timer fire];¦[$loop addTimer:self.$timer forMode:$mode];»
            + $made
            """
    ) { site in
        site.say(if: ["fires": site.steps(.add).isEmpty])
        return site.edit(.remove, site.steps(.fire, .invalidate))
    }
}
