// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum FindingTexts {
    static let all = [
        "TL0101": #"""
# title
its own callback outlasts the interval
# meaning
The callback runs longer than the interval, and meanwhile the timer is not called again. The mechanism decides what
happens to the due points that pass in that time.
# rule nstimer combine
They are dropped; the next call is at the first point of the grid after the callback. A 1 s timer with 5.98 s of work
fires every 6 s.
# rule gcd
They are merged into one call, right after the handler; `data` counts them.
# rule async-timer
Each is delivered, one right after the other, and the lateness grows as long as the body is too slow.
# rule
A sleep begins when the callback has returned, so its length is added to every interval.
# source
CFRunLoop.c, __CFRunLoopDoTimer; Apple, Timer; libdispatch, dispatch_source_get_data(3); Swift Async Algorithms 1.0
(pull request 289), AsyncTimerSequence
# example
duration = "10s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
do = [{ work = "2.5s" }]
# remedy async-timer
hand the work to a queue, and skip ticks while it is still running; otherwise they queue up
# remedy nestedLoop
return from the callback, and go on in a callback of what it waits for; a run loop in it calls all timers but this one
# remedy
hand the work to a queue, and skip firings while it is still running; otherwise a backlog builds up
# advice
If the work must stay on the timer's thread, use a longer interval. To show a time, read a clock
(`end.timeIntervalSinceNow`); do not count calls.

"""#,
        "TL0102": #"""
# title
other work on the same thread or queue delayed it
# meaning
Something else was running on the timer's thread or queue when it was due, or on a thread that its callback waits for.
The timer was called after that. Lateness below 1 ms is only a note, and so is less than a hundredth of the interval
(at most 16.7 ms), or a quarter of a link's frame.
# rule nstimer combine perform
A thread does one thing at a time. A run loop calls its due timers after its next wait, each once, however many points
have passed. The timers keep their grid.
# rule gcd
A serial queue runs one block after the other, and the main thread serves the main queue. The passed points are merged
into one call; the grid does not move.
# rule async-timer
The main actor runs one job after the other. The points are delivered late, in a burst.
# rule displaylink
A frame whose refresh has passed is lost; the next refresh calls the link.
# rule
The sleep ends in time; the code after it waits for the thread or queue.
# source
CFRunLoop.c, __CFRunLoopRun and __CFRunLoopDoTimers; Threading Programming Guide, "Timer Sources"
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
[[event]]
at = "1.8s"
do = [{ work = "1.5s" }]
# remedy displaylink
take the work off its thread: a link cannot draw while that is busy
# remedy
take the work off this thread or queue, or give the timer a queue of its own
# remedy waiting
do not wait for it (`async` instead of `sync`, `waitUntilDone: false`), release a lock before long work, or move the
work off the thread that it waits for
# advice
A dispatch source on a queue of its own does not wait for the main thread. In a main-actor class its handler has to be
`@Sendable`; otherwise it traps at the first firing.

"""#,
        "TL0103": #"""
# title
its mode was not being run
# meaning
The run loop was running, but in a mode to which the timer was not added. The usual case is a drag: until it ends, the
main run loop is in the tracking mode, and timers of the default mode wait.
# rule displaylink
A run loop serves one mode at a time, the mode of the innermost activation. The frames are skipped.
# rule
A run loop serves one mode at a time, the mode of the innermost activation. A timer of another mode is called once when
its mode is run again, and keeps its grid.
# source
CFRunLoop.c, struct __CFRunLoopMode and __CFRunLoopDoTimers; Threading Programming Guide, "Run Loop Modes"
# example
duration = "4s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "0.5s"
repeats = true
[[event]]
at = "1.2s"
do = [{ mode = "tracking", for = "2s" }]
# remedy gcd task-sleep async-timer
use a run loop timer in the mode that runs; a loop in a block of the main queue serves no other block
# remedy after
hand it to the run loop by `perform(inModes:)`, in the mode that runs; run no loop in a block of the main queue
# remedy commonModes
add it to that mode by its name as well
# remedy
add it to the common modes
# advice
The callback then runs while the interface scrolls: 4 ms in each frame are a quarter of the scrolling's time. The modes
of AppKit's menus and modal panels are common, too. A mode of your own is not: add the timer to it by name.

"""#,
        "TL0104": #"""
# title
tolerance or leeway used
# meaning
The timer has a tolerance (a dispatch source: leeway) and was called later than its date. So the system serves several
timers with one wake-up, and saves energy.
# rule
The timer is called between its fire date and that date plus the tolerance, never earlier. The next fire date is a
point of the grid, so the lateness does not add up.
# source
CFRunLoop.c, __CFArmNextTimerInMode; Apple, Timer.tolerance; dispatch_source_set_timer(3)
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
tolerance = "100ms"
[[timer]]
id = "other"
kind = "nstimer"
interval = "1.05s"
repeats = true
# remedy nstimer
leave it if the lateness does no harm, since a tolerance saves energy; otherwise set `tolerance` to 0
# remedy gcd
leave it if the lateness does no harm; otherwise pass `leeway: .nanoseconds(0)` and the flag `.strict`
# remedy task-sleep async-timer
leave it if the lateness does no harm; otherwise pass `tolerance: .zero`
# remedy after
leave it if the lateness does no harm; otherwise use a dispatch source: asyncAfter has no parameter for it
# advice
The system may apply a small tolerance to a timer that has none.

"""#,
        "TL0105": #"""
# title
the system slept
# meaning
The whole system was asleep when the timer was due.
# rule displaylink
A display that is off has no frames; they are skipped.
# rule nstimer combine perform thread-sleep mach-wait
Its clock stops while the system sleeps. The rest of the interval has to pass after the wake-up.
# rule gcd after
The clock of `DispatchTime` stops while the system sleeps. The wall clock does not, and an overdue timer is called at
the wake-up.
# rule task-sleep async-timer
The continuous clock does not stop, and an overdue sleep ends at the wake-up.
# source
CFRunLoop.c, CFRunLoopTimerCreate; xnu, clock.c (mach_absolute_time); dispatch_walltime(3)
# example
duration = "60s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "10s"
repeats = true
clock = "wall"
[[event]]
at = "15s"
do = [{ system_sleep = "20s" }]
# remedy displaylink
leave it, since nothing is shown during a sleep; read a `Date` to count the sleep, which `timestamp` leaves out
# remedy runningClock
compute the elapsed time from dates instead of counting calls; to wait for time awake, use a clock that stops in a
sleep (`DispatchTime`, `SuspendingClock`)
# remedy
choose the clock by its purpose: uptime for time awake, the wall clock for a date; for elapsed time, read a clock
instead of counting calls
# advice
An NSTimer for a date needs a new `fireDate` when the system has woken.
# swift
source.schedule(wallDeadline: .now() + 3600)  // a date: the sleep counts
source.schedule(deadline: .now() + 3600)  // time awake: it does not
# objective-c
dispatch_time_t hour = dispatch_walltime(NULL, 3600 * (int64_t)NSEC_PER_SEC);
dispatch_source_set_timer(self.source, hour, DISPATCH_TIME_FOREVER, NSEC_PER_SEC);  // a date: the sleep counts

"""#,
        "TL0106": #"""
# title
the app was in the background
# meaning
The app was in the background when the timer was due: it was suspended, or the system held its timers back.
# rule async-timer
A suspended app executes nothing. When it is resumed, all points are delivered in a burst.
# rule displaylink
A suspended app executes nothing; the frames are skipped.
# rule
A suspended app executes nothing. When it is resumed, an overdue NSTimer or dispatch source is called once and keeps
its grid.
# source
App Programming Guide for iOS, "Background Execution"
# example
duration = "10s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
do = [{ log = "{countdown:9}" }]
[[event]]
at = "2.5s"
do = [{ background = true }]
[[event]]
at = "6.2s"
do = [{ foreground = true }]
# remedy
compute times from dates instead of counting firings, and catch up when the app is in the foreground
# remedy displaylink
limit a step, as in `min(link.timestamp - last, 0.1)`
# remedy async-timer
skip the points that have passed, which come in a burst, or end the task in the background
# remedy heldBack
compute times from dates; on a Mac begin an activity, which keeps App Nap away: `beginActivity(options:reason:)`
# advice
For work that must not stop, ask for time: `beginBackgroundTask`, BGTaskScheduler. To remind the user, schedule a local
notification.

"""#,
        "TL0107": #"""
# title
display rate rounding
# meaning
The display cannot do the requested frame rate, so the display link runs at another one.
# rule
A display link is called on refreshes of the display. A fixed 60 Hz display gives 60, 30, 20, 15 … frames a second, an
iPhone's ProMotion display 120, 80, 60, 48, 40, 30 …. On an iPhone rates above 60 need
`CADisableMinimumFrameDurationOnPhone` in the Info.plist; Low Power Mode has none.
# source
Apple, CADisplayLink.preferredFrameRateRange; "Optimizing iPhone and iPad apps to support ProMotion displays"
# example
duration = "1s"
[[timer]]
id = "link"
kind = "displaylink"
fps = 45
# remedy
animate by `targetTimestamp` instead of counting callbacks; ask for a rate that the display has
(`preferredFrameRateRange`; on an iPhone more than 60 need a key in the Info.plist)
# advice
`targetTimestamp` is the time of the next frame. On macOS (14 and later) NSView, NSWindow and NSScreen make a link:
`displayLink(target:selector:)`.
# swift
let progress = (link.targetTimestamp - start) / duration
# objective-c
CFTimeInterval progress = (link.targetTimestamp - self.start) / self.duration;

"""#,
        "TL0108": #"""
# title
relative re-scheduling adds drift
# meaning
The timer, or its callback, schedules each firing after the one before, so every delay shifts all later firings.
# rule after
asyncAfter counts from the call, and adds a leeway of a tenth of the delay.
# rule task-sleep
The sleep counts from the call, and its default tolerance is added to it.
# rule
It counts from the call. A repeating run loop timer or dispatch source counts from its grid.
# source
Apple, performSelector:withObject:afterDelay:; libdispatch, source.c, _dispatch_after; Technical Note TN2169
# example
duration = "10s"
[[timer]]
id = "tick"
kind = "perform"
interval = "1s"
repeats = true
do = [{ work = "50ms" }]
# remedy task-sleep
sleep until start + k × interval, skip passed points, and pass `tolerance: .zero` if a sleep must not end late
# remedy after
use a repeating dispatch source, which keeps a grid and lets you set the leeway
# remedy perform nstimer gcd
use a repeating timer, which keeps a grid, and do not set it again in its callback
# remedy
wait for absolute deadlines, start + k × interval, and skip passed points
# advice
A loop that does not skip them fires in a burst after each overrun.

"""#,
        "TL0109": #"""
# title
a display link's own callback outlasts its frame
# meaning
The callback of the display link takes longer than a frame, so the frames that begin in that time are skipped.
# rule
A refresh that passes while the callback runs gets no call of its own, and the motion on the screen stutters.
# source
Apple, CADisplayLink; "Optimizing iPhone and iPad apps to support ProMotion displays". Apple does not document when
the next call comes: see `timerlab reference display_overrun`
# example
duration = "1s"
[[timer]]
id = "link"
kind = "displaylink"
do = [{ work = "20ms" }]
# remedy
prepare the drawing off the main thread; if each frame takes that long, ask for a lower rate by
`preferredFrameRateRange`
# advice
Animate by `targetTimestamp`, so that a skipped frame does not slow the motion down.

"""#,
        "TL0110": #"""
# title
the wall clock was set
# meaning
The wall clock was set while the timer counted on it, or after the timer's date was reckoned. The timer fired earlier
or later by that jump.
# rule
A deadline on the wall clock is a date. Set forward, the clock passes it at once, and the passed points are merged
into one call. Set back, the same span has to elapse again. The other clocks do not jump, and an `NSTimer` does not
follow the wall clock. A daily job that reckons its next date in its callback comes early by a clock that was set back
since, and then again.
# source
dispatch_walltime(3); libdispatch, event_kevent.c, _dispatch_timers_calendar_change
# example
duration = "60s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "10s"
repeats = true
clock = "wall"
[[event]]
at = "15s"
do = [{ set_wall_clock = "-20s" }]
# remedy
measure spans on a clock that does not jump, and use the wall clock for dates only
# advice
`Date()` jumps as well: measure spans with ContinuousClock or `systemUptime`.

"""#,
        "TL0111": #"""
# title
a backlog that grows
# meaning
Work arrives faster than it is finished, so the backlog, its age and its memory grow with every firing.
# rule async-timer
An AsyncTimerSequence keeps every tick until the body asks for the next one. A body longer than the interval falls
behind without bound.
# rule
A dispatch queue accepts every block; nothing slows the sender down.
# source
Swift Async Algorithms, AsyncTimerSequence; Concurrency Programming Guide, "Dispatch Queues"
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "100ms"
repeats = true
do = [{ async = "work", do = [{ work = "150ms" }] }]
[[queue]]
id = "work"
# remedy async-timer
skip the ticks that passed while the body ran, or make the body shorter
# remedy
skip a firing while the last job is still waiting or running

"""#,
        "TL0112": #"""
# title
a leeway that its user would notice may delay it
# meaning
The code sets no tolerance, but the mechanism adds a tenth of the delay, here more than a tenth of a second.
# rule
Dispatch lets `asyncAfter` be late by a tenth of its delay, from 1 ms to 60 s, and so does the Swift runtime with
`Task.sleep` and its clocks. Devices use it: sleeps of 10 s have been seen to take 11.
# source
libdispatch, source.c, _dispatch_after; Swift, TaskSleepDuration.swift; Apple, Energy Efficiency Guide
# example
duration = "60s"
device.wake_in_window = "latest"
[[timer]]
id = "tick"
kind = "task-sleep"
interval = "10s"
repeats = true
# remedy after
use a dispatch source, whose leeway can be set
# remedy
pass `tolerance: .zero`

"""#,
        "TL0113": #"""
# title
the display changed its rate
# meaning
The display changed its refresh rate while the display link was running.
# rule
A ProMotion display shows 120 frames a second while something moves, 10 when nothing does, at most 60 in Low Power
Mode. The rate may change at any time, and a link is called once for each frame.
# source
Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"
# example
duration = "2s"
[[timer]]
id = "link"
kind = "displaylink"
[[event]]
at = "1s"
do = [{ set_refresh = "60Hz" }]
[device]
refresh = "120Hz"
# remedy
compute a frame's length from the link's `timestamp` and `targetTimestamp` each time, never from a constant
# advice
A test for slow frames against 1/60 s or 1/120 s also counts every change of rate.
# swift
let frame = link.targetTimestamp - link.timestamp
# objective-c
CFTimeInterval frame = link.targetTimestamp - link.timestamp;

"""#,
        "TL0114": #"""
# title
made again before it was due
# meaning
The code that makes the timer ran again and again before the interval was over. Each time the interval began again, so
the timer is called late or never.
# rule
A new timer is due one interval after it is made, whatever had passed of the last one. A view's properties are made
with every view; `body`, `didSet` and a key's action run often.
# source
Apple, Timer, scheduledTimer(withTimeInterval:repeats:block:); Apple, View, State
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
[[event]]
at = "0.2s"
every = "0.8s"
do = [{ invalidate = "tick" }, { create = "tick" }]
# remedy
make it once, where its owner starts, and keep it

"""#,
        "TL0115": #"""
# title
a timer that beats with the display
# meaning
The interval is between half a display frame and two, but not one. Some frames have one call more or less than others.
# rule
A timer keeps its own grid, not the display's. What it moves takes two steps in one frame or none: a stutter, as often
as the two rates differ.
# source
Apple, CADisplayLink; Apple, Timer
# example
duration = "3s"
[[timer]]
id = "link"
kind = "displaylink"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "16ms"
repeats = true
# remedy
draw in the display link's callback, by its `targetTimestamp`

"""#,
        "TL0116": #"""
# title
a countdown that ends late
# meaning
The countdown subtracts one in each call, so it stops while no call comes, and reaches 0 too late.
# rule
An overdue timer is called once, however many points have passed: in the background, on a busy thread, in a drag or a
system sleep. Timers that re-arm after their work lose time as well.
# source
Apple, Timer: a late firing skips the due points that it missed
# example
duration = "20s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
do = [{ log = "{countdown:9}" }]
[[event]]
at = "2.5s"
do = [{ background = true }]
[[event]]
at = "6.2s"
do = [{ foreground = true }]
# remedy
keep the date of the end, and show `end.timeIntervalSinceNow`; use the timer only to redraw

"""#,
        "TL0201": #"""
# title
its run loop never runs
# meaning
The timer was added to the run loop of a thread which never runs that run loop.
# rule
Every thread gets a run loop on first use, but the framework runs only the main thread's. A run loop that is not run
calls nothing; it is destroyed with its thread. So is a timer that is scheduled in a queue's block or a task.
# source
CFRunLoop.c, _CFRunLoopGet0; Threading Programming Guide, "Run Loop Management"
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
[[thread]]
id = "worker"
starts = "0s"
do = [{ sleep = "2s" }]
# remedy perform
ask for it on the main queue, or use `asyncAfter`, which needs no run loop
# remedy displaylink
make it on main, which has to return to its run loop, or run its thread's, in a loop with a flag
# remedy
run the run loop at the end of the thread's body, in a loop with a flag; in a script call `RunLoop.main.run()`; in a
queue's block or a task make it on main, or use a dispatch source
# advice
`run()` may never return and keeps the thread and its target: call `run(mode:before:)` in a loop. On a queue or in a
task a run call blocks a pool thread.

"""#,
        "TL0202": #"""
# title
in no run loop
# meaning
The timer was never added to a run loop, or only after it was due.
# rule
Only the `scheduledTimer…` methods add the timer, to the current run loop in the default mode. Any other does nothing
until `add(_:forMode:)`, and a display link until `add(to:forMode:)`.
# source
Apple, Timer; Apple, CADisplayLink
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
create = "timer"
held_by = "static"
# remedy displaylink
add it to a run loop
# remedy
add it: `RunLoop.main.add(timer, forMode: .common)`
# advice
Adding is enough. `fire()` calls the callback once, now, and starts nothing.

"""#,
        "TL0203": #"""
# title
the source had no owner and was disposed of
# meaning
The last reference to the dispatch source or subscription was released, which ended it. A source that has fired and
goes with its owner ends as it should.
# rule combine
A subscription is an AnyCancellable, which cancels when it is released: at once if nothing stores it.
# rule
libdispatch does not retain a source for the caller. After the last release not even the cancel handler is called.
# source
libdispatch, source.c and queue.c; Concurrency Programming Guide, "Dispatch Sources"; Combine
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "1s"
repeats = true
held_by = "local"
[[event]]
at = "0s"
do = [{ release = "tick" }]
# remedy combine
store what `sink` returns in a property as long as it has to fire, and capture weakly in its closure
# remedy
store it in a property as long as it has to fire, and capture weakly in its handler
# advice
A property and a handler that captures its owner strongly make a cycle (TL0302).

"""#,
        "TL0204": #"""
# title
suspended or never resumed
# meaning
The dispatch source or its queue was suspended or not activated when it was due, and stays so, or a block waits in such
a queue. A pause that ends is not reported.
# rule displaylink
A paused link is not called; the frames are skipped.
# rule
A new dispatch source has to be activated (or resumed) once. The firings of a suspended one are merged into one call,
at the resume.
# source
libdispatch, object.c; dispatch_activate; dispatch_suspend(3)
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "1s"
repeats = true
active = false
# remedy displaylink
set `isPaused = false` when it is needed again
# remedy queue
resume the queue as often as it was suspended
# remedy
activate it once, and balance every suspend with one resume
# advice
One resume too many crashes (TL0310): keep a flag.

"""#,
        "TL0205": #"""
# title
the loop returned before it was added
# meaning
The thread ran its run loop before the timer was added. The loop was empty, so `run` returned at once.
# rule
A run loop with no source and no timer in the mode returns from `run` at once, without waiting.
# source
CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
create = "timer"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = "forever" }, { add = "tick" }, { sleep = "2s" }]
# remedy
add first, then run

