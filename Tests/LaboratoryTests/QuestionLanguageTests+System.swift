import LabTestBench
import Testing

@testable import Laboratory

extension QuestionLanguageTests {
    /// The background, and the display.
    static let system = [
        Story(
            "an app that is kept alive for a while, and then suspended",
            """
            duration = "60s"
            [device]
            kept_alive = "30s"
            \(Toml.tick)
            \(Toml.event("10.5s", "{ background = true }"))
            \(Toml.event("50.5s", "{ foreground = true }"))
            [[expect]]
            timer = "tick"
            interval = { max = "10.5s" }
            skipped = 9
            finding = "TL0106"
            """),
        Story(
            "wake-ups that are held back in the background, and no more in the foreground",
            """
            duration = "40s"
            [device]
            kept_alive = true
            throttled = { p0 = "2.1s", p100 = "3.9s" }
            \(Toml.tick)
            \(Toml.event("10.5s", "{ background = true }"))
            \(Toml.event("30.5s", "{ foreground = true }"))
            [[expect]]
            timer = "tick"
            fired = "20 … 28"
            interval = { max = "3s … 5s" }
            finding = "TL0106"
            """),
        Story(
            "a display that goes over to another rate",
            """
            duration = "2s"
            [device]
            refresh = "120Hz"
            \(Toml.timer("link", "displaylink"))
            do = [{ log = "{timestamp} {target_timestamp}", when = { fired = "118 … 122" } }]
            \(Toml.event("1.001s", #"{ set_refresh = "60Hz" }"#))
            [[expect]]
            timer = "link"
            fired = "177 … 180"
            skipped = "0 … 1"
            interval = { min = "8.333ms ± 1us", max = "16.667ms ± 1us" }
            finding = "TL0113"
            """),
        Story(
            "a display link that asks for another rate while it runs, and keeps it when the display changes its own",
            """
            duration = "3s"
            \(Toml.timer("link", "displaylink"))
            \(Toml.event("1.001s", #"{ set_fps = "link", fps = 30 }"#))
            \(Toml.event("2.001s", #"{ set_refresh = "120Hz" }"#))
            [[expect]]
            timer = "link"
            fired = "119 … 121"
            interval = { min = "16.667ms ± 1us", max = "33.334ms ± 1us" }
            """),
        Story(
            "a background task keeps the app going for half a minute, and its expiration handler ends it",
            """
            duration = "60s"
            \(Toml.tick)
            [[event]]
            at = "5s"
            do = [
              { begin_background_task = "upload", do = [{ log = "expired {now}" }, { end_background_task = "upload" }] },
              { begin_background_task = "short" },
            ]
            \(Toml.event("10.5s", "{ background = true }"))
            \(Toml.event("12s", #"{ log = "{count:upload} and {count:short}" }, { end_background_task = "short" }"#))
            \(Toml.event("50.5s", "{ foreground = true }"))
            [[expect]]
            timer = "tick"
            fired = "50 … 51"
            skipped = "9 … 10"
            [[expect]]
            whole_log = ["1 and 1", "expired 40.500000"]
            """),
        Story(
            "a background task begun by the steps that have entered the background, after some work, keeps the app going",
            """
            duration = "60s"
            \(Toml.tick)
            [[event]]
            at = "10.5s"
            do = [
              { background = true }, { work = "100ms" },
              { begin_background_task = "save", do = [{ end_background_task = "save" }] },
            ]
            \(Toml.event("50.5s", "{ foreground = true }"))
            [[expect]]
            timer = "tick"
            fired = "50 … 51"
            skipped = "9 … 10"
            """),
        Story(
            "a background task that its expiration handler does not end ends the app, one that ends early suspends it",
            """
            duration = "60s"
            \(Toml.tick)
            \(Toml.event("5s", #"{ begin_background_task = "forgotten" }, { begin_background_task = "other" }"#))
            \(Toml.event("10.5s", "{ background = true }"))
            \(Toml.event("12.5s", #"{ end_background_task = "other" }"#))
            [[expect]]
            timer = "tick"
            fired = 45
            [[expect]]
            crash = "0x8badf00d"
            """),
        Story(
            "frames that are shown longer, ticks in a frame, and where in it a timer fires",
            """
            duration = "1s"
            \(Toml.timer("link", "displaylink"))
            do = [{ work = "20ms", when = { fired = 10 } }, { work = "40ms", when = { fired = 20 } }]
            \(Toml.timer("pump", "gcd", "8ms", repeats: true))
            [[expect]]
            timer = "link"
            long_frames = { value = 2, longer = 1 }
            [[expect]]
            timer = "pump"
            ticks_per_frame = { min = 2, max = 6 }
            phase = { min = "< 1ms", max = "> 40ms" }
            """),
    ]
}
