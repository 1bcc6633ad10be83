// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum MechanismTexts {
    static let all = [
        "after": #"""
# meaning
dispatch_after, requested again in each block when it repeats

"""#,
        "async-timer": #"""
# meaning
AsyncTimerSequence of today's source (last + interval): passed points come in a burst; older releases skip them

"""#,
        "combine": #"""
# meaning
Timer.publish(every:on:in:).autoconnect()

"""#,
        "displaylink": #"""
# meaning
CADisplayLink, called for each refresh of the display
# instead interval
write fps = 30 or frame_interval = 2
# instead queue
a display link lives in the run loop of a thread: write thread = "ID"
# instead suspend
use { pause = … }

"""#,
        "gcd": #"""
# meaning
a dispatch timer source
# instead modes
a dispatch source has no modes; on the main queue it runs in all common modes
# instead tolerance
a dispatch source has a leeway: write leeway = …
# instead pause
use { suspend = … }
# instead set_fire_date
use { reschedule = … }
# instead set_tolerance
use { reschedule = …, leeway = … }

"""#,
        "mach-wait": #"""
# meaning
mach_wait_until in a loop, absolute deadlines

"""#,
        "nstimer": #"""
# meaning
NSTimer, CFRunLoopTimer
# instead leeway
an NSTimer has a tolerance: write tolerance = …
# instead suspend pause
an NSTimer is paused by { set_fire_date = …, at = "distant-future" }
# instead reschedule
use { set_fire_date = … }

"""#,
        "perform": #"""
# meaning
performSelector:withObject:afterDelay:, requested again in each call when it repeats
# instead invalidate cancel
use { cancel_perform = … }

"""#,
        "task-sleep": #"""
# meaning
Task.sleep(for:) in a loop, relative

"""#,
        "thread-sleep": #"""
# meaning
Thread.sleep in a loop, relative

"""#,
    ]
}