"""#,
        "TL0206": #"""
# title
its mode was never run
# meaning
The run loop was run, but never in a mode to which the timer was added.
# rule
Each mode has its own timers and sources; a run in one mode ignores the timers of others.
# source
CFRunLoop.c, struct __CFRunLoopMode
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
modes = ["tracking"]
# remedy
add it to the mode that is run, or to the common modes
# advice
A mode of your own is not a common mode: add the timer to it by name. AppKit's modal panel mode is one (Threading
Programming Guide).

"""#,
        "TL0207": #"""
# title
a run call returned, and the loop is not run again
# meaning
The thread ran the timer's run loop for a while. Then the run call returned, or the thread exited in it.
# rule
A run call returns when its time is over or the loop is stopped; `run(mode:before:)` also after each source. The
thread's timers do not fire until its loop is run again.
# source
CFRunLoop.c, CFRunLoopRunSpecific; Apple, RunLoop, run(mode:before:)
# example
duration = "6s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = { until = "2.5s" } }, { sleep = "10s" }]
# remedy
call `run(mode:before:)` in a loop until the thread has to end
# advice
If the thread has to end, invalidate its timers first.

"""#,
        "TL0208": #"""
# title
handed to a run loop that never serves it
# meaning
A perform, a block or an event was sent to the run loop of a thread that does not run it, runs it in other modes, or
has ended. Or the loop slept: a block and the signal of a source0 wait until something else wakes it.
# rule
`perform(_:on:…)`, `RunLoop.perform` and an input source only leave a request, which a later pass of that run loop in
one of the request's modes serves. A run loop that ends drops it.
# source
CFRunLoop.c, CFRunLoopPerformBlock; Apple, perform(_:on:with:waitUntilDone:)
# example
duration = "3s"
[[thread]]
id = "worker"
starts = "0s"
do = [{ sleep = "10s" }]
[[event]]
at = "1s"
do = [{ perform = "refresh", on_thread = "worker", do = [{ log = "refreshed" }] }]
# remedy waiting
wake the loop after a block or a signal: `CFRunLoopWakeUp`
# remedy
run that thread's run loop in the request's mode, or hand the work to a dispatch queue

