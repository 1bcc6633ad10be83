// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum FigureTexts {
    static let all = [
        "busy": #"""
# meaning
The total time of its callbacks.
# lack
a log does not show how long callbacks take
# example
"< 1s"
# explanation
For a thread: the time that it worked or slept in callbacks and steps.

"""#,
        "coalesced": #"""
# meaning
The number of skipped points that were merged into a later callback.
# example
"< 3"
# explanation
A dispatch source passes the number to its handler (`data`); a late NSTimer does not.

"""#,
        "drift": #"""
# meaning
The amount by which a requested second is too long.
# example
"< 1ppm"
# explanation
The slope of `lag` over the requested schedule: 1 s of sleep and 100 ms of work make +10 %. A departure that comes
back is an episode; one that stays is a step (15 s of system sleep). Neither is part of the slope. Reports print it
with its 95 % interval and only with digits that the interval supports. It is `none` when it cannot be told from zero.
An exact run has an exact drift.

"""#,
        "due": #"""
# meaning
The number of points of the requested schedule within the run.
# example
42
# explanation
The requested schedule of `interval = "1s"` is the first due instant and then a point each interval, the same for
every mechanism. A new date (a fire date that is set, a reschedule, a resume that re-arms, a new timer) begins a new
schedule. Points that pass while the system sleeps are due as well.

"""#,
        "episodes": #"""
# meaning
The number of times that it lost its rhythm for a while.
# example
0
# explanation
An episode is a time without a callback for one and a half intervals, or with points that wait for more than a tenth
of an interval. Reports list its begin, end, skipped points and cause. A time that covers most of the run is the
timer's rhythm, not an episode.

"""#,
        "fired": #"""
# meaning
The number of callbacks that began.
# example
7
# explanation
Callbacks of a call to `fire` count as well. Use `skipped` to see if it fired often enough: `fired` alone does not
know how often it should have.

"""#,
        "fired_after_owner": #"""
# meaning
The number of callbacks that began after the last owner released it.
# lack
nothing in the recording owned it or its target
# example
"< 3"
# explanation
An owner is an object that the program's own variables lead to: a screen, a model. A run loop is no owner.

"""#,
        "first": #"""
# meaning
The instant at which the first callback began.
# example
"1s"
# explanation
Simulated time from the start of the run.

"""#,
        "frames": #"""
# meaning
The number of refreshes of the display that had a callback.
# lack
it does not follow a display
# example
60
# explanation
For display links only.

"""#,
        "interval": #"""
# meaning
The time from the beginning of a callback to the beginning of the next.
# example
{ p50 = "6s ± 20ms", max = "< 6.05s" }
# explanation
Reports show the mean over the run as `every`; `p50` is the rhythm without the gaps.

"""#,
        "jitter": #"""
# meaning
The spread of its intervals.
# example
{ peak_to_peak = "< 2ms" }
# explanation
`rms` is the root mean square of the intervals about their mean (period jitter, IEEE 2414-2020), `peak_to_peak` the
longest minus the shortest.

"""#,
        "lag": #"""
# meaning
The time by which it is behind the requested schedule.
# example
{ last = "< 1s" }
# explanation
Callback n minus point n. On a grid n counts skipped points as well, so it shows only delays that last. A timer that
is armed again after each callback skips nothing, and every delay adds up. A 1 s loop with 100 ms of work has a lag of
6 s after 60 requested seconds.

"""#,
        "last": #"""
# meaning
The instant at which the last callback began.
# example
"43s"
# explanation
Simulated time from the start of the run.

"""#,
        "lateness": #"""
# meaning
The time from the instant for which a callback was armed to its beginning.
# example
{ max = "< 1ms" }
# explanation
On a grid it starts at the due point that is served. It does not see skipped points: a timer that serves every sixth
point on time has no lateness; use `waiting` to see them. A timer that is armed again after each callback looks
punctual, since each step starts where the last one ended; use `lag` or `drift` there.

"""#,
        "log_interval": #"""
# meaning
The time from log line to log line of its callback.
# lack
its callback wrote too few log lines
# example
{ p50 = "6s ± 20ms" }
# explanation
A callback writes the line after its earlier work, so the line moves with that work.

"""#,
        "log_offset": #"""
# meaning
The time to each log line from the nearest point of the grid through the first line.
# lack
its callback wrote too few log lines
# example
{ min = ">= -1ms", max = "<= 1ms" }
# explanation
Printed times show it when you compare them with the first line.

"""#,
        "long_frames": #"""
# meaning
The number of frames that were shown for two periods of the link or more.
# lack
it does not follow a display
# example
0
# explanation
The next frame had no callback. `longer` counts those of three periods or more.

"""#,
        "phase": #"""
# meaning
The time from the latest callback of the first display link to each callback.
# lack
it is no timer beside a display link
# example
{ max = "< 2ms" }
# explanation
It compares two timers: if the phase moves through the whole frame, the two beat.

"""#,
        "requested": #"""
# meaning
The requested interval.
# example
"1s"
# explanation
For a display link it is the period of the rate that the display can do.

"""#,
        "served": #"""
# meaning
The number of due points that had a callback of their own.
# example
7
# explanation
Never more than `due`. A late callback after several points serves the first of them.

"""#,
        "skipped": #"""
# meaning
The number of due points without a callback.
# example
"< 3"
# explanation
`due` minus `served`, without a last point that could still be served when the run ends. Such a point has waited no
longer than the tolerance, or than this timer's usual lateness. For a timer that is armed again after each callback it
is the number of ticks that it is behind. Lateness does not see skipped points; `waiting` does.

"""#,
        "steps": #"""
# meaning
The number of instants at which it fell behind and stayed behind.
# example
0
# explanation
Each is listed with its size, instant and cause, and is not part of the drift.

"""#,
        "ticks_per_frame": #"""
# meaning
The number of callbacks that began in each frame of the first display link.
# lack
it is no timer beside a display link
# example
{ max = 1 }
# explanation
A frame is from one callback of the link to the next. A timer of 8 ms on a display of 120 Hz has one in most frames
and two in every 25th. An animation that moves by a step a tick jumps there.

"""#,
        "waiting": #"""
# meaning
The time from each due point to the next callback.
# example
{ max = "< 1ms" }
# explanation
Skipped points count as well: each waits until a callback begins. So a timer that is called every 6 s instead of every
second does not look punctual. A last point without a callback waits at least until the end of the run. A queued point
waits for its own callback. A timer that is armed again after each callback has no waiting, since its phase against
the schedule only reflects the length of the run. Use `lag` there. Percentiles are nearest ranks and need a sample:
p95 from 20 due points, p99 from 100.

"""#,
        "wake_ups": #"""
# meaning
The number of times that an idle thread was woken for it.
# lack
they were not counted in this recording
# example
"< 100"
# explanation
`alone` counts the wake-ups that only this timer needed. A tolerance can save them if another timer of the same run
loop is due in its window. `shared` counts those that it shares with other timers.

"""#,
    ]
}
