extension HeadlineTests {
    private static let swallowing =
        "tolerance = \"0s\"\nswallows_cancel = true\n[[event]]\nat = \"2.5s\"\ndo = [{ cancel = \"tick\" }]"

    /// Scenarios of one timer, and what is said of it.
    static let table: [(text: String, expected: String)] = [
        (tick("nstimer", "repeats = true"), "tick fires every 1 s: always on time"),
        (
            tick(
                "nstimer",
                "repeats = true\n[[event]]\nat = \"1.9s\"\ndo = [{ mode = \"tracking\", for = \"3.5s\" }]"),
            "tick fires every 1 s; silent from 1 s to 5.4 s: event 1 runs the tracking mode, which it is not in "
                + "(a.toml:9); 3 points skipped"
        ),
        (
            tick("nstimer", "repeats = true\ndo = [{ work = \"1.5s\", when = { fired = 3 } }]"),
            "tick fires every 1 s; silent from 3 s to 5 s: its own callback takes up to 1.5 s (a.toml:7); 1 point skipped"
        ),
        (
            tick("nstimer", "repeats = true\ndo = [{ work = \"250ms\" }]", interval: "100ms"),
            "tick fires every 300 ms instead of 100 ms: its own callback takes 250 ms (a.toml:7); 66 of 99 due points "
                + "skipped"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\ncreate = \"timer\"\n[[event]]\nat = \"2.1s\"\ndo = [{ fire = \"tick\" }]"),
            "tick is only fired manually: it was never in a run loop: no due point calls it (a.toml:2)"
        ),
        (
            tick(
                "task-sleep", "repeats = true\n[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"4s\" }]"),
            "tick fires every 1 s: the system sleeps (a.toml:9); after 10 s it is 3.5 s behind, 3 ticks fewer"
        ),
        (
            tick(
                "task-sleep",
                "tolerance = \"0s\"\ndo = [{ work = \"100ms\" }]\n[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"4s\" }]"
            ),
            "tick: each second takes 1.1 s (+10 %): it re-arms after its work (a.toml:7); after 10 s it is 3.8 s behind, "
                + "3 ticks fewer; 87 % of the lag: the system sleeps (a.toml:10)"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nheld_by = \"local\"\n[[event]]\nat = \"2s\"\ndo = [{ suspend = \"tick\" }]"),
            "tick never fires: it was disposed of when its last owner let go of it: its handler is not called any more "
                + "(a.toml:2)"
        ),
        (
            tick(
                "gcd",
                "repeats = true\ndo = [{ work = \"10ms\" }]\n[[event]]\nat = \"2.005s\"\ndo = [{ background = true }]\n"
                    + "[[event]]\nat = \"6.2s\"\ndo = [{ foreground = true }]"),
            "tick fires every 1 s; silent from 2 s to 6.205 s: the app is in the background (a.toml:10); 3 points skipped"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nqueue = \"q\"\ndo = [{ sync = \"main\", do = [{ work = \"5ms\" }] }]\n[[queue]]\n"
                    + "id = \"q\"\n[[event]]\nat = \"2s\"\ndo = [{ work = \"3.5s\" }]"),
            "tick fires every 1 s; silent from 2 s to 5.505 s: its own callback takes up to 3.505 s, waiting for queue "
                + "main, which event 1 keeps busy (a.toml:13); 2 points skipped"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\nthread = \"w\"\ndo = [{ perform = \"show\", on_thread = \"main\", wait = true, do = "
                    + "[{ work = \"5ms\" }] }]\n[[thread]]\nid = \"w\"\ndo = [{ create = \"tick\" }, { run_loop = "
                    + "\"forever\" }]\n[[event]]\nat = \"2s\"\ndo = [{ async = \"main\", name = \"slow\", do = [{ work = "
                    + "\"3.5s\" }] }]"),
            "tick fires every 1 s; silent from 3 s to 6 s: its own callback takes up to 2.51 s, waiting for thread "
                + "main, which block slow keeps busy (a.toml:14); 2 points skipped"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nqueue = \"q\"\ndo = [{ sync = \"db\", do = [] }]\n[[queue]]\nid = \"q\"\n[[queue]]\n"
                    + "id = \"db\"\n[[event]]\nat = \"1.9s\"\ndo = [{ async = \"db\", name = \"save\", do = [{ work = "
                    + "\"3.5s\" }] }]"),
            "tick fires every 1 s; silent from 2 s to 5.4 s: its own callback takes up to 3.4 s, waiting for queue db, "
                + "which block save keeps busy (a.toml:15); 2 points skipped"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\nthread = \"w\"\n[[thread]]\nid = \"w\"\ndo = [{ create = \"tick\" }, { wait_for = "
                    + "\"go\" }, { run_loop = \"forever\" }]\n[[event]]\nat = \"4.5s\"\ndo = [{ count = \"go\" }]"),
            "tick fires every 1 s; silent until 4.5 s: thread w waits for a signal (a.toml:10); 3 points skipped"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\nthread = \"w\"\n[[thread]]\nid = \"w\"\nstarts = \"100ms\"\ndo = [{ create = \"tick\" "
                    + "}, { sync = \"main\", do = [] }, { run_loop = \"forever\" }]\n[[event]]\nat = \"0s\"\ndo = [{ work "
                    + "= \"4.5s\" }]"),
            "tick fires every 1 s; silent from 100 ms to 4.5 s: thread w waits for queue main, which event 1 keeps busy "
                + "(a.toml:14); 3 points skipped"
        ),
        (tick("perform", ""), "tick fires once, at 1 s, on time"),
        (
            "device.profile = \"iphone6\"\n" + tick("combine", "held_by = \"static\"\ntolerance = \"100ms\""),
            "tick fires every 1 s, at most 136 µs late"
        ),
        (
            "device.kept_alive = \"2s\"\n"
                + tick(
                    "nstimer",
                    "repeats = true\ndo = [{ work = \"300ms\" }]\n[[event]]\nat = \"1.2s\"\ndo = [{ background = true }]\n"
                        + "[[event]]\nat = \"8s\"\ndo = [{ foreground = true }]"),
            "tick fires every 1 s; silent from 3 s to 9 s: the app is in the background (a.toml:11); 5 points skipped"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nqueue = \"q\"\nleeway = \"100ms\"\ndo = [{ wait_for = \"x\", when = { fired = 2 } }]\n"
                    + "[[queue]]\nid = \"q\"\n[[event]]\nat = \"2.5s\"\ndo = [{ sync = \"q\", do = [{ work = \"1ms\" }] }]"
            ),
            "tick fires every 1 s; silent from 2 s to the end: a thread waits for ever (a.toml:14); 7 points skipped"
        ),
        (
            tick("async-timer", "do = [{ sleep = \"2s\", awaits = true }]"),
            "tick fires every 2 s instead of 1 s: its own callback awaits too long (a.toml:2); 4 of 9 due "
                + "points still wait at the end"
        ),
        (
            tick("mach-wait", "do = [{ work = \"2s\" }]"),
            "tick fires every 2 s instead of 1 s: its own callback takes 2 s (a.toml:6); 4 of 9 due points still wait "
                + "at the end"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nclock = \"wall\"\n[[event]]\nat = \"4.5s\"\ndo = [{ set_wall_clock = \"-1s\" }]"),
            "tick fires every 1 s; the wall clock was set back by 1 s: tick follows it and fires later by that time "
                + "(a.toml:10)"
        ),
        (
            tick(
                "gcd",
                "repeats = true\nclock = \"wall\"\n[[event]]\nat = \"4.5s\"\ndo = [{ set_wall_clock = \"-2s\" }]\n"
                    + "[[event]]\nat = \"7.5s\"\ndo = [{ set_wall_clock = \"500ms\" }]"),
            "tick fires every 1 s; the wall clock was set back by 2 s, then forward by 500 ms: tick follows it, fires "
                + "later after each step back, and skips each step forward (a.toml:13)"
        ),
        (
            "device.profile = \"iphone6\"\ndevice.kept_alive = \"9s\"\n"
                + tick("nstimer", "repeats = true\n[[event]]\nat = \"1.2s\"\ndo = [{ background = true }]"),
            "tick fires every 1 s, at most 136 µs late"
        ),
        (
            tick("nstimer", "repeats = true\ntolerance = \"100ms\"\n[device]\nwake_in_window = \"latest\""),
            "tick fires every 1 s, at most 100 ms late: its tolerance is used (a.toml:7)"
        ),
        (
            tick("after", "[device]\nwake_in_window = \"latest\"").replacing("interval", with: "delay"),
            "tick fires once, at 1.1 s, 100 ms late: its default leeway is used (a.toml:2)"
        ),
        (
            tick("thread-sleep", "do = [{ work = \"10us\" }]"),
            "tick: falls behind by 10 µs a second (+10 ppm): it re-arms after its work (a.toml:6); after 10 s it is "
                + "80 µs behind"
        ),
        (
            tick("task-sleep", swallowing),
            "tick fires every 1 s; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
        ),
        (
            tick("task-sleep", "do = [{ work = \"500ms\" }]\n" + swallowing.replacing("2.5s", with: "3.1s")),
            "tick fires every 1.5 s instead of 1 s: it re-arms after its work (a.toml:6); after 3.1 s, when it ends, it "
                + "is 500 ms behind, 1 tick fewer"
        ),
        (
            tick("task-sleep", "delay = \"0s\"\n" + swallowing, interval: "3s"),
            "tick fires 2 times; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
        ),
        (
            tick("task-sleep", "repeats = false\n" + swallowing, interval: "3s"),
            "tick fires once, at 2.5 s; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
        ),
        (
            tick(
                "gcd",
                "queue = \"main\"\ndelay = \"1s\"\nrepeats = true\ndo = ["
                    + "{ reschedule = \"tick\", after = \"2s\", when = { fired = 1 } }, "
                    + "{ reschedule = \"tick\", after = \"4s\", when = { fired = 2 } }]\n"
                    + "[[event]]\nat = \"2s\"\ndo = [{ mode = \"private\", for = \"3s\" }]", interval: "60s"),
            "tick fires 3 times, on 3 schedules, at most 2 s late: event 1 runs the private mode, where the main "
                + "queue is not served (a.toml:12)"
        ),
        (
            "device.refresh = \"60Hz\"\n"
                + tick("displaylink", "[[event]]\nat = \"2s\"\ndo = [{ set_refresh = \"120Hz\" }]").replacing(
                    "interval = \"1s\"\n", with: ""),
            "tick fires 1079 times, on 2 schedules: always on time"
        ),
        (
            "device.refresh = \"120Hz\"\n"
                + tick("displaylink", "[[event]]\nat = \"8.003s\"\ndo = [{ set_refresh = \"60Hz\" }]").replacing(
                    "interval = \"1s\"\n", with: ""),
            "tick fires 1079 times, on 2 schedules: always on time"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\n[[thread]]\nid = \"worker\"\nstarts = \"0s\"\ndo = [{ work = \"3s\" }]\n"
                    + "[[event]]\nat = \"2.5s\"\ndo = [{ perform = \"x\", on_thread = \"worker\", wait = true, do = [{ log = \"x\" }] }]"
            ),
            "tick fires every 1 s: always on time"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\ndo = [{ work = \"130ms\" }]\n[[event]]\nat = \"4s\"\n"
                    + "do = [{ mode = \"tracking\", for = \"2s\" }]", interval: "0.1s"),
            "tick fires every 249 ms instead of 100 ms; 59 of 99 due points skipped, 39 of them: its own "
                + "callback takes 130 ms (a.toml:7), and 20: event 1 runs the tracking mode, which it is not in (a.toml:10)"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\ndo = [{ async_after = \"200ms\", queue = \"main\", do = [{ count = \"sem\" }] }, "
                    + "{ wait_for = \"sem\" }]"),
            "tick fires once, at 1 s, on time; 8 of 9 due points skipped: a thread waits for ever (a.toml:7)"
        ),
        (
            tick(
                "nstimer",
                "repeats = false\n[[event]]\nat = \"0.5s\"\nevery = \"0.7s\"\n"
                    + "do = [{ invalidate = \"tick\" }, { create = \"tick\" }]"),
            "tick never fires: it was made again 13 times, each time before its 1 s was over (a.toml:2)"
        ),
        (
            tick("combine", "[[event]]\nat = \"0s\"\nevery = \"0.8s\"\ndo = [{ create = \"tick\" }]"),
            "tick (13 timers) never fire: it was made again 12 times, each time before its 1 s was over (a.toml:2)"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\n[[event]]\nat = \"0s\"\nevery = \"3.3s\"\n"
                    + "do = [{ invalidate = \"tick\" }, { create = \"tick\" }]"),
            "tick fires every 1 s; it was made again 3 times, each time before its 1 s was over (a.toml:2)"
        ),
        (
            tick(
                "nstimer",
                "repeats = true\n[[event]]\nat = \"0s\"\nevery = \"3.05s\"\n"
                    + "do = [{ invalidate = \"tick\" }, { create = \"tick\" }]"),
            "tick fires every 1 s: always on time"
        ),
        (
            tick(
                "after",
                "queue = \"main\"\ndo = [{ work = \"60ms\" }]\n[[event]]\nat = \"1s\"\nevery = \"0.31s\"\nuntil = \"2s\"\n"
                    + "do = [{ cancel = \"tick\" }, { create = \"tick\" }]", interval: "300ms"
            ).replacing("interval", with: "delay"),
            "tick (4 timers) fire 3 times: always on time"
        ),
    ]
}