"""#,
        "TL0209": #"""
# title
a loop that spins
# meaning
A run call in a loop returns at once each time, so the loop spins.
# rule
A run loop with nothing in its mode does not wait (TL0210).
# source
CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty; Apple, RunLoop, run()
# example
duration = "2s"
[[thread]]
id = "worker"
starts = "0s"
do = [{ repeat = 1_000_000, do = [{ run_loop = { in_mode = "default", for = "1s" } }, { work = "10us" }] }]
# remedy
give the loop a timer, a port or a source to wait for, and leave when the call returns false

"""#,
        "TL0210": #"""
# title
a run call that returns at once
# meaning
A thread runs its run loop with nothing in the mode.
# rule
A run loop whose mode has no timer, port or source does not wait: `run()` returns at once, `run(mode:before:)` with
false, `CFRunLoopRunInMode` with finished. Observers do not count.
# source
CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty; Apple, RunLoop, run()
# example
duration = "3s"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = "forever" }]
# remedy
add a timer, a port or a source before the run call, and keep it as long as the thread has to wait

"""#,
        "TL0211": #"""
# title
a stop without effect
# meaning
`CFRunLoopStop` named a run loop that does not run, or whose run call starts it again. Or a timer was cancelled during its
call, which runs on.
# rule
`CFRunLoopStop` ends the innermost activation of a run loop. `run()`, and the app on its main thread, start another
activation; a run loop that does not run keeps no stop for later.
# source
CFRunLoop.c, CFRunLoopStop; Apple, RunLoop, run()
# example
duration = "5s"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = { in_mode = "default", for = "1h" } }]
[[source]]
id = "port"
kind = "source1"
thread = "worker"
[[event]]
at = "2.5s"
do = [{ stop_loop = true }]
# remedy after gcd task-sleep async-timer
look in the work, between its parts, whether it is cancelled, and return then
# remedy
replace `run()` by `run(mode:before:)` in a loop with a flag; to end it, clear the flag and stop that run loop
# swift
while isWanted, RunLoop.current.run(mode: .default, before: .distantFuture) {}  // the thread, instead of run()
CFRunLoopStop(workerLoop)  // elsewhere, once isWanted is false; the thread keeps its CFRunLoopGetCurrent() there
# objective-c
while (self.isWanted && [NSRunLoop.currentRunLoop runMode:NSDefaultRunLoopMode
    beforeDate:NSDate.distantFuture]);  // the thread, instead of run
