// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum LanguageTexts {
    static let all = [
        "chapters": #"""
# The scenario language
A scenario is a TOML file. Times are strings with a unit (`"1s"`, `"16.67ms"`, `"1/60s"`); a bare number is an error.
Unknown keys are errors. Ids share one namespace, so that a verb knows what its id names. Tables may come in any order.
It decides only ties: what is made or due at the same instant goes in file order. Of several screens, the last one is on
top.
# Steps
Everything that runs is a list of steps. A step is an inline table whose first key is its verb. Each step takes `when`,
a condition: it is left out unless that holds.
# Conditions
A condition is one of these.
# Log fields
A log text may hold fields in braces; `{{` and `}}` are braces.
## n
the number of firings of the callback's timer, from 1
## n0
the same, from 0
## countdown
60 less the firings before; {countdown:60:2} pads with zeros to two digits
## turn
the round of the surrounding `repeat`, from 0
## thread
the current thread, as [NSThread currentThread] describes itself
## data
the number of due points merged into this call of a dispatch source's handler
## timestamp
a display link's `timestamp`, in seconds
## target_timestamp
a display link's `targetTimestamp`, in seconds
## duration
a display link's `duration`, in seconds; {duration:link} is another link's
## valid
whether the timer is valid: 1 or 0
## fire_date
the timer's next fire date, in seconds from the start
## now
the time of day, in seconds from the start: follows a clock that is set
## remaining
the seconds left to that instant, rounded up, as a countdown to a date shows them
## answer
the answer of the last `is_kind_of`, `responds_to` or run call here: 1 or 0
## count
the value of the counter
## ticks
mach_absolute_time, in ticks of 125/3 ns
## mode
the mode that the current run loop runs in
## activity
in an observer's `do`: the activity of this call, as a word
# Comparisons
`"< 1ms"`, `"<= 1ms"`, `">= 3"`, `"> 3"`, `"6s ± 20ms"`, `"5.98s … 6.01s"` (or `..`), or an exact value. Units of drift
are ppm, ppb and %. Without a statistic, a comparison of a figure with percentiles holds for every single value, one of
`jitter` for its `rms`, one of `lag` for its `last`. A percentile needs a sample: p95 from 20 values, p99 from 100; on
fewer an expectation fails.
# Holders
## navigation
the stack of view controllers; `pop` releases it
## static
a variable that lives as long as the process; `release` releases it
## local
a variable of the thread that made it; `release` or the end of the thread's body releases it
## pool
the autorelease pool of the thread that made it; the next drain releases it
# Modes
Any string is the name of a mode. These have other names as well, those of code, which mean the same; a mode that
something is added to and that nothing runs is a warning (TL1308).

"""#,
        "devices": #"""
# ideal
title: a machine on which nothing costs time that the scenario does not ask for
# simulator
title: the iOS simulator on a Mac of 2017
## loop_cost
assumed: an unoptimised turn on such a machine
## wake_up
fitted to the nine quoted lines of an empty callback; the lower end is assumed
## work
fitted to the six quoted lines with a loop of 10⁶ turns
## wake_in_window
stackoverflow.com/questions/79047840: Task.sleep takes 21.332 s for 20 s, 63.995 s for 60 s and 106.662 s for 100 s on
the iOS 16 simulator
## refresh
assumed
# iphone6
title: an iPhone 6 under iOS 11
## loop_cost
fitted to the seven quoted lines with a loop of 10⁹ turns
## wake_up
fitted to the seven quoted lines without work
## work
fitted to the seven quoted lines with a loop of 10⁹ turns
## ramp_up
fitted to the eight quoted lines with a loop of 10⁶ turns
## wake_in_window
reported for iPhone 4S to iPad Air: dispatch_after of 10 s comes at 11 s
## refresh
Apple, CADisplayLink: a display of 60 Hz
# iphone-60hz
title: an iPhone of the 2020s with a display of 60 Hz
## loop_cost
assumed: an optimised turn at 3 GHz and more
## wake_up
assumed: as on an iPhone 6
## wake_in_window
assumed: as reported for older devices
## refresh
Apple, CADisplayLink: a display of 60 Hz
# iphone-120hz
title: an iPhone of the 2020s with a ProMotion display
## loop_cost
assumed: an optimised turn at 3 GHz and more
## wake_up
assumed: as on an iPhone 6
## wake_in_window
assumed: as reported for older devices
## refresh
Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"
## refresh_rates
Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"
# mac
title: a Mac with a display of 60 Hz; no latency is claimed
## loop_cost
assumed
## wake_up
not measured: at once
## wake_in_window
not measured: as without a profile
## refresh
assumed
## common_modes
Apple, Threading Programming Guide, table 3-1: default, modal and event tracking

"""#,
        "mistakes": #"""
# TL1001
a TOML file is UTF-8 text
section: Preliminaries
# TL1002
there are no control characters but tab, and no carriage return but before a line feed
section: Comment
corrected: a = "\u0001"
 a = "␁"
# TL1003
a TOML file is UTF-8 text
section: Preliminaries
# TL1010
every value, header and dot has a key; an empty one is quoted
section: Keys
corrected: "" = 1
 = 1
# TL1011
a key without quotes consists of A-Z a-z 0-9 - and _
section: Keys
corrected: "größe" = 1
 größe = 1
# TL1012
a key is followed by '=' on the same line
section: Key/Value Pair
corrected: a = 1
 a 1
# TL1013
a value follows on the line of its key, and precedes every comma
section: Key/Value Pair
corrected: a = 1
 a =
# TL1014
a line holds one key and value or one header
section: Key/Value Pair
corrected: a = 1
corrected: b = 2
 a = 1 b = 2
# TL1015
a key is quoted with one quote on each side
section: Keys
corrected: 'a' = 1
 '''a''' = 1
# TL1016
a header is closed by as many brackets as opened it
section: Table
corrected: [a]
 [a
# TL1020
a string is closed by the quotes that opened it
section: String
corrected: a = "text"
 a = "text
# TL1021
a backslash in double quotes starts one of the listed escapes
section: String
corrected: a = 'C:\dir'
 a = "C:\dir"
# TL1022
an escape by number names a Unicode scalar value
section: String
corrected: a = "\U0001F600"
 a = "\uD83D\uDE00"
# TL1030
a value is a string, number, boolean, date-time, array or inline table
section: Key/Value Pair
corrected: a = "text"
 a = text
# TL1031
numbers have no leading zeros, and digits around every dot and underscore
section: Integer
corrected: a = "1.5ms"
 a = 1.5ms
# TL1032
integers that do not fit into 64 bits are refused, never rounded
section: Integer
corrected: a = 9223372036854775807
 a = 9223372036854775808
# TL1033
dates and times are written as RFC 3339 has them
section: Offset Date-Time
corrected: a = 1979-05-27
 a = 1979-5-27
# TL1034
the day, the time and the offset exist
section: Offset Date-Time
corrected: a = 1979-02-28
 a = 1979-02-29
# TL1040
an array is closed by ']'
section: Array
corrected: a = [1, 2]
 a = [1, 2
# TL1041
an inline table is closed by '}'
section: Inline Table
corrected: a = {b = 1}
 a = {b = 1
# TL1042
the elements of arrays and inline tables are separated by commas
section: Array
corrected: a = [1, 2]
 a = [1 2]
# TL1043
tables, arrays and the parts of a key lie at most 128 levels deep
# TL1050
a key is defined once
section: Key/Value Pair
corrected: a = 1
corrected: b = 2
 a = 1
 a = 2
# TL1051
a table is defined once, by its header or by dotted keys
section: Table
corrected: [a]
corrected: b = 1
corrected: c = 2
 [a]
 b = 1
 [a]
 c = 2
# TL1052
a key that has a value is no table
section: Table
corrected: a.c = 1
corrected: a.b = 2
 a = 1
 a.b = 2
# TL1053
inline tables and arrays in brackets are complete as they are written
section: Inline Table
corrected: a = {b = 1, c = 2}
 a = {b = 1}
 a.c = 2
# TL1054
a dotted key does not reach into a table that has a header
section: Table
corrected: [a.b]
corrected: c = 1
corrected: [a]
 [a.b]
 [a]
 b.c = 1
# TL1055
a name is either a table or an array of tables
section: Array of Tables
corrected: [[a]]
corrected: [[a]]
 [[a]]
 [a]
# TL1101
A key that this table does not have. Nothing is ignored, so that a misspelled key is noticed.
title: an unknown key
remedy: Correct the spelling.
 [[timer]]
 id = "tick"
 kind = "nstimer"
 intervall = "1s"
# TL1102
A key that this table needs is missing.
title: a missing key
remedy: Add the key; the reference says what it takes.
 [[event]]
 do = [{ background = true }]
# TL1103
The key belongs to other kinds of timers, objects or steps than this one.
title: a key that does not apply
remedy: Use the key of this kind: an nstimer has `tolerance`, a dispatch source `leeway`.
 {tick}
 queue = "main"
# TL1104
A table is in single brackets where an array of tables is expected, or the other way round.
title: brackets of the wrong kind
remedy: Write `[[name]]` or `[name]`, as the message says.
 [timer]
 id = "tick"
# TL1105
Two keys of one table contradict each other.
title: keys that contradict each other
remedy: Keep one of them.
 [[timer]]
 id = "link"
 kind = "displaylink"
 fps = 30
 frame_interval = 2
# TL1199
The file holds more mistakes than the hundred that are printed.
title: too many mistakes
remedy: Mend the first ones and look again.
# TL1201
The value is of another type than the key takes.
title: a value of the wrong type
remedy: Write a value of the type that the message names.
 title = 5
# TL1202
A time is a string with a unit, so that seconds and milliseconds cannot be confused.
title: a time without a unit
remedy: Write the unit, and quotes: `"5s"`.
 [[event]]
 at = 1
 do = []
# TL1203
A number was expected here inside the string.
title: no number
remedy: Write a number, such as `"5s"` or `"1/60s"`.
 [[event]]
 at = "soon"
 do = []
# TL1204
The string is a number without its unit.
title: a missing unit
remedy: Add the unit: `"5s"`.
 [[event]]
 at = "250"
 do = []
# TL1205
The unit is not one of ns, us, µs, ms, s, min, h (or Hz, ppm, ppb, % where they belong).
title: an unknown unit
remedy: Use one of these units: `"5s"`.
 [[event]]
 at = "2 seconds"
 do = []
# TL1206
The time is negative where it may not be, or longer than 290 years.
title: a time out of range
remedy: Write a time that can pass.
 [[event]]
 at = "-1s"
 do = []
# TL1207
The value is a word, and not one of those that the key knows.
title: an unknown word
remedy: Choose one of the words that the message lists.
 [[timer]]
 id = "tick"
 kind = "timer"
 interval = "1s"
# TL1208
The number lies outside of what the laboratory can run.
title: a number out of range
remedy: Choose a number inside it.
 {tick}
 copies = 0
# TL1209
A table of percentiles goes from p0 to p100 and never down.
title: a malformed table of percentiles
remedy: Sort the values.
 [device]
 work = { p0 = 1.1, p100 = 0.9 }
# TL1210
A log text has an unknown {field}, or an unpaired brace.
title: an unknown field in a log text
remedy: Correct the field, such as `{n}` for the number of the firing; `{{` prints a brace.
 [[event]]
 at = "1s"
 do = [{ log = "{weekday}" }]
# TL1211
No device profile has this name.
title: an unknown device
remedy: Choose one of those.
 [device]
 profile = "typewriter"
# TL1212
The value is empty where one is needed.
title: an empty value
remedy: Write something, or leave the key out.
 [[object]]
 id = ""
# TL1213
A fraction is divided by zero.
title: a division by zero
remedy: Divide by a number other than 0: `"1/60s"`.
 [[event]]
 at = "1/0s"
 do = []
# TL1214
A scenario has at most 250,000 parts, copies of timers counted, in 32,768 tables.
title: too many parts
remedy: Use fewer copies.
 [[timer]]
 id = "a"
 kind = "nstimer"
 interval = "1s"
 copies = 249_999
 [[object]]
 id = "b"
 [[object]]
 id = "c"
# TL1215
A warning: a tolerance is cut to half the interval, and Timer.publish drops its own.
title: a tolerance that is cut
remedy: Write half the interval at most; leave it out of Timer.publish.
 {tick}
 repeats = true
 tolerance = "2s"
# TL1301
This id is taken: ids share one namespace, so that a verb knows what its id names.
title: an id twice
remedy: Rename one.
 [[object]]
 id = "a"
 [[object]]
 id = "a"
# TL1302
Nothing in the scenario has this id.
title: an unknown id
remedy: Correct the spelling, or add the part.
 [compare]
 timer = "tick"
# TL1303
The id names a part of another kind than is expected here.
title: a part of the wrong kind
remedy: Name a part of the right kind.
 [[object]]
 id = "a"
 [compare]
 timer = "a"
# TL1304
The id is `main` or another word of the language.
title: a reserved id
remedy: Choose another id.
 [[object]]
 id = "main"
# TL1305
An id consists of letters, digits, '-', '_', '.' and single spaces between them.
title: a malformed id
remedy: Leave other characters out.
 [[object]]
 id = "a[0]"
# TL1306
NAME[N] is one copy of a timer with `copies`.
title: no such copy
remedy: Give the timer `copies`, or leave the number out.
 {tick}
 [[expect]]
 timer = "tick[0]"
 fired = 1
# TL1307
The part refers to itself in a way that cannot be.
title: a part that refers to itself
remedy: Name another part.
 [[object]]
 id = "a"
 proxy = "object"
 forwards_to = "a"
# TL1308
A warning: something is added to a mode in which no step ever runs a loop. Any string names a mode, and a run loop calls
only what is in the mode that it is run in.
title: a mode that is never run
remedy: Correct the name, use `common`, or run the mode: `{ mode = "tracking", for = "2s" }` in an event.
 {tick}
 modes = ["defualt"]
# TL1309
A warning: the scenario ends before the event, which never comes.
title: an event after the end
remedy: Give the scenario a longer duration, or the event an earlier time.
 [[event]]
 at = "1h"
 do = [{ background = true }]
# TL1401
The first key of a step is its verb, and this is not one.
title: an unknown verb
remedy: Correct the spelling; the reference lists the verbs.
 [[event]]
 at = "1s"
 do = [{ jump = true }]
# TL1402
A step has no verb.
title: an empty step
remedy: Delete it.
 [[event]]
 at = "1s"
 do = [{}]
# TL1403
The verb is the first key of a step, so that it can be read at a glance.
title: a verb that is not first
remedy: Move the verb to the front.
 [[event]]
 at = "1s"
 do = [{ when = { cancelled = "w" }, background = true }]
 [[thread]]
 id = "w"
# TL1404
A step does one thing; two verbs are two steps.
title: two verbs in a step
remedy: Write two steps.
 [[event]]
 at = "1s"
 do = [{ background = true, foreground = true }]
# TL1405
The step cannot be used in this place, for instance a run loop run inside a dealloc.
title: a step where it cannot be
remedy: Do it elsewhere.
 [[object]]
 id = "a"
 dealloc = [{ mode = "tracking", for = "1s" }]
# TL1406
The verb does not exist for this kind of timer: an nstimer is invalidated, a dispatch source cancelled.
title: a verb for another mechanism
remedy: Use this mechanism's verb.
 {tick}
 [[event]]
 at = "1s"
 do = [{ suspend = "tick" }]
# TL1407
The steps start each other without end at one instant.
title: steps without end
remedy: Add a condition with `when`, or let time pass.
 {tick}
 do = [{ fire = "tick" }]
# TL1408
The step refers to the timer of its callback, but is not in the callback of a timer.
title: no timer of its own
remedy: Move the step into the timer's `do`, or name the timer.
 [[event]]
 at = "1s"
 do = [{ log = "{n}" }]
# TL1409
The step lacks a key that it needs, such as a date.
title: an incomplete step
remedy: Add the key that the message names.
 {tick}
 [[event]]
 at = "1s"
 do = [{ set_fire_date = "tick" }]
# TL1410
Only its own callback makes the part, and that runs only once the part is there.
title: a part that is never made
remedy: Create it elsewhere.
 {tick}
 do = [{ create = "tick" }]
# TL1411
A warning: an object without `held_by` is held by a local of its thread, which a push and a pop leave alone.
title: an object that a pop does not let go
remedy: Release it after its push: `{ push = "details" }, { release = "details" }`.
 [[object]]
 id = "details"
 [[event]]
 at = "1s"
 do = [{ push = "details" }, { pop = "details" }]
# TL1501
The figure has no such statistic; an expectation on nothing would always pass.
title: an unknown statistic
remedy: Choose one that the message lists.
 {tick}
 [[expect]]
 timer = "tick"
 lateness = { p42 = "< 1ms" }
# TL1502
An expectation compares with <, <=, >, >=, A ± B, A … B or an exact value.
title: a malformed comparison
remedy: Write for instance `">= 3"` or `"6s ± 20ms"`.
 {tick}
 [[expect]]
 timer = "tick"
 fired = "some"
# TL1503
The condition is about another kind of subject than the expectation names.
title: a condition on another subject
remedy: Name a subject that has this condition.
 [[expect]]
 skipped = 0
# TL1504
No finding has this code.
title: an unknown finding
remedy: Correct the code.
 [[expect]]
 finding = "TL0999"
# TL1505
A lane has one sign per step: {signs}.
title: a malformed lane
remedy: Copy the timer's lane that a run prints.
 {tick}
 [[expect]]
 timer = "tick"
 timeline = { step = "1s", lane = "-?" }
# TL1506
The expectation has no condition, so it could never fail.
title: an empty expectation
remedy: Add a condition, such as `fired = 7`.
 [[expect]]
# TL1507
A guard names a figure as TIMER.FIGURE.STATISTIC and how much worse it may get.
title: a malformed guard
remedy: Write for instance `"tick.waiting.max" = "+5%"`.
 {tick}
 [guard]
 "tick.skipped" = "a bit"
# TL1508
No number lies in this range.
title: an empty range
remedy: Swap the ends.
 {tick}
 [[expect]]
 timer = "tick"
 interval = { p50 = "2s … 1s" }
# TL1509
Firing instants are in order and lie before the end of the scenario.
title: malformed firing instants
remedy: Sort them.
 {tick}
 [[expect]]
 timer = "tick"
 firings = ["2s", "1s"]
# TL1510
A fingerprint is printed by `run` as hexadecimal digits.
title: a malformed fingerprint
remedy: Copy it from what `run` prints.
 [[expect]]
 fingerprint = "?"
# TL1511
The figure or statistic is gone; another one says what it said.
title: a figure of an earlier version
remedy: Write what the message names: `lateness` for `step_lateness`, `waiting` for `corrected_lateness`.
 {tick}
 [[expect]]
 timer = "tick"
 step_lateness = { max = "< 1ms" }
# TL1512
A percentile of a small sample has no value, so its expectation always fails: p95 needs 20 values, p99 100.
title: a percentile without a sample
remedy: Use `max`, or let the scenario run longer.
 {tick}
 [[expect]]
 timer = "tick"
 waiting = { p99 = "< 1ms" }
# TL1513
A warning: nothing can be beyond the guard, or it misses what it is for. `lateness` is of served points only, a share of
0 is 0, and nothing falls by more than 100 %.
title: a guard that sees nothing
remedy: Guard `skipped` and `waiting.max`; `timerlab check --mutate` says which guard would notice what.
 {tick}
 [guard]
 "tick.lateness.max" = "+1ms"
# TL1901
The run was stopped: time did not pass any more, or its end is too far away. The message has how far the run came and
what the whole would need.
title: a run that was stopped
rule: A run stops after 20 million occurrences, or 1 million at one instant. `budget` in the scenario and `--budget` set other limits. A remedy, a variant and a mechanism are tried within the same ones.
remedy: If time does not pass, look at the place in the message: an interval of 0, or steps that start each other. Otherwise lower the value of the key in the message, or allow more with `budget`.
 duration = "1s"
 [[event]]
 at = "0s"
 do = [{ repeat = 1_000_000_000, do = [{ log = "again" }] }]
# TL1902
A part of the scenario has no real counterpart on the host, such as a display link, an Objective-C object, or a system
sleep that a program can start. So the scenario cannot run live.
title: not available on this host
rule: A live run is real in every part, or it is refused.
remedy: Run it by `timerlab run`: the simulation has every part.
 duration = "1s"
 [[timer]]
 id = "frame"
 kind = "displaylink"
# TL1903
A run was stopped since it had too much to keep: log lines, references for a drawing, objects, waiting blocks, or uneven
firings of very many timers. The report covers the run until then.
title: too much to keep
rule: The limits are 4194304 records, 8388608 numbers in log lines, 1048576 parts, 100000 timers that steps make again, 2097152 waiting blocks, and 384 MB of samples for figures. They are the same on every machine. Figures need no records: with -q a run of any length fits, unless thousands of timers have no two equal firings.
remedy: Use -q, a shorter duration, callbacks that keep up with their queue, or fewer timers.
 duration = "30h"
 [[timer]]
 id = "tick"
 kind = "nstimer"
 interval = "10ms"
 repeats = true
 do = [{ log = "tick" }]
# TL1904
A file that the scenario names, a device profile or a log, cannot be read, or has nothing to replay.
title: a file that cannot be used
rule: A path in a scenario starts from the scenario's folder, one behind `--set` from the working folder.
remedy: Correct the path in the message, or the file.
 duration = "1s"
 [device]
 profile = "missing.toml"

"""#,
        "names": #"""
# names of keys
## type
kind
## mechanism
kind
## name
id
## period
interval
## every
interval
## time_interval
interval
## steps
do
## body
do
## block
do
## handler
do
## callback
do
## action
do
## repeating
interval
## timeInterval
interval
## withTimeInterval
interval
## deadline
delay
## afterDelay
delay
## preferredFramesPerSecond
fps
## preferredFrameRateRange
fps_range
## lost
skipped
# names of verbs
## print
log
## nslog
log
## os_log
log
## logger
log
## thread.sleep
sleep
## usleep
sleep
## asyncafter
async_after
## dispatch_async
async
## dispatch_after
async_after
## scroll
mode
## drag
mode
## runmodal
mode
## performselector
perform
## lock
wait_for
## unlock
count
# names of units
## sec
's'
## secs
's'
## second
's'
## seconds
's'
## msec
'ms'
## millis
'ms'
## millisecond
'ms'
## milliseconds
'ms'
## usec
'us'
## micros
'us'
## microsecond
'us'
## microseconds
'us'
## μs
'us'
## nsec
'ns'
## nanos
'ns'
## nanosecond
'ns'
## nanoseconds
'ns'
## m
'min'
## mins
'min'
## minute
'min'
## minutes
'min'
## hr
'h'
## hrs
'h'
## hour
'h'
## hours
'h'
## s
's'
## ms
'ms'
## us
'us'
## ns
'ns'
## min
'min'
## h
'h'
## hz
the period, such as "1/60s"

"""#,
        "steps": #"""
# a 'work' step
Keeps the thread busy, for a time or one drawn from percentiles.
example: { work = "5ms" }
# a 'loop' step
Runs so many turns of a counting loop, each at the device's `loop_cost`.
example: { loop = 1_000_000_000 }
# a 'log' step
Writes a line to the firing log; {n} and other fields are filled in.
example: { log = "resend ({countdown:60})" }
# a 'sleep' step
Blocks the thread without work, for a time or one drawn from percentiles.
example: { sleep = "2s" }
## awaits
`try await Task.sleep`: the task leaves its thread during the sleep. Only in the `do` of such a timer itself.
default: false
# a 'repeat' step
Repeats the steps so many times.
example: { repeat = 9999, do = [{ work = "1ms" }], until = { cancelled = "worker" } }
## do
The steps.
## until
Ends the loop as soon as this is true, tested before each round.
default: never
# a 'count' step
Adds 1 to the counter of this name, which begins at 0. A flag is a counter, too.
example: { count = "taps" }
## by
The number to add.
default: 1
example: -1
## to
The new value, instead of adding.
example: 0
# a 'start' step
Starts the thread.
example: { start = "worker" }
# a 'exit' step
Ends the current thread at this step: its local variables are never released.
example: { exit = true }
# a 'system_sleep' step
The whole system sleeps.
example: { system_sleep = "30s" }
# a 'background' step
The app goes to the background.
example: { background = true }
# a 'foreground' step
The app comes back.
example: { foreground = true }
# a 'begin_background_task' step
beginBackgroundTask(expirationHandler:): in the background the app runs for about 30 s more. Then the handler is called
on the main queue, and has to end the task, or the app is terminated. A counter of this name counts the tasks.
example: { begin_background_task = "upload", do = [{ end_background_task = "upload" }] }
## do
The expiration handler.
default: nothing
# a 'end_background_task' step
endBackgroundTask(_:): after the last one the app is suspended.
example: { end_background_task = "upload" }
# a 'set_wall_clock' step
Moves the wall clock forward, or back by a negative time.
example: { set_wall_clock = "1h" }
# a 'set_refresh' step
Changes the display's rate, as ProMotion and Low Power Mode do; its links follow.
example: { set_refresh = "60Hz" }
# a 'create' step
Makes the part now, on this thread, instead of at its thread's start: until then there is none. A valid timer or a live
object stays, beside the new one. A dispatch source or a subscription that only a variable keeps ends when the variable
gets the new one. The id then means the new one; in the code of an earlier one, its own parts.
example: { create = "tick" }
# a 'add' step
Adds it to a run loop.
example: { add = "tick", modes = ["common"] }
## modes
The modes.
default: the part's own
## thread
Whose run loop.
default: the current thread's
# a 'invalidate' step
Removes it from its run loop; it cannot be added again.
example: { invalidate = "tick" }
# a 'fire' step
Runs the callback now; the schedule stays as it is. A timer that does not repeat is then invalid.
example: { fire = "tick" }
# a 'set_fire_date' step
Sets the next fire date, from which the grid continues.
example: { set_fire_date = "tick", after = "1s" }
# a 'set_tolerance' step
Sets `tolerance` for the next wait; at most half the interval counts. `timeInterval` has no setter.
example: { set_tolerance = "tick", to = "50ms" }
## to
The tolerance.
example: "50ms"
# a 'suspend' step
Suspends a dispatch source or a queue; suspensions are counted.
example: { suspend = "beat" }
# a 'resume' step
Ends one suspension, or a display link's pause.
example: { resume = "beat" }
# a 'activate' step
Activates a dispatch source that was made inactive.
example: { activate = "beat" }
# a 'cancel' step
Cancels a dispatch source, a task, a subscription or a thread. A source releases its handler on its queue, then calls
its cancel handler. A block of dispatch_after stays in its queue until it is due.
example: { cancel = "beat" }
# a 'pause' step
Pauses a display link until `resume`.
example: { pause = "link" }
# a 'set_fps' step
Sets a display link's `preferredFrameRateRange`; without a key: the display's own rate.
example: { set_fps = "link", fps = 30 }
# a 'reschedule' step
`dispatch_source_set_timer` again: a new grid; pending firings are dropped.
example: { reschedule = "beat", after = "0s", interval = "1s" }
## interval
The new interval.
default: fires once
## leeway
The new leeway.
default: "0s"
# a 'run_loop' step
Runs the current thread's run loop.
example: { run_loop = { until = "3s" } }
# a 'mode' step
Runs the loop in another mode for a time, as a drag or a modal panel does.
example: { mode = "tracking", for = "2s" }
## for
How long.
example: "2s"
# a 'stop_loop' step
Stops the innermost activation of the current (true) or another thread's run loop.
example: { stop_loop = true }
# a 'wake_loop' step
Wakes the current (true) or another thread's run loop.
example: { wake_loop = "worker" }
# a 'perform_block' step
Gives the steps to a run loop as a block; this alone does not wake the loop.
example: { perform_block = [{ log = "block" }], thread = "worker", wakes = true }
## modes
The modes.
default: ["default"]
## thread
Whose run loop.
default: the current thread's
## wakes
Also wakes the loop.
default: false
# a 'dump_loop' step
Logs the contents of the current (true) or another thread's run loop.
example: { dump_loop = "worker" }
# a 'add_common_mode' step
Makes a mode one of the common modes of a run loop.
example: { add_common_mode = "com.example.panel" }
## thread
Whose run loop.
default: the current thread's
# a 'signal' step
Signals a source.
example: { signal = "port" }
# a 'perform' step
performSelector…: at once, `after` a delay (a timer of the current run loop), or `on_thread` (a source0).
example: { perform = "late:", target = "controller", after = "2s", do = [{ log = "late" }] }
## target
The receiver, retained until the message has been sent.
default: no particular object
## after
The delay.
example: "2s"
## on_thread
The thread that performs it.
example: "worker"
## in_modes
With `after` or `on_thread`: the modes.
default: ["default"] with `after`, ["common"] with `on_thread`
## wait
With `on_thread`: waits until it is done.
default: false
## do
The steps of the method.
default: nothing
# a 'cancel_perform' step
cancelPreviousPerformRequests in the current run loop: for one receiver, or for performs without one (true).
example: { cancel_perform = "controller" }
## selector
Only this message.
default: all messages
# a 'async' step
dispatch_async: submits the steps as a block to a queue.
example: { async = "main", do = [{ log = "on main" }] }
# a 'sync' step
dispatch_sync: submits the steps as a block to a queue and waits for them. A free queue runs them on the current thread.
The thread's own queue crashes; a queue that waits for this thread never returns (TL0503).
example: { sync = "main", do = [{ log = "on main" }] }
# a 'wait_for' step
DispatchSemaphore.wait, or a lock: waits for a counter above zero, then subtracts one. `count` signals it.
example: { wait_for = "answer" }
# a 'async_after' step
dispatch_after: the same after a delay (a time, or drawn from percentiles), with a leeway of a tenth. On the main queue
`run(mode:before:)` returns after the block.
example: { async_after = "2s", queue = "main", do = [{ log = "later" }] }
## queue
The queue.
example: "main"
## clock
The clock of the deadline.
default: "uptime"
# a 'assign' step
Assigns to an instance variable of the object; one of the keys.
example: { assign = "controller", weak = "tick" }
## strong
The new value of a strong variable.
example: "tick"
## weak
The new value of a weak variable.
example: "tick"
## nothing
Sets the variable `property` to nil.
## property
The variable's name.
default: the id of the assigned part
# a 'release' step
Releases the reference of a local or static variable. A dispatch source that was not cancelled releases its handler and
its captures later, on its queue.
example: { release = "target" }
# a 'over_release' step
Releases once more than retained.
example: { over_release = "controller" }
# a 'push' step
Pushes the view controller; the one it hides gets `view_will_disappear`.
example: { push = "details" }
# a 'pop' step
Pops the view controller: `view_will_disappear`, then the stack releases it. Another owner can keep it.
example: { pop = "controller" }
# a 'is_kind_of' step
Sends isKindOfClass:; {answer} prints the answer.
example: { is_kind_of = "proxy", class = "Target" }
## class
The class.
# a 'responds_to' step
Sends respondsToSelector:; {answer} prints the answer.
example: { responds_to = "proxy", selector = "timerFired:" }
## selector
The message.
# a 'message' step
Sends a message to a variable, as `[weakSelf method]` in a block: if the object is gone, nothing happens. The receiver
is retained until the method returns.
example: { message = "controller", selector = "timerRun", do = [{ log = "timerRun" }] }
## selector
The message.
example: "timerRun"
## do
The steps of the method.
default: nothing

"""#,
        "tables": #"""
# the top level
The scenario as a whole: title, duration, seed.
 title = "Two firings"
 duration = "2.5s"

 [[timer]]
 id = "tick"
 kind = "nstimer"
 interval = "1s"
 repeats = true
## title
The scenario's point, in one sentence.
default: the name of the file
example: "A drag suspends a default-mode timer"
## claims
The rows of the ledger of claims that the scenario reproduces.
default: none
example: ["0.1", "0.2"]
## question
A question that such a timer raises, in one line.
default: none
example: "Why does my timer stop while I scroll?"
## source
Where it was asked: an address that begins with https://; not beside `[[source]]` tables.
default: none
example: "https://stackoverflow.com/questions/605027"
## duration
The length of the run; nothing that is due at that very instant runs any more.
example: "43s"
## seed
The seed of all random draws; `--seed` overrides it.
default: 1
example: 42
## until_fired
Stops after so many firings, counted over all timers.
default: runs to `duration`
example: 100_000
## budget
The most occurrences; beyond them a run counts as endless. A plain number is for the whole run.
default: { run = 20_000_000, instant = 1_000_000 }
example: 1_000_000
# several tables
## code
The modelled code: a file, relative to this one, with its lines. `check` reports when they change.
default: none
example: "../App/Countdown.swift:42-58"
## when
The step runs only if this holds.
default: always
example: { fired = 60 }
## at
The date, counted from the start of the scenario.
example: "3s"
## after
The date, counted from now.
example: "1s"
## next
The next time of the wall clock that is a multiple of this: `"1h"` the full hour, `"24h"` midnight.
example: "1h"
## past
With `next`: so long after that, such as `"9h"` after midnight.
default: "0s"
example: "9h"
## at_date
The date by the wall clock; an NSTimer does not follow a clock that is set later.
example: 2026-11-26T09:00:00+01:00
## name
The name of the block in the recording, the findings and the reports.
default: the name of all blocks of the verb
example: "save"
## strong
The strong captures of the block.
default: nothing
## weak
The weak captures of the block.
default: nothing
## do
The steps.
## frame_interval
Every n-th refresh (`frameInterval`).
example: 2
## fps
`preferredFramesPerSecond`; 0 is the display's own rate.
example: 30
## fps_range
`preferredFrameRateRange`.
example: { min = 30, max = 120, preferred = 60 }
## clock uptime
mach_absolute_time: stops while the system sleeps
## clock continuous
mach_continuous_time: runs while the system sleeps; Swift's ContinuousClock, not in Dispatch's public API
## clock wall
the wall clock: runs while the system sleeps, and jumps when it is set
# 'budget'
The most occurrences; beyond them a run counts as endless.
## run
Occurrences in the whole run.
default: 20_000_000
## instant
Occurrences at one instant.
default: 1_000_000
# [log]
The shape of the firing log's lines.
 [log]
 process = "QTimer"
 pid = 9749
 thread = 3330951
 epoch = 2017-11-10T09:40:31.8+08:00
## process
The name of the process.
default: "timerlab"
example: "QTimer"
## pid
The number of the process.
default: 1
example: 9749
## thread
The number of the main thread; other threads have the numbers after it.
default: 1
example: 3330951
## epoch
The wall clock at the start of the scenario.
default: 2001-01-01T00:00:00Z
example: 2017-11-10T09:40:31.8+08:00
# [compare]
The timer that `timerlab compare` replaces by other mechanisms.
 [compare]
 timer = "tick"
 workload = "heavy callback"
## timer
The timer that is replaced.
example: "tick"
## workload
The name of the workload in the table.
default: the scenario's title
example: "heavy callback"
## order
The place among the workloads, smaller ones first.
default: 0
example: 3
# [guard]
The margin by which figures may be worse than the baseline: "+5%", or "+1ms", or "+2" for a count.
 [guard]
 "tick.waiting.max" = "+5%"
 "tick.skipped" = "+0"
# [device]
The machine: its costs, and its decisions where the rules leave a choice.
 [device]
 profile = "iphone6"
 refresh = "60Hz"
## profile
A measured device, or a file that `timerlab calibrate` has written; the other keys replace single values of it.
default: "ideal"
example: "iphone6"
## loop_cost
The time of one turn of `count += i`.
default: "1ns"
example: "5.4ns"
## wake_up
From the due instant to the callback when the thread slept: drawn from percentiles, or a real log's.
default: none
example: { p0 = "5us", p50 = "90us", p99 = "900us", p100 = "2ms" }
## work
The factor on every piece of work, drawn each time.
default: 1
example: { p0 = 0.995, p50 = 1.0, p100 = 1.01 }
## ramp_up
Extra time for the first work after a pause of 100 ms, while the processor gets up to speed.
default: none
example: { p0 = "0s", p100 = "9.8ms" }
## log_cost
The time to write one log line.
default: "0s"
## refresh
The display's own rate, or its period.
default: "60Hz"
example: "120Hz"
## refresh_rates
The rates a display link can have, in frames a second.
default: every whole divisor of `refresh`
example: [120, 80, 60, 48, 40, 30, 24, 20, 16, 15, 12, 10]
## frame_cap
The reason why display links get 60 frames a second at most.
default: none
example: "low-power"
## frame_cap no-promotion-key
an iPhone app whose Info.plist lacks `CADisableMinimumFrameDurationOnPhone`
## frame_cap low-power
Low Power Mode
## wake_in_window
Where in a tolerance or leeway window the wake-up lands, also for a timer alone: a part of it, or a word. `shared`:
where the most timers of the same run loop, or of the same clock of dispatch, are due; sharing over threads and
processes is not simulated.
default: "shared"
## port_order
The ready port that a pass of the run loop serves first.
default: "arrival"
## port_order arrival
the one that became ready first, a timer before what comes at the same instant
## port_order alternating
timers, source1, main queue on the first pass and after a drain of the main queue; else main queue first
## port_order timers-first
timers, source1, main queue
## port_order sources-first
source1, main queue, timers
## port_order shuffled
as alternating, but a draw decides each time whether a source1 goes first, and which one
## simultaneous_sources
The order of dispatch sources that are due together.
default: "creation"
## simultaneous_sources creation
in the order in which they were made
## simultaneous_sources reversed
the last one made comes first
## simultaneous_sources shuffled
drawn each time
## display_overrun
The next call of a display link whose callback outlasted its frame. Apple does not document it; reports from macOS
support "at-once" (`timerlab run frames-of-13-and-18-ms`): try that where measured frames are no multiples of the
refresh.
default: "next-vsync"
## display_overrun next-vsync
with the next refresh
## display_overrun at-once
as soon as the callback is over, with the latest refresh's timestamp
## rate_rounding
How a preferred frame rate becomes one that the display can do. Apple says only that it is as close as possible.
default: "nearest"
## rate_rounding not-slower
the slowest rate that is not slower than asked
## rate_rounding nearest
the nearest rate
## fire_date_now
The effect of setting the fire date, inside the callback, to the very instant of the firing.
default: "honoured"
## fire_date_now honoured
the timer fires again at once, as on real machines, where time has passed
## fire_date_now ignored
it is not later than the scheduled date and so changes nothing
## platform
The platform whose common modes the app has.
default: "macos" if a mode that only AppKit has is named, else "ios"
## platform ios
UIKit's common modes: default and tracking
## platform macos
AppKit's common modes: default, tracking and modal
## common_modes
The modes of the common set besides the default mode.
default: those of `platform`
example: ["tracking", "com.example.panel"]
## kept_alive
True if the app keeps running in the background, or the time for which it does: about 30 s with a background task
(Apple, beginBackgroundTask), a few seconds without.
default: false
example: "30s"
## throttled
The delay of each wake-up while the app is kept alive in the background, as App Nap causes it. Apple documents no
figure.
default: none
example: { p0 = "2s", p100 = "4s" }
# 'wake_up'
Either percentiles `p0` … `p100` (`"p99.9"` in quotes), or the latencies of a real log in order.
## replay
The log file, from the scenario's folder, or the latencies themselves; after the last the first again.
example: "device.log"
## interval
The interval of the timer that wrote the log.
default: "1s"
example: "1s"
# [[timer]]
Anything that fires.
 [[timer]]
 id = "tick"
 kind = "nstimer"
 interval = "1s"
 repeats = true
 do = [{ loop = 1_000_000_000 }, { log = "timer test" }]
## id
The name that steps and expectations use.
example: "tick"
## kind
The mechanism.
example: "nstimer"
## interval
From one due point to the next; with `copies` also { from = …, step = … }.
default: required unless a one-shot has a `delay` or a `fire_date`
example: "1s"
## delay
From the creation of the timer to its first due point; a dispatch source's may be negative, in the past.
default: the interval
example: "0s"
## fire_date
With `create = "init"`: the fire date, counted from the creation.
default: `delay`, else the interval
example: "1s"
## repeats
True if it fires again and again.
default: false; true for loops and streams, which always repeat
## create
The creation API; for a display link "timer" means: not added.
default: "scheduled"
## create scheduled
`scheduledTimer…`: adds itself to the run loop of its thread
## create timer
`timerWith…`: counts from its creation; not added to a run loop
## create init
`initWithFireDate:…`: fires at `fire_date`; not added to a run loop
## tolerance
The time by which it may fire late.
default: "0s"; a tenth of the sleep for `task-sleep` and `async-timer`
example: "100ms"
## leeway
The time by which it may fire late.
default: "0s"
example: "100ms"
## strict
DISPATCH_TIMER_STRICT: the system keeps to the leeway even where it would use a longer one.
default: false
## clock
The clock of its deadlines.
default: "uptime"; "continuous" for `task-sleep` and `async-timer`
## absolute
True if it sleeps until points of its grid (`Task.sleep(until:)`), not for a time.
default: false
## swallows_cancel
True for the loop `while !Task.isCancelled { try? await Task.sleep(…); … }`: cancelled in its sleep, it runs its body
once more. With `try` the sleep leaves the loop.
default: false
## modes
The modes that it is added in; "common" means the common modes.
default: ["default"]
example: ["common"]
## thread
The thread that makes it, and whose run loop it is added to. `Timer.publish(on:)` and a display link's `add(to:)` name
that loop, whichever thread makes them.
default: "main"; a thread of its own for `mach-wait` and `thread-sleep`
example: "worker"
## queue
The queue that its handler runs on.
default: a serial queue of its own; the main queue for `task-sleep` and `async-timer`
example: "main"
## style
The form of its callback.
default: "target" with a target, else "block"
## style target
a message to the target, which the timer retains
## style block
a block, which keeps its strong captures
## style invocation
an NSInvocation that retains its arguments, and so the target
## style function
a C function, which captures nothing (`dispatch_source_set_event_handler_f`)
## target
The object that receives the callback as a message.
example: "controller"
## selector
The message that the target gets.
default: "timerFired:"
example: "updateTime:"
## user_info
Objects in `userInfo`, kept until the timer is invalidated.
default: none
## strong
The strong captures of the block.
default: nothing
example: "controller"
## weak
The weak captures of the block.
default: nothing
example: ["controller"]
## held_by
The holder besides its run loop.
default: a dispatch source or a subscription: a static variable, unless an object's `strong` names it; an unscheduled timer: a local of its thread; any other: nothing
example: "local"
## active
False: a dispatch source is made inactive, a display link paused.
default: true
## do
The steps of the callback.
default: nothing
example: [{ work = "5ms" }]
## on_cancel
The steps of the cancel handler, which captures the objects that it messages; weakly those of `weak`.
default: nothing
## copies
The number of timers like this one: ID[0], ID[1] …
default: one timer
example: 1000
# 'interval'
The intervals of copies.
## from
The first copy's.
example: "1s"
## step
Added for each further copy.
example: "1ms"
# 'target'
The way the code passes the target; one of the keys.
## weak
Through a __weak variable; the timer still retains the object.
example: "controller"
## unretained
The timer does not retain it, like a CF context without a retain callback.
example: "controller"
# 'fps_range'
A range of frame rates, in frames a second.
## min
Not slower than this.
example: 30
## max
Not faster than this.
example: 120
## preferred
As near to this as possible.
example: 60
# [[object]]
An object that is retained and released.
 [[object]]
 id = "controller"
 class = "TimerViewController"
 held_by = "navigation"
 strong = ["tick"]
 dealloc = [{ invalidate = "tick" }]
## id
The name that steps use.
example: "controller"
## class
The name of its class.
default: the id
example: "TimerViewController"
## thread
The thread that makes it.
default: "main"
## held_by
The holder outside of all objects.
default: a local of its thread, unless an object's `strong` names it
example: "navigation"
## strong
Its strong instance variables; a plain id is the variable's name too.
default: none
example: ["tick"]
## weak
Its weak instance variables.
default: none
## proxy
Makes it a proxy of this kind.
default: an ordinary object
example: "nsproxy"
## proxy object
an NSObject subclass with forwardingTargetForSelector:
## proxy nsproxy
an NSProxy subclass with methodSignatureForSelector: and forwardInvocation:
## proxy null-forwarding
an NSProxy subclass with a forwarding target, and a dummy signature once that is gone
## proxy self-invalidating
an intermediate target that invalidates its timer once the real one is gone
## proxy class
a class object, which is never deallocated and finds the block in `userInfo`
## forwards_to
The object that the proxy refers to, weakly.
example: "controller"
## selectors
The only messages it understands.
default: all that the scenario sends it
example: ["timerFired:"]
## dealloc
The steps of its `dealloc` (Swift: `deinit`).
default: nothing
## view_will_disappear
The steps when a pop or a push hides it.
default: nothing
# [[thread]]
A thread; with `id = "main"`, the steps of the main thread instead of running its run loop.
 [[thread]]
 id = "worker"
 do = [{ add = "tick" }, { run_loop = "forever" }]
## id
The name that steps and other tables use.
example: "worker"
## starts
The instant at which it starts.
default: "0s"; by a `start` step if there is one
example: "0s"
## do
Its body.
default: nothing: it ends at once
example: [{ add = "tick" }, { run_loop = "forever" }]
## target
The object it was made with, kept until the thread ends.
example: "controller"
## detached
True if nothing refers to it, so that it cannot be cancelled.
default: false
# [[queue]]
A dispatch queue; the main queue is always there under the id "main".
 [[queue]]
 id = "work"
 kind = "serial"
## id
The name that timers and steps use.
example: "work"
## kind
The way it runs its blocks.
default: "serial"
## kind serial
one block after the other
## kind concurrent
blocks side by side
## kind global
a global queue: concurrent, shared by the process
# [[event]]
An event that a thread's run loop receives: a source1 in all common modes, like AppKit's events and the system's
messages. UIKit passes touches to a source0 instead.
 [[event]]
 at = "1.7s"
 do = [{ mode = "tracking", for = "2s" }]
## id
A name for the log and for `--set`; without one paths count from 0: `event.0` is event 1.
default: event 1, event 2 …
example: "drag"
## at
The instant; percentiles are drawn from once for each run.
example: "1.7s"
## every
The event repeats at this interval.
example: "100ms"
## until
With `every`: the repetition ends here.
example: "5s"
## thread
The thread that handles it.
default: "main"
## do
The steps of its handler.
example: [{ mode = "tracking", for = "2s" }]
# [[observer]]
An observer of a run loop.
 [[observer]]
 activities = ["before-waiting"]
 do = [{ log = "idle" }]
## id
The name that steps use.
default: observer 1, observer 2 …
## activities
The activities for which it is called.
example: ["before-waiting"]
## activities entry
an activation begins
## activities before-timers
timers are about to be looked at
## activities before-sources
sources are about to be looked at
## activities before-waiting
the loop is about to sleep
## activities after-waiting
the loop has woken up
## activities exit
an activation ends
## modes
The modes it is added in.
default: ["default"]
## order
Smaller ones are called first.
default: 0
## repeats
False: it is called once, then invalidated.
default: true
## thread
The thread whose run loop it observes.
default: "main"
## do
The steps of its callback.
default: nothing
example: [{ log = "idle" }]
# [[source]]
An input source of a run loop.
 [[source]]
 id = "port"
 thread = "worker"
 at = "2s"
## id
The name that steps use.
example: "port"
## kind
The way it is woken.
default: "source1"
## kind source0
signalled manually; a signal does not wake the loop
## kind source1
a port; a message wakes the loop
## modes
The modes it is added in.
default: ["default"]
## order
Smaller ones are served first.
default: 0
## thread
The thread whose run loop it is added to.
default: "main"
## at
The instants of its messages or signals.
default: never
example: ["1s", "2s"]
## do
The steps of its callback.
default: nothing
# [[expect]]
An expectation about one timer, object or thread, or about the whole run if it names none.
 [[expect]]
 timer = "tick"
 fired = 7
 interval = { p50 = "6s ± 20ms", max = "< 6.05s" }
 finding = ["TL0101"]
## timer
The timer it is about.
example: "tick"
## object
The object it is about.
example: "controller"
## thread
The thread it is about.
example: "worker"
## firings
The instants of all firings, exactly.
example: ["1s", "2s"]
## first_firings
The instants of the first firings, exactly.
example: ["1s", "2s"]
## same_firings_as
It fires at the same instants as this timer.
example: "twin"
## timeline
Its lane over time.
example: { step = "1s", lane = "-•••" }
## finding
Findings that must appear; others may.
example: ["TL0101"]
## no_finding
Findings that must not appear.
example: ["TL0301"]
## deallocated
True if the object is deallocated, or the time at which it is.
example: "3.5s"
## kept_by
A path from a root that keeps the object.
example: "run loop main → timer tick → target controller"
## crash
True if the run crashes, or a part of the reason.
default: false
example: "unrecognized selector"
## log
Log lines that come in this order, others between them.
example: ["done"]
## whole_log
All log lines.
example: ["one", "two"]
## no_log
Log lines that never come.
example: "after run"
## returns
The results of the thread's run calls, in order.
example: ["finished"]
## returns true
`run(mode:before:)` ran the loop
## returns false
`run(mode:before:)` did not: nothing to wait for
## returns finished
`CFRunLoopRunInMode`: nothing was left in the mode
## returns stopped
`CFRunLoopRunInMode`: the loop was stopped
## returns timed_out
`CFRunLoopRunInMode`: the time was over
## returns handled_source
`CFRunLoopRunInMode`: a source was handled
## returns returned
`run` and `run(until:)`, which return no value
## stages
The stages that a message to the object passes; the last one answers it.
example: ["lookup", "resolveInstanceMethod:", "forwardingTargetForSelector:"]
## fingerprint
The fingerprint of the recording.
example: "1f3a5c7e9b2d4f60"
# 'timeline'
A lane: {signs}.
## step
The time that one sign stands for.
example: "100ms"
## lane
The signs, from the start.
example: "---•---•"
# 'when'
A condition; one of the keys.
## fired
The number of firings of `timer` (by default the callback's own), this firing included.
example: 60
## timer
The timer that `fired` or `every` is about.
default: the callback's own
example: "tick"
## every
The firing, counted as for `fired`, is a multiple of this.
example: 5
## since
This instant has come.
example: "3s"
## answer
The answer of the last `is_kind_of`, `responds_to` or run call here, as {answer} prints it.
example: 1
## count
The counter that `is` is about.
example: "taps"
## is
The value of the counter.
default: ">= 1"
example: ">= 3"
## cancelled
This timer or thread has been cancelled.
example: "worker"
## gone
This part has been deallocated.
example: "controller"
## valid
This timer is valid.
example: "tick"
## not
The opposite of a condition.
example: { valid = "tick" }
# 'run_loop'
The call that runs the loop: one of `until`, `for`, `before` or `in_mode`.
## until
`run(until:)` an instant, counted from the start of the scenario.
example: "3s"
## for
`run(until:)`, counted from now; with `in_mode`: the time limit.
example: "3s"
## before
`run(mode:before:)`: once, until a source was handled or this instant of the scenario is reached.
example: "3s"
## mode
With `before`: the mode.
default: "default"
## in_mode
`CFRunLoopRunInMode`: the mode.
example: "default"
## return_after_source
With `in_mode`: returns as soon as a source was handled.
default: false

"""#,
    ]
}
