/// The table of figures: one row each, and nothing about a figure's name, unit or meaning stands anywhere else.
extension Figure.Family {
    private static let noLink = "it is no timer beside a display link"
    private static let percentiles: [Figure.Statistic] = [.min, .mean, .p50, .p95, .p99, .max]

    public var row: FigureRow {
        switch self {
        case .fired:
            FigureRow(
                .count, better: .more, inLogs: .lines, inBaseline: [.value], "How many callbacks began.", example: "7",
                """
                Callbacks that `fire` called are counted, too. Whether it fired often enough is the business of `skipped`: \
                `fired` alone does not know how often it should have.
                """)
        case .due:
            FigureRow(
                .count, "How many points of the requested schedule lie within the run.",
                example: "42",
                """
                The requested schedule is what `interval = "1s"` asks for: the first due instant \
                and then a point each interval, the same for every mechanism. A new date (a fire date that is set, a \
                reschedule, a resume that re-arms, a new timer) begins a new schedule. Points that pass while the system \
                sleeps are due as well.
                """)
        case .served:
            FigureRow(
                .count, "How many due points a callback was made for.", example: "7",
                "Never more than `due`. A callback that comes late for one point and after others serves the first of them."
            )
        case .skipped:
            FigureRow(
                .count, better: .less, inLogs: .grid, inBaseline: [.value],
                "How many due points are lost: no callback was made for them.", example: "\"< 3\"",
                """
                `due` minus `served`, but for a last point that could still be served when the run ends: one that waits no \
                longer than the tolerance, or than this timer is late when all is well. For a timer that is armed anew after each callback it is by how many ticks it has \
                fallen behind. Lateness does not see lost points; `waiting` does.
                """)
        case .coalesced:
            FigureRow(
                .count, "How many lost points were merged into a later callback.", example: "\"< 3\"",
                "A dispatch source tells its handler how many (`data`); an NSTimer that comes late does not.")
        case .firedAfterOwner:
            FigureRow(
                .count, better: .less, inLogs: .absent, lack: "nothing in the recording owned it or its target",
                "How many callbacks began after the last owner let go.", example: "\"< 3\"",
                "The owner is what the program's own variables lead to: a screen, a model. What run loops keep is not owned."
            )
        case .frames:
            FigureRow(
                .count, better: .more, inLogs: .absent, lack: "it does not follow a display",
                "How many refreshes of the display had a callback.", example: "60",
                "Of a display link; other timers have none.")
        case .first:
            FigureRow(
                .time, inLogs: .absent, "When the first callback began.", example: "\"1s\"",
                "Simulated time from the start of the run.")
        case .last:
            FigureRow(
                .time, inLogs: .absent, "When the last callback began.", example: "\"43s\"",
                "Simulated time from the start of the run.")
        case .requested:
            FigureRow(
                .time, "The requested interval.", example: "\"1s\"",
                "A display link's is the period that it has after its rate was rounded to one that the display can do.")
        case .waiting:
            FigureRow(
                .time, better: .less, statistics: Self.percentiles, of: "due points", inLogs: .lateness,
                inBaseline: [.p99, .max],
                ofChains: [], "How long each due point waits for the next callback.", example: "{ max = \"< 1ms\" }",
                """
                Lost points count as well: each waits until a callback begins, so a timer that is called every 6 s instead \
                of every second cannot look punctual. A point that nothing follows waits at least until the end of the run. \
                Where ticks are queued, a point waits for its own callback. A timer that is armed anew after each callback \
                has none: its phase against the schedule only tells how long the run is. See `lag` there. Percentiles are \
                nearest ranks and need a sample: p95 from 20 due points, p99 from 100.
                """)
        case .lateness:
            FigureRow(
                .time, better: .less, statistics: Self.percentiles, of: "callbacks", inLogs: .lateness,
                "From the instant that a callback was armed for to its beginning.", example: "{ max = \"< 1ms\" }",
                """
                On a grid that is from the due point served. Blind to lost points: a timer that serves every sixth point on \
                time has no lateness at all; use `waiting` to see them. A timer that is armed anew after each callback looks \
                punctual in it, since each step starts where the last one ended; use `lag` or `drift` there.
                """)
        case .interval:
            FigureRow(
                .time, statistics: Self.percentiles, of: "intervals", inLogs: .instants,
                "From the beginning of a callback to that of the next.",
                example: "{ p50 = \"6s ± 20ms\", max = \"< 6.05s\" }",
                "Reports say the median: a mean over a gap describes neither the rhythm nor the gap.")
        case .logInterval:
            FigureRow(
                .time, statistics: Self.percentiles, of: "intervals", inLogs: .lines,
                lack: "its callback wrote too few log lines", "From log line to log line of its callback.",
                example: "{ p50 = \"6s ± 20ms\" }",
                "A line is written after the work before it, so it moves with that work.")
        case .logOffset:
            FigureRow(
                .time, statistics: Self.percentiles, of: "log lines", inLogs: .lines,
                lack: "its callback wrote too few log lines",
                "From the nearest point of the grid through the first log line to each log line.",
                example: "{ min = \">= -1ms\", max = \"<= 1ms\" }",
                "What printed times show when they are held against the first of them.")
        case .jitter:
            FigureRow(
                .time, better: .less, statistics: [.rms, .peakToPeak], inLogs: .instants,
                "How much its intervals differ.", example: "{ peak_to_peak = \"< 2ms\" }",
                """
                `rms` is the root mean square of the intervals about their mean (period jitter, IEEE 2414-2020), \
                `peak_to_peak` the longest minus the shortest.
                """)
        case .lag:
            FigureRow(
                .time, better: .nearZero, statistics: [.last], inLogs: .lateness, ofChains: [.last],
                "How far it is behind the requested schedule.", example: "{ last = \"< 1s\" }",
                """
                Callback n minus point n. On a grid, n counts the points that it dropped by rule as well, so that only what \
                never comes back shows; armed anew after each callback, nothing is dropped and every delay adds up: after 60 \
                requested seconds of a 1 s loop with 100 ms of work it is 6 s.
                """)
        case .drift:
            FigureRow(
                .rate, better: .nearZero, statistics: [.value], inLogs: .instants, inBaseline: [.value],
                "By how much a requested second is too long.", example: "\"< 1ppm\"",
                """
                The slope of `lag` over the requested schedule, and nothing else: 1 s of sleep and 100 ms of work make +10 %. \
                A departure that comes back is an episode; one that stays is a step and listed apart (15 s of system sleep). \
                Neither is part of the slope. It stands with its 95 % interval, has no more digits than that carries, and is \
                `none` when it cannot be told from zero. Where the run is exact, so is the drift.
                """)
        case .steps:
            FigureRow(
                .count, better: .less, inLogs: .grid, "How often it fell behind for good at one instant.", example: "0",
                "Each is listed with its size, instant and cause, and is not part of the drift.")
        case .episodes:
            FigureRow(
                .count, better: .less, inLogs: .grid, "How often it lost its rhythm for a while.", example: "0",
                """
                A stretch in which no callback comes for one and a half intervals, or points wait for more than a tenth of \
                one; listed with begin, end, lost points and cause. What lasts for most of the run is its rhythm, not an \
                episode.
                """)
        case .wakeUps:
            FigureRow(
                .count, better: .less, statistics: [.value, .alone, .shared], inLogs: .absent, inBaseline: [.value],
                lack: "they were not counted in this recording", "How often an idle thread was woken for it.",
                example: "\"< 100\"",
                """
                `alone` counts the wake-ups that only this timer needed: those a tolerance can save, where another timer of \
                the same run loop is due in its window. `shared` counts those that it shares with other timers.
                """)
        case .busy:
            FigureRow(
                .time, better: .less, inLogs: .absent, lack: "a log does not show how long callbacks take",
                "How long its callbacks took in all.", example: "\"< 1s\"",
                "Of a thread: how long it worked or slept in callbacks and steps.")
        case .longFrames:
            FigureRow(
                .count, better: .less, statistics: [.value, .longer], inLogs: .absent,
                lack: "it does not follow a display", "How many frames were shown for two periods of the link or more.",
                example: "0", "The callback of the next frame was lost. `longer` are those of three periods or more.")
        case .ticksPerFrame:
            FigureRow(
                .count, statistics: [.max, .min], inLogs: .absent, lack: Self.noLink,
                "How many callbacks began in each frame of the first display link.", example: "{ max = 1 }",
                """
                A frame is from one callback of the link to the next. A timer of 8 ms on a display of 120 Hz has one in most \
                frames and two in every 25th; what moves a thing by a step a tick jumps there.
                """)
        case .phase:
            FigureRow(
                .time, statistics: Self.percentiles, of: "callbacks", inLogs: .absent, lack: Self.noLink,
                "From the latest callback of the first display link to each callback.", example: "{ max = \"< 2ms\" }",
                "One timer against another: where it moves through the whole frame, the two beat.")
        }
    }
}