CFRunLoopStop(self.workerLoop);  // elsewhere, once isWanted is NO; the thread keeps its CFRunLoopGetCurrent() there

"""#,
        "TL0212": #"""
# title
steps that a run call keeps waiting
# meaning
A run call without a limit did not return, so the steps after it never ran.
# rule
`run()` returns when its mode has no timer, port or source any more. `CFRunLoopRun` also returns after a stop,
`run(mode:before:)` after an input source.
# source
Apple, RunLoop, run(); CFRunLoop.c, CFRunLoopRun
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = "forever" }, { log = "never printed" }]
# remedy
move these steps before the run call or into a timer or source; or replace the call by `run(mode:before:)` in a loop
with a flag
# swift
while !isDone, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) {}
# objective-c
NSRunLoop *loop = NSRunLoop.currentRunLoop;
while (!self.isDone && [loop runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]]);

"""#,
        "TL0301": #"""
# title
kept alive by a run loop
# meaning
The object outlives its owner because a run loop holds a timer, and the timer holds the object, even without a cycle. A
delayed block or request that keeps it for a while is a note.
# rule
A run loop retains its timers; a timer retains its target, user info or block until it is invalidated.
# source
CFRunLoop.c, CFRunLoopAddTimer and CFRunLoopTimerInvalidate; Apple, Timer
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
target = "controller"
[[object]]
id = "controller"
held_by = "navigation"
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy gcd after
capture weakly in its block, and cancel it in `deinit`
# remedy combine
capture weakly in its block: the AnyCancellable cancels when it is released
# remedy task-sleep async-timer
capture weakly in the task's body, and cancel the task in `deinit`
# remedy thread-sleep mach-wait
capture weakly in the loop's body, and leave the loop when the capture is nil
# remedy displaylink
invalidate it before its target has to go, as in `viewWillDisappear`, or use a target of its own that holds this one
weakly
# remedy perform
cancel the request before its target has to go: `cancelPreviousPerformRequests(withTarget:)`
# remedy thread
let the thread return before its target has to go, as in `viewWillDisappear`, or make it with a block that captures
weakly
# remedy
capture weakly in a block, and invalidate the timer when the capture is nil and in `dealloc`
# advice
A weak capture alone leaves the timer firing for nobody (TL0312; TL0304 if a property holds it). `dealloc` runs only
when the timer does not hold the object; `viewWillDisappear` runs in any case.

