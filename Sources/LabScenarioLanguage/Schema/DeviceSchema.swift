import LabScenarioModel

extension Schema {
    static let device = TableSchema(
        "device", .single, "The machine: its costs, and its decisions where the rules leave a choice.",
        keys: [
            KeySchema(
                "profile", .text,
                "A measured device, or a file that `timerlab calibrate` has written; the other keys replace single values "
                    + "of it.", default: "\"ideal\"", example: "\"iphone6\""),
            KeySchema(
                "loop_cost", .exactDuration(.notNegative), "The time of one turn of `count += i`.",
                sets: \DevicePlan.loopCost, default: "\"1ns\"", example: "\"5.4ns\""),
            KeySchema(
                "wake_up", .times(or: wakeUp),
                "From the due instant to the callback when the thread slept: drawn from percentiles, or a real log's.",
                default: "none", example: "{ p0 = \"5us\", p50 = \"90us\", p99 = \"900us\", p100 = \"2ms\" }"),
            KeySchema(
                "work", .factors, "The factor on every piece of work, drawn each time.", sets: \DevicePlan.workFactor,
                default: "1", example: "{ p0 = 0.995, p50 = 1.0, p100 = 1.01 }"),
            KeySchema(
                "ramp_up", .times,
                "Extra time for the first work after a pause of 100 ms, while the processor gets up to speed.",
                sets: \DevicePlan.rampUp, default: "none", example: "{ p0 = \"0s\", p100 = \"9.8ms\" }"),
            KeySchema(
                "log_cost", .duration(.notNegative), "The time to write one log line.", sets: \DevicePlan.logCost,
                default: "\"0s\""),
            KeySchema(
                "refresh", .rate, "The display's own rate, or its period.", sets: \DevicePlan.refresh,
                default: "\"60Hz\"", example: "\"120Hz\""),
            KeySchema(
                "refresh_rates", .list(.integer(1...1_000_000)),
                "The rates a display link can have, in frames a second.", sets: \DevicePlan.refreshRates,
                default: "every whole divisor of `refresh`",
                example: "[120, 80, 60, 48, 40, 30, 24, 20, 16, 15, 12, 10]"),
            KeySchema(
                "frame_cap", .word(FrameCap.self), "The reason why display links get 60 frames a second at most.",
                sets: \DevicePlan.frameCap, default: "none", example: "\"low-power\""),
            KeySchema(
                "wake_in_window", .wakeInWindow,
                """
                Where in a tolerance or leeway window the wake-up lands, also for a timer alone: a part of it, or a word. \
                `shared`: where the most timers of the same run loop, or of the same clock of dispatch, are due. The kernel \
                shares wake-ups over threads and processes, too; that is not simulated.
                """, sets: \DevicePlan.choices.wakeInWindow,
                default: "\"shared\""),
            KeySchema(
                "port_order", .word(OpenChoices.PortOrder.self),
                "The ready port that a pass of the run loop serves first.", sets: \DevicePlan.choices.portOrder,
                default: "\"arrival\""),
            KeySchema(
                "simultaneous_sources", .word(OpenChoices.SimultaneousSources.self),
                "The order of dispatch sources that are due together.", sets: \DevicePlan.choices.simultaneousSources,
                default: "\"creation\""),
            KeySchema(
                "display_overrun", .word(OpenChoices.DisplayOverrun.self),
                """
                The next call of a display link whose callback outlasted its frame. Apple does not document it, so the default is \
                a choice; reports from macOS support "at-once" (`timerlab run frames-of-13-and-18-ms`). Try that where \
                measured frames are not multiples of the refresh.
                """, sets: \DevicePlan.choices.displayOverrun, default: "\"next-vsync\""),
            KeySchema(
                "rate_rounding", .word(OpenChoices.RateRounding.self),
                """
                How a preferred frame rate becomes one that the display can do. Apple says only that it is as close as \
                possible.
                """, sets: \DevicePlan.choices.rateRounding, default: "\"nearest\""),
            KeySchema(
                "fire_date_now", .word(OpenChoices.FireDateNow.self),
                "The effect of setting the fire date, inside the callback, to the very instant of the firing.",
                sets: \DevicePlan.choices.fireDateNow, default: "\"honoured\""),
            KeySchema(
                "platform", .word(AppPlatform.self), "The platform whose common modes the app has.",
                sets: \DevicePlan.platform, default: "\"macos\" if a mode that only AppKit has is named, else \"ios\""),
            KeySchema(
                "common_modes", .list(.mode), "The modes of the common set besides the default mode.",
                sets: \DevicePlan.ownCommonModes, default: "those of `platform`",
                example: "[\"tracking\", \"com.example.panel\"]"),
            KeySchema(
                "kept_alive", .oneOf([.flag, .duration(.positive)]),
                """
                True if the app keeps running in the background, or the time for which it does. A background task has about 30 s \
                (Apple, beginBackgroundTask); an app without one has a few seconds.
                """, default: "false", example: "\"30s\""),
            KeySchema(
                "throttled", .times,
                """
                The delay of each wake-up while the app is kept alive in the background, as App Nap and other policies cause it. \
                Apple documents no figure, so there is no default.
                """, sets: \DevicePlan.throttle, default: "none", example: "{ p0 = \"2s\", p100 = \"4s\" }"),
        ],
        example: """
            [device]
            profile = "iphone6"
            refresh = "60Hz"
            """)

    static let wakeUp = TableSchema(
        "wake_up", .inline,
        "Either percentiles `p0` … `p100` (`\"p99.9\"` in quotes), or the latencies of a real log in order.",
        keys: [
            KeySchema(
                "replay", .oneOf([.text, .list(.duration(.notNegative))]),
                "The log file, from the scenario's folder, or the latencies themselves; after the last the first again.",
                example: "\"device.log\""),
            KeySchema(
                "interval", .duration(.positive), "The interval of the timer that wrote the log.", default: "\"1s\"",
                example: "\"1s\""),
        ])
}