"""#,
        "TL0302": #"""
# title
a reference cycle
# meaning
The object holds its timer, and the timer holds the object.
# rule
Reference counting frees no object in a cycle. The run loop retains an NSTimer as well, so a weak property breaks the
cycle but not the leak. A dispatch source is held by its property alone.
# source
Apple, Timer; Advanced Memory Management Programming Guide
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
target = "controller"
[[object]]
id = "controller"
held_by = "navigation"
strong = ["tick"]
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy objects
make the reference that leads back, as to a delegate or a parent, a weak one
# advice
`dealloc` never runs while the cycle exists. A one-shot breaks it when it has fired.

"""#,
        "TL0303": #"""
# title
weak variable passed where the callee retains
# meaning
A weak variable was passed as the target. The timer retains the object all the same.
# rule
A `__weak` variable is passed as a strong reference, and the callee retains the object.
# source
Clang, Automatic Reference Counting; Apple, Timer
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
target = { weak = "controller" }
[[object]]
id = "controller"
held_by = "navigation"
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy displaylink perform
pass a proxy that holds the object weakly, since there is no block form
# remedy
use the block form and capture weakly, or pass a proxy that holds the object weakly

"""#,
        "TL0304": #"""
# title
keeps firing after its owner is gone
# meaning
The timer still fires after the last owner of its target, or of itself, is gone, or its last variable was set to nil.
# rule gcd
A source ends with its last reference, cancelled or not (TL0203). But its own handler may hold that reference.
# rule task-sleep async-timer
A task is kept by the runtime until its body has returned.
# rule combine
A subscription lives as long as its AnyCancellable, which its own block may capture.
# rule
Dropping a reference to an NSTimer or a display link does not end it: its run loop holds it until `invalidate`.
# source
Apple, Timer, invalidate(); libdispatch, dispatch_source_create(3)
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
weak = "controller"
[[object]]
id = "controller"
held_by = "navigation"
strong = ["tick"]
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy gcd after combine
cancel it when its owner goes, and capture weakly in its handler
# remedy task-sleep async-timer
cancel the task when its owner goes
# remedy perform
cancel the request when its owner goes: `cancelPreviousPerformRequests(withTarget:)`
# remedy thread-sleep mach-wait
check a flag in the loop, and set it when its owner goes
# remedy
invalidate it as its owner goes (in `dealloc` if it captures weakly, else earlier) and before its variable is set to nil

"""#,
        "TL0305": #"""
# title
over-released target
# meaning
The target was released once more than it was retained. It is gone, and the timer still refers to it.
# rule
A message to freed memory crashes, or reaches whatever object has taken its place.
# source
Advanced Memory Management Programming Guide; CFRunLoop.c, __CFRunLoopDoTimer
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
target = "controller"
[[object]]
id = "controller"
held_by = "navigation"
[[event]]
at = "2.5s"
do = [{ over_release = "controller" }, { pop = "controller" }]
# remedy
balance retain and release, and invalidate the timer first
# advice
Under ARC `unowned` and `unsafe_unretained` have the same effect: use `weak`.

"""#,
        "TL0306": #"""
# title
released while suspended or inactive
# meaning
The last reference to a dispatch source was released while it was suspended or had never been activated.
# rule
libdispatch then ends the process: "Release of a suspended object" or "Release of an inactive object". To cancel it
first does not help.
# source
libdispatch, queue.c, _dispatch_queue_xref_dispose
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "1s"
repeats = true
held_by = "owner"
[[object]]
id = "owner"
held_by = "navigation"
[[event]]
at = "1.5s"
do = [{ suspend = "tick" }, { pop = "owner" }]
# remedy
cancel it, then resume it as often as it was suspended, then release it; activate one that never was, then cancel and
release it
# advice
In this order the handler is not called again. Resumed first, it is called once more for the merged points.

"""#,
        "TL0307": #"""
# title
unrecognised selector
# meaning
The receiver of a message has no such method, or it is a proxy that cannot answer by itself, and its target is gone.
# rule
A selector is looked up when the message is sent, not when the timer is made. An object without that method, and a
proxy with neither a forwarding target nor a method signature, end in `doesNotRecognizeSelector:`.
# source
Objective-C Runtime Programming Guide, "Message Forwarding"
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
target = "proxy"
[[object]]
id = "controller"
held_by = "navigation"
[[object]]
id = "proxy"
proxy = "object"
forwards_to = "controller"
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy
invalidate the timer in the target's `dealloc`, or let the proxy answer with nothing
# remedy objects
name a method that the receiver has: `#selector` is checked as it compiles, and a colon is part of the name

"""#,
        "TL0308": #"""
# title
invalidated on another thread
# meaning
The timer was invalidated on another thread than the one whose run loop has it.
# rule
The timer is out of its modes at once, but the other run loop is not woken. It may stay asleep, and its thread may not
exit.
# source
Apple, Timer, invalidate(); CFRunLoop.c, CFRunLoopTimerInvalidate
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
[[thread]]
id = "worker"
starts = "0s"
do = [{ run_loop = "forever" }]
[[event]]
at = "1.5s"
do = [{ invalidate = "tick" }]
# remedy
invalidate it on the thread whose run loop it was added to
# advice
Do not wait for the other thread: one that sleeps outside of its run loop never answers.

"""#,
        "TL0309": #"""
# title
weak property cleared at once
# meaning
A weak property was set to an object that nothing else holds, so it is nil at once.
# rule
A weak reference retains nothing. A timer from `timerWith…` has no owner until it is added to a run loop; one from
`scheduledTimer…` is in one already.
# source
Clang, Automatic Reference Counting; objc4, objc-weak.mm
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
create = "timer"
held_by = "pool"
[[object]]
id = "controller"
held_by = "static"
[[event]]
at = "1s"
do = [{ create = "tick" }, { assign = "controller", weak = "tick" }]
# remedy
keep it in a local variable, add it to the run loop, then assign it

"""#,
        "TL0310": #"""
# title
resumed once too often
# meaning
A dispatch source or queue was resumed although it was not suspended.
# rule
libdispatch counts suspensions and ends the process at a count below zero: "Over-resume of an object". The first resume
activates the source; each later one needs a suspend before it.
# source
libdispatch, queue.c, _dispatch_lane_resume; dispatch_resume(3)
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "gcd"
interval = "1s"
repeats = true
[[event]]
at = "1.5s"
do = [{ resume = "tick" }]
# remedy
resume it only after a suspend: keep a flag, or call `activate()` for the start
# advice
A second `activate()` does nothing.

"""#,
        "TL0311": #"""
# title
weak reference formed in dealloc
# meaning
A weak reference to an object was formed while the object was being deallocated.
# rule
An Objective-C object that is being deallocated cannot be referenced weakly: the runtime ends the process with "Cannot
form weak reference". A block or a lazy property that `dealloc` uses may do so. In the `deinit` of a plain Swift class
`[weak self]` captures nil.
# source
objc4, objc-weak.mm, weak_register_no_lock
# example
duration = "3s"
[[object]]
id = "owner"
held_by = "navigation"
dealloc = [{ async = "main", weak = "owner", do = [{ log = "ended" }] }]
[[event]]
at = "1s"
do = [{ pop = "owner" }]
# remedy
do not capture the object weakly in its `dealloc`: end the timer there directly, without a block
# advice
Do not read a lazy property that captures `self` weakly there for the first time.

"""#,
        "TL0312": #"""
# title
fires, and nothing is affected by it
# meaning
The timer still fires, although the object that its block or proxy refers to is gone, and nothing is left to end it; or
although its screen is not shown.
# rule
A weak capture frees the owner but does not end the timer. The run loop still holds it, and its block finds nil. A
screen that another one covers lives on, and its timers with it.
# source
Apple, Timer, invalidate(); Clang, Automatic Reference Counting
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
weak = "controller"
[[object]]
id = "controller"
held_by = "navigation"
[[event]]
at = "2.5s"
do = [{ pop = "controller" }]
# remedy gcd after combine task-sleep async-timer
cancel it in its block when the capture is nil, or in the owner's `deinit`
# remedy hidden
end or pause it in `viewWillDisappear`, and start it in `viewWillAppear`
# remedy thread-sleep mach-wait
leave the loop when the capture is nil
# remedy
invalidate the timer in its block when the capture is nil, or in the owner's `dealloc`

"""#,
        "TL0313": #"""
# title
started twice: the first timer leaks
# meaning
The code that makes the timer ran again while the timer was valid. The variable refers to the new one; the first still
fires, and no reference is left to end it.
# rule task-sleep async-timer
The runtime keeps a task until its body has returned, even without a variable.
# rule after
The queue keeps the block, and each block posts the next one.
# rule combine
A set of AnyCancellables keeps them all; a new value of a variable cancels the old one.
# rule
A run loop retains its timers until they are invalidated, whatever the variable refers to.
# source
CFRunLoop.c, CFRunLoopAddTimer; Apple, Timer, invalidate(); Apple, Task
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
[[event]]
at = "0.2s"
every = "2.5s"
do = [{ create = "tick" }]
# remedy task-sleep async-timer
cancel the task before another one is started, or start none beside it
# remedy gcd after combine
cancel the first before another one is made, or make none beside it
# remedy
invalidate the timer before another one is made, or make none beside it
# advice
`viewWillAppear`, a reload and a retry run more than once.

"""#,
        "TL0314": #"""
# title
started again after it had ended
# meaning
The timer had ended when it was added, fired or started again, or got a new date, which then does nothing.
# rule
An invalid timer stays invalid, and `add(_:forMode:)`, `fireDate` and `fire()` ignore it. `invalidate()` and the firing
of a one-shot make a timer invalid. A cancelled dispatch source stays cancelled, and `schedule` ignores it.
# source
CFRunLoop.c, CFRunLoopAddTimer, CFRunLoopTimerSetNextFireDate; Apple, Timer, fire()
# example
duration = "3s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = false
create = "timer"
[[event]]
at = "0.5s"
do = [{ fire = "tick" }, { add = "tick" }]
# remedy
make a new timer: an invalidated timer, or a one-shot that has fired, cannot be used again

"""#,
        "TL0315": #"""
# title
retained in its own dealloc
# meaning
A strong reference to an object was formed while the object was being deallocated.
# rule
A retain does not stop a deallocation. The new reference points to freed memory; its release or the next message
crashes. A timer, a display link or a block made in `dealloc` retains `self`, and so does a lazy property that is first
read there.
# source
Clang, Automatic Reference Counting, "dealloc"; objc4, NSObject.mm, rootRetain
# example
duration = "3s"
[[timer]]
id = "link"
kind = "displaylink"
target = "view"
[[object]]
id = "view"
held_by = "navigation"
dealloc = [{ create = "link" }]
[[event]]
at = "1s"
do = [{ pop = "view" }]
# remedy
make nothing in its `dealloc` that retains it: end the timer or link only if it was ever made
# advice
The first access makes a lazy property, even `link.invalidate()`. `isolated deinit` needs Swift 6.2.

"""#,
        "TL0316": #"""
# title
a background task that was not ended
# meaning
A background task had not ended when its time in the background was over.
# rule
`beginBackgroundTask` gives the app some time in the background. At its end the expiration handler is called. An app
that does not end the task soon after is terminated (0x8badf00d). Here that is 5 s, a choice: Apple gives no number.
# source
Apple, UIApplication, beginBackgroundTask(withName:expirationHandler:)
# example
duration = "60s"
[[event]]
at = "1s"
do = [{ begin_background_task = "upload" }, { background = true }]
# remedy
end the task when its work is done, and in its expiration handler
# advice
Timers keep firing in that time, also one that relies on being suspended.

"""#,
        "TL0317": #"""
# title
a cancellation that the body swallows
# meaning
The task was cancelled while it slept, and its body ran all the same: it ignored the error of the sleep.
# rule
Cancelling a task does not end its code. `Task.sleep` throws at the cancellation, and at once in a cancelled task;
`try?` drops the error. Then `while !Task.isCancelled` ends after one more call, `while true` spins, and delayed work
runs at once.
# source
Swift, TaskSleepDuration.swift; Apple, Task, cancel()
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "task-sleep"
interval = "1s"
repeats = true
swallows_cancel = true
[[event]]
at = "2.5s"
do = [{ cancel = "tick" }]
# remedy
let the error of the sleep end the body: use a `catch` or a `guard` that returns, or `try` instead of `try?`

"""#,
        "TL0318": #"""
# title
a delay that was started again before it was over
# meaning
The code that waits once ran again while it was still waiting. The earlier delay was not cancelled, so each is called.
# rule nstimer
A run loop retains a timer until it fires or is invalidated, whatever a variable refers to.
# rule task-sleep
A task runs until its body returns; a cancelled one ends its sleep at once.
# rule perform
The run loop keeps each request until it is called or cancelled.
# rule
A queue keeps a delayed block until its delay is over, unless it is cancelled.
# source
CFRunLoop.c, CFRunLoopAddTimer; Apple, NSObject, cancelPreviousPerformRequests(withTarget:); Dispatch,
DispatchWorkItem.cancel()
# example
duration = "2s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "300ms"
repeats = false
[[event]]
at = "0.5s"
every = "150ms"
until = "0.9s"
do = [{ create = "tick" }]
# remedy nstimer
invalidate the earlier one before another is made, if only the last is to be called
# remedy after
cancel the earlier work item before another is handed over, if only the last is to be called
# remedy
cancel the earlier one before another is made, if only the last is to be called
# advice
To act once after typing, scrolling or resizing is a debounce. Delays with different purposes need a variable each.

"""#,
        "TL0319": #"""
# title
a cancelled thread that its run loop keeps
# meaning
A thread was cancelled and never returned: its run loop waits without a limit, and nothing checks `isCancelled`.
# rule
`cancel()` only sets a flag: it wakes no run loop and ends no run call. `run(mode:before:)` returns after an input
source or at its date, but not after a timer. `run()` calls it again as long as the loop has a timer or source, so
neither a perform nor `CFRunLoopStop` ends it.
# source
Apple, Thread, cancel(); Apple, RunLoop, run(mode:before:)
# example
duration = "6s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
thread = "worker"
[[thread]]
id = "worker"
starts = "0s"
do = [{ repeat = 9, do = [{ run_loop = { before = "distant-future" } }], until = { cancelled = "worker" } }, { invalidate = "tick" }]
[[event]]
at = "2.5s"
do = [{ cancel = "worker" }]
# remedy
replace the run call by a loop: `while !isCancelled` around `run(mode:before:)` with a limit of a second; no call ends
`run()` itself

"""#,
        "TL0401": #"""
# title
wakes an idle thread often for little work
# meaning
The timers of an idle thread wake it 25 times a second or more, for at least two seconds, and their callbacks take at
most 2 % of that time. From 10 times a second, and up to 5 %, it is a note, and from twice a second for a minute. So
are several timers of a second and more without a tolerance, a label of seconds that is written 10 times a second or
more, and a display link whose callback seldom changes anything.
# rule
A wake-up costs more energy than a short callback. Timers with a tolerance share wake-ups. An event, a source or a
notification causes none before there is something to do.
# source
Apple, Energy Efficiency Guide, "Minimize Timer Use"; Technical Note TN2169
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "20ms"
repeats = true
do = [{ work = "10us" }]
# remedy displaylink
pause it while nothing moves: set `isPaused`, and clear it when something begins to move
# remedy
wait for an event instead of polling, or set a longer interval and a tolerance
# advice
Most changes can be signalled: by a notification, key-value observing, a publisher, a dispatch source of a file or a
socket, or a push. To draw in step with the display, use a display link.

"""#,
        "TL0402": #"""
# title
keeps the main thread busy
# meaning
The callbacks of repeating timers take a fifth of the main thread's time or more (a choice), for two seconds and more.
Or one of them takes half a second, which Instruments calls a hang. A wait for a lock or a queue does not count, and no
timer is late.
# rule
Work that is done again and again costs energy each time. Touches, scrolling and drawing wait until a callback is
over.
# source
Apple, Energy Efficiency Guide, "Measure Energy Impact with Xcode"
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "50ms"
repeats = true
do = [{ work = "15ms" }]
# remedy
do the work only after a change, less often, or on a queue

"""#,
        "TL0501": #"""
# title
an order that the system may choose, and that matters
# meaning
At the instant at which the timer was due, something else ended it, suspended it or kept it waiting. The system does
not promise an order of the two, so the timer fires once more or less, on time or late. One of many calls is a note.
# rule
The kernel chooses which of several ready ports a run loop serves first: timers, the main queue, events and input
sources have one each. The order of two threads, and of dispatch sources that are due together, is open as well. Timers
of one run loop fire in the order of their fire dates.
# source
CFRunLoop.c, __CFRunLoopRun; libdispatch, event.c; XNU, osfmk/kern/waitq.c
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "gcd"
delay = "3s"
repeats = false
[[event]]
at = "3s"
do = [{ cancel = "tick" }]
# remedy
check in the callback whether it is still wanted, or let one of the two start the other
# swift
guard isWanted else { return }  // first in the callback
# objective-c
if (!self.isWanted) return;  // first in the callback

"""#,
        "TL0502": #"""
# title
requests that overlap
# meaning
Two requests of one timer were under way at once, or two blocks of one step ran side by side on a concurrent queue. It
is a warning if a later one finishes first.
# rule
A concurrent queue runs its blocks side by side. Requests that outlast the interval overlap, and their answers may
arrive in another order.
# source
Concurrency Programming Guide, "Dispatch Queues"
# example
duration = "10s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
do = [{ async = "network", do = [
    { sleep = { p0 = "100ms", p100 = "2.5s" } },
    { async = "main", do = [{ log = "shown" }] },
] }]
[[queue]]
id = "network"
kind = "concurrent"
# remedy
skip the firing while a request is on its way, or number the requests and drop answers to older ones

"""#,
        "TL0503": #"""
# title
a wait that keeps away what it waits for
# meaning
A deadlock: a thread waits for a queue, a lock, a semaphore or another thread that cannot proceed, and calls no timer
any more. Or a block of the main queue runs the run loop until another block of that queue has run.
# rule
`sync`, a semaphore's `wait` and `waitUntilDone:` block the thread with its run loop and its queues. `sync` to the queue
that the thread is serving ends the process. The main queue runs one block at a time: while one of them runs the run
loop, timers, sources and performs are served, but no other block.
# source
dispatch_sync(3); dispatch_semaphore_wait(3); CFRunLoop.c, __CFRunLoopRun; Concurrency
Programming Guide, "Dispatch Queues"
# example
duration = "5s"
[[timer]]
id = "tick"
kind = "nstimer"
interval = "1s"
repeats = true
[[queue]]
id = "network"
[[event]]
at = "2.5s"
do = [{ async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] }, { wait_for = "answer" }]
# remedy
wait without blocking: use `async` instead of `sync`, and a completion handler instead of a semaphore or a
run call; release a lock on each path (`defer`); take two in one order, and none twice

"""#,
    ]
}
